"""Finding tiles that lie side to side, seen from straight above: where, and how they are turned.

The size of a tile is known, so only its place and its turn are not. Every point is asked how well
six sides around it are edges of the picture; tiles are the points that most agree with. Then
neighbours find each other: one step of the lattice apart, give or take what the camera is off.
One tile alone is found as well.
"""

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.hexes import DIRECTIONS, Cell
from vision.geometry import Image, Matrix, Points
from vision.lattice.edges import EdgeField
from vision.lattice.lattice import middle

PER_MM = 0.6
"""Pixels a millimetre of the picture from above."""
_CAP = 0.45
"""One side can't speak for more than this: all six must."""
_LEAST, _SURE = 0.5, 0.62
"""How much of a tile's sides must be edges for it to be a tile, and for one that is alone."""
_MOST = 120
"""Peaks that are looked at."""
_STRAY = 0.16
"""How far a neighbour may be from where it should be, as a share of the pitch."""
_NEAR, _FAR = (0.0, -4.0, 4.0, -8.0, 8.0), tuple(range(-28, 30, 4))
"""Turns that are tried, in degrees: those of tiles laid as they should be, and any."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FoundField:
    """Tiles on a lattice, seen from above.

    Attributes:
        cells: For each tile its middle, in pixels of the picture from above.
        turn: How the lattice is turned, in degrees clockwise.
        score: How much speaks for it.
    """

    cells: dict[Cell, Points]
    turn: float
    score: float


def find_tiles(
    top: Image,
    seen: npt.NDArray[np.bool_],
    *,
    pitch: float,
    tile: float,
    turn: float,
    off: tuple[float, ...] | None = None,
) -> FoundField | None:
    """The largest group of tiles in a picture from above, or None.

    Args:
        top: The picture.
        seen: Which of its pixels the camera saw.
        pitch: Pixels from one tile to the next.
        tile: Pixels from flat side to flat side.
        turn: How the lattice is turned, more or less, in degrees.
        off: By how many degrees it may be turned otherwise; those that are tried.
    """
    field = EdgeField(top)
    best: FoundField | None = None
    for turns in (_NEAR, _FAR) if off is None else (off,):
        for step in turns:
            found = _at_turn(field, seen, pitch, tile, turn + step)
            if found is not None and (best is None or found.score > best.score):
                best = found
        if best is not None and best.score > 0:
            return best
    return best


def _at_turn(
    field: EdgeField, seen: npt.NDArray[np.bool_], pitch: float, tile: float, turn: float
) -> FoundField | None:
    scores = np.where(seen, hexagons(field, tile, turn), 0)
    peaks = _peaks(scores, 0.4 * pitch)
    if not len(peaks):
        return None
    worth = scores[peaks[:, 1], peaks[:, 0]]
    groups = _groups(peaks.astype(np.float64), worth, pitch, turn)
    cells, score = max(groups, key=lambda group: group[1])
    return FoundField({cell: _exact(scores, peaks[i]) for cell, i in cells.items()}, turn, score)


def _exact(scores: Floats, peak: npt.NDArray[np.intp]) -> Points:
    """Where between pixels a peak is."""
    x, y = int(peak[0]), int(peak[1])
    part = scores[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3].astype(np.float64)
    weights = np.maximum(part - part.min(), 0) ** 2
    total = float(weights.sum())
    if part.shape != (5, 5) or total <= 0:
        return np.array([x, y], np.float64)
    steps = np.arange(-2, 3)
    shift = np.array([(weights * steps).sum(), (weights * steps[:, None]).sum()]) / total
    return np.array([x, y], np.float64) + shift


def hexagons(field: EdgeField, tile: float, turn: float) -> Floats:
    """For each pixel, how well the six sides of a tile around it are edges: 0 to 1."""
    length = max(3, round(0.7 * tile / np.sqrt(3)))
    total = np.zeros((field.height, field.width), np.float32)
    for third in range(3):
        angle = np.deg2rad(turn + 60 * third)
        normal = np.array([np.cos(angle), np.sin(angle)])
        line = cv2.filter2D(
            cv2.dilate(field.along(normal), np.ones((3, 3), np.uint8)),
            -1,
            _line(length, np.array([-normal[1], normal[0]])),
        )
        side = np.minimum(line, _CAP)
        for way in (-0.5, 0.5):
            shift = way * tile * normal
            matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
            total += np.asarray(
                cv2.warpAffine(
                    side,
                    matrix,
                    (field.width, field.height),
                    flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                )
            )
    # All six sides may be edges on a small plateau: its middle counts.
    return np.asarray(cv2.GaussianBlur(total / (6 * _CAP), (0, 0), 1.2), np.float32)


def _line(length: int, way: Points) -> Floats:
    half = length // 2 + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    start, end = (np.rint(half + step * way * length / 2).astype(int) for step in (-1, 1))
    cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _peaks(scores: Matrix, radius: float) -> npt.NDArray[np.intp]:
    """Pixels (x, y) that no pixel nearby surpasses, the best first."""
    size = 2 * max(1, round(radius)) + 1
    best = cv2.dilate(scores.astype(np.float32), np.ones((size, size), np.uint8))
    rows, columns = np.nonzero((scores >= best - 1e-6) & (scores > _LEAST))
    order = np.argsort(-scores[rows, columns], kind="stable")[:_MOST]
    return np.stack([columns[order], rows[order]], axis=-1)


def _groups(
    peaks: Points, worth: Floats, pitch: float, turn: float
) -> list[tuple[dict[Cell, int], float]]:
    """Peaks that are neighbours of each other, with coordinates from the first of each group."""
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    steps = pitch * middle(list(DIRECTIONS)) @ np.array([[c, s], [-s, c]])
    apart = peaks[None] - peaks[:, None]
    next_to = [_nearest(apart - step, worth, _STRAY * pitch) for step in steps]
    left = set(range(len(peaks)))
    groups = []
    while left:
        first = min(left)
        left.discard(first)
        cells: dict[Cell, int] = {(0, 0): first}
        waiting = deque([((0, 0), first)])
        while waiting:
            (q, r), index = waiting.popleft()
            for (dq, dr), nearest in zip(DIRECTIONS, next_to, strict=True):
                cell, other = (q + dq, r + dr), int(nearest[index])
                if other in left and cell not in cells:
                    cells[cell] = other
                    left.discard(other)
                    waiting.append((cell, other))
        total = float(sum(worth[index] - _LEAST for index in cells.values()))
        if len(cells) == 1 and worth[first] < _SURE:
            total = min(total, 0.0)
        groups.append((cells, total))
    return groups


def _nearest(gaps: Matrix, worth: Floats, reach: float) -> npt.NDArray[np.intp]:
    """For each peak the best one that is where a neighbour should be, or -1."""
    near = (gaps**2).sum(axis=-1) < reach**2
    best = np.where(near, worth[None], -1.0)
    return np.where(near.any(axis=1), best.argmax(axis=1), -1)
