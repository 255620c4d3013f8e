"""Whether something moves in front of a camera, from small grey pictures."""

import cv2
import numpy as np
import numpy.typing as npt

from hardware.frame import Image

_WIDTH = 160
_BLOCK = 8
_DIFFERENT = 7.0
"""Grey levels, as the mean of a block: above what a sensor's noise leaves of it."""
REST = 0.4
"""Seconds without motion after which a scene is settled."""


class Motion:
    """Compares each small picture with the one before."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._moved = float("-inf")

    def see(self, grey: Image, now: float) -> bool:
        """Whether the scene is settled; `now` is in seconds of any steady clock."""
        height = max(_BLOCK, round(grey.shape[0] * _WIDTH / grey.shape[1]))
        small = cv2.resize(grey, (_WIDTH, height), interpolation=cv2.INTER_AREA)
        if self._before is None or self._before.shape != small.shape or self._differs(small):
            self._moved = now
        self._before = np.asarray(small, dtype=np.uint8)
        return now - self._moved >= REST

    def _differs(self, small: npt.ArrayLike) -> bool:
        changed = cv2.absdiff(np.asarray(small, dtype=np.uint8), np.asarray(self._before))
        blocks = (_WIDTH // _BLOCK, max(1, changed.shape[0] // _BLOCK))
        means = cv2.resize(changed.astype(np.float32), blocks, interpolation=cv2.INTER_AREA)
        return float(means.max()) > _DIFFERENT
