"""Where a simulated camera hangs, and which pixel shows which point of the table."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.tabletop.observation import Point

Points = NDArray[np.float64]
Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
_STEP = 8
"""Pixels; halfway between two of them the error is below a hundredth of a pixel."""
_WIDEST = 2.0
"""Squared; a lens bends no more beyond this, which is far outside of any picture."""
_EDGE = 6
"""Into how many pieces a straight edge is cut."""
_FARTHEST = 20000.0
"""Millimetres; nobody hangs a camera higher."""


def turned(degrees: float) -> Points:
    """The matrix that turns points of the table clockwise as seen from above."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


@dataclass(frozen=True)
class Viewpoint:
    """A camera that looks at a point of the table.

    Attributes:
        aim: The point in the middle of its picture.
        distance: From the camera to that point, in millimetres.
        tilt: Degrees away from straight down, towards the near edge of the table.
        turn: Degrees by which the camera hangs turned, clockwise as seen from above.
        size: Width and height of the picture in pixels.
        focal: The focal length in pixels; a phone's is about 0.8 times the picture's width.
        bend: The lens's radial distortion, the k1 and k2 of OpenCV.
    """

    aim: Point
    distance: float
    tilt: float = 0.0
    turn: float = 0.0
    size: tuple[int, int] = (1280, 960)
    focal: float = 1050.0
    bend: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def axes(self) -> Points:
        """To the right and downwards in the picture, and forwards, each as x, y, z on the table."""
        lean = np.radians(self.tilt)
        c, s = np.cos(lean), np.sin(lean)
        found: Points = np.array([[1, 0, 0], [0, c, -s], [0, -s, -c]]) @ turned(self.turn).T
        return found

    @cached_property
    def eye(self) -> Points:
        """Where the camera is."""
        found: Points = np.array([self.aim.x, self.aim.y, 0.0]) - self.distance * self.axes[2]
        return found

    def project(self, points: ArrayLike) -> Points:
        """The pixels of points on or above the table (N x 3, millimetres)."""
        seen = (np.atleast_2d(np.asarray(points, float)) - self.eye) @ self.axes.T
        flat = seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        away = np.minimum((flat**2).sum(axis=1, keepdims=True), _WIDEST)
        bent = flat * (1 + self.bend[0] * away + self.bend[1] * away**2)
        found: Points = bent * self.focal + self._middle
        return found

    def rim(self, corners: ArrayLike) -> Points:
        """The pixels of a line around corners on the table, which a lens may bend."""
        start = np.asarray(corners, float)[:, None]
        shares = np.arange(_EDGE)[:, None] / _EDGE
        points = (start * (1 - shares) + np.roll(start, -1, axis=0) * shares).reshape(-1, 2)
        return self.project(np.column_stack([points, np.zeros(len(points))]))

    def rays(self, pixels: ArrayLike) -> Points:
        """The directions in which pixels look (N x 3, length 1)."""
        bent = (np.atleast_2d(np.asarray(pixels, float)) - self._middle) / self.focal
        flat = bent.copy()
        if any(self.bend):
            for _ in range(6):
                away = (flat**2).sum(axis=1, keepdims=True)
                flat = bent / (1 + self.bend[0] * away + self.bend[1] * away**2)
        ways = flat @ self.axes[:2] + self.axes[2]
        found: Points = ways / np.linalg.norm(ways, axis=1, keepdims=True)
        return found

    def ground(self, pixels: ArrayLike) -> Points:
        """The points of the table that pixels show (N x 2); far away where they see above it."""
        ways = self.rays(pixels)
        reach = self.eye[2] / np.maximum(-ways[:, 2:], 1e-3)
        found: Points = self.eye[:2] + reach * ways[:, :2]
        return found

    @property
    def _middle(self) -> Points:
        return (np.array(self.size, float) - 1) / 2


def above(
    low: Point,
    high: Point,
    *,
    tilt: float = 0.0,
    turn: float = 0.0,
    size: tuple[int, int] = (1280, 960),
    focal: float | None = None,
    bend: tuple[float, float] = (0.0, 0.0),
    margin: float = 0.03,
) -> Viewpoint:
    """The nearest viewpoint from which a box on the table is wholly in the picture."""
    focal = 0.82 * size[0] if focal is None else focal
    corners = [(x, y, 0.0) for x in (low.x, high.x) for y in (low.y, high.y)]
    aim = Point((low.x + high.x) / 2, (low.y + high.y) / 2)
    view = Viewpoint(aim, _FARTHEST, tilt, turn, size, focal, bend)
    for _ in range(4):
        near, far = 50.0, _FARTHEST
        while far - near > 0.01:
            view = replace(view, distance=(near + far) / 2)
            share = view.project(corners) / np.array(size)
            fits = margin <= share.min() and share.max() <= 1 - margin
            near, far = (near, view.distance) if fits else (view.distance, far)
        best = view = replace(view, distance=far)
        # Seen at an angle, the box is not where its middle is: aim at the middle of what is seen.
        seen = view.project(corners)
        x, y = view.ground([(seen.min(0) + seen.max(0)) / 2])[0]
        view = replace(view, aim=Point(float(x), float(y)))
    return best


class GroundMap:
    """The points of the table below the pixels of one view, a part of them when asked.

    A table of all pixels would be larger than the picture itself. So only every eighth pixel is
    worked out, once; between them the table is as good as flat.
    """

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
        fine = cv2.resize(some, size)
        x, y = left - (x - 1) * _STEP, top - (y - 1) * _STEP
        found: Floats = np.asarray(fine, np.float32)[y : y + bottom - top, x : x + right - left]
        return found

    def bounds(self, box: Box) -> tuple[Points, Points]:
        """The corners of a box on the table in which everything lies that a box of pixels shows."""
        left, top, right, bottom = (edge // _STEP for edge in box)
        some = self._coarse[top : bottom + 3, left : right + 3].astype(float)
        return some.min((0, 1)), some.max((0, 1))


def blocks(box: Box, wide: int, high: int) -> list[Box]:
    """A box cut into blocks of at most this size."""
    left, top, right, bottom = box
    return [
        (x, y, min(x + wide, right), min(y + high, bottom))
        for y in range(top, bottom, high)
        for x in range(left, right, wide)
    ]


def common(one: Box, other: Box) -> Box | None:
    """The box that two boxes have in common, if they overlap."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None
