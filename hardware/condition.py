"""Whether a picture is black, blank or noise, and how bright and sharp it is."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Image

BLACK, BLANK, NOISE = "black", "blank", "noise"
_DARKEST = 8.0
_FLATTEST = 1.5
_NOISY = 20.0
_UNRELATED = 0.3
"""Neighbouring pixels of a real scene are much alike: their correlation is near 1."""
_CUT = 256


@dataclass(frozen=True)
class Condition:
    """A picture in a few numbers.

    Attributes:
        fault: `black`, `blank` (one colour), `noise`, or nothing.
        brightness: The mean grey level, 0 to 255.
        burnt: The share of pixels that are as bright as can be.
        sharpness: The variance of the Laplacian; below about 30 a picture looks soft.
    """

    fault: str
    brightness: float
    burnt: float
    sharpness: float


def fault_of(image: Image) -> str:
    """What makes a picture useless, if anything does. Quick: it looks at a part of the pixels."""
    step = max(1, min(image.shape[:2]) // 120)
    some = image[::step, ::step].astype(np.float32)
    spread = float(some.std(axis=(0, 1)).max())
    if float(some.mean()) < _DARKEST and spread < _DARKEST:
        return BLACK
    if spread < _FLATTEST:
        return BLANK
    return NOISE if _is_noise(image) else ""


def condition_of(image: Image) -> Condition:
    """All of it, for whoever sets a camera up."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return Condition(
        fault=fault_of(image),
        brightness=float(grey.mean()),
        burnt=float((grey >= 250).mean()),
        sharpness=float(cv2.Laplacian(grey, cv2.CV_64F).var()),
    )


def _is_noise(image: Image) -> bool:
    """Whether neighbours have nothing to do with each other, in the middle and at a corner."""
    height, width = image.shape[:2]
    top, left = max(0, (height - _CUT) // 2), max(0, (width - _CUT) // 2)
    cuts = (image[top : top + _CUT, left : left + _CUT, 1], image[:_CUT, :_CUT, 1])
    return all(_unrelated(cut.astype(np.float32)) for cut in cuts)


def _unrelated(cut: npt.NDArray[np.float32]) -> bool:
    if cut.shape[1] < 8 or float(cut.std()) < _NOISY:
        return False
    beside = np.corrcoef(cut[:, :-1].ravel(), cut[:, 1:].ravel())[0, 1]
    below = np.corrcoef(cut[:-1].ravel(), cut[1:].ravel())[0, 1]
    return bool(max(beside, below) < _UNRELATED)
