"""Where the picture has edges, and which way they run.

Not a map of lines: for a guessed line it answers how well the picture supports it. The answer
compares brightness and colour across the line with those along it (the structure tensor), and
is measured against what is usual nearby, so that a seam in the shade counts like one in the sun.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Matrix, Points, Truths

_BLUR = 0.8
_REACH = 1.3
_NEARBY = 61
"""Pixels within which an edge is compared with what else there is."""
_NOISE = 4.0
"""Steps of brightness, squared, that a plain surface has anyway."""


class EdgeField:
    """The edges of one picture."""

    def __init__(self, image: Image) -> None:
        lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), _BLUR), cv2.COLOR_BGR2LAB)
        across = cv2.Scharr(lab, cv2.CV_32F, 1, 0) / 32
        down = cv2.Scharr(lab, cv2.CV_32F, 0, 1) / 32
        tensor = np.stack(
            [(a * b).sum(axis=-1) for a, b in ((across, across), (across, down), (down, down))],
            axis=-1,
        )
        tensor = cv2.GaussianBlur(tensor, (0, 0), _REACH)
        energy = tensor[..., 0] + tensor[..., 2]
        usual = cv2.blur(energy, (_NEARBY, _NEARBY))
        self._tensor = tensor / (energy + 0.5 * usual + _NOISE)[..., None]
        self.height, self.width = energy.shape

    def inside(self, points: Points) -> Truths:
        """Which points lie in the picture."""
        x, y = points[..., 0], points[..., 1]
        within = (x > -0.5) & (y > -0.5) & (x < self.width - 0.5) & (y < self.height - 0.5)
        return np.asarray(within)

    def across(self, points: Points, normals: Points) -> Matrix:
        """How much of an edge runs through each point, across its normal: 0 to almost 1."""
        within = self.inside(points)
        column = np.where(within, np.rint(points[..., 0]), 0).astype(np.intp)
        row = np.where(within, np.rint(points[..., 1]), 0).astype(np.intp)
        tensor = self._tensor[row, column]
        x, y = normals[..., 0], normals[..., 1]
        along_normal = tensor[..., 0] * x * x + 2 * tensor[..., 1] * x * y + tensor[..., 2] * y * y
        rest = tensor[..., 0] + tensor[..., 2] - along_normal
        return np.where(within, np.maximum(along_normal - rest, 0), 0)

    def along(self, normal: Points) -> npt.NDArray[np.float32]:
        """How much of an edge runs through every pixel, across one normal: 0 to almost 1."""
        x, y = float(normal[0]), float(normal[1])
        first, mixed, last = (self._tensor[..., index] for index in range(3))
        along_normal = first * (x * x) + mixed * (2 * x * y) + last * (y * y)
        return np.asarray(np.maximum(2 * along_normal - first - last, 0), np.float32)
