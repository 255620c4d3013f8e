"""The lamp above the table and what the lens and the sensor make of its light."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


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

    def field(self, size: tuple[int, int]) -> Floats:
        """How bright the lamp makes each part of the picture, times its colour (H x W x 3)."""
        small = (size[0] // 16 + 1, size[1] // 16 + 1)
        y, x = np.mgrid[-1 : 1 : small[1] * 1j, -1 : 1 : small[0] * 1j]
        slope = (x * self.towards[0] + y * self.towards[1]) / max(np.hypot(*self.towards[:2]), 0.1)
        vignette = 1 - 0.12 * (x**2 + y**2)
        grey = (1 + self.falloff * slope) * vignette
        wide = cv2.resize(grey.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        found: Floats = np.asarray(wide, np.float32)[..., None] * self.tint
        return found


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

    def expose(self, picture: Floats, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The picture that comes out of the camera."""
        if self.blur > 0:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self.blur), np.float32)
        if self.noise > 0:
            picture = picture + self.noise * _grain(picture.shape[:2], rng)
        shot: NDArray[np.uint8] = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
        if self.quality is None:
            return shot
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


_GRAIN_SIDE = 257


def _grain(shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Noise for a whole picture out of one fresh piece, turned and shifted so that none repeats."""
    piece = rng.standard_normal((_GRAIN_SIDE, _GRAIN_SIDE, 3), np.float32)
    piece = 0.75 * piece + 0.5 * np.asarray(cv2.GaussianBlur(piece, (0, 0), 0.9), np.float32) * 1.8
    rows, columns = (n // _GRAIN_SIDE + 1 for n in shape)
    strips = [
        np.concatenate(
            [np.roll(piece, int(rng.integers(_GRAIN_SIDE)), 0) for _ in range(columns)], 1
        )
        for _ in range(rows)
    ]
    found: Floats = np.concatenate(strips, 0)[: shape[0], : shape[1]]
    return found
