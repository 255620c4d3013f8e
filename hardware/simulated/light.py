"""The lamp above the table and what the lens and the sensor make of its light.

The table is drawn in the grey levels of a screen. Lenses mix *light*, sensors count it, and a tone
curve comes last. Printed black is no black, paper no white, and a lamp mirrors itself in varnish.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from hardware.frame import Image
from hardware.simulated.viewpoint import Floats

_GAMMA = 2.2
_MIDDLE = 0.18
"""The light of a medium grey: a tone curve turns around it."""
_DARK = 0.02
"""The light of what a sensor counts in the dark, for its noise."""


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
class Glare:
    """The mirror image of a lamp.

    Attributes:
        at: Where it is, as shares of the picture's width and height.
        size: How far it reaches, as a share of the width (one deviation).
        strength: How bright it is; 1 is as bright as white paper.
    """

    at: tuple[float, float]
    size: float
    strength: float


@dataclass(frozen=True)
class Film:
    """From light to grey levels.

    Attributes:
        veil: Light that comes from everywhere in the picture: from ink that is not black, and from
            within the lens. 1 is white paper.
        contrast: Of the tone curve; 1 is that of a screen.
        shoulder: How early bright parts are pressed together.
        defocus: Radius of the disc that a point becomes, in pixels.
        glare: A lamp's mirror image, if there is one.
    """

    veil: float = 0.03
    contrast: float = 0.9
    shoulder: float = 0.2
    defocus: float = 0.0
    glare: Glare | None = None

    def light(self, rows: Floats, top: int, size: tuple[int, int]) -> Floats:
        """Rows of the drawn table as light; `size` is the whole picture's, `top` the first row."""
        found = np.asarray(cv2.pow(rows * np.float32(1 / 255), _GAMMA), np.float32)
        found *= np.float32(1 - self.veil)
        found += np.float32(self.veil)
        if self.glare is not None:
            found += _spot(self.glare, top, len(rows), size)[..., None]
        return found

    def unsharp(self, light: Floats) -> Floats:
        """Light as a lens out of focus mixes it."""
        if self.defocus < 0.3:
            return light
        reach = int(np.ceil(self.defocus))
        away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1])
        disc = np.clip(self.defocus + 0.5 - away, 0, 1).astype(np.float32)
        return np.asarray(cv2.filter2D(light, -1, disc / disc.sum()), np.float32)

    def developed(self, light: Floats, grain: Floats) -> Floats:
        """Grey levels; the grain is in grey levels at medium brightness, and comes before them."""
        steps = np.sqrt(np.maximum(light, 0) + np.float32(_DARK))
        noisy = light + grain * steps * np.float32(1 / (255 * np.sqrt(_MIDDLE + _DARK)))
        np.maximum(noisy, 0, out=noisy)
        bent = noisy * (1 + self.shoulder * _MIDDLE) / (1 + self.shoulder * noisy)
        toned = cv2.pow(bent * np.float32(1 / _MIDDLE), self.contrast / _GAMMA)
        return np.asarray(toned * np.float32(255 * _MIDDLE ** (1 / _GAMMA)), np.float32)


def _spot(glare: Glare, top: int, rows: int, size: tuple[int, int]) -> Floats:
    wide, high = size
    reach = glare.size * wide
    x = np.exp(-0.5 * ((np.arange(wide) - glare.at[0] * wide) / reach) ** 2)
    y = np.exp(-0.5 * ((np.arange(top, top + rows) - glare.at[1] * high) / reach) ** 2)
    return np.asarray(glare.strength * np.outer(y, x), np.float32)


@dataclass(frozen=True)
class Sensor:
    """What happens between the lens and the file.

    Attributes:
        blur: Of the lens, in pixels.
        noise: Of the sensor, in grey levels at medium brightness.
        quality: Of the JPEG that the camera sends; None sends the pixels themselves.
        film: What becomes of light; without one the lens mixes grey levels instead.
    """

    blur: float = 0.6
    noise: float = 2.5
    quality: int | None = 88
    film: Film | None = None

    def expose(self, picture: Rows, rng: np.random.Generator) -> Image:
        """The picture that comes out of the camera."""
        high, wide = picture.shape[:2]
        grain = _Grain((high, wide), rng)
        shot = np.empty((high, wide, 3), np.uint8)
        for top, bottom in strips(picture.shape):
            rows = self._blurred(picture, top, bottom)
            noise = np.float32(self.noise) * grain[top:bottom]
            rows = rows + noise if self.film is None else self.film.developed(rows, noise)
            rows += np.float32(0.5)
            shot[top:bottom] = np.clip(rows, 0, 255, out=rows)
        if self.quality is None:
            return shot
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        del shot
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def _blurred(self, picture: Rows, top: int, bottom: int) -> Floats:
        """Some rows as the lens draws them; what is around them shines in."""
        high, wide = picture.shape[:2]
        around = math.ceil(4 * self.blur) + 1
        if self.film is not None:
            around += math.ceil(self.film.defocus)
        first = max(0, top - around)
        rows = picture[first : min(bottom + around, high)]
        if self.film is not None:
            rows = self.film.unsharp(self.film.light(rows, first, (wide, high)))
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
