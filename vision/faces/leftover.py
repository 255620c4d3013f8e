"""Laying the photo of a face over a tile that shows it, to see what else is there.

The turn is found along rings around the middle; then the face is pulled onto the tile, with its
lamp and its focus (`alignment`). What is left is compared as in `bare`: with the nearest value
close by.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.alignment import Alignment, LitTile, Pattern, darkest
from vision.faces.crops import REACH, SIDE
from vision.faces.light import Light, light, softened
from vision.faces.polar import STEPS
from vision.geometry import Image, Points, Truths
from vision.lattice.lattice import CORNERS

_TURNS, _RINGS = 180, 40
_PULLS = 5
_CLOSE_BY = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
_MIDDLE = ((SIDE - 1) / 2, (SIDE - 1) / 2)
_COLOUR, _BRIGHTER, _DARKER = 0.2, 0.25, 0.25
_GLARE = 6.0
_FAINT = 0.4
"""Share of what makes something solid from which it may be something pale."""
TILE: Points = CORNERS * 2 * REACH * SIDE + (SIDE - 1) / 2
"""The six corners of a tile in a crop."""


def _inside() -> Truths:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    corners = np.rint(0.96 * (TILE - (SIDE - 1) / 2) + (SIDE - 1) / 2).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 1)
    return mask > 0


INSIDE: Truths = _inside()
"""The part of a crop that is surely the tile."""


@dataclass(frozen=True, eq=False)
class Leftover:
    """What a tile shows beyond its face, in the tile's crop.

    Attributes:
        solid: Where the colour differs, or it is brighter.
        differs: Where anything differs, shadows too.
        faint: Where it differs so little that it may be noise; as a whole it may be pale.
        seen: The tile as light, with the lamp of the face.
        plain: The face in the same light and focus: the tile with nothing on it.
        face: The face as it lies over it.
    """

    solid: Truths
    differs: Truths
    faint: Truths
    seen: Light
    plain: Light
    face: Alignment


def leftover(face: Pattern, crop: Image) -> Leftover:
    """Lay a face over a crop."""
    shown = LitTile(crop)
    alignment = Alignment(face, shown, -_turn(face.crop, crop) * STEPS / 360)
    for _ in range(_PULLS):
        alignment.step()
    was, lamp = alignment.laid()
    now = shown.layers[..., :3]
    most, least = (np.asarray(each(was, _CLOSE_BY), np.float32) for each in (cv2.dilate, cv2.erode))
    gap = np.maximum(now - most, 0) - np.maximum(least - now, 0)
    # Where it is dark, a little stray light changes much.
    stray = _GLARE * np.exp(-darkest(least))
    colour, brighter = np.hypot(gap[..., 1], gap[..., 2]), gap[..., 0]
    solid = (colour > _COLOUR + stray) | (brighter > _BRIGHTER + stray)
    faint = (colour > _FAINT * (_COLOUR + stray)) | (brighter > _FAINT * (_BRIGHTER + stray))
    differs = solid | (brighter < -_DARKER - stray)
    return Leftover(
        np.asarray(solid & INSIDE),
        np.asarray(differs & INSIDE),
        np.asarray(faint & INSIDE),
        np.asarray(now - lamp, np.float32),
        np.asarray(was - lamp, np.float32),
        alignment,
    )


def _turn(face: Image, crop: Image) -> float:
    """By how many degrees a face must be turned (as OpenCV turns) to lie like the crop."""
    ours, theirs = (np.fft.rfft(_rings(each), axis=0) for each in (face, crop))
    fit = np.fft.irfft((theirs * np.conj(ours)).sum(axis=(1, 2)), _TURNS)
    best = int(fit.argmax())
    left, middle, right = (float(fit[(best + step) % _TURNS]) for step in (-1, 0, 1))
    bow = left - 2 * middle + right
    between = 0.5 * (left - right) / bow if bow < 0 else 0.0
    return -(best + between) * 360 / _TURNS


def _rings(image: Image) -> npt.NDArray[np.float32]:
    """Angles x rings x 3, each ring without its mean."""
    soft = light(softened(image, 1.5))
    polar = cv2.warpPolar(
        soft, (_RINGS, _TURNS), _MIDDLE, 0.92 * REACH * SIDE, cv2.WARP_POLAR_LINEAR
    )
    rings = np.asarray(polar, np.float32)
    spread = np.clip(rings - rings.mean(axis=0), -0.6, 0.6)
    return np.asarray(spread * np.sqrt(np.arange(_RINGS, dtype=np.float32))[None, :, None])
