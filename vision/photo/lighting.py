"""The light on a table, from pictures: too dark, mirrored, flickering or uneven.

One picture tells brightness and glare. Flicker takes several of them; a hand may come in meanwhile,
so only what most parts of the picture agree on counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Image, Points

_WIDTH = 480
_CELLS = 4
_TABLE = 30
"""Percentile of a part's pixels that is table top rather than tiles."""
_BRIGHTEST = 248
_LEAST_SAMPLES = 4


@dataclass(frozen=True)
class LightSample:
    """The light in one picture.

    Attributes:
        taken: When it was taken.
        brightness: The mean grey level, 0 to 255.
        glare: The share of what matters that lies in one burnt-out patch.
        cells: For each part of the picture the grey level of its table top.
    """

    taken: float
    brightness: float
    glare: float
    cells: tuple[float, ...]


@dataclass(frozen=True)
class LightReport:
    """The light over some pictures.

    Attributes:
        brightness: The mean grey level, 0 to 255.
        glare: The share of what matters that lies in one burnt-out patch.
        uneven: How many times brighter the brightest part is than the darkest.
        flicker: By which share the light goes up and down; None while there are too few pictures.
    """

    brightness: float
    glare: float
    uneven: float
    flicker: float | None


def sample(image: Image, taken: float, around: Points | None = None) -> LightSample:
    """Look at one picture; `around` (N x 2 pixels) is what matters, the whole picture if None."""
    factor = min(1.0, _WIDTH / image.shape[1])
    wide, high = (max(_CELLS, round(n * factor)) for n in image.shape[1::-1])
    small = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    mask = np.zeros(grey.shape, np.uint8)
    if around is None or not np.isfinite(around).all():
        mask[:] = 1
    else:
        cv2.fillPoly(mask, [np.rint(np.clip(around * factor, -9999, 9999)).astype(np.int32)], 1)
    cells = [
        float(np.percentile(cell, _TABLE))
        for row in np.array_split(grey, _CELLS)
        for cell in np.array_split(row, _CELLS, axis=1)
    ]
    return LightSample(taken, float(grey.mean()), _largest_burnt(grey, mask), tuple(cells))


def light_of(samples: Sequence[LightSample]) -> LightReport:
    """What some pictures in a row say together; there must be one at least."""
    cells = np.array([each.cells for each in samples])
    usual = np.maximum(np.median(cells, axis=0), 1.0)
    flicker = None
    if len(samples) >= _LEAST_SAMPLES:
        steps = np.abs(np.diff(cells, axis=0)) / usual
        flicker = float(np.median(steps.mean(axis=0)))
    low, high = np.sort(usual)[[1, -2]]
    return LightReport(
        float(np.median([each.brightness for each in samples])),
        float(np.median([each.glare for each in samples])),
        float(high / low),
        flicker,
    )


def _largest_burnt(grey: Image, mask: Image) -> float:
    burnt = ((grey >= _BRIGHTEST) & (mask > 0)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(burnt)
    areas = stats[1:, cv2.CC_STAT_AREA]
    return float(areas.max() / max(1, int(mask.sum()))) if len(areas) else 0.0
