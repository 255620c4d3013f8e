"""A board whose corners somebody has tapped on a picture: the way in where nothing else finds it.

What the board looks like is learnt from that picture. As long as the camera hangs where it hung,
the taps hold; after a bump the board is searched for by what was learnt. Where that fails too, it
is said that the corners must be tapped again: nothing is guessed.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Image, Points
from vision.viewpoint.finding_board import BoardError, Reference
from vision.viewpoint.view import BoardSize, View

_HOLDS = 0.6
"""Share of the board's parts that must look as they did for the taps to hold as they are."""
_SHAPES = 0.01
"""By how much the shapes of two pictures may differ for one to be the other enlarged."""


@dataclass(frozen=True, eq=False)
class Taps:
    """What was tapped, and on which picture.

    Attributes:
        corners: Where the board's points are, N x 2, as shares of the picture's width and height.
        points: The same points on the board, N x 2 in its millimetres.
        size: Width and height of the picture in pixels.
        flat: The board from straight above, as it was seen then.
    """

    corners: Points
    points: Points
    size: tuple[int, int]
    flat: Image


class Tapped:
    """Finds a board by taps, and by what it looked like when it was tapped."""

    def __init__(self, taps: Taps, size: BoardSize) -> None:
        self._taps = taps
        self._reference = Reference(taps.flat, size)

    def find(self, image: Image) -> View:
        """Find the board.

        Raises:
            BoardError: The taps don't hold any more, and it isn't found by its looks either.
        """
        view = self._as_tapped(image)
        if view is not None:
            score = self._reference.agreement(image, view)
            if score >= _HOLDS:
                return View(view.homography, score)
        try:
            return self._reference.find(image)
        except BoardError as error:
            raise BoardError("tap-again") from error

    def _as_tapped(self, image: Image) -> View | None:
        """The view as it was tapped; None for pictures of another shape."""
        high, wide = image.shape[:2]
        then = self._taps.size[0] / self._taps.size[1]
        if abs(wide / high / then - 1) > _SHAPES:
            return None
        return view_from(self._taps.corners * [wide, high], self._taps.points)


def view_from(pixels: Points, points: Points) -> View:
    """The view that has four points of a board at these pixels.

    Raises:
        BoardError: Nothing flat looks like that.
    """
    if pixels.shape != (4, 2) or not np.isfinite(pixels).all():
        raise BoardError("taps-not-four")
    corners = pixels.astype(np.float32)
    if not cv2.isContourConvex(corners.reshape(-1, 1, 2)):
        raise BoardError("taps-not-around")
    if cv2.contourArea(corners, oriented=True) <= 0:
        raise BoardError("taps-from-below")
    matrix = cv2.getPerspectiveTransform(points.astype(np.float32), corners)
    return View(np.asarray(matrix, np.float64))


def learn(image: Image, view: View, size: BoardSize) -> Image:
    """The board from straight above as it is seen now, to find it by later."""
    per_mm = 1000 / max(size.width, size.height)
    return view.flat(image, size, per_mm)
