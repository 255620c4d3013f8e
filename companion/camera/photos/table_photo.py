"""Reads a photo of a game's table, or of a part of it: the board, or tiles side by side.

If the board is in the picture, the eye reads the whole table. If not, hexagonal tiles that lie side
by side are looked for and named: a field photographed by itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.camera.eyes.own_kit import OwnEyes
from companion.camera.photos.answers import belief_of
from companion.common.errors import InputError
from companion.common.words import say
from companion.games.capabilities import Rules, laid
from companion.tabletop.chart import TileField
from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Observation
from companion.tabletop.problems import Problem
from hardware.frame import Frame
from vision.eye import Eye
from vision.faces.crops import cut_tile
from vision.faces.gallery import Gallery, Match
from vision.faces.gallery_file import GalleryError, load_gallery
from vision.geometry import Image, Points
from vision.lattice.hexes import LatticeError, find_lattices
from vision.lattice.lattice import Lattice
from vision.lone_field import LoneField, turn_by
from vision.reading.look import Belief, Look

PHOTO = "photo"
_REST = 2
_MOST = 3
"""Fields of tiles in one photo, at most."""
_LOOKS = 8
"""So often a photo is shown to the eye until it has made up its mind."""

_NO_TILES = say(
    "No island was found. Take the photo from above, with the whole island and its capitol on it."
)


class PhotoEye:
    """Reads photos of one game; each may be of another table."""

    def __init__(
        self,
        game: Rules[Any, Any],
        players: int,
        *,
        edition: str | None = None,
        tiles: Gallery | None = None,
        threads: int | None = None,
    ) -> None:
        config = {"players": players} | ({"edition": edition} if edition else {})
        self._eyes = OwnEyes(game, game.setup(config), tiles=tiles, threads=threads)
        origins = (field.origins for field in self._eyes.chart.fields)
        self._origins = frozenset[str]().union(*origins)

    def look(self, image: Image) -> Look:
        """What is in a photo. `reason` says why the board was not found, if it was not."""
        look = self._look_by(self._eyes.open(_REST), image)
        if look.states and not look.reason:
            return look
        lone = tuple(self._lone_fields(image))
        tiles = [one.outline for one in lone if one.kind == "tile"]
        # What is printed on tiles, and figures that stand there, may look like dice.
        loose = map(belief_of, self._eyes.dice.look(image))
        dice = (one for one in loose if one.certain and not _lies_on(one, tiles))
        reason = look.reason or Problem("board-not-found")
        return Look({}, beliefs=(*dice, *lone), reason=reason)

    def look_for(self, image: Image, zone: str, known: Observation) -> Look:
        """What lies in one zone, photographed by itself or with what is around it.

        Args:
            image: The photo.
            zone: Of the main board, or of a field of tiles.
            known: What the log says about it: by that, people may hold their phones as they like.

        Raises:
            InputError: It can't be read; the message says why.
        """
        field = next((each for each in self._eyes.chart.fields if each.zone == zone), None)
        look = self._board(image) if field is None else self._field(image, field, known)
        if not any(seen.zone == zone and seen.at_rest for seen in look.observations):
            raise InputError(
                say("It could not be read. Nothing may cover it; take the photo from above.")
            )
        return look

    def _board(self, image: Image) -> Look:
        chart = self._eyes.chart
        look = self._look_by(self._eyes.open(_REST, chart.only(chart.main.zone)), image)
        if look.reason or not look.states:
            raise InputError(
                say("No board was found. Take the photo from above, with the whole board on it.")
            )
        return look

    def _field(self, image: Image, field: TileField, known: Observation) -> Look:
        try:
            found = [
                (lattice, matches, origin)
                for lattice in find_lattices(image, most=_MOST)
                for matches in (self._matches(image, lattice),)
                for origin in (self._origin(matches),)
                if origin is not None
            ]
        except LatticeError as error:
            raise InputError(_NO_TILES) from error
        if not found:
            raise InputError(_NO_TILES)
        if len(found) > 1:
            raise InputError(say("Several islands are on the photo. Take one by itself."))
        ((lattice, matches, origin),) = found
        names = {(q - origin[0], r - origin[1]): m.name for (q, r), m in matches.items()}
        steps = turn_by(names, field, known)
        return self._field_eye.read(image, lattice.from_origin(origin).turned(steps), field)

    @cached_property
    def _field_eye(self) -> LoneField:
        return LoneField(self._eyes.chart, self._eyes.kit, self._eyes.dice)

    def _look_by(self, eye: Eye, image: Image) -> Look:
        """Show a photo to an eye until it has made up its mind."""
        look = eye.look(Frame(image, 0.0, PHOTO))
        for number in range(1, _LOOKS):
            if look.reason:
                break
            look = eye.look(Frame(image, float(number), PHOTO))
        return look

    def _lone_fields(self, image: Image) -> Iterator[Belief]:
        try:
            lattices = find_lattices(image, most=_MOST)
        except LatticeError:
            return
        for number, lattice in enumerate(lattices):
            yield from self._lone_field(image, lattice, f"island {number + 1}")

    def _lone_field(self, image: Image, lattice: Lattice, zone: str) -> Iterator[Belief]:
        """What lies on a lattice; with the origin's tile among it, cells have coordinates."""
        matches = self._matches(image, lattice)
        origin = self._origin(matches)
        if origin is not None:
            look = self._by_its_owner(image, lattice.from_origin(origin))
            yield from (replace(belief, zone=zone) for belief in look.beliefs)
            return
        for cell, match in matches.items():
            tile = lattice.tiles[cell]
            confidence = min(match.confidence, tile.confidence)
            # A face that nobody knows may be a known one with a figure on it: that is a question.
            certain = match.certain and tile.certain and match.name is not None
            yield Belief(zone, "tile", match.name or "", tile.outline, confidence, certain)

    def _by_its_owner(self, image: Image, lattice: Lattice) -> Look:
        """Read by whoever finds the most figures of the own colour on it."""
        figure = self._eyes.chart.measures.figure_kind
        fields = (replace(field, place="({q},{r})") for field in self._eyes.chart.fields)
        tiles = self._field_eye.tiles()
        looks = (self._field_eye.read(image, lattice, field, tiles) for field in fields)
        return max(looks, key=lambda look: sum(one.kind == figure for one in look.beliefs))

    def _matches(self, image: Image, lattice: Lattice) -> dict[Cell, Match]:
        gallery = self._eyes.kit.tiles
        return {
            cell: gallery.recognise(cut_tile(image, tile.outline))
            for cell, tile in lattice.tiles.items()
        }

    def _origin(self, matches: Mapping[Cell, Match]) -> Cell | None:
        """Where the tile of the origin lies; None when it is not there, or there twice."""
        named = [cell for cell, match in matches.items() if match.name in self._origins]
        unnamed = [
            cell
            for cell, match in matches.items()
            if match.name is None and match.runner_up in self._origins
        ]
        found = named or unnamed
        return found[0] if len(found) == 1 else None


def _lies_on(die: Belief, tiles: Sequence[Points]) -> bool:
    x, y = die.outline.mean(axis=0).tolist()
    return any(cv2.pointPolygonTest(tile.astype(np.float32), (x, y), False) > 0 for tile in tiles)


class PhotoEyes:
    """Opens eyes for the games of an evening, with the owner's gallery of each, if there is one."""

    def __init__(self, gallery: Callable[[str], Path]) -> None:
        self._gallery_of = gallery
        self._known: tuple[tuple[object, ...], PhotoEye] | None = None

    def __call__(self, game: Rules[Any, Any], state: Any) -> PhotoEye:
        """An eye for a game with as many players, of the same edition, as in this state."""
        gallery = self._gallery_of(game.id)
        taught = gallery.stat().st_mtime_ns if gallery.is_file() else None
        players, edition = len(game.score(state)), laid(game).edition_of(state)
        needed = (game, players, edition, taught)
        if self._known is None or self._known[0] != needed:
            tiles = _taught(gallery) if taught else None
            eye = PhotoEye(game, players, edition=edition, tiles=tiles, threads=1)
            self._known = (needed, eye)
        return self._known[1]


def _taught(gallery: Path) -> Gallery:
    try:
        return load_gallery(gallery)
    except GalleryError as error:
        raise InputError(
            say("The gallery of your copy can't be read: {error}.", error=error)
        ) from error
