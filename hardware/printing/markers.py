"""Printed markers that a camera finds: for the corners of a board, and for the lens."""

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.frame import Image

CORNERS = (0, 1, 2, 3)
"""The markers for the corners of a board: upper left, upper right, lower right, lower left."""
CORNER_SIZE = 30.0
"""Their width in millimetres, without the white rim that they need."""
CORNER_CUT = 1.4 * CORNER_SIZE
"""The width of the square that is cut out, with the white rim."""
_BITS = 6


@dataclass(frozen=True)
class LensSheet:
    """A chessboard with a marker in each white square (ChArUco), to measure a lens with."""

    columns: int = 7
    rows: int = 10
    square: float = 24.0
    marker: float = 18.0

    def board(self) -> cv2.aruco.CharucoBoard:
        """The sheet as OpenCV knows it; lengths in millimetres."""
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
        return cv2.aruco.CharucoBoard((self.columns, self.rows), self.square, self.marker, book)

    def picture(self) -> Image:
        """The sheet in grey, a whole number of pixels for every bit of a marker."""
        side = 56
        size = (side * self.columns, side * self.rows)
        return np.asarray(self.board().generateImage(size, marginSize=0), np.uint8)

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height in millimetres."""
        return self.columns * self.square, self.rows * self.square


LENS_SHEET = LensSheet()


def corner_book() -> cv2.aruco.Dictionary:
    """The dictionary that the corner markers are from."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def corner_marker(number: int) -> Image:
    """A corner marker in grey, a pixel for every bit, its black rim included."""
    return np.asarray(cv2.aruco.generateImageMarker(corner_book(), number, _BITS), np.uint8)
