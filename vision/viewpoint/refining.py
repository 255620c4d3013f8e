"""Making a rough view of a board exact: details of its picture are searched for close by.

Seen from above through the rough view, the board almost covers its picture. What is off is
measured detail by detail, and the view follows what most details agree on.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Image, Matrix, Points, carry, inverse, unit

_LONGEST = 340
"""Pixels of the longer side at which board and picture are compared."""
_DETAILS, _HALF = 70, 9
_SEARCHES = (10, 5, 3)
"""How far around a detail is searched, round by round."""
_FOUND = 0.55
_MISSES = 1.5
_LEAST = 10


@dataclass(frozen=True, eq=False)
class BoardDetails:
    """The details of a board's picture.

    Attributes:
        scale: Pixels a millimetre, across and down.
        size: Width and height in pixels.
        at: N x 2 pixels.
        patches: What is seen around each.
    """

    scale: Points
    size: tuple[int, int]
    at: Points
    patches: tuple[Image, ...]

    @classmethod
    def of(cls, picture: Image, width: float, height: float) -> "BoardDetails":
        """Choose the details of a picture of a board that is so many millimetres large."""
        factor = _LONGEST / max(width, height)
        size = (round(width * factor), round(height * factor))
        grey = _grey(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8))
        inner = np.zeros_like(grey)
        rim = _HALF + 1
        inner[rim:-rim, rim:-rim] = 255
        corners = cv2.goodFeaturesToTrack(grey, _DETAILS, 0.01, 1.2 * _HALF, mask=inner)
        at = np.zeros((0, 2)) if corners is None else np.rint(corners.reshape(-1, 2))
        return cls(
            np.array(size) / (width, height),
            size,
            at.astype(np.float64),
            tuple(
                grey[int(y) - _HALF : int(y) + _HALF + 1, int(x) - _HALF : int(x) + _HALF + 1]
                for x, y in at
            ),
        )


def refined(image: Image, homography: Matrix, details: BoardDetails) -> Matrix:
    """The same view, exact; as it was where too few details are found again.

    Args:
        image: The picture in which the board is.
        homography: From the board's millimetres to pixels, roughly.
        details: Of the board.
    """
    for search in _SEARCHES:
        better = _step(image, homography, details, search)
        if better is None:
            return homography
        homography = better
    return homography


def _step(image: Image, homography: Matrix, details: BoardDetails, search: int) -> Matrix | None:
    pad = search + _HALF
    to_flat = np.array([[1, 0, pad], [0, 1, pad], [0, 0, 1.0]]) @ np.diag([*details.scale, 1.0])
    way = to_flat @ inverse(homography)
    wide, high = details.size
    flat = cv2.warpPerspective(image, way, (wide + 2 * pad, high + 2 * pad), flags=cv2.INTER_LINEAR)
    grey = _grey(np.asarray(flat, np.uint8))
    ours, theirs = [], []
    for (x, y), patch in zip(details.at, details.patches, strict=True):
        left, top = int(x), int(y)
        around = grey[top : top + 2 * pad + 1, left : left + 2 * pad + 1]
        fit = np.asarray(cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED), np.float64)
        row, column = np.unravel_index(int(fit.argmax()), fit.shape)
        if fit[row, column] >= _FOUND:
            ours.append((x, y))
            theirs.append(
                (
                    x + column + _between(fit[row], int(column)) - search,
                    y + row + _between(fit[:, column], int(row)) - search,
                )
            )
    if len(ours) < _LEAST:
        return None
    plane = np.array(ours) / details.scale
    pixels = carry(inverse(way), np.array(theirs) + pad)
    # The share of pixels that a match may miss depends on how large the board is in the picture.
    matrix, kept = cv2.findHomography(plane, pixels, cv2.RANSAC, _MISSES)
    if matrix is None or int(kept.sum()) < _LEAST:
        return None
    return unit(np.asarray(matrix, np.float64))


def _between(row: Matrix, best: int) -> float:
    """Where between its neighbours the best of a row really is."""
    if not 0 < best < len(row) - 1:
        return 0.0
    left, middle, right = (float(row[best + step]) for step in (-1, 0, 1))
    bow = left - 2 * middle + right
    return 0.5 * (left - right) / bow if bow < 0 else 0.0


def _grey(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8))
