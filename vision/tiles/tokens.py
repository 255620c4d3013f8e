"""Round tokens on tiles, a few pixels wide: which of them lies there?

A tile that is known tells the lamp, so a token's own colours can be compared, at every turn. That
is what is left of it when it is too small for details.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.crops import REACH, SIDE
from vision.faces.gallery import Gallery
from vision.faces.light import Light, light
from vision.geometry import Image, Points

_TURNS = 12
_SOME_POINTS, _LIKELIER = 7, 2
"""Every so many points tell which turns are worth an exact look, and how many."""
_INNER = 0.9
"""Share of a token's radius that is compared."""
_SOFT, _SOFTER = 1.5, 3.24
"""By how much a tile in a picture is softer than a photo of a token, in squared pixels: anyway, and
by the focus that was found for the tile (`alignment`)."""
_USUAL_FOCUS = 0.55
_IN_STEPS = 5
"""Looks are kept for every fifth of a pixel."""
_ASIDE = 3
"""Pixels of a tile's crop by which a token may lie elsewhere than it seemed."""
_USUAL = np.array([0.3, 0.15, 0.15], np.float32)
"""What brightness and colours may differ by anyway."""
_MOST = 9.0
_LEAST_AHEAD, _ON_THE_WAY = 0.35, 0.3
"""By how much less must speak against a token than against the next one, and how far what is seen
may be on the way from this one to the next: two that are much alike can't be far apart."""
_TOO_MUCH = 2.0
_BETTER, _MUCH_BETTER, _HARDLY_BETTER = 0.4, 0.25, 0.6
"""What speaks against a token as a share of what speaks against the bare tile: of something that
plainly lies there, of something faint, and of something faint that is rather the print."""


@dataclass(frozen=True)
class Named:
    """The likeliest token.

    Attributes:
        name: Which.
        against: How much speaks against it.
        next_best: The same of the next one.
        apart: How much the two differ.
        bare: How much speaks against it that nothing lies there.
    """

    name: str
    against: float
    next_best: float
    apart: float = _MOST
    bare: float = _MOST

    @property
    def is_token(self) -> bool:
        """Whether it looks like a token at all."""
        return self.against < min(_TOO_MUCH, _BETTER * self.bare)

    @property
    def faintly(self) -> str:
        """What something faint is: a token, perhaps one, or only the print."""
        if self.against < min(_TOO_MUCH, _MUCH_BETTER * self.bare):
            return "token"
        return "perhaps" if self.against < _HARDLY_BETTER * self.bare else "print"

    @property
    def clear(self) -> bool:
        """Whether it may be taken as a fact that it is this one, if any."""
        lead = self.next_best - self.against
        here = lead > max(_LEAST_AHEAD, (1 - 2 * _ON_THE_WAY) * self.apart)
        # What is farther from both than they are from each other is on no way between them.
        return self.is_token and here and self.against < self.apart


@lru_cache(maxsize=4)
def tokens_of(gallery: Gallery, token: float, tile: float) -> "Tokens":
    """The tokens of a gallery: their looks are made once, however many photos are read."""
    return Tokens(gallery, token, tile)


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
        self._photos = [face.crop for face in gallery.faces]
        self._looks: dict[int, list[Light]] = {}

    def _looks_at(self, focus: float) -> list[Light]:
        """All tokens at all turns, as soft as a tile is seen."""
        soft = np.sqrt(_SOFT + _SOFTER * max(0.0, focus))
        step = round(_IN_STEPS * float(soft))
        if step not in self._looks:
            self._looks[step] = [
                self._look(photo, 360 * turn / _TURNS, step / _IN_STEPS)
                for photo in self._photos
                for turn in range(_TURNS)
            ]
        return self._looks[step]

    def _look(self, photo: Image, turn: float, softer: float) -> Light:
        """A token as a tile's crop would show it, point by point."""
        small = self.radius / (REACH * SIDE)
        # A lens mixes light, not logarithms: a white sign on red makes pink, not a paler red.
        soft = light(np.asarray(cv2.GaussianBlur(photo, (0, 0), softer / small), np.uint8))
        middle = (SIDE - 1) / 2
        matrix = np.asarray(cv2.getRotationMatrix2D((middle, middle), turn, small), np.float64)
        matrix[:, 2] += self._half - middle
        side = 2 * self._half + 1
        turned = cv2.warpAffine(soft, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
        points: Light = np.asarray(turned, np.float32)[self._within]
        return points

    def name(
        self, seen: Light, at: Points, *, face: Light | None = None, focus: float = _USUAL_FOCUS
    ) -> Named | None:
        """Which token lies around a point of a crop.

        Args:
            seen: The tile in the light of the photos.
            at: The point.
            face: The tile as it would be seen with nothing on it, in the same light.
            focus: How much softer the tile is seen than its photo.
        """
        if not self._photos:
            return None
        around = np.rint(at).astype(int)
        patches = self._patches(seen, around)
        if not len(patches):
            return None
        best: dict[str, tuple[float, int, Light]] = {}
        for name, look in self._likelier(patches, self._looks_at(focus)):
            against = self._against(patches - look)
            where = int(against.argmin())
            if name not in best or against[where] < best[name][0]:
                best[name] = float(against[where]), where, look
        ranked = sorted(best.items(), key=lambda each: each[1][0])
        name, (against_it, where, look) = ranked[0]
        following = apart = _MOST
        if len(ranked) > 1:
            following, _, other = ranked[1][1]
            apart = float(self._against((other - look)[None])[0])
        bare = _MOST
        if face is not None:
            off = patches[where] - self._patches(face, around)[where]
            bare = float(np.minimum(((off / _USUAL) ** 2).mean(axis=1), _MOST).mean())
        return Named(name, against_it, following, apart, bare)

    def _likelier(self, patches: Light, looks: list[Light]) -> Iterator[tuple[str, Light]]:
        """The turns of each token that fit best where only some points are compared."""
        some = np.ascontiguousarray(patches[:, ::_SOME_POINTS])
        rough = [float(self._against(some - look[::_SOME_POINTS]).min()) for look in looks]
        for first in range(0, len(looks), _TURNS):
            order = sorted(range(first, first + _TURNS), key=rough.__getitem__)
            for each in order[:_LIKELIER]:
                yield self._names[each], looks[each]

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
    def _against(off: Light) -> npt.NDArray[np.float32]:
        # A token is thicker than a tile and may be lit a little differently.
        off = off - np.clip(off.mean(axis=1, keepdims=True), -0.3, 0.3) * np.array(
            [1, 0, 0], np.float32
        )
        return np.asarray(np.minimum(((off / _USUAL) ** 2).mean(axis=2), _MOST).mean(axis=1))
