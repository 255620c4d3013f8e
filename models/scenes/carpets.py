"""Carpets, gravel and granite: grounds so busy that dice of their colours hide on them.

Black dice on a grey carpet were the most frequent thing that finders overlooked that had never seen
one, though nobody at the table would.
"""

import cv2
import numpy as np

from models.scenes.tables import Picture, any_colour, soft_noise

# Tufts and grains, in pixels: from a carpet far below to gravel under the lens.
_FINEST, _COARSEST = 1.5, 14.0
# How often a ground takes up a colour, and how much lighter or darker it is.
_ALIKE, _SPREAD = 0.7, 25.0


def draw_carpet(seed: int, side: int, near: Picture | None = None) -> Picture:
    """Draws a busy ground (side x side x 3, BGR, 0 to 255).

    Args:
        seed: Decides about everything.
        side: Of the picture.
        near: A colour that it often has, so that what has it too is hard to see; None for any.
    """
    rng = np.random.default_rng(seed)
    if near is not None and rng.random() < _ALIKE:
        yarns = _yarns(rng, near + np.float32(rng.normal(0, _SPREAD)))
    else:
        yarns = _yarns(rng, any_colour(rng))
    grain = float(np.exp(rng.uniform(np.log(_FINEST), np.log(_COARSEST))))
    ground = (_tufts if rng.random() < 0.6 else _grains)(rng, side, yarns, grain)
    if rng.random() < 0.5:
        soft = rng.uniform(0.4, 1.2)
        ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), soft), np.float32)
    return np.clip(ground, 0, 255).astype(np.float32)


def _yarns(rng: np.random.Generator, colour: Picture) -> Picture:
    """The colours of a ground: shades of one, perhaps with a thread of something else."""
    count = int(rng.integers(3, 6))
    shades = rng.normal(0, rng.uniform(8, 45), (count, 1)) + rng.normal(0, 6, (count, 3))
    yarns = np.clip(colour + shades, 5, 250)
    if rng.random() < 0.4:
        yarns[0] = any_colour(rng)
    return np.asarray(yarns, np.float32)


def _tufts(rng: np.random.Generator, side: int, yarns: Picture, grain: float) -> Picture:
    """Yarn by yarn as the noise rises and falls, each tuft lit from one side."""
    height = soft_noise(rng, side, side / grain, rng.uniform(0.6, 1.6))
    height = height + 0.6 * soft_noise(rng, side, side / grain / 2.3)
    order = np.argsort(np.argsort(height, axis=None)).reshape(side, side) / side**2
    which = np.minimum((order * len(yarns)).astype(int), len(yarns) - 1)
    turn = rng.uniform(0, 2 * np.pi)
    down, across = np.gradient(soft_noise(rng, side, side / grain))
    slope = (across * np.cos(turn) + down * np.sin(turn)) * grain
    light = 1 + rng.uniform(0.05, 0.3) * np.clip(slope, -2, 2)
    return np.asarray(yarns[which] * light[..., None], np.float32)


def _grains(rng: np.random.Generator, side: int, yarns: Picture, grain: float) -> Picture:
    """Crooked grains side by side, as in granite, terrazzo or gravel."""
    cells = max(2, round(side / grain))
    shares = rng.dirichlet(np.full(len(yarns), 1.5))
    chosen = rng.choice(len(yarns), (cells, cells), p=shares)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    bent = [soft_noise(rng, side, side / grain * 1.3) * grain * 0.45 for _ in range(2)]
    rows = np.clip((y + bent[0]) / grain, 0, cells - 1).astype(int)
    columns = np.clip((x + bent[1]) / grain, 0, cells - 1).astype(int)
    light = 1 + rng.uniform(0, 0.15) * soft_noise(rng, side, side / grain)
    return np.asarray(yarns[chosen[rows, columns]] * light[..., None], np.float32)
