"""Where to look, and how closely: the whole picture, a grid of parts, or only around something."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.dice.session import Floats

# The window around one thing, as the network sees it.
_ALONE = 224


@dataclass(frozen=True)
class Window:
    """A part of the picture (in its pixels), looked at enlarged by `scale`."""

    x0: int
    y0: int
    x1: int
    y1: int
    scale: float

    @property
    def area(self) -> int:
        """How much of the picture it shows, in square pixels."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    @property
    def longest(self) -> int:
        """The longer side as the network sees it."""
        return max(1, round(max(self.x1 - self.x0, self.y1 - self.y0) * self.scale))


def whole(width: int, height: int, longest: int) -> Window:
    """The whole picture at once."""
    return Window(0, 0, width, height, longest / max(width, height))


def grid(width: int, height: int, scale: float, *, side: int, overlap: int) -> Iterator[Window]:
    """Cover the picture with as few parts as possible, no larger than needed, that overlap.

    Anything up to `overlap` in size lies wholly in at least one of them, wherever it is.

    Args:
        width: Of the picture.
        height: Of the picture.
        scale: How much the parts are enlarged.
        side: Of the largest part, as the network sees it.
        overlap: Of neighbouring parts, as the network sees it.
    """
    for y0, y1 in _steps(height, side / scale, overlap / scale):
        for x0, x1 in _steps(width, side / scale, overlap / scale):
            yield Window(x0, y0, x1, y1, scale)


def _steps(length: int, part: float, overlap: float) -> list[tuple[int, int]]:
    if length <= part:
        return [(0, length)]
    count = math.ceil((length - overlap) / (part - overlap))
    part = (length + (count - 1) * overlap) / count
    starts = np.linspace(0, length - part, count)
    return [(math.floor(start), min(length, math.ceil(start + part))) for start in starts]


def around(
    boxes: Floats, width: int, height: int, scale: float, *, context: float, side: int
) -> list[Window]:
    """Cover a few boxes with as little picture as possible.

    Each box gets a window with some of its surroundings; windows are joined as long as that does
    not make more to look at.

    Args:
        boxes: N x 4 in pixels of the picture.
        width: Of the picture.
        height: Of the picture.
        scale: How much the windows are enlarged.
        context: Surroundings on each side, as a multiple of the box's longer side.
        side: The largest window, as the network sees it.
    """
    grown = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0, keepdims=True) * context
    around_each = np.hstack([boxes[:, :2] - grown, boxes[:, 2:] + grown])
    waiting: list[tuple[float, ...]] = [tuple(map(float, window)) for window in around_each]
    windows: list[tuple[float, ...]] = []
    while waiting:
        window = waiting.pop()
        for place, other in enumerate(windows):
            union = _union(window, other)
            apart = _area(window) + _area(other)
            if _area(union) <= apart and _longer(union) * scale <= side:
                # The joined window may now reach yet another one.
                del windows[place]
                waiting.append(union)
                break
        else:
            windows.append(window)
    return [
        Window(
            max(0, math.floor(x0)),
            max(0, math.floor(y0)),
            min(width, math.ceil(x1)),
            min(height, math.ceil(y1)),
            scale,
        )
        for x0, y0, x1, y1 in windows
    ]


def alone(box: Floats, width: int, height: int, size: float) -> Window:
    """One thing in the middle of its surroundings, as large as asked for.

    Args:
        box: x0, y0, x1, y1 in pixels of the picture.
        width: Of the picture.
        height: Of the picture.
        size: What the longer side of the box shall become.
    """
    x0, y0, x1, y1 = map(float, box)
    scale = size / max(x1 - x0, y1 - y0, 1.0)
    half = _ALONE / 2 / scale
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return Window(
        max(0, math.floor(x - half)),
        max(0, math.floor(y - half)),
        min(width, math.ceil(x + half)),
        min(height, math.ceil(y + half)),
        scale,
    )


def _union(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    return (*map(min, one[:2], other[:2]), *map(max, one[2:], other[2:]))


def _area(window: tuple[float, ...]) -> float:
    return (window[2] - window[0]) * (window[3] - window[1])


def _longer(window: tuple[float, ...]) -> float:
    return max(window[2] - window[0], window[3] - window[1])
