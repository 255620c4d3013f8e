"""Whether the details of a tile are those of a face: numbers, emblems, pictures.

Point by point, fine print may always differ a little, by shift and focus; so little speaks against
a neighbour that has another emblem in the same place. Here a patch is compared as a whole: how what
is printed there goes up and down. A face may be shifted and softened for it, patch by patch, but no
shift makes a round emblem out of a flag.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.faces.alignment import FINE, WITHIN, Floats, disc
from vision.faces.light import Light
from vision.geometry import Truths

_PATCH = 2.5
"""How far around a point a patch reaches, in pixels (one deviation)."""
_SOFTER = (0.0, 0.7, 1.2)
"""By how much a face may be softer, besides the focus that was found for all of it."""
_SHIFTS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
_PRINTED = 2.0
"""Above what strength, in noise, something is printed in a patch."""
_LEAST = 1e-3
_WIDTH = (13, 13)
_SUM = np.ones((1, 3), np.float32)
_RIM = ~disc(FINE, 0.80)
_NEAR = np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class FaceDetails:
    """How little the details of a tile and a face have in common.

    Attributes:
        worst: In the patch that is worst: 0 is the same, 1 is nothing, more is the opposite.
        share: Of all details, the share that differs.
    """

    worst: float
    share: float


def compare_details(seen: Light, face: Light, noise: Floats, hidden: Truths | None) -> FaceDetails:
    """Compare a tile with a face that was laid over it.

    Args:
        seen: The tile, without the lamp, in the order of `WITHIN`.
        face: The face in the tile's focus.
        noise: What noise is in each channel.
        hidden: Points that something lies on.
    """
    tile, print_ = _as_picture(seen / noise), _as_picture(face / noise)
    mean, strength = _moments(tile)
    unlike = np.full((FINE, FINE), np.inf, np.float32)
    apart = unlike.copy()
    printed = strength
    for soft in _SOFTER:
        softer = np.asarray(cv2.GaussianBlur(print_, (0, 0), soft) if soft else print_, np.float32)
        their_mean, their_strength = _moments(softer)
        shifted, shifted_mean, shifted_strength = (
            _Shifted(each) for each in (softer, their_mean, their_strength)
        )
        if not soft:
            printed = np.maximum(strength, their_strength)
        for shift in _SHIFTS:
            theirs = shifted_strength.by(shift)
            shared = _smooth(_over_channels(tile, shifted.by(shift)))
            shared -= _over_channels(mean, shifted_mean.by(shift))
            like = shared / np.sqrt(np.maximum(strength, _LEAST) * np.maximum(theirs, _LEAST))
            unlike = np.minimum(unlike, 1 - like)
            rest = strength + theirs - 2 * shared
            apart = np.minimum(apart, rest / (np.maximum(strength, theirs) + 1))
    out = _RIM if hidden is None else _RIM | _around(hidden)
    printed = np.where(out, 0, printed)
    total = float(printed.sum())
    clear = printed > _PRINTED
    return FaceDetails(
        float(np.clip(unlike[clear], 0, 2).max()) if clear.any() else 0.0,
        float((apart * printed).sum()) / total if total > 0 else 0.0,
    )


def _moments(picture: Light) -> tuple[Light, Floats]:
    """The mean of each patch, and how much it goes up and down within."""
    mean = np.asarray(cv2.GaussianBlur(picture, _WIDTH, _PATCH), np.float32)
    return mean, _smooth(_over_channels(picture, picture)) - _over_channels(mean, mean)


def _over_channels(one: Light, other: Light) -> Floats:
    return np.asarray(cv2.transform(one * other, _SUM), np.float32)


def _smooth(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, _WIDTH, _PATCH), np.float32)


class _Shifted:
    """A picture by a pixel aside, every way: what leaves it on one side comes in on the other.

    A margin is laid around it once, and each shift is a part of that.
    """

    def __init__(self, values: Floats) -> None:
        self._wide = cv2.copyMakeBorder(values, 1, 1, 1, 1, cv2.BORDER_WRAP)

    def by(self, shift: tuple[int, int]) -> Floats:
        x, y = shift
        return np.asarray(self._wide[1 - y : 1 - y + FINE, 1 - x : 1 - x + FINE])


def _around(hidden: Truths) -> Truths:
    whole = np.zeros((FINE, FINE), np.uint8)
    whole[WITHIN] = hidden
    return np.asarray(cv2.dilate(whole, _NEAR) > 0)


def _as_picture(values: Light) -> Light:
    picture = np.zeros((FINE, FINE, 3), np.float32)
    picture[WITHIN] = values
    return picture
