"""Round tokens on tiles, a few pixels wide: which of them lies there?

A tile that is known tells the lamp, so a token's own colours can be compared, at every turn. That
is what is left of it when it is too small for details.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import REACH, SIDE
from vision.gallery import Gallery
from vision.geometry import Image, Points
from vision.polar import Light, light

_TURNS = 12
_INNER = 0.9
"""Share of a token's radius that is compared."""
_SOFT = 1.6
"""Pixels by which a tile in a picture is softer than a photo of a token."""
_ASIDE = 2
"""Pixels of a tile's crop by which a token may lie elsewhere than it seemed."""
_USUAL = np.array([0.3, 0.15, 0.15], np.float32)
"""What brightness and colours may differ by anyway."""
_MOST = 9.0
_CLEAR, _FAR_AHEAD, _AHEAD = 1.4, 3.0, 0.6
"""By how much less must speak against a token than against the next one; or how many times, and how
much then."""
_TOO_MUCH = 2.6


@dataclass(frozen=True)
class Named:
    """The likeliest token: how much speaks against it, and against the next one."""

    name: str
    against: float
    next_best: float

    @property
    def is_token(self) -> bool:
        """Whether it looks like a token at all."""
        return self.against < _TOO_MUCH

    @property
    def clear(self) -> bool:
        """Whether it may be taken as a fact that it is this one, if any."""
        lead = self.next_best - self.against
        ahead = lead > _AHEAD and self.next_best > _FAR_AHEAD * self.against
        return self.is_token and (lead > _CLEAR or ahead)


class Tokens:
    """Tokens as they look on the crop of a tile.

    Args:
        gallery: A photo of each.
        token: How wide they are.
        tile: How wide a tile is, in the same millimetres.
    """

    def __init__(self, gallery: Gallery, token: float, tile: float) -> None:
        self.radius = token / tile * REACH * SIDE
        """Of a token on a tile's crop, in pixels."""
        self._half = int(np.ceil(self.radius))
        y, x = np.mgrid[-self._half : self._half + 1, -self._half : self._half + 1]
        self._within = np.hypot(x, y) <= _INNER * self.radius
        self._names = [face.name for face in gallery.faces for _ in range(_TURNS)]
        self._looks = [
            self._look(face.crop, 360 * step / _TURNS)
            for face in gallery.faces
            for step in range(_TURNS)
        ]

    def _look(self, photo: Image, turn: float) -> Light:
        """A token as a tile's crop would show it, point by point."""
        small = self.radius / (REACH * SIDE)
        soft = cv2.GaussianBlur(light(photo), (0, 0), _SOFT / small)
        middle = (SIDE - 1) / 2
        matrix = np.asarray(cv2.getRotationMatrix2D((middle, middle), turn, small), np.float64)
        matrix[:, 2] += self._half - middle
        side = 2 * self._half + 1
        turned = cv2.warpAffine(soft, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        points: Light = np.asarray(turned, np.float32)[self._within]
        return points

    def name(self, seen: Light, at: Points) -> Named | None:
        """Which token lies around a point of a crop, seen in the light of the photos."""
        if not self._looks:
            return None
        patches = self._patches(seen, np.rint(at).astype(int))
        if not len(patches):
            return None
        best: dict[str, float] = {}
        for name, look in zip(self._names, self._looks, strict=True):
            best[name] = min(self._against(patches - look), best.get(name, np.inf))
        ranked = sorted(best.items(), key=lambda each: each[1])
        following = ranked[1][1] if len(ranked) > 1 else _MOST
        return Named(ranked[0][0], ranked[0][1], following)

    def _patches(self, seen: Light, at: npt.NDArray[np.int_]) -> Light:
        found = [
            seen[y - self._half : y + self._half + 1, x - self._half : x + self._half + 1][
                self._within
            ]
            for y in range(at[1] - _ASIDE, at[1] + _ASIDE + 1)
            for x in range(at[0] - _ASIDE, at[0] + _ASIDE + 1)
            if self._half <= min(x, y) and max(x, y) < SIDE - self._half
        ]
        return np.array(found, np.float32)

    @staticmethod
    def _against(off: Light) -> float:
        # A token is thicker than a tile and may be lit a little differently.
        off = off - np.clip(off.mean(axis=1, keepdims=True), -0.3, 0.3) * np.array(
            [1, 0, 0], np.float32
        )
        return float(np.minimum(((off / _USUAL) ** 2).mean(axis=2), _MOST).mean(axis=1).min())
