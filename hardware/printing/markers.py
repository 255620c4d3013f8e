"""Printed markers that a camera finds: for the corners of a board, and for the lens."""

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


LENS_SHEET = cv2.aruco.CharucoBoard(
    (7, 10), 24.0, 18.0, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
)
"""A chessboard with a marker in each white square, to measure a lens with; in millimetres."""
LENS_SIZE = (168.0, 240.0)


def lens_picture() -> Image:
    """The sheet in grey, a whole number of pixels for every bit of a marker."""
    return np.asarray(LENS_SHEET.generateImage((392, 560), marginSize=0), np.uint8)


def corner_book() -> cv2.aruco.Dictionary:
    """The dictionary that the corner markers are from."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def corner_marker(number: int) -> Image:
    """A corner marker in grey, a pixel for every bit, its black rim included."""
    return np.asarray(cv2.aruco.generateImageMarker(corner_book(), number, _BITS), np.uint8)
