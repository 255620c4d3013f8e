"""A photo of a game's table, or of a part of it: the board with its dice and tiles, and islands.

If the board is in the picture, the eye reads the whole table. If not, hexagonal tiles that lie side
by side are looked for and named: an island photographed by itself.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.protocol import Game
from companion.hexes import Cell
from companion.own_kit import OwnEyes
from hardware.frame import Frame
from vision.crops import cut_tile
from vision.gallery import Gallery, Match
from vision.geometry import Image
from vision.hexes import LatticeError, find_lattices
from vision.lattice import Lattice
from vision.looking import Belief, Look

PHOTO = "photo"
_REST = 2
_MOST = 3
"""Islands in one photo, at most."""
_LOOKS = 8
"""So often a photo is shown to the eye until it has made up its mind."""


class PhotoEye:
    """Reads photos of one game; each may be of another table."""

    def __init__(
        self,
        game: Game[Any, Any],
        players: int,
        *,
        tiles: Gallery | None = None,
        threads: int | None = None,
    ) -> None:
        self._eyes = OwnEyes(game, game.setup({"players": players}), tiles=tiles, threads=threads)
        origins = (field.origins for field in self._eyes.chart.fields)
        self._origins = frozenset[str]().union(*origins)

    def look(self, image: Image) -> Look:
        """What is in a photo. `reason` says why the board was not found, if it was not."""
        eye = self._eyes.open(_REST)
        look = eye.look(Frame(image, 0.0, PHOTO))
        for number in range(1, _LOOKS):
            if look.reason:
                break
            look = eye.look(Frame(image, float(number), PHOTO))
        if look.states and not look.reason:
            return look
        beliefs = (*self._loose_dice(image), *self._islands(image))
        return Look({}, beliefs=beliefs, reason=look.reason or "the board was not found")

    def _loose_dice(self, image: Image) -> Iterator[Belief]:
        for die in self._eyes.dice.look(image):
            left, top, right, bottom = die.box
            box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)
            yield Belief("", "die", str(die.value), box, die.confidence, die.certain)

    def _islands(self, image: Image) -> Iterator[Belief]:
        try:
            lattices = find_lattices(image, most=_MOST)
        except LatticeError:
            return
        for number, lattice in enumerate(lattices):
            yield from self._island(image, lattice, f"island {number + 1}")

    def _island(self, image: Image, lattice: Lattice, zone: str) -> Iterator[Belief]:
        """The tiles of a lattice; with the origin's tile among them, cells have coordinates."""
        gallery = self._eyes.kit.tiles
        matches = {
            cell: gallery.recognise(cut_tile(image, tile.outline))
            for cell, tile in lattice.tiles.items()
        }
        origin = self._origin(matches)
        for cell, best in matches.items():
            tile, match = lattice.tiles[cell], best
            if cell == origin and best.name is None:
                # A figure covers it, but no other tile looks as much like the one at the origin.
                match = replace(best, name=best.runner_up, confidence=0.5, certain=False)
            place = f"({cell[0] - origin[0]},{cell[1] - origin[1]})" if origin else ""
            confidence = min(match.confidence, tile.confidence)
            # A face that nobody knows may be a known one with a figure on it: that is a question.
            certain = match.certain and tile.certain and match.name is not None
            yield Belief(zone, "tile", match.name or "", tile.outline, confidence, certain, place)

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
