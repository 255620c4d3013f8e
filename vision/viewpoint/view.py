"""How a camera sees a flat board: from its millimetres to pixels and back."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Matrix, Points, carry, inverse


@dataclass(frozen=True)
class BoardSize:
    """How large the board is, in millimetres."""

    width: float
    height: float

    @property
    def corners(self) -> Points:
        """Upper left, upper right, lower right, lower left."""
        return np.array([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)])


@dataclass(frozen=True, eq=False)
class View:
    """How a camera sees the board's plane.

    Attributes:
        homography: From millimetres on the board to pixels.
        score: How well the picture bears it out, 0 to 1; 1 where there is nothing to compare.
    """

    homography: Matrix
    score: float = 1.0

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Where points of the board are in the picture."""
        return carry(self.homography, points)

    def flat(self, image: Image, size: BoardSize, per_mm: float) -> Image:
        """The board as seen from straight above."""
        scale = np.diag([per_mm, per_mm, 1.0])
        wide, high = round(size.width * per_mm), round(size.height * per_mm)
        turned = cv2.warpPerspective(
            image, scale @ inverse(self.homography), (wide, high), flags=cv2.INTER_AREA
        )
        return np.asarray(turned, np.uint8)
