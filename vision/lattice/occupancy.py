"""In which cells of a lattice a tile lies.

Two witnesses. The sides: all six of a tile's sides show up as edges, while an empty cell has only
those of its neighbours. And the rim: tiles of one set are printed alike along their sides, so the
cells whose sides leave no doubt tell what a rim looks like on this table, in this light.
"""

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from companion.tabletop.hexes import Cell, neighbours, reachable
from vision.geometry import Image, Matrix, Points, carry, scale_at
from vision.lattice.edges import EdgeField
from vision.lattice.fitting import pull, pull_tiles, support
from vision.lattice.lattice import CORNERS, Lattice, Tile, middle

_INWARDS = np.array([0.80, 0.86, 0.92])
"""Where the rim is looked at, as a share of the way from the middle to the side."""
_ALONG = np.linspace(0.15, 0.85, 6)
_LIGHT = 0.4
"""How much brightness counts beside colour; a lamp makes more of it than the printer."""
_SURE_TILE, _SURE_SIDE = 0.4, 0.25
_INNER = tuple(np.arange(0.6, 0.95, 0.04).tolist())
"""Where a rim's inner line may be, as a share of the tile."""
_LINE, _NO_WORD = 0.25, 0.5
"""A line that is weaker in most tiles says nothing for or against one."""
_TELL_TILT, _TELL_RIM = 5, 3
"""How many tiles it takes to tell the tilt, and what rims look like."""
_CERTAIN = 0.9
_WEIGHTS = np.array([6.0, 1.5, -2.0, 10.5])
_BIAS = -5.2
"""What the witnesses weigh: a logistic regression over six real photos and thirty drawn boards,
rounded."""


class Rims:
    """The colours along the rims of cells."""

    def __init__(self, image: Image) -> None:
        lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.5), cv2.COLOR_BGR2LAB)
        self._colours = lab.astype(np.float32) * np.array([_LIGHT, 1, 1], np.float32)

    def look(self, homography: Matrix, cells: Sequence[Cell]) -> Matrix:
        """The usual colour just within each side: N x 6 x 3."""
        ends = np.stack([CORNERS, np.roll(CORNERS, -1, axis=0)])
        side = ends[0][:, None] + (ends[1] - ends[0])[:, None] * _ALONG[:, None]
        inner = (side[:, None] * _INWARDS[:, None, None]).reshape(6, -1, 2)
        points = np.rint(carry(homography, middle(cells)[:, None, None] + inner)).astype(np.intp)
        height, width = self._colours.shape[:2]
        column = points[..., 0].clip(0, width - 1)
        row = points[..., 1].clip(0, height - 1)
        return np.asarray(np.median(self._colours[row, column], axis=2))


def strangeness(rims: Matrix, known: Matrix) -> Matrix:
    """How far each cell's rim is from the known ones, in units of what is usual among them.

    Args:
        rims: N x 6 x 3.
        known: M x 6 x 3, with M at least 3.
    """
    own = np.array(
        [
            _distance(each, np.delete(known, index, axis=0).reshape(-1, 3))
            for index, each in enumerate(known)
        ]
    )
    usual = max(float(np.percentile(own, 90)), 4.0)
    return np.array([_distance(each, known.reshape(-1, 3)) for each in rims]) / usual


def _distance(sides: Matrix, known: Matrix) -> float:
    """Each side's distance to the third most alike of the known ones; the middle one of six."""
    gaps = np.sort(np.linalg.norm(sides[:, None] - known[None], axis=-1), axis=1)[:, 2]
    return float(np.median(gaps))


def settle_tiles(
    field: EdgeField, rims: Rims, homography: Matrix, cells: Collection[Cell]
) -> Lattice | None:
    """Say what lies where, and fit the lattice once more, to the tiles that leave no doubt.

    Returns:
        The lattice, or None when fewer than two cells hold a tile for sure.
    """
    order = sorted(cells)
    for _ in range(3):
        sure = _beyond_doubt(field, homography, order)
        if len(sure) < 2:
            return None
        pitch = scale_at(homography, middle(sure).mean(axis=0))
        reach = max(2.0, 0.05 * pitch)
        homography = pull(field, homography, sure, reach, tilt=len(sure) >= _TELL_TILT)
    around = {near for cell in sure for near in neighbours(cell)}
    asked = [cell for cell in sorted(around.union(order)) if in_view(field, homography, cell)]
    chances = dict(zip(asked, _chances(field, rims, homography, asked, sure), strict=True))
    held = {cell for cell, chance in chances.items() if chance >= 0.5}
    together = max((reachable(cell, held) for cell in sure if cell in held), key=len, default=set())
    if len(together) < 2:
        return None
    held_cells = sorted(together)
    where = dict(zip(held_cells, _lying(field, homography, held_cells, reach), strict=True))
    tiles = {
        cell: Tile(cell, outline, round(chances[cell], 4), chances[cell] >= _CERTAIN)
        for cell, outline in where.items()
    }
    doubtful = {cell for cell, chance in chances.items() if 1 - _CERTAIN < chance < _CERTAIN}
    return Lattice(
        homography,
        tiles,
        support=float(support(field, homography, list(tiles)).mean()),
        doubtful=frozenset(doubtful),
    )


def _lying(field: EdgeField, homography: Matrix, cells: Sequence[Cell], reach: float) -> Points:
    """The outlines of tiles as they lie: shifted and turned within their cells, never resized."""
    poses = pull_tiles(field, homography, cells, reach)
    left, _, right = np.linalg.svd(poses.shapes)
    turned = CORNERS @ (left @ right).swapaxes(1, 2)
    return carry(homography, poses.middles[:, None] + turned)


def _beyond_doubt(field: EdgeField, homography: Matrix, cells: Sequence[Cell]) -> list[Cell]:
    sides = np.sort(support(field, homography, cells), axis=1)
    sure = (sides[:, 1:].mean(axis=1) > _SURE_TILE) & (sides[:, 1] > _SURE_SIDE)
    return [cell for cell, yes in zip(cells, sure, strict=True) if yes]


def in_view(field: EdgeField, homography: Matrix, cell: Cell) -> bool:
    """Whether a cell lies within the picture, but perhaps for its corners."""
    inner = carry(homography, middle(cell) + 0.9 * CORNERS)
    return bool(field.inside(inner).all())


def _chances(
    field: EdgeField, rims: Rims, homography: Matrix, cells: Sequence[Cell], sure: Sequence[Cell]
) -> list[float]:
    """How likely each cell holds a tile."""
    witness = witnesses(field, rims, homography, cells, sure)
    odds = witness @ _WEIGHTS + _BIAS
    return [float(chance) for chance in 1 / (1 + np.exp(-odds))]


def witnesses(
    field: EdgeField, rims: Rims, homography: Matrix, cells: Sequence[Cell], sure: Sequence[Cell]
) -> Matrix:
    """What speaks for a tile in each cell: N x 4.

    The two weakest sides, how strange the rim's colour is, and
    the rim's inner line: where most of the sure tiles have one, as strong as theirs is one.
    """
    sides = np.sort(support(field, homography, cells), axis=1)
    if len(sure) < _TELL_RIM:
        strange, inner = np.ones(len(cells)), np.full(len(cells), _NO_WORD)
    else:
        strange = strangeness(rims.look(homography, cells), rims.look(homography, sure))
        inner = _inner_lines(field, homography, cells, sure)
    return np.column_stack(
        [sides[:, 0], sides[:, 1], np.minimum(strange, 4.0), np.minimum(inner, 1.0)]
    )


def _inner_lines(
    field: EdgeField, homography: Matrix, cells: Sequence[Cell], sure: Sequence[Cell]
) -> Matrix:
    usual = [
        float(np.median(support(field, homography, sure, size=size).mean(axis=1)))
        for size in _INNER
    ]
    best = int(np.argmax(usual))
    if usual[best] < _LINE:
        return np.full(len(cells), _NO_WORD)
    line = np.sort(support(field, homography, cells, size=_INNER[best]), axis=1)[:, 1:].mean(axis=1)
    return np.asarray(line / usual[best])
