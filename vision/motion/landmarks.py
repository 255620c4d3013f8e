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


def landmarks(
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
    places, values, best = _peaks(grey[part], mask[part])
    strong = values > np.float32(best * quality)
    order = np.argsort(-values[strong], kind="stable")
    chosen: list[npt.NDArray[np.float64]] = []
    for peak in places[strong][order] + np.array([left, top]):
        if all(np.hypot(*(peak - other)) >= apart for other in chosen):
            chosen.append(peak)
            if len(chosen) == most:
                break
    return np.array(chosen).reshape(-1, 2)


def _peaks(
    grey: npt.NDArray[np.uint8], mask: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float32], float]:
    """Where no neighbour is more of a corner, how much of one it is, and the most there is.

    The rim does not count.
    """
    places, values, best = [], [], 0.0
    for top in range(1, len(grey) - 1, _ROWS):
        end = min(top + _ROWS, len(grey) - 1)
        first, last = max(0, top - 1 - _AROUND), end + 1 + _AROUND
        strip = cv2.cornerMinEigenVal(np.ascontiguousarray(grey[first:last]), 3, ksize=3)
        strength = np.asarray(strip, np.float32)[top - 1 - first : end + 1 - first]
        most = np.asarray(cv2.dilate(strength, None))[1:-1]  # type: ignore[call-overload]
        best = max(best, float(strength.max(where=mask[top - 1 : end + 1] > 0, initial=0.0)))
        here, wanted = strength[1:-1], mask[top:end] > 0
        is_peak = (here > 0) & (here == most) & wanted
        is_peak[:, [0, -1]] = False
        down, across = np.nonzero(is_peak)
        places.append(np.stack([across, down + top], axis=1).astype(np.float64))
        values.append(here[down, across])
    if not places:
        return np.empty((0, 2)), np.empty(0, np.float32), best
    return np.concatenate(places), np.concatenate(values), best
