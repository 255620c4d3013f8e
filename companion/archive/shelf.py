"""The shelf: all tables and past games in one data folder, each in a folder of its own.

A game's folder holds its log (`game.log`), its pictures (`pictures/`), and the kind of table at
which it was played last (`kind.txt`).
"""

import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.archive.pictures import LIMIT, Pictures
from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors, write_whole
from companion.games.capabilities import Rules
from companion.log.files import is_there
from companion.log.history import ENDED, History
from companion.log.journal import is_open
from companion.log.reading import read_events
from companion.log.rescue.salvage import Hopeless
from companion.table.table import Clock, Table

LOG, PICTURES, KIND = "game.log", "pictures", "kind.txt"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


@dataclass(frozen=True)
class ShelvedGame:
    """A game on the shelf.

    Attributes:
        kind: At which kind of table it was played last; empty where nobody has written that down.
        problem: Why its log can't be read just like that.
        is_hopeless: Whether there is nothing in it to go on with.
        history: What happened in it, as far as it can be read.
    """

    name: str
    game: str = ""
    kind: str = ""
    last: float = 0.0
    events: int = 0
    ended: bool = False
    problem: str = ""
    is_hopeless: bool = False
    history: History = field(default_factory=History, repr=False)


class Shelf:
    """A data folder."""

    def __init__(self, folder: Path, clock: Clock = time.time) -> None:
        self.folder = folder
        self._clock = clock

    def begin(self, game: Rules[Any, Any], config: Mapping[str, object], kind: str = "") -> Table:
        """A new game at a kind of table, in a folder named after the day."""
        day = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y-%m-%d")
        number = 1
        while (self.folder / f"{day}-{number}").exists():
            number += 1
        table = Table.create(self.log(f"{day}-{number}"), game, config, self._clock)
        self.keep_kind(f"{day}-{number}", kind)
        return table

    def open(self, name: str, find: Callable[[str], Rules[Any, Any]]) -> Table:
        """Go on with a game, which `find` finds by its id."""
        return Table.open(self.log(name), None, self._clock, find)

    def kind_of(self, name: str) -> str:
        """At which kind of table a game was played last; empty where nobody knows."""
        try:
            return self.log(name).with_name(KIND).read_text("utf-8", "replace").strip()
        except OSError:
            return ""

    def keep_kind(self, name: str, kind: str) -> None:
        """Write down at which kind of table a game is played; a full disk can do without."""
        if kind and kind != self.kind_of(name):
            with suppress(CompanionError):
                write_whole(self.log(name).with_name(KIND), f"{kind}\n".encode())

    def log(self, name: str) -> Path:
        """Where the log of a game is, or would be."""
        if not _NAME.fullmatch(name):
            raise InputError(f"'{name[:60]}' is no name for a game; use a-z, 0-9 and -")
        return self.folder / name / LOG

    def remove(self, name: str) -> None:
        """Throw a game away, with its pictures. Who has it open must close it first."""
        log = self.log(name)
        if not is_there(log):
            raise InputError(f"there is no saved game '{name}'")
        with file_errors(log.parent):
            shutil.rmtree(log.parent)

    def pictures(self, table: Table, limit: int = LIMIT) -> Pictures:
        """The pictures of a table on this shelf."""
        return Pictures(table.path.parent / PICTURES, limit, table.disputed_pictures)

    def records(self) -> list[ShelvedGame]:
        """All games, the one that was played last first."""
        found = [_record(path, self.kind_of(path.parent.name)) for path in self._logs()]
        return sorted(found, key=lambda record: (record.last, record.name), reverse=True)

    def _logs(self) -> Iterator[Path]:
        paths = (folder / LOG for folder in self.folder.glob("*/") if _NAME.fullmatch(folder.name))
        return filter(is_there, paths)

    def unfinished(self, game: str = "", kinds: Collection[str] = ()) -> str:
        """The game to go on with after a restart: the last that nobody has ended, or nothing.

        Only one of this game and one of these kinds of tables, where they are named. One that
        can't be read just like that may be of any; one of which nothing can be read stays as it is.
        """
        for record in self.records():
            is_wanted = not game or record.game in (game, "")
            is_wanted &= not kinds or record.kind in (*kinds, "")
            if is_wanted and not record.ended and not record.is_hopeless:
                return record.name
        return ""

    def take_over(self, former: Path, kind: str) -> None:
        """Take the games and passes of a folder of earlier versions in, all of one kind.

        Nothing that is here is replaced, and what another companion has open stays there.
        """
        with file_errors(former):
            if not former.is_dir():
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(former.iterdir()):
                new = self.folder / path.name
                if is_there(path / LOG):
                    if new.exists():
                        new = self.folder / f"{path.name}-{former.name}"
                    if not new.exists() and not is_open(path / LOG):
                        path.rename(new)
                        self.keep_kind(new.name, kind)
                elif path.is_file() and not new.exists():
                    path.rename(new)

    def name_kinds(self, kind: str) -> None:
        """All games of which nobody knows at which kind of table they were played were of this."""
        for path in self._logs():
            if not self.kind_of(path.parent.name):
                self.keep_kind(path.parent.name, kind)


def _record(path: Path, kind: str) -> ShelvedGame:
    name = path.parent.name
    history = History()
    try:
        events, problem = read_events(path)
    except CompanionError as error:
        # It may well be the one that was played when the power went: opening it sets it right.
        changed = max(one.stat().st_mtime for one in path.parent.glob(f"{LOG}*"))
        return ShelvedGame(
            name,
            kind=kind,
            last=changed,
            problem=str(error),
            is_hopeless=isinstance(error, Hopeless),
        )
    for event in events:
        history.add(event)
    return ShelvedGame(
        name=name,
        game=history.begin.game,
        kind=kind,
        last=history.events[-1].at,
        events=history.number,
        ended=history.phase == ENDED,
        problem=problem,
        history=history,
    )
