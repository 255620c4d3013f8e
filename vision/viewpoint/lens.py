"""What the lens bends, estimated from a few pictures of a printed ChArUco sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.tabletop.problems import ProblemError
from hardware.printing.markers import LENS_SHEET
from vision.geometry import Image, Matrix, Points

LEAST_PICTURES = 3
_LEAST_CORNERS = 12
_MOST_ERROR = 1.5
"""Pixels by which the corners may miss in the end, in a picture 1000 pixels wide."""


class LensError(ProblemError):
    """The lens can't be estimated; the message says what to do."""


@dataclass(frozen=True, eq=False)
class Lens:
    """A camera's inside.

    Attributes:
        matrix: Focal lengths and middle, in pixels.
        bending: OpenCV's coefficients of distortion.
        size: Width and height of the pictures it was estimated from.
        error: By how many pixels the sheet's corners miss.
    """

    matrix: Matrix
    bending: Matrix
    size: tuple[int, int]
    error: float

    def bend(self) -> float:
        """The one number of bending that comes nearest to it all over the picture."""
        reach = np.hypot(*self.size) / 2 / float(self.matrix[0, 0])
        r = np.linspace(0.05, 1, 20) * reach
        k1, k2 = (float(number) for number in self.bending[:2])
        return float(((k1 * r**2 + k2 * r**4) * r**2).sum() / (r**4).sum())


@dataclass(frozen=True, eq=False)
class SheetSeen:
    """The sheet in one picture.

    Attributes:
        names: Which of its inner corners were found.
        pixels: Where, N x 2.
    """

    names: tuple[int, ...]
    pixels: Points


def find_sheet(image: Image) -> SheetSeen | None:
    """The sheet's corners in a picture; None when too few of them can be seen."""
    corners, ids, _, _ = cv2.aruco.CharucoDetector(LENS_SHEET).detectBoard(image)
    if ids is None or len(ids) < _LEAST_CORNERS:
        return None
    names = tuple(int(name) for name in ids.reshape(-1))
    return SheetSeen(names, np.asarray(corners, np.float64).reshape(-1, 2))


def lens_from(seen: Sequence[SheetSeen], size: tuple[int, int]) -> Lens:
    """Estimate the lens from what was seen of the sheet in pictures of one size.

    Raises:
        LensError: The pictures contradict each other.
    """
    inner = np.asarray(LENS_SHEET.getChessboardCorners(), np.float32)
    planes = [inner[list(each.names)] for each in seen]
    pixels = [each.pixels.astype(np.float32).reshape(-1, 1, 2) for each in seen]
    width, height = size
    # Two numbers of bending are enough for phones and Pi cameras; more would fit the noise.
    flags = cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO
    start = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1.0]])
    error, matrix, bending, _, _ = cv2.calibrateCamera(
        planes, pixels, (width, height), start, np.zeros(5), flags=flags
    )
    if error > _MOST_ERROR * width / 1000:
        raise LensError("lens-contradictory", n=f"{error:.1f}")
    return Lens(
        np.asarray(matrix, np.float64),
        np.asarray(bending, np.float64).reshape(-1),
        (width, height),
        float(error),
    )
