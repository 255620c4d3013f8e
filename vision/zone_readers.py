"""What reads which zone, and how all readers together tell how the table is seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.tabletop.chart import Chart
from vision.board.main_board import BoardReader
from vision.board.side_board import SideBoard
from vision.dice.dice import DiceEye
from vision.faces.gallery import Gallery
from vision.geometry import Image, Points
from vision.reading.zone_reading import ZoneReading
from vision.tiles.figures import Floats, tint_of
from vision.tiles.on_tiles import ThingsOnTiles
from vision.tiles.tile_field import FieldReader
from vision.tiles.tile_reader import TileReader
from vision.viewpoint.table_camera import Anchors, TableCamera, fit
from vision.viewpoint.view import View

_BOARD_WEIGHT = 0.6
_GRID = 5
_LEAST_SEEN = 0.05
"""Share of a region that must be in the picture to be watched."""


@dataclass(frozen=True, eq=False)
class Kit:
    """What the owner of a copy has shown the eye.

    Attributes:
        tiles: A photo of each face.
        tokens: Photos of tokens; without any, tokens are seen but not named.
        pictures: Boards from straight above, by the names of the chart. The board's box and
            nothing else.
        colours: The colour of each seat's figures in plain light (BGR), by the names of the
            chart's owners.
    """

    tiles: Gallery
    tokens: Gallery = field(default_factory=Gallery)
    pictures: Mapping[str, Image] = field(default_factory=dict)
    colours: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)


class Readers:
    """All readers of a table.

    What was read by the same `tiles` before, of this view, is not read again.
    """

    def __init__(
        self, chart: Chart, kit: Kit, dice: DiceEye, tiles: TileReader | None = None
    ) -> None:
        self._chart = chart
        self._tiles = tiles or TileReader(kit.tiles, chart.measures.tile)
        self._main = BoardReader(
            chart.main, chart.measures, dice, self._tiles, picture=kit.pictures.get(chart.main.name)
        )
        self._fields = {
            each.zone: FieldReader(each, chart.regions[each.zone], chart.measures, self._tiles)
            for each in chart.fields
        }
        self._on_tiles = {
            each.zone: ThingsOnTiles(
                kit.tiles, kit.tokens, chart.measures, each.owner, self._tint(kit, each.owner)
            )
            for each in chart.fields
        }
        self._sides = {
            board.zone: SideBoard(
                board,
                chart.regions[board.zone],
                kit.pictures[board.name],
                BoardReader(
                    board,
                    chart.measures,
                    dice,
                    self._tiles,
                    picture=kit.pictures[board.name],
                    tint=self._tint(kit, board.owner),
                ),
            )
            for board in chart.boards[1:]
            if board.name in kit.pictures
        }
        self._hulls: dict[str, Points] = {}

    @staticmethod
    def _tint(kit: Kit, owner: str) -> Floats | None:
        return tint_of(kit.colours[owner]) if owner in kit.colours else None

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones that can be read."""
        return (self._chart.main.zone, *self._fields, *self._sides)

    def forget(self) -> None:
        """The camera has moved: nothing is where it was."""
        self._tiles.forget()
        self._hulls = {}
        for reader in self._fields.values():
            reader.forget()
        for side in self._sides.values():
            side.forget()

    def improve(
        self, image: Image, camera: TableCamera, view: View, corners: Points
    ) -> TableCamera:
        """Work out the camera by everything on the table whose place is known.

        Args:
            image: The picture.
            camera: As the main board alone tells it.
            view: Of the main board.
            corners: Of the main board.
        """
        x, y = np.meshgrid(*np.linspace(corners[0], corners[1], _GRID).T)
        points = np.stack([x, y], axis=-1).reshape(-1, 2)
        known = [Anchors(points, view.pixels(points), np.full(len(points), _BOARD_WEIGHT))]
        usual = camera
        beside = self._main.anchors(image, camera)
        if beside is not None:
            known.append(beside)
            camera = fit(camera, known, usual)
        for reader in self._fields.values():
            placement = reader.find(image, camera)
            if placement is not None:
                known.append(reader.anchors(camera, placement))
                camera = fit(camera, known, usual)
                reader.forget()
        return camera

    def read(self, zone: str, image: Image, camera: TableCamera) -> ZoneReading:
        """Read one zone."""
        if zone == self._chart.main.zone:
            return self._main.read(image, camera)
        if zone in self._sides:
            return self._sides[zone].read(image, camera) or ZoneReading(zone)
        reader = self._fields[zone]
        reading, tiles = reader.read(image, camera)
        self._on_tiles[zone].read(camera, tiles, reading)
        hull = reader.hull()
        if hull is not None:
            self._hulls[zone] = hull
        return reading

    def outline(self, zone: str, camera: TableCamera) -> Points | None:
        """Where a zone is in the picture; None when it is outside."""
        table = self._hulls.get(zone)
        if table is None:
            table = np.array(self._chart.regions[zone])
        return _in_picture(table, camera)


def _in_picture(outline: Points, camera: TableCamera) -> Points | None:
    """The part of a convex outline that the camera sees, in pixels."""
    ahead = np.roll(outline, -1, axis=0)
    shares = np.linspace(0, 1, 12, endpoint=False)[None, :, None]
    rim = (outline[:, None] * (1 - shares) + ahead[:, None] * shares).reshape(-1, 2)
    pixels = np.clip(camera.pixels(rim), -4 * np.array(camera.size), 5 * np.array(camera.size))
    wide, high = camera.size
    frame = np.array([(0, 0), (wide - 1, 0), (wide - 1, high - 1), (0, high - 1)], np.float32)
    hull = cv2.convexHull(pixels.astype(np.float32))
    whole = float(cv2.contourArea(hull))
    area, part = cv2.intersectConvexConvex(hull, frame)
    if part is None or whole <= 0 or area < _LEAST_SEEN * min(whole, float(wide * high)):
        return None
    return np.asarray(part, np.float64).reshape(-1, 2)
