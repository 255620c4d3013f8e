"""Light, as all comparing of faces takes it: what a lamp, a lens and a printer do to a picture.

A lamp multiplies light, so brightness and colour are compared as logarithms: another lamp adds the
same everywhere. A lens out of focus mixes light itself: a white sign on crimson is pink from afar.
So a picture is made soft as light, before the logarithm. Ink, paper and a camera's tone curve
stretch logarithms or press them together: that is contrast.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image

_DARK = 12.0
"""Added before the logarithm, so that noise in the dark says little."""

STRAY = 48.0
"""Grey level of stray light: a print is never as deeply coloured as a drawing of it."""

Light = npt.NDArray[np.float32]
"""... x 3: brightness and two differences of colour, as logarithms."""

_FEWEST = 4
"""Of so many tiles the middle value tells how a picture was exposed."""


@dataclass(frozen=True)
class Exposure:
    """How faces come out in a picture: the same for all of its tiles.

    Attributes:
        colours: What the lamp adds to what is white, in the two colours.
        contrast: How much stronger than the faces' the contrast is, as a share.
        focus: How much softer than the faces it is.
        noise: What noise is in each channel.
    """

    colours: tuple[float, float]
    contrast: float
    focus: float
    noise: tuple[float, float, float]

    @classmethod
    def usual(cls, every: Sequence["Exposure"]) -> "Exposure | None":
        """The middle one; None of too few."""
        if len(every) < _FEWEST:
            return None
        numbers = [(*each.colours, each.contrast, each.focus, *each.noise) for each in every]
        red, blue, contrast, focus, *noise = np.median(numbers, axis=0).tolist()
        return cls((red, blue), contrast, focus, (noise[0], noise[1], noise[2]))


def light(image: npt.NDArray[np.uint8] | npt.NDArray[np.float32], stray: float = 0.0) -> Light:
    """The logarithm of each channel, as one of brightness and two of colour.

    What `stray` light lies over a print takes depth from its colours: another lamp adds the same
    only where it is bright, but a drawing and its print are more alike.
    """
    grey = image.astype(np.float32)
    logs = np.log(np.sqrt(grey * grey + np.float32(stray**2)) + np.float32(_DARK))
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([(blue + green + red) / 3, red - green, blue - (red + green) / 2], axis=-1)


def softened(image: Image, deviation: float) -> npt.NDArray[np.float32]:
    """A picture as a softer lens shows it. Grey levels are about the root of light."""
    grey = image.astype(np.float32)
    return np.sqrt(np.asarray(cv2.GaussianBlur(grey * grey, (0, 0), deviation), np.float32))
