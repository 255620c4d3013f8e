"""Light, as all comparing of faces takes it: what a lamp, a lens and a printer do to a picture.

A lamp multiplies light, so brightness and colour are compared as logarithms: another lamp adds the
same everywhere. A lens out of focus mixes light itself: a white sign on crimson is pink from afar.
So a picture is made soft as light, before the logarithm. Ink, paper and a camera's tone curve
stretch logarithms or press them together: that is contrast.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image

_DARK = 12.0
"""Added before the logarithm, so that noise in the dark says little."""

Light = npt.NDArray[np.float32]
"""... x 3: brightness and two differences of colour, as logarithms."""


def light(image: npt.NDArray[np.uint8] | npt.NDArray[np.float32]) -> Light:
    """The logarithm of each channel, as one of brightness and two of colour."""
    logs = np.log(image.astype(np.float32) + np.float32(_DARK))
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([(blue + green + red) / 3, red - green, blue - (red + green) / 2], axis=-1)


def softened(image: Image, deviation: float) -> npt.NDArray[np.float32]:
    """A picture as a softer lens shows it. Grey levels are about the root of light."""
    grey = image.astype(np.float32)
    return np.sqrt(np.asarray(cv2.GaussianBlur(grey * grey, (0, 0), deviation), np.float32))
