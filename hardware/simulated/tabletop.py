"""Table tops drawn by ourselves: wood with its grain, cloth, felt, stone."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
KINDS = ("wood", "planks", "cloth", "felt", "stone")
#: The same part of a table is drawn again and again: about so many millimetres of it.
_PIECE = 900.0


_FINEST = 2.0
"""Pixels a millimetre; a table has no finer detail than that."""


def draw_tabletop(width: int, height: int, scale: float, seed: int) -> NDArray[np.uint8]:
    """A table top of so many pixels, `scale` of them a millimetre (BGR)."""
    rng = np.random.default_rng([seed, 3])
    kind = str(rng.choice(KINDS, p=(0.35, 0.25, 0.2, 0.12, 0.08))) if seed else "planks"
    draw = {"wood": _wood, "planks": _planks, "cloth": _cloth, "felt": _felt, "stone": _stone}
    fine = min(scale, _FINEST)
    piece = np.clip(draw[kind](rng, round(_PIECE * fine), fine), 0, 255).astype(np.uint8)
    side = round(_PIECE * scale)
    if fine < scale:
        piece = np.asarray(cv2.resize(piece, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)
    if side < max(width, height):
        # Mirrored at its edges, so that no seam is seen.
        pad = max(width, height) - side
        piece = np.asarray(cv2.copyMakeBorder(piece, 0, pad, 0, pad, cv2.BORDER_REFLECT), np.uint8)
    return np.ascontiguousarray(piece[:height, :width])


def _noise(rng: np.random.Generator, side: int, columns: float, rows: float) -> Floats:
    """Soft hills, so many side by side and so many one above the other; mean 0, spread about 1."""
    small = rng.standard_normal((max(2, round(rows)), max(2, round(columns))), np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _wood_tone(rng: np.random.Generator) -> Floats:
    tone = rng.uniform(95, 200)
    return np.array(
        [tone * rng.uniform(0.4, 0.62), tone * rng.uniform(0.66, 0.8), tone], np.float32
    )


def _grain(rng: np.random.Generator, side: int) -> Floats:
    rings = (
        _noise(rng, side, 3, 26) + 0.6 * _noise(rng, side, 5, 70) + 0.5 * _noise(rng, side, 9, 220)
    )
    fibre = _noise(rng, side, side / 22, side / 2.2)
    return np.asarray(0.055 * rings + 0.022 * fibre, np.float32)


def _wood(rng: np.random.Generator, side: int, scale: float) -> Floats:
    found: Floats = _wood_tone(rng) * (1 + _grain(rng, side))[..., None]
    return found


def _planks(rng: np.random.Generator, side: int, scale: float) -> Floats:
    tone, grain = _wood_tone(rng), _grain(rng, side)
    light = np.empty((side, 1), np.float32)
    step = rng.uniform(85, 150) * scale
    for index in range(int(side / step) + 1):
        first, last = round(index * step), round((index + 1) * step)
        light[first:last] = rng.uniform(0.9, 1.08)
        grain[first:last] = np.roll(grain[first:last], int(rng.integers(side)), 1)
        light[max(0, first - max(1, round(0.5 * scale))) : first + 1] *= 0.62
    found: Floats = tone * (light + grain)[..., None]
    return found


def _cloth(rng: np.random.Generator, side: int, scale: float) -> Floats:
    colour = _plain_colour(rng)
    thread = max(2.0, 0.9 * scale)
    y, x = np.mgrid[:side, :side].astype(np.float32) * np.float32(2 * np.pi / thread)
    weave = 0.03 * (np.sin(x) * np.sin(y)) + 0.025 * _noise(rng, side, side / 2, side / 2)
    folds = 0.035 * _noise(rng, side, 4, 4)
    found: Floats = colour * (1 + weave + folds).astype(np.float32)[..., None]
    return found


def _felt(rng: np.random.Generator, side: int, scale: float) -> Floats:
    fluff = 0.035 * _noise(rng, side, side / 1.5, side / 1.5) + 0.03 * _noise(rng, side, 60, 60)
    found: Floats = _plain_colour(rng) * (1 + fluff)[..., None]
    return found


def _stone(rng: np.random.Generator, side: int, scale: float) -> Floats:
    veins = 0.03 * _noise(rng, side, 24, 24) + 0.03 * _noise(rng, side, 110, 110)
    specks = np.maximum(_noise(rng, side, side / 4, side / 4) - 1.2, 0)
    grey = rng.uniform(90, 190) * np.array([1, 1, 1.02], np.float32)
    way = rng.choice((-0.35, 0.35))
    found: Floats = grey * (1 + veins + way * specks).astype(np.float32)[..., None]
    return found


def _plain_colour(rng: np.random.Generator) -> Floats:
    hsv = np.array([[[rng.integers(180), rng.integers(15, 150), rng.integers(60, 215)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)
