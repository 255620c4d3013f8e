"""How high a camera must hang to see a whole table, and how many pixels a die then has.

The geometry is that of the simulated camera: a pinhole, which aims at the middle of the table.
"""

import math
from dataclasses import dataclass

import numpy as np

from companion.tabletop.observation import Point
from hardware.camera import Size
from hardware.simulated.viewpoint import Viewpoint, above

SMALLEST_DIE, GOOD_DIE = 16, 24
"""Pixels along an edge. The eye was trained down to the first; the second leaves room for blur."""
STEEPEST = 45.0


@dataclass(frozen=True)
class LensModel:
    """A camera as far as it matters here: its largest picture, and how wide it sees."""

    title: str
    pixels: Size
    degrees: float
    """From the left edge of the picture to the right one."""

    @property
    def focal(self) -> float:
        """The focal length in pixels."""
        return self.pixels[0] / 2 / math.tan(math.radians(self.degrees) / 2)


LENSES = {
    "module3": LensModel("Camera Module 3", (4608, 2592), 66.0),
    "module3-wide": LensModel("Camera Module 3 Wide", (4608, 2592), 102.0),
    "module2": LensModel("Camera Module 2", (3280, 2464), 62.2),
    "hq-6mm": LensModel("HQ Camera with the 6 mm lens", (4056, 3040), 55.3),
    "webcam": LensModel("webcam, 1080p", (1920, 1080), 70.0),
    "phone": LensModel("phone as a network camera, 1080p", (1920, 1080), 65.0),
}
"""As their makers tell; webcams and phones differ, so these are rough."""


@dataclass(frozen=True)
class Place:
    """Where a camera hangs, in millimetres, and what comes of it.

    Attributes:
        height: Above the table top.
        aside: From above the middle of the table towards the near edge.
        die: Pixels along the edge of a die where it is smallest.
    """

    height: float
    aside: float
    die: float

    @property
    def verdict(self) -> str:
        """`good`, `tight` or `too small`."""
        if self.die >= GOOD_DIE:
            return "good"
        return "tight" if self.die >= SMALLEST_DIE else "too small"


def place_for(
    width: float, depth: float, lens: LensModel, tilt: float = 0.0, die: float = 16.0
) -> Place:
    """The lowest place from which a table of that size is wholly in the picture.

    `tilt` is in degrees away from straight down; all lengths are in millimetres.
    """
    low, high = Point(-width / 2, -depth / 2), Point(width / 2, depth / 2)
    view = above(low, high, tilt=tilt, size=lens.pixels, focal=lens.focal)
    spots = [(x, y) for x in (low.x, 0.0, high.x) for y in (low.y, 0.0, high.y)]
    smallest = min(_pixels(view, x, y, die) for x, y in spots)
    across, along, height = view.eye
    return Place(float(height), math.hypot(across, along), smallest)


def _pixels(view: Viewpoint, x: float, y: float, die: float) -> float:
    """The edge of a die's upper face in the picture: the shorter of its two directions."""
    half = die / 2
    ends = [(x - half, y, die), (x + half, y, die), (x, y - half, die), (x, y + half, die)]
    left, right, far, near = view.project(ends)
    return float(min(np.hypot(*(right - left)), np.hypot(*(near - far))))
