"""Cutting a tile out of a picture: straight, upright to a part of a turn, always of one size."""

import cv2
import numpy as np

from vision.geometry import Image, Matrix, Points
from vision.lattice.lattice import CORNERS

SIDE = 96
"""Pixels of a crop, both ways."""
REACH = 0.46
"""Half the distance between two flat sides of the tile, as a share of the crop."""

_AROUND = 0.4
"""How much around a tile is in its crop, at most, as a share of its size."""
_MIDDLE = (SIDE - 1) / 2
_TILE: Points = CORNERS * 2 * REACH * SIDE + _MIDDLE
_SQUARE: Points = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * REACH * SIDE + _MIDDLE


def cut_out(image: Image, outline: Points) -> Image:
    """What lies within an outline, as seen from straight above, whatever its shape.

    Six corners are a hexagon. Four are a square, or a rectangle that is pressed into one: its
    longer sides lie above and below. Any other number of points goes around something round. What
    is up in the picture is up in the crop, as nearly as the shape allows.
    """
    points = np.asarray(outline, np.float64)
    if cv2.contourArea(points.astype(np.float32), oriented=True) < 0:
        points = points[::-1]
    if len(points) == 6:
        return cut_tile(image, _least_turned(points, _TILE, 1))
    if len(points) == 4:
        sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
        lies = np.roll(points, -1, axis=0) if sides[1] + sides[3] > sides[0] + sides[2] else points
        return _cut(image, points, _to_square(_least_turned(lies, _SQUARE, 2)))
    if len(points) < 5:
        raise ValueError(f"{len(points)} points enclose no tile")
    return _cut(image, points, _round(points))


def _least_turned(corners: Points, shape: Points, step: int) -> Points:
    """The same corners, beginning with the one that turns the tile least.

    Only every `step`-th corner may be the first.
    """
    spread = corners - corners.mean(axis=0)
    towards = shape - shape.mean(axis=0)
    rolls = range(0, len(corners), step)
    best = max(rolls, key=lambda roll: float((np.roll(spread, -roll, axis=0) * towards).sum()))
    return np.roll(corners, -best, axis=0)


def _round(points: Points) -> Matrix:
    """The way from an ellipse to a circle; it turns nothing."""
    (x, y), (width, height), degrees = cv2.fitEllipse(points.astype(np.float32))
    if min(width, height) < 1:
        raise ValueError("a rim that encloses nothing is no tile")
    angle = np.deg2rad(degrees)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    grow = axes @ np.diag([2 * REACH * SIDE / width, 2 * REACH * SIDE / height]) @ axes.T
    found = np.eye(3)
    found[:2, :2] = grow
    found[:2, 2] = _MIDDLE - grow @ (x, y)
    return found


def _to_square(corners: Points) -> Matrix:
    source, target = np.asarray(corners, np.float32), np.asarray(_SQUARE, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, target), np.float64)


def cut_tile(image: Image, outline: Points) -> Image:
    """The tile within six corners, as seen from straight above.

    Which of the six corners comes first decides how it is turned, so a tile may come in any of six
    positions, and somewhat in between when it lies crooked.
    """
    matrix, _ = cv2.findHomography(np.asarray(outline, np.float64), _TILE)
    if matrix is None:
        raise ValueError("six corners that enclose nothing are no tile")
    return _cut(image, outline, np.asarray(matrix))


def _cut(image: Image, outline: Points, matrix: Matrix) -> Image:
    size = float(np.sqrt(cv2.contourArea(np.asarray(outline, np.float32))))
    # Only the part around the tile is needed.
    low = np.maximum(np.floor(outline.min(axis=0) - _AROUND * size), 0).astype(int)
    high = np.ceil(outline.max(axis=0) + _AROUND * size).astype(int)
    part = image[low[1] : high[1], low[0] : high[0]]
    if not part.size:
        raise ValueError("a tile outside of the picture can't be cut out")
    # Where the picture has more pixels than the crop, they are averaged rather than skipped.
    blur = size / SIDE / 2
    source = cv2.GaussianBlur(part, (0, 0), blur) if blur > 0.6 else part
    moved = matrix @ np.array([[1.0, 0, low[0]], [0, 1, low[1]], [0, 0, 1]])
    return np.asarray(cv2.warpPerspective(source, moved, (SIDE, SIDE)), np.uint8)
