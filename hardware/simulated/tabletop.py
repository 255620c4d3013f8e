"""Table tops drawn by ourselves: wood with its grain, cloth, felt, stone."""

from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.art.style import Colour
from hardware.frame import Image
from hardware.simulated.viewpoint import Floats

#: The same part of a table is drawn again and again: about so many millimetres of it.
_PIECE = 900.0


_FINEST = 2.0
"""Pixels a millimetre; a table has no finer detail than that."""


Cover = tuple[Floats, Floats]
"""What a table is covered with: one colour (BGR), and how bright it is from pixel to pixel."""


class TableTop:
    """A table top, `scale` pixels a millimetre; a part of it when asked (BGR).

    It is as large as anybody likes: one piece of it, mirrored at its edges so that no seam is seen.
    """

    def __init__(self, scale: float, seed: int, cloth: Colour | None = None) -> None:
        rng = np.random.default_rng([seed, 3])
        kinds = (_wood, _planks, _cloth, _felt, _stone)
        draw = kinds[rng.choice(5, p=(0.35, 0.25, 0.2, 0.12, 0.08))] if seed else _planks
        if cloth is not None:
            draw = partial(_table_cloth, colour=cloth)
        fine = min(scale, _FINEST)
        colour, bright = draw(rng, round(_PIECE * fine), fine)
        # A byte says how much there is of the strongest colour; the others go with it.
        strongest = np.float32(colour.max())
        bright *= strongest
        piece = np.clip(bright, 0, 255, out=bright).astype(np.uint8)
        self._shades = np.rint(np.arange(256)[:, None] * (colour / strongest)).astype(np.uint8)
        side = round(_PIECE * scale)
        if fine < scale:
            size = (side, side)
            piece = np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_CUBIC), np.uint8)
        self._piece = piece

    def part(self, left: int, top: int, right: int, bottom: int) -> Image:
        """A copy of the pixels within these bounds."""
        rows, columns = self._mirrored(top, bottom), self._mirrored(left, right)
        return self._shades[self._piece[rows][:, columns]]

    def _mirrored(self, first: int, last: int) -> NDArray[np.intp]:
        side = len(self._piece)
        places = np.arange(first, last) % (2 * side)
        return np.where(places < side, places, 2 * side - 1 - places)


def _noise(
    rng: np.random.Generator, side: int, columns: float, rows: float, share: float = 1
) -> Floats:
    """Soft hills, so many side by side and so many one above the other; mean 0, spread `share`."""
    small = rng.standard_normal((max(2, round(rows)), max(2, round(columns))), np.float32)
    # Before it is made large: a second one of that size would be 13 MB more.
    small *= np.float32(share)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood_tone(rng: np.random.Generator) -> Floats:
    tone = rng.uniform(95, 200)
    return np.array(
        [tone * rng.uniform(0.4, 0.62), tone * rng.uniform(0.66, 0.8), tone], np.float32
    )


def _grain(rng: np.random.Generator, side: int) -> Floats:
    found = _noise(rng, side, 3, 26)
    found += _noise(rng, side, 5, 70, 0.6)
    found += _noise(rng, side, 9, 220, 0.5)
    found *= np.float32(0.055)
    found += _noise(rng, side, side / 22, side / 2.2, 0.022)
    return found


def _wood(rng: np.random.Generator, side: int, scale: float) -> Cover:
    return _wood_tone(rng), 1 + _grain(rng, side)


def _planks(rng: np.random.Generator, side: int, scale: float) -> Cover:
    tone, grain = _wood_tone(rng), _grain(rng, side)
    light = np.empty((side, 1), np.float32)
    step = rng.uniform(85, 150) * scale
    for index in range(int(side / step) + 1):
        first, last = round(index * step), round((index + 1) * step)
        light[first:last] = rng.uniform(0.9, 1.08)
        grain[first:last] = np.roll(grain[first:last], int(rng.integers(side)), 1)
        light[max(0, first - max(1, round(0.5 * scale))) : first + 1] *= 0.62
    grain += light
    return tone, grain


def _cloth(rng: np.random.Generator, side: int, scale: float) -> Cover:
    colour = _plain_colour(rng)
    thread = max(2.0, 0.9 * scale)
    wave = np.sin(np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / thread))
    bright = np.float32(0.03) * np.outer(wave, wave)
    bright += _noise(rng, side, side / 2, side / 2, 0.025)
    bright += 1
    bright += _noise(rng, side, 4, 4, 0.035)
    return colour, bright


def _table_cloth(rng: np.random.Generator, side: int, scale: float, colour: Colour) -> Cover:
    """Woven, and perhaps with stripes, checks or dots."""
    _, bright = _cloth(rng, side, scale)
    step, share = rng.uniform(12, 60) * scale, np.float32(rng.uniform(0.05, 0.3))
    band = (np.arange(side, dtype=np.float32) / np.float32(step)) % 1
    bars = (band < rng.uniform(0.2, 0.6)).astype(np.float32)
    pattern = rng.choice(("plain", "stripes", "checks", "dots"))
    if pattern == "stripes":
        bright -= share * bars
    elif pattern == "checks":
        bright -= share / 2 * np.add.outer(bars, bars)
    elif pattern == "dots":
        away = (band - np.float32(0.5)) ** 2
        bright -= share * (np.add.outer(away, away) < rng.uniform(0.03, 0.12))
    return np.array(colour, np.float32), bright


def _felt(rng: np.random.Generator, side: int, scale: float) -> Cover:
    bright = _noise(rng, side, side / 1.5, side / 1.5, 0.035)
    bright += _noise(rng, side, 60, 60, 0.03)
    bright += 1
    return _plain_colour(rng), bright


def _stone(rng: np.random.Generator, side: int, scale: float) -> Cover:
    bright = _noise(rng, side, 24, 24, 0.03)
    bright += _noise(rng, side, 110, 110, 0.03)
    specks = _noise(rng, side, side / 4, side / 4)
    specks -= np.float32(1.2)
    np.maximum(specks, 0, out=specks)
    grey = rng.uniform(90, 190) * np.array([1, 1, 1.02], np.float32)
    bright += np.float32(rng.choice((-0.35, 0.35))) * specks
    bright += 1
    return grey.astype(np.float32), bright


def _plain_colour(rng: np.random.Generator) -> Floats:
    hsv = np.array([[[rng.integers(180), rng.integers(15, 150), rng.integers(60, 215)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)
