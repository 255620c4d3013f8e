"""How sharp a picture is, whatever it shows.

The variance of edges depends on the scene. So the picture is compared with itself: blurred once
more, a sharp one loses much of its steps from pixel to pixel, a soft one hardly any (F. Crete and
others, "The blur effect", 2007).
"""

import cv2
import numpy as np

from vision.geometry import Image, Points

_TAPS = 9
"""Pixels over which the second blur goes."""
_WIDTH = 1280
"""A wider picture is looked at in its full resolution, but only a part of it this wide."""
_QUIET = 2.0
"""Grey levels of a step that may be noise."""
_BLURRED, _SHARP = 0.85, 0.5
"""What is left of the steps in a picture that can't be read, and in one that can't get better."""


def sharpness(image: Image, around: Points | None = None) -> float:
    """0 for what can't be read, 100 for what can't get better.

    Args:
        image: H x W x 3.
        around: What matters (N x 2 pixels); the middle of the picture if None.
    """
    part = _part(image, around)
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
    left = max(_left(grey), _left(grey.T))
    return float(np.clip(100 * (_BLURRED - left) / (_BLURRED - _SHARP), 0, 100))


def _part(image: Image, around: Points | None) -> Image:
    height, width = image.shape[:2]
    if around is None or not np.isfinite(around).all():
        middle, reach = np.array([width, height]) / 2, np.array([_WIDTH, _WIDTH]) / 2
    else:
        low, high = around.min(axis=0), around.max(axis=0)
        middle = (low + high) / 2
        reach = np.minimum((high - low) / 2, _WIDTH / 2)
    x0, y0 = np.clip(middle - reach, 0, [width - 1, height - 1]).astype(int)
    x1, y1 = np.clip(middle + reach, 1, [width, height]).astype(int)
    part = image[y0:y1, x0:x1]
    return part if min(part.shape[:2]) > 4 * _TAPS else image


def _left(grey: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> float:
    """The share of the steps along the rows that a second blur leaves."""
    calm = cv2.GaussianBlur(grey, (3, 3), 0)
    again = cv2.blur(calm, (_TAPS, 1))
    steps = np.abs(np.diff(calm, axis=1))
    lost = np.maximum(0, steps - np.abs(np.diff(again, axis=1)))
    telling = steps > _QUIET
    total = float(steps[telling].sum())
    return 1 - float(lost[telling].sum()) / total if total > 0 else 1.0
