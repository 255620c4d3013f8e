"""The lamp above the table and what the lens and the sensor make of its light."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from hardware.frame import Image
from hardware.simulated.viewpoint import Floats


@dataclass(frozen=True)
class Light:
    """A lamp and the light of the room.

    Attributes:
        azimuth: Where the lamp is, in degrees clockwise from x, as seen from above.
        elevation: How high it stands, in degrees; 90 is straight above.
        warmth: The colour of the lamp: 0 is daylight, 1 an old bulb, below 0 a cold one.
        strength: How bright the picture is; 1 is well exposed.
        ambient: The share of light that comes from everywhere and casts no shadow.
        softness: How wide the edge of a shadow is, in millimetres for each millimetre of height.
        falloff: How much darker the table is at the end that is far from the lamp.
    """

    azimuth: float = -120.0
    elevation: float = 58.0
    warmth: float = 0.2
    strength: float = 1.1
    ambient: float = 0.5
    softness: float = 0.35
    falloff: float = 0.25

    @cached_property
    def towards(self) -> Floats:
        """The direction to the lamp, length 1."""
        up, round_ = np.radians(self.elevation), np.radians(self.azimuth)
        way = (np.cos(up) * np.cos(round_), np.cos(up) * np.sin(round_), np.sin(up))
        return np.array(way, np.float32)

    @cached_property
    def tint(self) -> Floats:
        """What the lamp's colour does to blue, green and red."""
        w = self.warmth
        return np.array([1 - 0.42 * w, 1 - 0.12 * w, 1 + 0.08 * w], np.float32) * self.strength

    def shade(self, normals: Floats) -> Floats:
        """How bright a surface is, compared with the table top (N)."""
        direct = np.maximum(normals @ self.towards, 0) / self.towards[2]
        around = 0.55 + 0.45 * normals[:, 2]
        found: Floats = self.ambient * around + (1 - self.ambient) * direct
        return found

    def field(self, size: tuple[int, int], top: int, bottom: int) -> Floats:
        """How bright the lamp makes some rows of a picture (H x W), without its colour."""
        x, y = (np.linspace(-1, 1, length, dtype=np.float32) for length in size)
        y = y[top:bottom]
        way = self.towards[:2] / np.float32(max(np.hypot(*self.towards[:2]), 0.1))
        found: Floats = np.add.outer(1 + self.falloff * way[1] * y, self.falloff * way[0] * x)
        vignette: Floats = np.subtract.outer(1 - 0.12 * y**2, 0.12 * x**2)
        found *= vignette
        return found


class Rows(Protocol):
    """A picture of light that is handed out in rows, BGR from 0 to 255; a numpy array is one."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width, 3."""

    def __getitem__(self, rows: slice, /) -> Floats:
        """Some rows."""


@dataclass(frozen=True)
class Sensor:
    """What happens between the lens and the file.

    Attributes:
        blur: Of the lens, in pixels.
        noise: Of the sensor, in grey levels at medium brightness.
        quality: Of the JPEG that the camera sends; None sends the pixels themselves.
    """

    blur: float = 0.6
    noise: float = 2.5
    quality: int | None = 88

    def expose(self, picture: Rows, rng: np.random.Generator) -> Image:
        """The picture that comes out of the camera."""
        high, wide = picture.shape[:2]
        grain = _Grain((high, wide), rng)
        shot = np.empty((high, wide, 3), np.uint8)
        for top, bottom in strips(picture.shape):
            rows = self._blurred(picture, top, bottom)
            rows += np.float32(self.noise) * grain[top:bottom]
            rows += np.float32(0.5)
            shot[top:bottom] = np.clip(rows, 0, 255, out=rows)
        if self.quality is None:
            return shot
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        del shot
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _blurred(self, picture: Rows, top: int, bottom: int) -> Floats:
        """Some rows as the lens draws them; what is around them shines in."""
        around = math.ceil(4 * self.blur) + 1
        first = max(0, top - around)
        rows = picture[first : min(bottom + around, picture.shape[0])]
        soft = cv2.GaussianBlur(rows, (0, 0), self.blur)
        found: Floats = np.asarray(soft, np.float32)[top - first : bottom - first]
        return found


_STRIP = 250_000
"""Numbers in a strip: it stays in the processor's cache, and in memory that is used again."""


def strips(shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """The rows of a picture in strips, from the top."""
    high, wide = shape[:2]
    step = max(8, _STRIP // (3 * wide))
    for top in range(0, high, step):
        yield top, min(top + step, high)


_GRAIN_SIDE = 257


class _Grain:
    """Noise for a whole picture out of one fresh piece, shifted so that no part repeats another."""

    def __init__(self, shape: tuple[int, int], rng: np.random.Generator) -> None:
        piece = rng.standard_normal((_GRAIN_SIDE, _GRAIN_SIDE, 3), np.float32)
        soft = np.asarray(cv2.GaussianBlur(piece, (0, 0), 0.9), np.float32)
        piece = 0.75 * piece + 0.5 * soft * 1.8
        self._piece: Floats = piece
        self._wide = shape[1]
        rows, columns = (n // _GRAIN_SIDE + 1 for n in shape)
        self._shifts = rng.integers(_GRAIN_SIDE, size=(rows, columns))

    def __getitem__(self, rows: slice) -> Floats:
        """Some rows of it."""
        places = np.arange(rows.start, rows.stop)
        shifted = (places[:, None] - self._shifts[places // _GRAIN_SIDE]) % _GRAIN_SIDE
        whole = np.concatenate([self._piece[column] for column in shifted.T], 1)
        return whole[:, : self._wide]
