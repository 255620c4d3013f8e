"""Laying the photo of a face over a tile that shows it, to see what else is there.

The turn is found along rings around the middle, the shift by phase correlation. What is left is
compared as in `bare`: with the nearest value close by, and without what the lamp adds.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import REACH, SIDE
from vision.geometry import Image, Points, Truths
from vision.lattice import CORNERS
from vision.polar import Light, light

_STEPS, _RINGS = 180, 40
_DRIFT = 5.0
_CLOSE_BY = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
_WINDOW = cv2.createHanningWindow((SIDE, SIDE), cv2.CV_32F)
_MIDDLE = ((SIDE - 1) / 2, (SIDE - 1) / 2)
_COLOUR, _BRIGHTER, _DARKER = 0.2, 0.25, 0.25
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
        seen: The tile as light, with the lamp of the face.
    """

    solid: Truths
    differs: Truths
    seen: Light


def leftover(face: Image, crop: Image) -> Leftover:
    """Lay a face over a crop."""
    over = _laid(face, crop)
    now = light(np.asarray(cv2.GaussianBlur(crop, (0, 0), 0.8), np.uint8))
    was = light(np.asarray(cv2.GaussianBlur(over, (0, 0), 0.8), np.uint8))
    # The middle value ignores what is covered.
    now = now - np.median((now - was)[INSIDE], axis=0)
    most, least = cv2.dilate(was, _CLOSE_BY), cv2.erode(was, _CLOSE_BY)
    gap = np.maximum(now - most, 0) - np.maximum(least - now, 0)
    solid = (np.hypot(gap[..., 1], gap[..., 2]) > _COLOUR) | (gap[..., 0] > _BRIGHTER)
    differs = solid | (gap[..., 0] < -_DARKER)
    return Leftover(
        np.asarray(solid & INSIDE), np.asarray(differs & INSIDE), np.asarray(now, np.float32)
    )


def _laid(face: Image, crop: Image) -> Image:
    """The face, turned and shifted onto the crop."""
    turn = _turn(face, crop)
    matrix = cv2.getRotationMatrix2D(_MIDDLE, turn, 1.0)
    turned = cv2.warpAffine(face, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    (x, y), _ = cv2.phaseCorrelate(_grey(turned), _grey(crop), _WINDOW)
    if np.hypot(x, y) > _DRIFT:
        return np.asarray(turned, np.uint8)
    matrix = np.asarray(matrix, np.float64) + np.array([[0, 0, x], [0, 0, y]])
    laid = cv2.warpAffine(face, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8)


def _turn(face: Image, crop: Image) -> float:
    """By how many degrees a face must be turned (as OpenCV turns) to lie like the crop."""
    ours, theirs = (np.fft.rfft(_rings(each), axis=0) for each in (face, crop))
    fit = np.fft.irfft((theirs * np.conj(ours)).sum(axis=(1, 2)), _STEPS)
    best = int(fit.argmax())
    left, middle, right = (float(fit[(best + step) % _STEPS]) for step in (-1, 0, 1))
    bow = left - 2 * middle + right
    between = 0.5 * (left - right) / bow if bow < 0 else 0.0
    return -(best + between) * 360 / _STEPS


def _rings(image: Image) -> npt.NDArray[np.float32]:
    """Angles x rings x 3, each ring without its mean."""
    soft = light(np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5), np.uint8))
    polar = cv2.warpPolar(
        soft, (_RINGS, _STEPS), _MIDDLE, 0.92 * REACH * SIDE, cv2.WARP_POLAR_LINEAR
    )
    rings = np.asarray(polar, np.float32)
    spread = np.clip(rings - rings.mean(axis=0), -0.6, 0.6)
    return np.asarray(spread * np.sqrt(np.arange(_RINGS, dtype=np.float32))[None, :, None])


def _grey(image: npt.ArrayLike) -> npt.NDArray[np.float32]:
    return np.asarray(light(np.asarray(image, np.uint8))[..., 0], np.float32)
