"""What a tile looks like, however it is turned.

A crop is read along rings around its middle, so a turn becomes a shift along the rings. Brightness
is taken as a logarithm: another lamp adds a number to each channel, and what is added everywhere
can be taken away. Points either agree or they don't: whatever stands on a tile disagrees with
every face, and so with none in particular.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import REACH, SIDE
from vision.geometry import Image

RINGS, STEPS = 10, 36
_INNER, _OUTER = 0.1, 0.88
"""Where the rings lie, as a share of the way to a flat side. The last bit is the neighbour's."""
_DARK = 12.0
"""Added before the logarithm, so that noise in the dark says little."""
_FADED = 0.35
"""Difference from which two points hardly agree."""
_LAMP = 0.5
"""By how much the colour of the whole may differ before it counts; a lamp can make that much."""
_RIM = 2
"""The outermost rings tell the lamp: they are seldom covered, and the same however it is turned."""
PLAIN, _FULL = 0.2, 0.4
"""What the plain ground counts beside the icons, and from which difference on something is one."""

Light = npt.NDArray[np.float32]
"""... x 3: brightness and two differences of colour, as logarithms."""

_RADII = np.linspace(_INNER, _OUTER, RINGS, dtype=np.float32)
_TURNS = np.arange(STEPS, dtype=np.float32) * np.float32(2 * np.pi / STEPS)
_X = ((SIDE - 1) / 2 + REACH * SIDE * _RADII[:, None] * np.cos(_TURNS)).astype(np.float32)
_Y = ((SIDE - 1) / 2 + REACH * SIDE * _RADII[:, None] * np.sin(_TURNS)).astype(np.float32)
_AREAS = np.repeat(_RADII, STEPS)
"""Each point stands for the area around it."""
_SHIFTS = (np.arange(STEPS)[None, :] + np.arange(STEPS)[:, None]) % STEPS


def light(image: Image) -> Light:
    """The logarithm of each channel, as one of brightness and two of colour."""
    logs = np.log(image.astype(np.float32) + np.float32(_DARK))
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([(blue + green + red) / 3, red - green, blue - (red + green) / 2], axis=-1)


def rings_of(crop: Image) -> Light:
    """Read a crop along its rings: rings x steps x 3."""
    read = cv2.remap(light(_soft(crop)), _X, _Y, cv2.INTER_LINEAR)
    return np.asarray(read, np.float32)


def _soft(crop: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(crop, (0, 0), 2.2), np.uint8)


def standing_out(points: Light) -> npt.NDArray[np.float32]:
    """How much each point differs from the ground: where icons are, tiles of a set differ."""
    far = np.sqrt(((points - np.median(points, axis=-2, keepdims=True)) ** 2).sum(axis=-1))
    return np.asarray(np.minimum(far / _FULL, 1.0), np.float32)


class RingIndex:
    """Many tiles, ready to be compared with one."""

    def __init__(self, every: Light) -> None:
        points = every.reshape(len(every), RINGS * STEPS, 3)
        self._tints = np.median(every[:, -_RIM:].reshape(len(every), -1, 3), axis=1)
        self._points = points - self._tints[:, None]
        self._weights = (PLAIN + standing_out(points)) * _AREAS

    def likeness(self, rings: Light) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.intp]]:
        """How alike each tile is at its best turn, 0 to 1, and which step of a turn that is."""
        flat = rings.reshape(-1, 3)
        tint = np.median(rings[-_RIM:].reshape(-1, 3), axis=0)
        turned = (rings - tint)[:, _SHIFTS].swapaxes(0, 1).reshape(STEPS, -1, 3)
        ours = 0.5 * standing_out(flat).reshape(RINGS, STEPS)[:, _SHIFTS].swapaxes(0, 1)
        stands = ours.reshape(STEPS, -1) * _AREAS
        best = np.empty(len(self._points), np.float32)
        turns = np.empty(len(self._points), np.intp)
        for index, (points, weights) in enumerate(zip(self._points, self._weights, strict=True)):
            off = ((turned - points) ** 2).sum(axis=-1)
            each = np.maximum(weights, stands)
            scores = (each / (1 + off / np.float32(_FADED**2))).sum(axis=1) / each.sum(axis=1)
            turns[index] = scores.argmax()
            best[index] = scores[turns[index]]
        odd = np.maximum(np.abs(self._tints - tint)[:, 1:] - _LAMP, 0).sum(axis=1)
        return best / (1 + odd), turns
