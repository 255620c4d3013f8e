"""Where the printed markers lie around a board that nobody has a picture of."""

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from companion.tabletop.chart import Chart
from hardware.printing.markers import CORNER_CUT, CORNER_SIZE, CORNERS

if TYPE_CHECKING:
    from vision.geometry import Points

_STEP = 10.0
"""Millimetres: people can measure whole centimetres."""
_SIDES = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Of the board, for each of the markers."""


def free_rectangle(chart: Chart) -> tuple[float, float]:
    """Width and height in millimetres that markers leave free around the main board's middle."""
    region = chart.regions[chart.main.zone]
    wide, high = 2 * max(abs(p.x) for p in region), 2 * max(abs(p.y) for p in region)
    return _STEP * ceil(wide / _STEP), _STEP * ceil(high / _STEP)


def marker_places(chart: Chart) -> "dict[int, Points]":
    """The corners of each black square in the board's millimetres, as `Markers` wants them.

    Every marker stands upright, and touches the free rectangle with a corner of its cutting line.
    """
    half = np.array(free_rectangle(chart)) / 2 + CORNER_CUT / 2
    middle = np.array(chart.main.size) / 2
    square = np.array(_SIDES) * CORNER_SIZE / 2
    return {
        number: middle + np.array(side) * half + square
        for number, side in zip(CORNERS, _SIDES, strict=True)
    }
