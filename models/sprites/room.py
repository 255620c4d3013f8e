"""The light of a room: how bright it is in which direction, for the ray tracer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Pictures of rooms are a whole turn wide and half a turn high.
_WIDE, _HIGH = 128, 64
# How much each level is blurred, in pixels: a mirror, satin, matt, and what arrives on a wall.
_BLURS = (0.0, 2.0, 6.0, 18.0)
# A lamp in the picture may be a thousand times as bright as the room; one pixel of it is enough.
_BRIGHTEST = 20.0


@dataclass(frozen=True, eq=False)
class Room:
    """What comes from everywhere around, sharp and more and more blurred; one is the mean."""

    levels: tuple[Floats, ...]

    def light(self, directions: Floats, blur: float) -> Floats:
        """How bright it is there (N x 3); `blur` from 0 for a mirror to 1 for a wall."""
        x, y, z = directions.T
        across = (np.arctan2(y, x) / (2 * np.pi) + 0.5) * _WIDE - 0.5
        down = np.arccos(np.clip(z, -1, 1)) / np.pi * _HIGH - 0.5
        level = self.levels[round(blur * (len(self.levels) - 1))]
        return looked_up(level, across, down)


def open_room(rng: np.random.Generator, pictures: Sequence[Path]) -> Room:
    """One of the rooms in the pictures, turned at random, or one that is made up."""
    if pictures and rng.random() < 0.7:
        stored = cv2.imread(str(pictures[int(rng.integers(len(pictures)))]), cv2.IMREAD_UNCHANGED)
        if stored is None:
            raise ValueError(f"no picture of a room can be read among {pictures[0].parent}")
        small = cv2.resize(stored[..., :3], (_WIDE, _HIGH), interpolation=cv2.INTER_AREA)
        picture = np.roll(np.asarray(small, np.float32), int(rng.integers(_WIDE)), axis=1)
    else:
        picture = _made_up(rng)
    picture = np.minimum(picture / max(float(picture.mean()), 1e-6), _BRIGHTEST)
    return Room(tuple(_blurred(picture, blur) for blur in _BLURS))


def _made_up(rng: np.random.Generator) -> Floats:
    """Walls from dark to light, and some windows or lamps."""
    ends = rng.uniform(0.1, 1.0, (2, 1, 1)) * rng.uniform(0.8, 1.2, (2, 1, 3))
    share = np.linspace(0, 1, _HIGH)[:, None, None]
    picture = np.repeat(ends[0] * (1 - share) + ends[1] * share, _WIDE, axis=1)
    for _ in range(rng.integers(0, 4)):
        wide, high = rng.integers(4, 30), rng.integers(3, 16)
        left, top = rng.integers(0, _WIDE - wide), rng.integers(0, _HIGH // 2)
        tint = rng.uniform(0.7, 1.0, 3)
        picture[top : top + high, left : left + wide] = rng.uniform(2, 12) * tint
    return np.asarray(picture, np.float32)


def _blurred(picture: Floats, blur: float) -> Floats:
    if blur == 0:
        return picture
    wide = np.hstack([picture, picture, picture])
    soft = cv2.GaussianBlur(wide, (0, 0), blur, borderType=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(soft[:, _WIDE : 2 * _WIDE], np.float32)


# OpenCV takes at most 32767 points in a row or column.
_ROW = 256


def looked_up(picture: Floats, across: Floats, down: Floats) -> Floats:
    """The colours (N x channels) of a picture at N points, in pixels; its rim goes on forever."""
    missing = -len(across) % _ROW
    rows = [np.pad(each, (0, missing)).reshape(-1, _ROW) for each in (across, down)]
    x, y = (np.asarray(each, np.float32) for each in rows)
    found = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found.reshape(-1, picture.shape[2])[: len(across)], np.float32)
