"""Teaches a copy: photos become cut-outs, cut-outs get names, names become a tested gallery.

The composition of `vision` with a `Lesson`. Nothing here knows a game: a game may bring a list of
names to choose from, and faces that look like its own drawings get a name proposed.
"""

import threading
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from companion.camera.encoding import as_png, from_bytes
from companion.camera.eyes.opening import open_dice_eye
from companion.camera.eyes.own_art import own_gallery
from companion.common.errors import CompanionError, InputError
from companion.common.intervals import wilson
from companion.common.words import say
from companion.games.capabilities import Laid
from companion.games.kit.defaults import thing_name
from companion.games.positions import checked_edition
from companion.games.protocol import Game
from companion.phones.lessons.classroom import FaceName, Grade
from companion.phones.lessons.lesson import GALLERY, Cut, ExaminedTile, Lesson
from companion.tabletop.sight import LyingThing
from vision.dice.dice import DiceEye
from vision.drawing.contact_sheet import contact_sheet
from vision.faces.cutting import cut_out_tiles
from vision.faces.gallery import Face, Gallery
from vision.faces.gallery_file import (
    MOST_SHARED,
    load_gallery,
    pack_gallery,
    save_gallery,
    unpack_gallery,
)
from vision.geometry import Image
from vision.photo.apart import decode_apart

KIND = "tile"
_ENLARGED, _PRINTED, _READ = 3, 0.4, 0.9
"""How many times a cut-out is enlarged to read a printed die, how much like a die that must look,
and how sure its value must be."""


class Teacher:
    """Looks after one lesson."""

    def __init__(self, game: Game, folder: Path, edition: str | None = None) -> None:
        self.game = game
        self.edition = checked_edition(game, edition) if game.editions else None
        self.lesson = Lesson(folder, game.id)
        self._one_at_a_time = threading.Lock()

    @cached_property
    def choices(self) -> tuple[FaceName, ...]:
        """The names of the game's list; empty when the game has none, and any name will do."""
        if not isinstance(self.game, Laid) or self.edition is None:
            return ()
        found: dict[str, FaceName] = {}
        for cut in self.game.cutouts(self.edition):
            if cut.kind == KIND and cut.identity not in found:
                die = int(cut.print.die) if cut.print.die.isdecimal() else None
                words = thing_name(self.game, LyingThing(KIND, cut.identity))
                found[cut.identity] = FaceName(cut.identity, words, die)
        return tuple(found.values())

    @property
    def path(self) -> Path:
        """Where the gallery is kept."""
        return self.lesson.folder / GALLERY

    @property
    def progress(self) -> tuple[int, int]:
        """How many names of the game's list are known, and how many there are."""
        listed = {choice.name for choice in self.choices}
        known = set(self.lesson.names)
        return (len(known & listed), len(listed)) if listed else (len(known), len(known))

    @property
    def missing(self) -> tuple[FaceName, ...]:
        """The names of the list that nobody has given yet."""
        known = set(self.lesson.names)
        return tuple(choice for choice in self.choices if choice.name not in known)

    def show(self, image: Image) -> tuple[Cut, ...]:
        """Cut all tiles out of a picture, group look-alikes, and propose names."""
        found = [tile.crop for tile in cut_out_tiles(image)]
        if not found:
            raise InputError(
                say(
                    "no tile was found in the picture: lay them on a plain table, not touching or "
                    "side by side as in the game, and take it from above"
                )
            )
        with self._one_at_a_time:
            seen = self._by_group()
            shown: list[tuple[Cut, bytes]] = []
            for number, crop in enumerate(found, self.lesson.next_number):
                group, proposal = self._like(crop, seen)
                die = None if proposal else self._printed_die(crop)
                cut = Cut(number, group or number, None, proposal, die)
                seen = seen.enrol(str(cut.group), crop)
                shown.append((cut, as_png(crop)))
            self.lesson.add(shown)
        return tuple(cut for cut, _ in shown)

    def show_photo(self, data: bytes) -> tuple[Cut, ...]:
        """The same with the bytes of a photo."""
        return self.show(decode_apart(data))

    def name(self, number: int, name: str) -> tuple[int, ...]:
        """Name a cut-out and its look-alikes."""
        self._check_listed(name)
        named = self.lesson.name(number, name)
        self._save()
        return named

    def rename(self, old: str, new: str) -> int:
        """Call a face by another name."""
        self._check_listed(new)
        count = self.lesson.rename(old, new)
        self._save()
        return count

    def remove(self, numbers: Iterable[int]) -> None:
        """Forget cut-outs."""
        self.lesson.remove(numbers)
        self._save()

    def forget(self, name: str) -> int:
        """Forget a face, to take it again."""
        numbers = [cut.number for cut in self.lesson.cuts if cut.name == name]
        if not numbers:
            raise InputError(say("nothing is called '{name}'", name=name))
        self.remove(numbers)
        return len(numbers)

    def gallery(self) -> Gallery:
        """All that has a name."""
        named = [(cut.name, cut.picture) for cut in self.lesson.cuts if cut.name]
        return Gallery(Face(name, self._crop(picture)) for name, picture in named)

    def examine(self, image: Image) -> tuple[ExaminedTile, ...]:
        """Read a second picture with the gallery; people then say what was wrong."""
        gallery = self._something()
        tiles = cut_out_tiles(image)
        if not tiles:
            raise InputError(say("no tile was found in the picture"))
        shown = []
        for number, tile in enumerate(tiles, 1):
            match = gallery.recognise(tile.crop)
            shown.append((ExaminedTile(number, match.name, match.certain), as_png(tile.crop)))
        self.lesson.examine(shown)
        return self.lesson.answers

    def examine_photo(self, data: bytes) -> tuple[ExaminedTile, ...]:
        """The same with the bytes of a photo."""
        return self.examine(decode_apart(data))

    def judge(self, number: int, truth: str | None) -> None:
        """Say what a tile of the test is; None for something that was never shown."""
        if truth is not None:
            self._check_listed(truth)
        self.lesson.judge(number, truth)

    @property
    def grade(self) -> Grade:
        """How the test went, as far as it is judged."""
        judged = [answer for answer in self.lesson.answers if answer.judged]
        right = sum(answer.right for answer in judged)
        return Grade(right, len(judged), *wilson(len(judged) - right, len(judged)))

    def look_alikes(self) -> tuple[tuple[str, str], ...]:
        """Pairs of names that look too alike to be told apart for sure."""
        return tuple((one, other) for one, other, _ in self.gallery().look_alikes())

    def to_bytes(self) -> bytes:
        """The gallery as a file."""
        return pack_gallery(self._something())

    def take_in(self, path: Path) -> int:
        """Take the faces of somebody's gallery in; names that are known already are left alone."""
        return self._take(load_gallery(path, MOST_SHARED))

    def take_in_bytes(self, data: bytes) -> int:
        """The same with the bytes of a gallery file."""
        return self._take(unpack_gallery(data, MOST_SHARED))

    def _take(self, theirs: Gallery) -> int:
        for name in theirs.names:
            self._check_listed(name)
        known = set(self.lesson.names)
        new = [face for face in theirs.faces if face.name not in known]
        with self._one_at_a_time:
            numbered = enumerate(new, self.lesson.next_number)
            self.lesson.add([(Cut(n, n, face.name), as_png(face.crop)) for n, face in numbered])
        self._save()
        return len(new)

    def _something(self) -> Gallery:
        gallery = self.gallery()
        if not gallery.faces:
            raise InputError(say("there is nothing in the gallery yet: name some faces first"))
        return gallery

    def sheet(self, shown: Sequence[tuple[int, str, str]]) -> bytes:
        """A PNG of pictures side by side, each with its number and some words."""
        return as_png(contact_sheet([(n, self._crop(file), words) for n, file, words in shown]))

    @cached_property
    def _drawn(self) -> Gallery | None:
        """The game's own drawings, where it has some: people may have printed those."""
        return own_gallery(self.game, self.edition) if self.choices else None

    def _by_group(self) -> Gallery:
        """Everything that was shown, each by the number of its group."""
        return Gallery(Face(str(cut.group), self._crop(cut.picture)) for cut in self.lesson.cuts)

    def _like(self, crop: Image, seen: Gallery) -> tuple[int | None, str | None]:
        """The group of what looks the same, and a proposal for the name."""
        match = seen.recognise(crop)
        group = int(match.name) if match.name and match.certain else None
        names = [cut.name for cut in self.lesson.cuts if cut.group == group and cut.name]
        if names:
            return group, names[0]
        return group, self._drawn.recognise(crop).name if self._drawn else None

    @cached_property
    def _dice_eye(self) -> DiceEye | None:
        try:
            return open_dice_eye(1)
        except CompanionError:
            return None  # without weights nobody reads dice; names can be given all the same

    def _printed_die(self, crop: Image) -> int | None:
        """The value of the die that is printed on a tile; None when none can be told for sure."""
        if not any(choice.die for choice in self.choices) or self._dice_eye is None:
            return None
        resized = cv2.resize(crop, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        large = np.asarray(resized, np.uint8)
        found = self._dice_eye.find(large)
        if not len(found.scores):
            return None
        faces = self._dice_eye.chances(large, found.boxes)[:, :-1]
        # The reader has learnt that a printed die is none. Here it is one, so only what it says
        # about the faces counts, of whatever looks most like a die.
        likeness = found.scores * faces.sum(axis=1)
        best = int(likeness.argmax())
        share = faces[best].max() / max(float(faces[best].sum()), 1e-6)
        is_clear = likeness[best] >= _PRINTED and share >= _READ
        return int(faces[best].argmax()) + 1 if is_clear else None

    def _check_listed(self, name: str) -> None:
        if self.choices and name not in {choice.name for choice in self.choices}:
            raise InputError(
                say("'{name}' is no tile of {game}", name=name[:60], game=self.game.title)
            )

    def _crop(self, picture: str) -> Image:
        crop = from_bytes(self.lesson.picture(picture))
        if crop is None:
            raise CompanionError(f"{self.lesson.folder / picture}: is damaged; remove it")
        return crop

    def _save(self) -> None:
        save_gallery(self.gallery(), self.path)
