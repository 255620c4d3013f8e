"""A field of tiles from straight above: where its cells are, and what is unlike the table top."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.hexes import Cell
from vision.geometry import Image, Matrix, Points, Truths
from vision.lattice.edges import EdgeField
from vision.lattice.field_search import PER_MM, FoundField, hexagons
from vision.lattice.lattice import middle
from vision.viewpoint.table_camera import TableCamera

_CLEAR = 0.8
"""Pitches from any tile at which the table top is surely bare."""
_INNER = 0.42
_SLOW = 40.0
"""Pixels within which the table top hardly changes its colour."""
_LEAST_TABLE = 0.02
_STRANGE, _BASE = 3.0, np.array([6.0, 3.0, 3.0])


class FieldTop:
    """A field seen from above, with tiles found on it."""

    def __init__(
        self, top: Image, seen: Truths, found: FoundField, pitch: float, tile: float
    ) -> None:
        self.found, self._seen, self._tile = found, seen, tile
        self._cells = np.array(list(found.cells.values()))
        self._way = _way(middle(list(found.cells)), self._cells, pitch, found.turn)
        self.turn = float(np.rad2deg(np.arctan2(self._way[0, 1], self._way[0, 0])))
        self._edges = hexagons(EdgeField(top), tile, self.turn)
        self._strange = self._unlike_the_table(top, pitch)

    def at(self, cell: Cell) -> Points:
        """The middle of a cell in pixels."""
        known = self.found.cells.get(cell)
        return np.append(middle(cell), 1.0) @ self._way if known is None else known

    def in_view(self, at: Points) -> bool:
        """Whether the camera sees a tile there as a whole."""
        reach = self._tile / np.sqrt(3)
        around = at + reach * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
        x, y = np.rint(around).astype(int).T
        high, wide = self._seen.shape
        if (x < 0).any() or (y < 0).any() or (x >= wide).any() or (y >= high).any():
            return False
        return bool(self._seen[y, x].all())

    def sides(self, at: Points) -> float:
        """How well a tile's sides are edges there."""
        x, y = np.rint(at).astype(int)
        part = self._edges[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
        return float(part.max()) if part.size else 0.0

    def strange(self, at: Points) -> float:
        """Share of the middle of a tile that doesn't look like the table top."""
        radius = _INNER * self._tile
        x, y = np.rint(at).astype(int)
        r = int(radius)
        part = self._strange[max(0, y - r) : y + r + 1, max(0, x - r) : x + r + 1]
        return float(part.mean()) if part.size else 0.0

    def _unlike_the_table(self, top: Image, pitch: float) -> Truths:
        bare = self._seen.astype(np.uint8)
        for x, y in np.rint(self._cells).astype(int):
            cv2.circle(bare, (int(x), int(y)), round(_CLEAR * pitch), 0, -1)
        return unlike_the_table(top, bare > 0)


def unlike_the_table(top: Image, bare: Truths) -> Truths:
    """Where a picture from above doesn't look like the table does where it is surely bare."""
    lab = np.asarray(
        cv2.cvtColor(cv2.GaussianBlur(top, (0, 0), 1.0), cv2.COLOR_BGR2LAB), np.float32
    )
    if bare.mean() < _LEAST_TABLE:
        return np.ones(bare.shape, np.bool_)
    weight = bare.astype(np.float32)
    small = _shrunk(lab * weight[..., None]), _shrunk(weight)
    usual = small[0] / np.maximum(small[1], 1e-4)[..., None]
    usual = np.asarray(cv2.resize(usual, top.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    gap = np.abs(lab - usual)
    spread = (gap[bare] ** 2).mean(axis=0) ** 0.5
    return np.asarray((gap > _STRANGE * spread + _BASE).any(axis=-1))


def _shrunk(wide: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Blurred so much that a quarter of the size is enough."""
    small = cv2.resize(wide, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _SLOW / 4), np.float32)


def _way(cells: Points, at: Points, pitch: float, turn: float) -> Matrix:
    """From the lattice's plane to pixels: as it is found, or as it should be where that is little.

    Six tiles may stretch and slant it: so much the camera may be off.
    """
    if len(cells) >= 6:
        rows = np.column_stack([cells, np.ones(len(cells))])
        return np.asarray(np.linalg.lstsq(rows, at, rcond=None)[0], np.float64)
    z = (cells - cells.mean(axis=0)) @ [1, 1j]
    w = (at - at.mean(axis=0)) @ [1, 1j]
    angle = np.angle((w * np.conj(z)).sum()) if len(cells) > 1 else np.deg2rad(turn)
    c, s = np.cos(angle), np.sin(angle)
    linear = pitch * np.array([[c, s], [-s, c]])
    return np.vstack([linear, at.mean(axis=0) - cells.mean(axis=0) @ linear])


def seen_of(
    camera: TableCamera, low: Points, size: tuple[int, int], per_mm: float = PER_MM
) -> Truths:
    """Which pixels of a picture from above the camera sees."""
    wide, high = size
    x, y = np.meshgrid(np.arange(0, wide + 4, 4), np.arange(0, high + 4, 4))
    knots = camera.sees(np.stack([x, y], axis=-1) / per_mm + low, margin=1.0)
    whole = cv2.resize(knots.astype(np.uint8), None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    return np.asarray(whole[:high, :wide] > 0)
