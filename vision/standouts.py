"""The points of a picture that are easiest to find again, without much memory.

What `cv2.goodFeaturesToTrack` does, strip by strip: all at once it takes some 150 MB for a moment
with a picture of 2560 x 1440, half of what the whole companion may have.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points

_ROWS = 96
_AROUND = 4
"""Rows beyond a strip on which its numbers depend."""


def standouts(
    grey: npt.NDArray[np.uint8],
    mask: npt.NDArray[np.uint8],
    *,
    most: int,
    quality: float,
    apart: float,
) -> Points:
    """The strongest corners where the mask is set, the best first: N x 2 pixels.

    None is weaker than `quality` times the best, or closer than `apart` to a better one.
    """
    left, top, wide, high = cv2.boundingRect(mask)
    if not wide:
        return np.empty((0, 2))
    # What is far from the mask has no say in it.
    left, top = max(0, left - _AROUND), max(0, top - _AROUND)
    part = np.s_[top : top + high + 2 * _AROUND, left : left + wide + 2 * _AROUND]
    strength, mask = _strengths(grey[part]), mask[part]
    best = float(strength.max(where=mask > 0, initial=0.0))
    if best <= 0:
        return np.empty((0, 2))
    strength[strength <= np.float32(best * quality)] = 0
    peaks = _peaks(strength, mask) + np.array([left, top])
    chosen: list[npt.NDArray[np.float64]] = []
    for peak in peaks:
        if all(np.hypot(*(peak - other)) >= apart for other in chosen):
            chosen.append(peak)
            if len(chosen) == most:
                break
    return np.array(chosen).reshape(-1, 2)


def _strengths(grey: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """How much of a corner every pixel is."""
    found = np.empty(grey.shape, np.float32)
    for top in range(0, len(grey), _ROWS):
        first, last = max(0, top - _AROUND), top + _ROWS + _AROUND
        strip = cv2.cornerMinEigenVal(np.ascontiguousarray(grey[first:last]), 3, ksize=3)
        found[top : top + _ROWS] = strip[top - first : top - first + _ROWS]
    return found


def _peaks(
    strength: npt.NDArray[np.float32], mask: npt.NDArray[np.uint8]
) -> npt.NDArray[np.float64]:
    """Where it is not stronger beside it, the strongest first; the rim does not count."""
    places, values = [], []
    for top in range(1, len(strength) - 1, _ROWS):
        end = min(top + _ROWS, len(strength) - 1)
        wide = cv2.dilate(strength[top - 1 : end + 1], None)[1:-1]  # type: ignore[call-overload]
        here = strength[top:end]
        is_peak = (here > 0) & (here == wide) & (mask[top:end] > 0)
        is_peak[:, [0, -1]] = False
        down, across = np.nonzero(is_peak)
        places.append(np.stack([across, down + top], axis=1).astype(np.float64))
        values.append(here[down, across])
    order = np.argsort(-np.concatenate(values), kind="stable")
    return np.concatenate(places)[order]
