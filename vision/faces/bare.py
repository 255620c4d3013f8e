"""What lies on a board: where the board looks different from its bare picture.

Both are seen from straight above. Brightness and colour are compared as logarithms (`polar.light`),
so another lamp adds the same everywhere. A shadow only darkens; what also changes the colour, or
is brighter than the board, is something solid.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.light import Light, light, softened
from vision.geometry import Image, Points, Truths

_SOFT = 0.5
"""Millimetres by which both pictures are blurred."""
_CLOSE_BY = 1.3
"""Millimetres by which the board may be found off."""
_LEAST, _MOST = 0.08, 0.22
"""Between which differences something is solid; the rest of the board tells which it is."""
_SHADOW, _DARKER = 0.2, 1.1
"""By how much a shadow darkens; more than `_DARKER` is no shadow either."""
_USUAL = 80
"""Percent of a board on which nothing lies."""
_GRAIN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
_POINTS, _ROUNDS, _DOUBT = 3000, 4, 0.05
"""By how many points the lamp is told, and from which difference on a point hardly counts."""


class Bare:
    """A board with nothing on it.

    Args:
        picture: The board's box and nothing else, from straight above.
        size: Width and height of the box in millimetres.
        outline: The board within its box, around its middle.
        per_mm: Pixels a millimetre at which boards are compared.
        rim: Millimetres around the board that are looked at too, without anything to compare.
    """

    def __init__(
        self,
        picture: Image,
        size: tuple[float, float],
        outline: Points,
        per_mm: float = 1.5,
        rim: float = 14.0,
    ) -> None:
        self.per_mm = per_mm
        wide, high = round(size[0] * per_mm), round(size[1] * per_mm)
        edge = round(rim * per_mm)
        self.low: Points = -np.array(size) / 2 - edge / per_mm
        self.size = (wide + 2 * edge, high + 2 * edge)
        small = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
        whole = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
        self._light = _soft(np.asarray(whole, np.uint8), per_mm)
        reach = 2 * max(1, round(_CLOSE_BY * per_mm)) + 1
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
        self._least = np.asarray(cv2.erode(self._light, around))
        self._most = np.asarray(cv2.dilate(self._light, around))
        mask = np.zeros(self.size[::-1], np.uint8)
        cv2.fillPoly(mask, [np.rint((outline - self.low) * per_mm).astype(np.int32)], 1)
        self.known: Truths = cv2.erode(mask, around) > 0
        self._sample()

    def compare(self, top: Image) -> "BoardDifference":
        """Where a board, seen from above at the same scale, differs from the bare one."""
        now = _soft(top, self.per_mm)
        lamp = self._lamp(now)
        now = now - lamp
        over = np.maximum(now - self._most, 0) - np.maximum(self._least - now, 0)
        colour = np.hypot(over[..., 1], over[..., 2])
        bright = over[..., 0]
        solid = self._stands_out(colour) | self._stands_out(bright) | (bright < -_DARKER)
        solid = cv2.morphologyEx((solid & self.known).astype(np.uint8), cv2.MORPH_OPEN, _GRAIN) > 0
        differs = solid | (bright < -_SHADOW)
        return BoardDifference(np.asarray(solid), np.asarray(differs & self.known), now)

    def _stands_out(self, gap: npt.NDArray[np.float32]) -> Truths:
        """Where a difference is larger than most of the board has anyway."""
        usual = float(np.percentile(gap[self.known], _USUAL))
        return np.asarray(gap > np.clip(_LEAST + 2.5 * max(usual, 0.0), _LEAST, _MOST))

    def _lamp(self, now: Light) -> npt.NDArray[np.float32]:
        """What the lamp adds: it changes slowly over the board, and pieces don't count."""
        gap = (now - self._light)[self._rows, self._columns].astype(np.float64)
        found = np.zeros((self._slopes.shape[1], 3))
        trust = np.ones((len(gap), 3))
        for _ in range(_ROUNDS):
            for channel in range(3):
                weighted = self._slopes.T * trust[:, channel]
                square = weighted @ self._slopes + 1e-6 * np.eye(len(weighted))
                found[:, channel] = np.linalg.solve(square, weighted @ gap[:, channel])
            trust = 1 / (1 + ((gap - self._slopes @ found) / _DOUBT) ** 2) ** 2
        return self._everywhere(found)

    def _sample(self) -> None:
        """Points of the board by which the lamp is told."""
        high, wide = self.known.shape
        every = np.flatnonzero(self.known.ravel())
        picked = every[:: max(1, len(every) // _POINTS)]
        self._rows, self._columns = np.unravel_index(picked, self.known.shape)
        across, down = self._columns / wide - 0.5, self._rows / high - 0.5
        self._slopes = _slopes(across, down).astype(np.float64)

    def _everywhere(self, lamp: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
        """What a lamp adds to each point: the same as its slopes there, without keeping them."""
        high, wide = self.known.shape
        found = np.empty((high, wide, 3), np.float32)
        x, y = np.arange(wide) / wide - 0.5, (np.arange(high) / high - 0.5)[:, None]
        for channel, (flat, right, down, both, bow, dip) in enumerate(lamp.T):
            found[..., channel] = (
                (flat + down * y + dip * y**2) + (right + both * y) * x + bow * x**2
            )
        return found


def _slopes(x: npt.ArrayLike, y: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """What a lamp can be like over a board: flat, slanted, or bent a little."""
    across, down = np.asarray(x, np.float32), np.asarray(y, np.float32)
    return np.stack(
        [np.ones_like(across), across, down, across * down, across**2, down**2], axis=-1
    )


@dataclass(frozen=True, eq=False)
class BoardDifference:
    """Where something lies: `solid`, and `differs` with shadows; `seen` has the picture's lamp."""

    solid: Truths
    differs: Truths
    seen: Light


def _soft(image: Image, per_mm: float) -> Light:
    return light(softened(image, _SOFT * per_mm))
