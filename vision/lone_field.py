"""A field of tiles that was photographed by itself: read as on a table, but without a board.

Its own lattice tells how the camera sees it. Which way it is turned the lattice can't tell: that is
known from the tiles that lay there before.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from companion.tabletop.chart import Chart, TileField
from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Observation, Point
from vision.dice.dice import DiceEye
from vision.geometry import Image, Points
from vision.lattice.lattice import Lattice, cell_of, middle
from vision.motion.scene import ZoneState
from vision.reading.look import Look
from vision.tiles.tile_reader import TileReader
from vision.viewpoint.table_camera import TableCamera
from vision.viewpoint.view import View
from vision.zone_readers import Kit, Readers

_AROUND = 1.6
"""Pitches around the middles of its tiles that belong to a field: the free cells beside them."""


class LoneField:
    """Reads one field of a table at a time."""

    def __init__(self, chart: Chart, kit: Kit, dice: DiceEye) -> None:
        self._chart, self._kit, self._dice = chart, kit, dice

    def read(
        self, image: Image, lattice: Lattice, field: TileField, tiles: TileReader | None = None
    ) -> Look:
        """Everything in a field whose `lattice` begins at its origin and is turned as it is.

        Who reads it again as another owner's hands in the same `tiles`, which knows them then.
        """
        pitch = self._chart.measures.pitch
        middles = pitch * middle(list(lattice.tiles))
        low, high = middles.min(axis=0) - pitch / 2, middles.max(axis=0) + pitch / 2
        view = View(lattice.homography @ np.diag([1 / pitch, 1 / pitch, 1.0]))
        size = (image.shape[1], image.shape[0])
        camera = TableCamera.from_view(view, size, np.array([low, high]))
        more = (_AROUND - 0.5) * pitch
        readers = self._readers(field, low - more, high + more, tiles)
        reading = readers.read(field.zone, image, camera)
        observation = reading.observation()
        observations = (observation,) if observation.looked_at else ()
        return Look({field.zone: ZoneState.SETTLED}, observations, tuple(reading.beliefs))

    def tiles(self) -> TileReader:
        """Somebody who knows tiles, and has seen none of them yet."""
        return TileReader(self._kit.tiles, self._chart.measures.tile)

    def _readers(
        self, field: TileField, low: Points, high: Points, tiles: TileReader | None
    ) -> Readers:
        """Who reads this field where nothing else is on the table, and it is not turned."""
        (left, top), (right, bottom) = low, high
        around = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
        alone = self._chart.only(field.zone).with_regions({field.zone: around})
        chart = replace(alone, fields=(replace(field, turn=0.0),))
        return Readers(chart, self._kit, self._dice, tiles)


def turn_by(names: Mapping[Cell, str | None], field: TileField, known: Observation) -> int:
    """By how many sixths of a turn a field must be turned to agree best with what is known.

    Where several agree as well, as with one tile alone, it is taken as it was held.
    """
    expected = {piece.place: piece.identity for piece in known.pieces if piece.kind == "tile"}

    def agreeing(steps: int) -> int:
        places = ((field.place_of(*turned(cell, steps)), name) for cell, name in names.items())
        return sum(name is not None and expected.get(place) == name for place, name in places)

    return max(range(6), key=agreeing)


def turned(cell: Cell, steps: int) -> Cell:
    """A cell as `Lattice.turned` calls it."""
    angle = steps * np.pi / 3
    c, s = np.cos(angle), np.sin(angle)
    return cell_of(np.array([[c, s], [-s, c]]) @ middle(cell))
