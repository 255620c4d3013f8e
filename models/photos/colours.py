"""Other colours for the same things: dice, tables and lamps come in all of them."""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


def recoloured(
    rng: np.random.Generator, seen: Pixels, bars: tuple[float, float, float, float]
) -> Pixels:
    """One of the changes below, or none; `bars` say up to which share each of the four is made."""
    kind = rng.random()
    if kind < bars[0]:
        return _any_order(rng, seen)
    if kind < bars[1]:
        return _other_hue(rng, seen)
    if kind < bars[2]:
        return other_colours(rng, seen)
    return _greyed(seen) if kind < bars[3] else seen


def _any_order(rng: np.random.Generator, seen: Pixels) -> Pixels:
    """Swaps red, green and blue."""
    return np.ascontiguousarray(seen[..., rng.permutation(3)])


def _other_hue(rng: np.random.Generator, seen: Pixels) -> Pixels:
    """Turns all colours around grey: a red die becomes green or violet, a white one stays white."""
    axis = np.full(3, 1 / np.sqrt(3)) * rng.uniform(-np.pi, np.pi)
    return np.asarray(cv2.transform(seen, cv2.Rodrigues(axis)[0]), np.uint8)


def other_colours(rng: np.random.Generator, seen: Pixels) -> Pixels:
    """Turns the room of all colours any way: what was brighter may now be only redder.

    Red pips on a grey die are hardly brighter than the die. Readers that had learnt from white and
    black pips misread them, though nobody would.
    """
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turned = cv2.transform(seen.astype(np.float32) - 127.5, (0.8 * turn).astype(np.float32))
    return np.asarray(np.clip(turned + 127.5, 0, 255), np.uint8)


def _greyed(seen: Pixels) -> Pixels:
    """Takes all colour away."""
    grey = cv2.cvtColor(np.ascontiguousarray(seen), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
