"""Which point of the table each pixel of a picture shows, worked out for a part of it when asked.

A table of all pixels would be larger than the picture itself. So only every eighth pixel is worked
out, once; between them the table is as good as flat.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tabletop.scenery import Point
from hardware.simulated.viewpoint import Viewpoint

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
_STEP = 8
"""Pixels; halfway between two of them the error is below a hundredth of a pixel."""


class GroundMap:
    """The points of the table below the pixels of one view."""

    def __init__(self, view: Viewpoint) -> None:
        wide, high = view.size
        # One more at each side, in the middle of their squares: so that `resize`, which repeats
        # what is at the edge, has nothing to repeat within the picture.
        xs = (np.arange(-1, wide // _STEP + 2) + 0.5) * _STEP - 0.5
        ys = (np.arange(-1, high // _STEP + 2) + 0.5) * _STEP - 0.5
        spots = np.stack(np.meshgrid(xs, ys), -1)
        points = view.ground(spots.reshape(-1, 2)).reshape(spots.shape)
        # Near the middle of the view numbers are small, and so exact enough in 32 bits.
        self._coarse: Floats = points.astype(np.float32)

    def part(self, box: Box, low: tuple[float, float], scale: float) -> Floats:
        """Where the pixels of a box are in a picture of the table from above (H x W x 2).

        That picture begins at `low` and has `scale` pixels a millimetre.
        """
        left, top, right, bottom = box
        x, y = left // _STEP, top // _STEP
        some = self._coarse[y : (bottom - 1) // _STEP + 3, x : (right - 1) // _STEP + 3]
        some = (some - np.array(low, np.float32)) * np.float32(scale) - np.float32(0.5)
        size = (some.shape[1] * _STEP, some.shape[0] * _STEP)
        fine = cv2.resize(some, size, interpolation=cv2.INTER_LINEAR)
        x, y = left - (x - 1) * _STEP, top - (y - 1) * _STEP
        found: Floats = np.asarray(fine, np.float32)[y : y + bottom - top, x : x + right - left]
        return found

    def bounds(self, box: Box) -> tuple[Point, Point]:
        """The corners of a box on the table in which everything lies that a box of pixels shows."""
        left, top, right, bottom = (edge // _STEP for edge in box)
        some = self._coarse[top : bottom + 3, left : right + 3].reshape(-1, 2)
        low, high = some.min(0), some.max(0)
        return Point(float(low[0]), float(low[1])), Point(float(high[0]), float(high[1]))


def blocks(box: Box, wide: int, high: int) -> list[Box]:
    """A box cut into blocks of at most this size."""
    left, top, right, bottom = box
    return [
        (x, y, min(x + wide, right), min(y + high, bottom))
        for y in range(top, bottom, high)
        for x in range(left, right, wide)
    ]


def common(one: Box, other: Box) -> Box:
    """The box that two boxes have in common; they do overlap."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return left, top, min(one[2], other[2]), min(one[3], other[3])
