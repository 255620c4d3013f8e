"""How a stored crop is changed each time the reader is shown it again."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.photos.colours import recoloured
from models.photos.crops import STORED, STORED_MARGIN
from models.scenes.lens import as_jpeg, peppered

Pixels = NDArray[np.uint8]
# Seen from the side, the pips of a top face are a few pixels high. Without aws_vegas, after one
# short training each, 94.2 % of its dice were read with a margin of 1.5 and 95.2 % with 1.25. From
# 80 to 96 pixels, a sixth fewer steps (and pale prints) gave 1.8 points more of epanemu and 0.5 of
# aws_vegas. 128 gave nothing more (see the model card).
SIDE = 96
MARGIN = 1.25
# Some cameras hang over the table the other way round.
_UPRIGHT = 0.9
# How often a die is cut off by the picture's rim, and how much of it at most: a pip is still in.
_AT_THE_RIM = 0.08
_MOST_CUT_OFF = 0.25

Matrix = NDArray[np.float64]


def vary(
    rng: np.random.Generator, crop: Pixels, roll: float | None = None
) -> tuple[Pixels, Matrix]:
    """Turns, mirrors, squeezes, shifts and recolours a crop; the value on top stays the same.

    Args:
        rng: Decides about everything.
        crop: As `crops.py` stores it.
        roll: How many degrees a camera is held askew, typically; None for any turn. Seen from the
            side, a die shows two or three faces alike, and only the way up tells which is on top.
            So a reader that shall tell them must not learn from dice stood on their heads.

    Returns:
        The new crop, and the 2 x 3 matrix that says where each point went.
    """
    middle = np.full(2, STORED / 2)
    if rng.random() < _AT_THE_RIM:
        crop, middle = at_the_rim(rng, crop)
    matrix = _way(rng, roll, middle)
    seen = np.asarray(
        cv2.warpAffine(
            crop, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )
    seen = _relit(rng, recoloured(rng, seen, (0.18, 0.36, 0.62, 0.74)))
    chance = rng.random()
    if chance < 0.2:
        blur = rng.uniform(0.005, 0.021) * SIDE
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), blur), np.uint8)
    elif chance < 0.4:
        # A die that was small in the photo.
        low = int(rng.integers(20, 50))
        small = cv2.resize(seen, (low, low), interpolation=cv2.INTER_AREA)
        seen = np.asarray(cv2.resize(small, (SIDE, SIDE)), np.uint8)
    elif chance < 0.47:
        length = round(rng.uniform(0.035, 0.095) * SIDE)
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        streak = kernel if rng.random() < 0.5 else kernel.T
        seen = np.asarray(cv2.filter2D(seen, -1, streak), np.uint8)
    values = np.asarray(seen, np.float32)
    if rng.random() < 0.5:
        values = values + rng.normal(0, rng.uniform(1, 16), values.shape).astype(np.float32)
    shown = np.clip(values, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        shown = peppered(rng, shown)
    if rng.random() < 0.25:
        shown = as_jpeg(shown, int(rng.integers(25, 85)))
    return shown, matrix


def straight(crop: Pixels) -> Pixels:
    """The crop as the reader sees it when nothing is changed."""
    inner = round(STORED * MARGIN / STORED_MARGIN)
    low = (STORED - inner) // 2
    view = crop[low : low + inner, low : low + inner]
    return np.asarray(cv2.resize(view, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def at_the_rim(rng: np.random.Generator, crop: Pixels) -> tuple[Pixels, NDArray[np.float64]]:
    """The crop as if the picture had ended there, and the middle of what is left of the die."""
    die = STORED / STORED_MARGIN
    lost = rng.uniform(0, _MOST_CUT_OFF) * die
    rim = round((STORED - die) / 2 + lost)
    quarter = int(rng.integers(4))
    turned = np.rot90(crop, quarter).copy()
    turned[:rim] = turned[rim]
    middle = np.full(2, STORED / 2)
    # Which way is up, right, down and left after so many quarter turns back.
    middle += np.array([(0, 1), (-1, 0), (0, -1), (1, 0)])[quarter] * lost / 2
    return np.ascontiguousarray(np.rot90(turned, -quarter)), middle


def _way(rng: np.random.Generator, roll: float | None, middle: NDArray[np.float64]) -> Matrix:
    turn = rng.uniform(0, 2 * np.pi)
    if roll is not None and rng.random() < _UPRIGHT:
        turn = np.radians(rng.normal(0, roll))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flip = np.diag([-1.0 if rng.random() < 0.5 else 1.0, 1.0])
    aspect = np.sqrt(np.exp(rng.uniform(np.log(0.75), np.log(1.33))))
    zoom = SIDE / STORED * STORED_MARGIN / MARGIN * np.exp(rng.normal(0, 0.12))
    # Squeezed before it is turned, and once more after: pictures are squeezed along their own
    # axes, but the die had been squeezed when it was stored.
    late = np.sqrt(rng.uniform(0.9, 1.1))
    linear = np.diag([late, 1 / late]) @ spin @ np.diag([aspect, 1 / aspect]) @ flip * zoom
    shift = SIDE / 2 - linear @ middle + rng.normal(0, 0.045 * SIDE / MARGIN, 2)
    return np.hstack([linear, shift[:, None]])


def _glaring(rng: np.random.Generator, seen: Pixels) -> Pixels:
    """A lamp mirrored in the die, where it may look like one more pip."""
    side = seen.shape[0]
    x, y = rng.uniform(0.25, 0.75, 2) * side
    wide = rng.uniform(0.03, 0.12) * side
    narrow, turn = wide * rng.uniform(0.4, 1.0), rng.uniform(0, np.pi)
    down, across = np.mgrid[:side, :side].astype(np.float32)
    along = (across - x) * np.cos(turn) + (down - y) * np.sin(turn)
    aside = (down - y) * np.cos(turn) - (across - x) * np.sin(turn)
    spot = np.exp(-(((along / wide) ** 2 + (aside / narrow) ** 2) ** rng.uniform(1, 2)))
    lit = seen + (255 - seen.astype(np.float32)) * (rng.uniform(0.5, 1.0) * spot)[..., None]
    return np.asarray(lit, np.uint8)


def _relit(rng: np.random.Generator, seen: Pixels) -> Pixels:
    if rng.random() < 0.25:
        seen = 255 - seen
    steps = np.arange(256, dtype=np.float32) / 255
    table = np.empty((256, 1, 3), np.uint8)
    gamma, gain = np.exp(rng.uniform(-0.5, 0.5)), rng.uniform(0.6, 1.3)
    for channel in range(3):
        tint = rng.uniform(0.8, 1.2)
        bent = steps ** (gamma * rng.uniform(0.9, 1.1)) * gain * tint
        table[:, 0, channel] = np.clip(bent * 255, 0, 255).astype(np.uint8)
    seen = np.asarray(cv2.LUT(seen, table), np.uint8)
    if rng.random() < 0.12:
        seen = _glaring(rng, seen)
    if rng.random() < 0.15:
        # A shadow's edge or a lamp's reflection across the die.
        side = seen.shape[0]
        turn = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:side, :side] / side - 0.5
        edge = np.clip((x * np.cos(turn) + y * np.sin(turn) + rng.uniform(-0.3, 0.3)) * 12, 0, 1)
        seen = np.clip(seen * (1 - rng.uniform(-0.3, 0.6) * edge[..., None]), 0, 255).astype(
            np.uint8
        )
    return seen
