"""Pulling a guessed lattice onto the tiles of the picture.

Each tile is pulled by itself first: along its sides points look both ways for the strongest edge
that runs the right way, and the hexagon follows, may shift and slant a little. Many tiles have a
printed rim, and its inner line is an edge as good as the tile's end. So a tile starts from several
sizes and keeps the one that fits best: whatever hexagon it takes, its middle is right. Then the
lattice goes where the middles are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.tabletop.hexes import Cell
from vision.geometry import Matrix, Points, carry, depths, slopes, unit
from vision.lattice.edges import EdgeField
from vision.lattice.lattice import CORNERS, middle

SIZES = (1.0, 0.92, 0.84, 0.76, 0.68)
"""The hexagons of a tile at which edges are expected: its end, and the inner line of its rim."""
_ALONG = np.linspace(0.12, 0.88, 7)
"""Where on a side the points sit; corners are left out, too much meets there."""
_WEAK = 0.15
"""Edges below this don't pull."""
_USUAL = np.array([0.06, 0.06, 0.08, 0.08, 0.08, 0.08])
"""By how much of the pitch, or of itself, a tile is usually off."""
_MIDDLE, _CORNER = 1.0, 0.15
"""How much a tile's middle and each of its corners weigh when the lattice follows."""

_START = np.repeat(CORNERS, len(_ALONG), axis=0)
_END = np.repeat(np.roll(CORNERS, -1, axis=0), len(_ALONG), axis=0)
_POINTS: Points = _START + (_END - _START) * np.tile(_ALONG, 6)[:, None]


@dataclass(frozen=True, eq=False)
class Poses:
    """How tiles lie: each shifted from its cell's middle, and slanted, in the lattice's plane.

    Attributes:
        middles: N x 2.
        shapes: N x 2 x 2; the identity is a tile that fills its cell.
        support: N x 6: how well the edges agree with each side.
    """

    middles: Points
    shapes: Matrix
    support: Matrix


def support(
    field: EdgeField,
    homography: Matrix,
    cells: Sequence[Cell],
    reach: float = 1.5,
    size: float = 1.0,
) -> Matrix:
    """How well the picture's edges agree with each side of each cell: N x 6, 0 to almost 1."""
    middles = middle(cells)
    shapes = np.broadcast_to(size * np.eye(2), (len(middles), 2, 2))
    return _agreement(field, homography, middles, shapes, reach)


def pull(
    field: EdgeField,
    homography: Matrix,
    cells: Sequence[Cell],
    reach: float,
    *,
    tilt: bool = True,
    rounds: int = 2,
    sizes: Sequence[float] = SIZES,
) -> Matrix:
    """Move the lattice onto the tiles.

    Args:
        field: The picture's edges.
        homography: The guess.
        cells: Those that hold tiles.
        reach: How many pixels away an edge may be.
        tilt: Whether perspective may change too; a few cells can't tell.
        rounds: How often to look and move.
        sizes: From which sizes each tile starts.
    """
    for _ in range(rounds):
        poses = pull_tiles(field, homography, cells, reach, sizes)
        homography = _follow(homography, middle(cells), poses, tilt=tilt)
    return homography


def pull_tiles(
    field: EdgeField,
    homography: Matrix,
    cells: Sequence[Cell],
    reach: float,
    sizes: Sequence[float] = SIZES,
) -> Poses:
    """Pull each tile by itself onto the edges, from the size that fits it best."""
    tries = [_pull_from(field, homography, middle(cells), size, reach) for size in sizes]
    best = np.stack([each.support.mean(axis=1) for each in tries]).argmax(axis=0)
    pick = np.arange(len(best))
    return Poses(
        np.stack([each.middles for each in tries])[best, pick],
        np.stack([each.shapes for each in tries])[best, pick],
        np.stack([each.support for each in tries])[best, pick],
    )


def _pull_from(
    field: EdgeField, homography: Matrix, middles: Points, size: float, reach: float
) -> Poses:
    shapes = np.broadcast_to(size * np.eye(2), (len(middles), 2, 2))
    steps = np.array([slopes(homography, each) for each in middles])
    for _ in range(2):
        pixels, normals = _sides(homography, middles, shapes)
        gaps, weights = _nearest_edges(field, pixels, normals, reach)
        across = normals @ steps
        # A shift moves all points alike, a slant moves each along with its arm.
        slant = across[..., :, None] * _POINTS[None, :, None, :]
        rows = np.concatenate([across, slant.reshape(*across.shape[:2], 4)], axis=-1) * _USUAL
        doubtful = 0.35 * reach + 0.5
        moves = np.zeros((len(middles), 6))
        for _ in range(2):
            missed = gaps - (rows @ moves[..., None])[..., 0]
            trust = weights / (1 + (missed / doubtful) ** 2)
            weighted = (rows * trust[..., None]).swapaxes(1, 2)
            wanted = weighted @ gaps[..., None]
            moves = np.linalg.solve(weighted @ rows + np.eye(6), wanted)[..., 0]
        moves = moves * _USUAL
        middles = middles + moves[:, :2]
        shapes = shapes + moves[:, 2:].reshape(-1, 2, 2)
    return Poses(middles, shapes, _agreement(field, homography, middles, shapes, 1.5))


def _sides(homography: Matrix, middles: Points, shapes: Matrix) -> tuple[Points, Points]:
    """Points along the sides of tiles in the picture, and the directions across: N x 42 x 2."""

    def place(points: Points) -> Points:
        return carry(homography, middles[:, None] + points @ shapes.swapaxes(1, 2))

    way = place(_END) - place(_START)
    normals = np.stack([-way[..., 1], way[..., 0]], axis=-1)
    normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-9)
    return place(_POINTS), normals


def _agreement(
    field: EdgeField, homography: Matrix, middles: Points, shapes: Matrix, reach: float
) -> Matrix:
    pixels, normals = _sides(homography, middles, shapes)
    best = np.zeros(pixels.shape[:-1])
    for offset in np.linspace(-reach, reach, 5):
        best = np.maximum(best, field.across(pixels + offset * normals, normals))
    return np.asarray(best.reshape(len(middles), 6, -1).mean(axis=-1))


def _nearest_edges(
    field: EdgeField, pixels: Points, normals: Points, reach: float
) -> tuple[Matrix, Matrix]:
    """How far along its normal each point finds the strongest edge, and how strong it is."""
    offsets = np.linspace(-reach, reach, 2 * int(np.ceil(reach)) + 1)
    steps = offsets[:, None, None, None] * normals
    strengths = field.across(pixels + steps, np.broadcast_to(normals, steps.shape))
    gaps = offsets[strengths.argmax(axis=0)]
    return gaps, np.maximum(strengths.max(axis=0) - _WEAK, 0)


def _follow(homography: Matrix, middles: Points, poses: Poses, *, tilt: bool) -> Matrix:
    """Move the lattice to where its tiles lie. Their slant counts, their size doesn't."""
    homography = unit(homography)
    sizes = np.sqrt(np.abs(np.linalg.det(poses.shapes)))
    slants = poses.shapes / sizes[:, None, None]
    arms = np.vstack([np.zeros((1, 2)), CORNERS])
    plane = (middles[:, None] + arms).reshape(-1, 2)
    lying = poses.middles[:, None] + arms @ slants.swapaxes(1, 2)
    targets = carry(homography, lying).reshape(-1, 2)
    ahead = np.column_stack([plane, np.ones(len(plane))])
    nothing = np.zeros_like(ahead)
    rows = np.concatenate(
        [
            np.hstack([ahead, nothing, -targets[:, :1] * ahead]),
            np.hstack([nothing, ahead, -targets[:, 1:] * ahead]),
        ]
    )
    rows /= np.tile(depths(homography, plane), 2)[:, None]
    each = np.maximum(poses.support.mean(axis=1) - _WEAK, 0.01)
    weights = np.tile((each[:, None] * [_MIDDLE, *[_CORNER] * 6]).reshape(-1), 2)
    numbers = homography.reshape(-1).copy()
    free = list(range(8 if tilt else 6))
    pitch = float(np.median(np.linalg.norm(targets[:7] - targets[0], axis=1)[1:]))
    numbers[free] += _solve(rows[:, free], -(rows @ numbers), weights, 0.15 * pitch)
    return unit(numbers.reshape(3, 3))


def _solve(rows: Matrix, wanted: Matrix, weights: Matrix, doubtful: float) -> Matrix:
    """Least squares in which whatever misses by more than `doubtful` hardly counts."""
    found: Matrix = np.zeros(rows.shape[1])
    for _ in range(3):
        missed = wanted - rows @ found
        weighted = rows.T * (weights / (1 + (missed / doubtful) ** 2))
        square = weighted @ rows
        hold = np.diag(square) * 1e-4 + 1e-9
        found = np.asarray(np.linalg.solve(square + np.diag(hold), weighted @ wanted))
    return found
