"""A lesson: the faces of one copy of a game that were shown to the companion, and their names.

A folder holds it: a picture of every cut-out, and `lesson.json` with what is known of them. Every
change is on disk before anybody hears of it, as a whole or not at all: a phone that dies, or a
pulled plug, loses nothing.
"""

import json
import threading
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors, write_whole
from companion.common.words import say

#: The folder for what was taught about all games, and the file in that of one game.
GALLERIES, GALLERY = "galleries", "mine.gallery"
VERSION = 1
MOST_CUTS = 2000
LONGEST_NAME = 100
_FILE = "lesson.json"


@dataclass(frozen=True)
class Cut:
    """One cut-out.

    Attributes:
        number: Its number; it is never given to another.
        group: The number of the first cut-out that looks like it.
        name: What people called it.
        proposal: What it might be.
        die: The value of a die that is printed on it, where one could be read.
    """

    number: int
    group: int
    name: str | None = None
    proposal: str | None = None
    die: int | None = None

    @property
    def picture(self) -> str:
        """The file of its picture."""
        return f"cut-{self.number:04}.png"


@dataclass(frozen=True)
class ExaminedTile:
    """A tile of the test photo: what the gallery said, and what people said afterwards.

    Attributes:
        number: Its number in the test.
        said: What the gallery called it; None for none of these.
        certain: Whether the gallery was certain.
        judged: Whether people have said what it is.
        truth: What it is; None for something that was never shown.
    """

    number: int
    said: str | None
    certain: bool
    judged: bool = False
    truth: str | None = None

    @property
    def picture(self) -> str:
        """The file of its picture."""
        return f"test-{self.number:04}.png"

    @property
    def right(self) -> bool:
        """Whether the gallery was right."""
        return self.judged and self.said == self.truth


class Lesson:
    """The lesson in a folder; a folder that is not there yet is an empty one."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder, self.game = folder, game
        self._lock = threading.RLock()
        self._cuts: dict[int, Cut] = {}
        self._answers: dict[int, ExaminedTile] = {}
        self._next = 1
        if (folder / _FILE).exists():
            self._read()

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """All cut-outs, in the order in which they were shown."""
        return tuple(self._cuts.values())

    @property
    def answers(self) -> tuple[ExaminedTile, ...]:
        """The last test."""
        return tuple(self._answers.values())

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that was given, once."""
        return tuple(dict.fromkeys(cut.name for cut in self.cuts if cut.name))

    @property
    def next_number(self) -> int:
        """The number of the next cut-out."""
        return self._next

    def picture(self, name: str) -> bytes:
        """A picture of this lesson by its file name."""
        known = {cut.picture for cut in self.cuts} | {answer.picture for answer in self.answers}
        if name not in known:
            raise InputError(say("there is no such picture in this lesson"))
        with file_errors(self.folder / name):
            return (self.folder / name).read_bytes()

    def add(self, shown: Sequence[tuple[Cut, bytes]]) -> None:
        """Take in cut-outs with their pictures; their numbers count on from `next_number`."""
        with self._lock:
            if len(self._cuts) + len(shown) > MOST_CUTS:
                raise InputError(
                    say("a lesson has at most {n} cut-outs; remove some first", n=MOST_CUTS)
                )
            self._keep_pictures((cut.picture, data) for cut, data in shown)
            cuts = self._cuts | {cut.number: cut for cut, _ in shown}
            self._write(cuts, self._answers, max([self._next - 1, *cuts]) + 1)

    def name(self, number: int, name: str) -> tuple[int, ...]:
        """Name a cut-out, and those of its group that nobody has named; returns their numbers."""
        name = checked_name(name)
        with self._lock:
            chosen = self.cut(number)
            meant = tuple(
                cut.number
                for cut in self.cuts
                if cut == chosen or (cut.group == chosen.group and cut.name is None)
            )
            self._change({each: replace(self._cuts[each], name=name) for each in meant})
            return meant

    def rename(self, old: str, new: str) -> int:
        """Call all that has one name by another; returns how many cut-outs that are."""
        new = checked_name(new)
        with self._lock:
            meant = {cut.number: replace(cut, name=new) for cut in self.cuts if cut.name == old}
            if not meant:
                raise InputError(say("nothing is called '{name}'", name=old))
            self._change(meant)
            return len(meant)

    def remove(self, numbers: Iterable[int]) -> None:
        """Forget cut-outs, such as one to take again, or a coaster that was no tile."""
        with self._lock:
            gone = [self.cut(number) for number in numbers]
            cuts = {n: cut for n, cut in self._cuts.items() if cut not in gone}
            self._write(cuts, self._answers, self._next)
            for cut in gone:
                (self.folder / cut.picture).unlink(missing_ok=True)

    def cut(self, number: int) -> Cut:
        """The cut-out of this number."""
        found = self._cuts.get(number)
        if found is None:
            raise InputError(say("there is no cut-out {number}", number=number))
        return found

    def examine(self, shown: Sequence[tuple[ExaminedTile, bytes]]) -> None:
        """Begin a test; the one before is forgotten."""
        with self._lock:
            self._keep_pictures((answer.picture, data) for answer, data in shown)
            self._write(self._cuts, {answer.number: answer for answer, _ in shown}, self._next)

    def judge(self, number: int, truth: str | None) -> None:
        """Say what a tile of the test is; None for something that was never shown."""
        with self._lock:
            if number not in self._answers:
                raise InputError(say("there is no tile {number} in the test", number=number))
            truth = None if truth is None else checked_name(truth)
            answer = replace(self._answers[number], judged=True, truth=truth)
            self._write(self._cuts, self._answers | {number: answer}, self._next)

    def agree(self) -> None:
        """Say that the gallery was right about all that nobody has judged."""
        with self._lock:
            agreed = {
                number: answer if answer.judged else replace(answer, judged=True, truth=answer.said)
                for number, answer in self._answers.items()
            }
            self._write(self._cuts, agreed, self._next)

    def _change(self, changed: dict[int, Cut]) -> None:
        self._write(self._cuts | changed, self._answers, self._next)

    def _keep_pictures(self, pictures: Iterable[tuple[str, bytes]]) -> None:
        for name, data in pictures:
            write_whole(self.folder / name, data)

    def _write(
        self, cuts: dict[int, Cut], answers: dict[int, ExaminedTile], next_number: int
    ) -> None:
        note = {
            "version": VERSION,
            "game": self.game,
            "next": next_number,
            "cuts": [asdict(cut) for cut in cuts.values()],
            "test": [asdict(answer) for answer in answers.values()],
        }
        write_whole(self.folder / _FILE, json.dumps(note, indent=1).encode())
        self._cuts, self._answers, self._next = cuts, answers, next_number

    def _read(self) -> None:
        path = self.folder / _FILE
        with file_errors(path):
            data = path.read_bytes()
        try:
            note = json.loads(data)
            version, game = note["version"], note["game"]
            if version == VERSION:
                self._take(note)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise CompanionError(f"{path}: is damaged ({error}); move it away to begin") from error
        if version != VERSION:
            raise CompanionError(f"{path}: is of version {version}; this is {VERSION}")
        if game != self.game:
            raise CompanionError(f"{path}: is a lesson about {game}, not about {self.game}")

    def _take(self, note: dict[str, Any]) -> None:
        self._cuts = {cut["number"]: Cut(**cut) for cut in note["cuts"]}
        self._answers = {answer["number"]: ExaminedTile(**answer) for answer in note["test"]}
        self._next = int(note["next"])


def checked_name(name: str) -> str:
    """A name as it is kept."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(say("a name has 1 to {n} letters, none of them invisible", n=LONGEST_NAME))
    return name
