"""Laying a face over a tile, point by point: how much of the tile agrees?"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import REACH, SIDE
from vision.geometry import Image, Truths
from vision.polar import PLAIN, STEPS, Light, light, standing_out

_FINE = 64
_FADED = 0.30
"""Difference of logarithms from which two points don't agree; half of it still does a bit."""
_LAMP = 0.5
"""By how much a lamp may change the colours."""
_DRIFT = 3.0
"""Pixels by which a tile may have been cut out off its middle."""
_NUDGES = (-1 / 3, 0.0, 1 / 3)
"""The turn is known to a step of the rings; these lie in between."""
_MASK: Truths = (
    np.hypot(*np.meshgrid(*[np.arange(_FINE) - (_FINE - 1) / 2] * 2)) < 0.9 * REACH * _FINE
)
_CLOSE_BY = np.ones((3, 3), np.uint8)
_DIFFERS = 0.3
_MOST_COVERED, _EXCUSE = 0.45, 0.3
"""How much of a tile something may cover, and what that costs."""
_WINDOW = cv2.createHanningWindow((_FINE, _FINE), cv2.CV_32F)


class Overlay:
    """A face, ready to be laid over tiles."""

    def __init__(self, crop: Image) -> None:
        self._face = _fine(crop, 0.0)
        # Corners are never found to the pixel: the nearest value close by counts.
        self._low = np.asarray(cv2.erode(self._face, _CLOSE_BY))[_MASK]
        self._high = np.asarray(cv2.dilate(self._face, _CLOSE_BY))[_MASK]
        self._stands_out = standing_out(self._face[_MASK])

    def agreement(self, crop: Image, turn: int) -> float:
        """The share of a tile that agrees with the face, once it is turned by so many steps."""
        return max(self._agreement(crop, (turn + nudge) * 360 / STEPS) for nudge in _NUDGES)

    def _agreement(self, crop: Image, degrees: float) -> float:
        turned = _fine(crop, degrees)
        (x, y), _ = cv2.phaseCorrelate(self._face[..., 0], turned[..., 0], _WINDOW)
        if np.hypot(x, y) <= _DRIFT:
            shift = np.array([[1, 0, -x], [0, 1, -y]])
            turned = np.asarray(
                cv2.warpAffine(turned, shift, (_FINE, _FINE), borderMode=cv2.BORDER_REPLICATE)
            )
        # A lamp adds the same everywhere. The middle value ignores what is covered.
        ours = turned[_MASK]
        lamp = np.median(ours - self._face[_MASK], axis=0)
        lamp[1:] = np.clip(lamp[1:], -_LAMP, _LAMP)
        ours = ours - lamp
        gaps = np.maximum(ours - self._high, 0) + np.maximum(self._low - ours, 0)
        agrees = np.exp(-(gaps**2).sum(axis=1) / _FADED**2)
        weights = PLAIN + np.maximum(self._stands_out, 0.5 * standing_out(ours))
        covered = _covered(agrees)
        weights[covered] = 0
        return float((agrees * weights).sum() / weights.sum()) - _EXCUSE * float(covered.mean())


def _covered(agrees: npt.NDArray[np.float32]) -> Truths:
    """The one patch that may be something on the tile: another tile differs in several places."""
    differs = np.zeros(_MASK.shape, np.uint8)
    differs[_MASK] = agrees < _DIFFERS
    opened = cv2.morphologyEx(differs, cv2.MORPH_OPEN, _CLOSE_BY)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return np.zeros(len(agrees), np.bool_)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    patch = cv2.dilate(np.asarray(labels == largest, np.uint8), _CLOSE_BY)
    covered = np.asarray(patch, np.bool_)[_MASK]
    return covered if covered.mean() <= _MOST_COVERED else np.zeros(len(agrees), np.bool_)


def _fine(crop: Image, degrees: float) -> Light:
    """The crop turned, smaller, and as light."""
    matrix = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), degrees, _FINE / SIDE)
    matrix = matrix + [[0, 0, (_FINE - SIDE) / 2]] * 2
    smooth = cv2.GaussianBlur(crop, (0, 0), 1.2)
    return light(np.asarray(cv2.warpAffine(smooth, matrix, (_FINE, _FINE)), np.uint8))
