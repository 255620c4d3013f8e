"""What a tile looks like, however it is turned.

A crop is read along rings around its middle, so a turn becomes a shift along the rings, and all
shifts are compared at once. What a lamp adds everywhere (`light`) is taken away.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.crops import REACH, SIDE
from vision.faces.light import STRAY, Light, light, softened
from vision.geometry import Image

RINGS, STEPS = 12, 48
_INNER, _OUTER = 0.12, 0.9
"""Where the rings lie, as a share of the way to a flat side. The last bit is the neighbour's."""
_MOST = 0.7
"""What differs more from the ground counts no more: something may stand on the tile."""
_SOFT = 1.8
"""Pixels of a crop by which both are softened."""
_PEAKS = 2
"""How many turns of a face are worth a second look."""

_RADII = np.linspace(_INNER, _OUTER, RINGS, dtype=np.float32)
_TURNS = np.arange(STEPS, dtype=np.float32) * np.float32(2 * np.pi / STEPS)
_X = ((SIDE - 1) / 2 + REACH * SIDE * _RADII[:, None] * np.cos(_TURNS)).astype(np.float32)
_Y = ((SIDE - 1) / 2 + REACH * SIDE * _RADII[:, None] * np.sin(_TURNS)).astype(np.float32)
_AREAS = np.sqrt(_RADII)[:, None, None]
"""Each point stands for the area around it; it counts twice, once on either side."""


def rings_of(crop: Image) -> Light:
    """Read a crop along its rings: rings x steps x 3."""
    soft = light(softened(crop, _SOFT), STRAY)
    read = np.asarray(cv2.remap(soft, _X, _Y, cv2.INTER_LINEAR), np.float32)
    ground = np.median(read.reshape(-1, 3), axis=0)
    stands_out = np.clip(read - ground, -_MOST, _MOST) * _AREAS
    return np.asarray(stands_out - stands_out.mean(axis=(0, 1)), np.float32)


class RingIndex:
    """Many tiles, ready to be compared with one."""

    def __init__(self, every: Light) -> None:
        self._waves = np.fft.rfft(every, axis=2).conj()
        self._lengths = np.sqrt((every**2).sum(axis=(1, 2, 3))) + 1e-6

    def likeness(self, rings: Light) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.intp]]:
        """How alike each tile is (up to 1), and the likeliest steps of a turn, best first."""
        waves = (self._waves * np.fft.rfft(rings, axis=1)).sum(axis=(1, 3))
        length = float(np.sqrt((rings**2).sum())) + 1e-6
        alike = np.fft.irfft(waves, n=STEPS, axis=1) / (self._lengths * length)[:, None]
        peak = (alike >= np.roll(alike, 1, axis=1)) & (alike >= np.roll(alike, -1, axis=1))
        turns = np.argsort(-np.where(peak, alike, -2.0), axis=1, kind="stable")[:, :_PEAKS]
        return alike.max(axis=1), turns
