"""Is the camera still where it was? A glance at a few details that don't move.

Some corners of the picture are remembered when the board is found. At each look they are searched
for close by. A hand hides some of them; a bump moves all of them together.
"""

from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Points
from vision.motion.landmarks import landmarks
from vision.viewpoint.finding_board import BoardError

_DETAILS = 32
_HALF, _SEARCH = 10, 8
"""Half the side of a detail, and how far around it is searched, in pixels."""
_FOUND = 0.75
"""Correlation from which a detail is found again."""
_ENOUGH = 0.3
"""Share of the details that must be seen to say anything."""
_STILL = 1.25
"""Pixels that all details together may be off before the camera counts as moved."""


class Steadiness(Enum):
    """What a glance says about the camera."""

    STEADY = "steady"
    MOVED = "moved"
    HIDDEN = "hidden"
    """Too little can be seen to tell: a hand, darkness, or another view altogether."""


class Watch:
    """Remembers details of a picture.

    Args:
        image: The picture in which everything was in its place.
        region: An outline (N x 2 pixels) within which details are chosen; all if None.

    Raises:
        BoardError: There is nothing in it to remember.
    """

    def __init__(self, image: Image, region: Points | None = None) -> None:
        grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
        mask = np.zeros(grey.shape, np.uint8)
        if region is None:
            mask[:] = 255
        else:
            cv2.fillPoly(mask, [np.rint(region).astype(np.int32)], 255)
        rim = _HALF + _SEARCH + 1
        inner = np.zeros_like(mask)
        inner[rim:-rim, rim:-rim] = mask[rim:-rim, rim:-rim]
        extent = grey.shape if region is None else np.ptp(region, axis=0)
        apart = max(2.0 * _HALF, 0.04 * max(extent))
        corners = landmarks(grey, inner, most=_DETAILS, quality=0.02, apart=apart)
        if len(corners) < 6:
            raise BoardError("few-details")
        self._at = np.rint(corners).astype(int)
        # Copies: a view of them would keep the whole picture.
        self._details = [_cut(grey, at, _HALF).copy() for at in self._at]
        self._shape = grey.shape

    def glance(self, image: Image) -> Steadiness:
        """Compare a picture with what is remembered; takes a millisecond or two."""
        if image.shape[:2] != self._shape:
            return Steadiness.MOVED
        shifts = []
        for at, detail in zip(self._at, self._details, strict=True):
            around = cv2.cvtColor(_cut(image, at, _HALF + _SEARCH), cv2.COLOR_BGR2GRAY)
            fit = cv2.matchTemplate(around, detail, cv2.TM_CCOEFF_NORMED)
            _, best, _, where = cv2.minMaxLoc(fit)
            if best >= _FOUND:
                shifts.append((where[0] - _SEARCH, where[1] - _SEARCH))
        if len(shifts) / len(self._details) < _ENOUGH:
            return Steadiness.HIDDEN
        lengths = np.hypot(*np.array(shifts, float).T)
        # A turn about the middle leaves what is near the middle in its place.
        moved = np.median(lengths) > _STILL or np.percentile(lengths, 75) > 2 * _STILL
        return Steadiness.MOVED if moved else Steadiness.STEADY


def _cut(image: Image, at: npt.NDArray[np.int_], half: int) -> Image:
    x, y = int(at[0]), int(at[1])
    return image[y - half : y + half + 1, x - half : x + half + 1]
