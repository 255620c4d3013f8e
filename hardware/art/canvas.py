"""A picture that is drawn on in millimetres around its middle, with smooth edges."""

import unicodedata
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.art.style import Colour, style
from hardware.frame import Image
from hardware.letters import in_text_thread

_FINE = 4
"""OpenCV takes coordinates in sixteenths of a pixel when told so."""


class Canvas:
    """A BGR picture of so many millimetres, its middle being (0, 0), for drawings in one style."""

    def __init__(self, width: float, height: float, scale: float, seed: int = 0) -> None:
        self.scale, self.style = scale, style(seed)
        self.size = (max(1, round(width * scale)), max(1, round(height * scale)))
        self.image: Image = np.zeros((self.size[1], self.size[0], 3), np.uint8)

    def pixels(self, points: Iterable[Sequence[float]]) -> NDArray[np.float64]:
        """Where points given in millimetres are in the picture."""
        centre = (np.array(self.size) - 1) / 2
        return np.array([(p[0], p[1]) for p in points], float) * self.scale + centre

    def polygon(self, points: Iterable[Sequence[float]], colour: Colour) -> None:
        """A filled polygon."""
        cv2.fillPoly(self.image, [self._fine(points)], colour, cv2.LINE_AA, _FINE)

    def line(
        self, points: Iterable[Sequence[float]], colour: Colour, width: float, closed: bool = False
    ) -> None:
        """A line through points, so many millimetres wide."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.image, [self._fine(points)], closed, colour, thick, cv2.LINE_AA, _FINE)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A filled circle."""
        at = self._fine([(x, y)])[0]
        fine = round(radius * self.scale * (1 << _FINE))
        cv2.circle(self.image, at.tolist(), fine, colour, -1, cv2.LINE_AA, _FINE)

    @in_text_thread
    def text(
        self,
        words: str,
        at: tuple[float, float],
        height: float,
        colour: Colour,
        *,
        widest: float = 1e9,
        weight: float = 0.12,
    ) -> None:
        """A line of text around a point; `height` is that of a capital, less if it is too wide."""
        plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
        if not plain:
            return
        font = self.style.font
        (wide, high), _ = cv2.getTextSize(plain, font, 1.0, 2)
        size = min(height * self.scale / high, widest * self.scale / wide)
        thick = max(1, round(weight * size * high))
        (wide, high), _ = cv2.getTextSize(plain, font, size, thick)
        x, y = self.pixels([at])[0]
        where = (round(x - wide / 2), round(y + high / 2))
        cv2.putText(self.image, plain, where, font, size, colour, thick, cv2.LINE_AA)

    def mask(self, outline: Iterable[Sequence[float]]) -> Image:
        """How much of each pixel lies inside an outline, 0 to 255."""
        found: Image = np.zeros(self.size[::-1], np.uint8)
        cv2.fillPoly(found, [self._fine(outline)], 255, cv2.LINE_AA, _FINE)
        return found

    def _fine(self, points: Iterable[Sequence[float]]) -> NDArray[np.int32]:
        return np.round(self.pixels(points) * (1 << _FINE)).astype(np.int32)
