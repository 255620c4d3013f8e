"""Reading a field of tiles that lie side to side: which cells hold one, and which tiles they are.

Presence is decided by two witnesses that know nothing of each other: six sides that are edges, and
a middle that doesn't look like the table top. On a cloth of the tiles' own colour the sides alone
must be beyond doubt, and the tile have a name. Cells are counted from the tile that the game puts
at (0, 0); where that one can't be told, tiles have names and no places.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.tabletop.chart import Measures, TileField
from companion.tabletop.hexes import Cell, neighbours
from companion.tabletop.outlines import Outline
from vision.geometry import Image, Points, Truths
from vision.lattice.field_search import PER_MM, find_tiles
from vision.lattice.field_top import FieldTop, seen_of
from vision.lattice.lattice import middle
from vision.reading.look import Belief
from vision.reading.zone_reading import ZoneReading
from vision.tiles.origin import Origin
from vision.tiles.tile_reader import TileReader, TileReading, tile_corners, tile_outline
from vision.viewpoint.table_camera import Anchors, TableCamera

_TILE, _NONE = 0.5, 0.2
"""Share of a cell's middle that doesn't look like the table where a tile lies, and where none."""
_SIDES, _CLEAR_SIDES = 0.75, 0.95
"""How much of a tile's sides must be edges; and where its middle looks like the table."""
_AROUND = 2.5
"""Pitches around the tiles of the last look within which they are looked for first."""
_WEIGHT = 0.5
_BY_PLACE = 0.95
"""What the name of the tile at (0, 0) is worth when its place tells it."""


@dataclass(frozen=True, eq=False)
class Placement:
    """Where tiles lie, in the table's millimetres.

    Attributes:
        tiles: For each cell, counted from any tile, its middle.
        unmarked: Cells with a tile's sides that look like the table: a tile if it has a name.
        doubtful: Cells that may or may not hold a tile.
        empty: Cells next to tiles that hold none.
        turn: How the field is turned, in degrees.
    """

    tiles: Mapping[Cell, Points]
    unmarked: Mapping[Cell, Points]
    doubtful: Mapping[Cell, Points]
    empty: Mapping[Cell, Points]
    turn: float


class FieldReader:
    """Reads one field.

    Args:
        field: How its cells are called, and what lies at (0, 0).
        region: Where on the table it lies.
        measures: How large tiles are.
        tiles: Knows tiles.
    """

    def __init__(
        self, field: TileField, region: Outline, measures: Measures, tiles: TileReader
    ) -> None:
        self.field = field
        self._origin = Origin(field.origins)
        self._region = np.array(region)
        self._measures, self._tiles = measures, tiles
        self._last: Placement | None = None
        self._renamed: tuple[TileReading, TileReading] | None = None

    def forget(self) -> None:
        """The camera has moved, or somebody has laid everything anew."""
        self._last = None

    def find(self, image: Image, camera: TableCamera) -> Placement | None:
        """Where tiles lie; None when there are none to be seen."""
        found = None
        if self._last is not None:
            found = self._search(image, camera, self._box(camera, self._last))
        if found is None or (self._last and len(found.tiles) < 0.7 * len(self._last.tiles)):
            found = self._search(image, camera, self._box(camera, None))
        self._last = found
        return found

    def anchors(self, camera: TableCamera, placement: Placement) -> Anchors:
        """The tiles as points that lie on a lattice somewhere on the table."""
        cells = list(placement.tiles)
        points = self._measures.pitch * middle(cells)
        seen = camera.pixels(np.array([placement.tiles[cell] for cell in cells]))
        return Anchors(points, seen, np.full(len(cells), _WEIGHT), free=True)

    def read(self, image: Image, camera: TableCamera) -> tuple[ZoneReading, dict[str, TileReading]]:
        """Everything that lies in the field, and the tiles by their places."""
        reading = ZoneReading(self.field.zone)
        placement = self.find(image, camera)
        if placement is None:
            return reading, {}
        tiles = {
            cell: self._tiles.read(image, camera, at, placement.turn)
            for cell, at in (*placement.tiles.items(), *placement.unmarked.items())
        }
        tiles = {cell: self._tiles.again(tile) for cell, tile in tiles.items()}
        doubtful = dict(placement.doubtful)
        for cell, at in placement.unmarked.items():
            if tiles[cell].match.name is None:
                doubtful[cell] = at
                del tiles[cell]
        origin = self._origin.find(tiles)
        if origin is None:
            reading.beliefs += [_without_a_place(reading.zone, tile) for tile in tiles.values()]
            return reading, {}
        self._origin.keep(origin, tiles)
        if origin in tiles:
            tiles[origin] = self._named_origin(tiles[origin])
        named = {self._name(cell, origin): tile for cell, tile in tiles.items()}
        for place, tile in named.items():
            reading.looked_at.add(place)
            reading.see_tile(place, tile.match, tile.outline)
        for cell, at in doubtful.items():
            outline = tile_outline(camera, at, self._measures.tile, placement.turn)
            reading.doubt(self._name(cell, origin), outline)
        reading.looked_at |= {self._name(cell, origin) for cell in placement.empty}
        return reading, named

    def hull(self) -> Points | None:
        """The part of the table that the tiles of the last look and the cells around them cover."""
        if self._last is None:
            return None
        last = self._last
        kinds = (last.tiles, last.unmarked, last.doubtful, last.empty)
        middles = [at for kind in kinds for at in kind.values()]
        corners = [tile_corners(at, self._measures.pitch, last.turn) for at in middles]
        hull = cv2.convexHull(np.concatenate(corners).astype(np.float32))
        return np.asarray(hull, np.float64).reshape(-1, 2)

    def _name(self, cell: Cell, origin: Cell) -> str:
        return self.field.place_of(cell[0] - origin[0], cell[1] - origin[1])

    def _named_origin(self, tile: TileReading) -> TileReading:
        """The tile at (0, 0) has its name by its place, where the game has but one for it.

        It is a fact only if that face is the best one, too.
        """
        if tile.match.name in self.field.origins or len(self.field.origins) != 1:
            return tile
        if self._renamed is None or self._renamed[0] is not tile:
            (name,) = self.field.origins
            fits = tile.match.best == name
            match = replace(tile.match, name=name, confidence=_BY_PLACE, certain=fits, covered=0.0)
            self._renamed = (tile, replace(tile, match=match))
        return self._renamed[1]

    # --- where tiles lie ---

    def _box(self, camera: TableCamera, last: Placement | None) -> Points:
        """The part of the region that is worth looking at: its lower and its upper corner."""
        low, high = self._region.min(axis=0), self._region.max(axis=0)
        if last is not None:
            points = np.array(list(last.tiles.values()))
            around = _AROUND * self._measures.pitch
            low = np.maximum(low, points.min(axis=0) - around)
            high = np.minimum(high, points.max(axis=0) + around)
        x, y = np.meshgrid(*np.linspace(low, high, 60).T)
        grid = np.stack([x, y], axis=-1).reshape(-1, 2)
        seen = grid[camera.sees(grid)]
        return np.array([seen.min(axis=0), seen.max(axis=0)]) if len(seen) else np.zeros((2, 2))

    def _search(self, image: Image, camera: TableCamera, box: Points) -> Placement | None:
        low, high = box
        wide, tall = (int(n) for n in np.ceil((high - low) * PER_MM))
        pitch, tile = self._measures.pitch * PER_MM, self._measures.tile * PER_MM
        if min(wide, tall) < tile:
            return None
        top = camera.top(image, low, (wide, tall), PER_MM)
        seen = seen_of(camera, low, (wide, tall)) & self._inside(low, (wide, tall))
        if self._last is None:
            found = find_tiles(top, seen, pitch=pitch, tile=tile, turn=self.field.turn)
        else:
            found = find_tiles(
                top, seen, pitch=pitch, tile=tile, turn=self._last.turn, off=(0.0, -3.0, 3.0)
            )
        if found is None or found.score <= 0:
            return None
        placement = self._judge(FieldTop(top, seen, found, pitch, tile), low)
        # What was found may lie half outside of the picture or the region: then nothing is there.
        return placement if placement.tiles else None

    def _inside(self, low: Points, size: tuple[int, int]) -> Truths:
        """Which pixels of a picture from above belong to the region: people may draw any shape."""
        mask = np.zeros(size[::-1], np.uint8)
        cv2.fillPoly(mask, [np.rint((self._region - low) * PER_MM).astype(np.int32)], 1)
        return mask.astype(np.bool_)

    def _judge(self, top: FieldTop, low: Points) -> Placement:
        """Which cells hold tiles, from the tiles found outwards."""
        tiles: dict[Cell, Points] = {}
        unmarked: dict[Cell, Points] = {}
        doubtful: dict[Cell, Points] = {}
        empty: dict[Cell, Points] = {}
        asked = set(top.found.cells) | {n for cell in top.found.cells for n in neighbours(cell)}
        for cell in sorted(asked):
            at = top.at(cell)
            if not top.in_view(at):
                continue
            sides, strange = top.sides(at), top.strange(at)
            where = at / PER_MM + low
            if strange > _TILE and sides > _SIDES:
                tiles[cell] = where
            elif sides > _CLEAR_SIDES:
                unmarked[cell] = where
            elif strange > _NONE:
                doubtful[cell] = where
            else:
                empty[cell] = where
        held = _together({**tiles, **unmarked})
        near = {n for cell in held for n in neighbours(cell)} | held
        return Placement(
            {cell: tiles[cell] for cell in sorted(held) if cell in tiles},
            {cell: unmarked[cell] for cell in sorted(held) if cell in unmarked},
            {cell: at for cell, at in doubtful.items() if cell in near},
            {cell: at for cell, at in empty.items() if cell in near},
            top.turn,
        )


def _without_a_place(zone: str, tile: TileReading) -> Belief:
    match = tile.match
    return Belief(zone, "tile", match.name or "", tile.outline, match.confidence, match.is_fact)


def _together(tiles: Mapping[Cell, Points]) -> set[Cell]:
    """The largest group of cells that touch."""
    left, best = set(tiles), set[Cell]()
    while left:
        group, waiting = set[Cell](), [min(left)]
        while waiting:
            cell = waiting.pop()
            if cell in left:
                left.discard(cell)
                group.add(cell)
                waiting += neighbours(cell)
        best = max(best, group, key=len)
    return best
