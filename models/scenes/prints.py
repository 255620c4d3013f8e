"""Flat and small things that are no dice: what a finder must leave alone.

Every drawer returns a square BGRA patch whose thing fills the width; `compose.py` places it.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.tables import any_colour
from models.sprites.look import pip_centres

Patch = NDArray[np.uint8]
_SIDE = 128
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def draw_print(kind: str, seed: int) -> Patch:
    """Draws one thing.

    Raises:
        KeyError: No drawer is known for this kind.
    """
    rng = np.random.default_rng(seed)
    patch = np.zeros((_SIDE, _SIDE, 4), np.uint8)
    DRAWERS[kind](rng, patch)
    return patch


def stands_up(kind: str) -> bool:
    """Whether the thing has a height, and so casts a shadow."""
    return kind in ("coin", "token", "meeple", "cube")


def _ink(rng: np.random.Generator, alpha: int = 255) -> tuple[float, ...]:
    return (*any_colour(rng).tolist(), float(alpha))


def _contrast(colour: tuple[float, ...]) -> tuple[float, float, float, float]:
    return (15.0, 15.0, 15.0, 255.0) if sum(colour[:3]) > 330 else (245.0, 245.0, 245.0, 255.0)


def _rounded(patch: Patch, low: int, high: int, radius: int, colour: tuple[float, ...]) -> None:
    cv2.rectangle(patch, (low + radius, low), (high - radius, high), colour, -1)
    cv2.rectangle(patch, (low, low + radius), (high, high - radius), colour, -1)
    for x in (low + radius, high - radius):
        for y in (low + radius, high - radius):
            _disc(patch, radius, colour, at=(x, y))


def _disc(
    patch: Patch,
    radius: int,
    colour: tuple[float, ...],
    *,
    at: Sequence[int] = (64, 64),
    thick: int = -1,
) -> None:
    """A disc, or a ring that is so thick."""
    cv2.circle(patch, at, radius, colour, thick, cv2.LINE_AA)


def _printed_die(rng: np.random.Generator, patch: Patch) -> None:
    paper = _ink(rng)
    _rounded(patch, 3, _SIDE - 4, int(rng.integers(4, 30)), paper)
    if rng.random() < 0.5:
        cv2.rectangle(
            patch, (8, 8), (_SIDE - 9, _SIDE - 9), _contrast(paper), int(rng.integers(1, 5))
        )
    radius = int(_SIDE * rng.uniform(0.06, 0.12))
    for x, y in pip_centres(int(rng.integers(1, 7)), rng.uniform(0.2, 0.28)):
        spot = (round((x + 0.5) * _SIDE), round((y + 0.5) * _SIDE))
        _disc(patch, radius, _contrast(paper), at=spot)


def _coin(rng: np.random.Generator, patch: Patch) -> None:
    tone = rng.uniform(90, 230)
    metal = (tone * rng.uniform(0.4, 1.0), tone * rng.uniform(0.75, 1.0), tone, 255.0)
    _disc(patch, 60, metal)
    darker = (*tuple(0.7 * c for c in metal[:3]), 255.0)
    _disc(patch, 53, darker, thick=2)
    cv2.putText(
        patch,
        str(rng.choice((1, 2, 5, 10, 20, 50))),
        (38, 82),
        _FONTS[0],
        1.6,
        darker,
        4,
        cv2.LINE_AA,
    )


def _token(rng: np.random.Generator, patch: Patch) -> None:
    colour = _ink(rng)
    _disc(patch, 60, colour)
    if rng.random() < 0.6:
        _disc(patch, int(rng.integers(15, 50)), _ink(rng), thick=int(rng.choice((-1, 4))))


def _number(rng: np.random.Generator, patch: Patch) -> None:
    if rng.random() < 0.6:
        paper = _ink(rng)
        if rng.random() < 0.5:
            _disc(patch, 60, paper)
        else:
            _rounded(patch, 4, 123, 10, paper)
    else:
        paper = (255.0, 255.0, 255.0, 255.0) if rng.random() < 0.5 else (0.0, 0.0, 0.0, 255.0)
    text = str(rng.integers(0, 20))
    cv2.putText(
        patch,
        text,
        (42 - 22 * (len(text) - 1), 90),
        _FONTS[rng.integers(3)],
        2.4,
        _contrast(paper),
        7,
        cv2.LINE_AA,
    )


def _number_token(rng: np.random.Generator, patch: Patch) -> None:
    """A disc with a number and a row of dots below: the best disguise of a face."""
    paper = _ink(rng) if rng.random() < 0.4 else (190.0, 225.0, 240.0, 255.0)
    ink = _contrast(paper) if rng.random() < 0.7 else (40.0, 40.0, 190.0, 255.0)
    _disc(patch, 60, paper)
    if rng.random() < 0.4:
        _disc(patch, 58, ink, thick=int(rng.integers(1, 5)))
    text, font, height = str(rng.integers(1, 13)), _FONTS[rng.integers(3)], rng.uniform(1.2, 2.2)
    wide, high = cv2.getTextSize(text, font, height, 5)[0]
    cv2.putText(patch, text, (64 - wide // 2, 60 + high // 2), font, height, ink, 5, cv2.LINE_AA)
    dots, radius = int(rng.integers(0, 6)), int(rng.integers(4, 8))
    for spot in range(dots):
        at = (round(64 + (spot - (dots - 1) / 2) * 2.6 * radius), 102)
        _disc(patch, radius, ink, at=at)


def _dots(rng: np.random.Generator, patch: Patch) -> None:
    """Pips without a die: on a tile, a card's corner, a scoring track."""
    colour = _ink(rng)
    if rng.random() < 0.4:
        for x, y in pip_centres(int(rng.integers(1, 7)), 0.27):
            _disc(patch, 12, colour, at=(round((x + 0.5) * _SIDE), round((y + 0.5) * _SIDE)))
        return
    for _ in range(rng.integers(1, 9)):
        spot = rng.integers(12, _SIDE - 12, 2).tolist()
        _disc(patch, int(rng.integers(4, 13)), colour, at=spot)


def _card(rng: np.random.Generator, patch: Patch) -> None:
    paper = _ink(rng)
    cv2.rectangle(patch, (20, 2), (107, 125), paper, -1)
    cv2.rectangle(patch, (26, 8), (101, 119), _ink(rng), int(rng.choice((-1, 2, 4))))
    for y in np.linspace(28, 100, rng.integers(1, 4)):
        for x in np.linspace(42, 86, rng.integers(1, 4)):
            colour = _contrast(paper)
            if rng.random() < 0.5:
                _disc(patch, 7, colour, at=(int(x), int(y)))
            else:
                cv2.rectangle(patch, (int(x) - 7, int(y) - 7), (int(x) + 7, int(y) + 7), colour, -1)


def _hex_tile(rng: np.random.Generator, patch: Patch) -> None:
    corner = np.arange(6) * np.pi / 3
    points = np.stack([64 + 62 * np.sin(corner), 64 + 62 * np.cos(corner)], axis=1).astype(np.int32)
    cv2.fillConvexPoly(patch, points, _ink(rng), cv2.LINE_AA)
    cv2.polylines(patch, [points], True, _ink(rng), 4, cv2.LINE_AA)
    inner = np.zeros_like(patch)
    DRAWERS[str(rng.choice(("printed_die", "dots", "number", "token", "number_token")))](rng, inner)
    small = cv2.resize(inner, (44, 44), interpolation=cv2.INTER_AREA)
    spot = rng.integers(24, 60, 2)
    view = patch[spot[1] : spot[1] + 44, spot[0] : spot[0] + 44]
    cover = small[..., 3:] > 127
    view[:] = np.where(cover, small, view)


def _meeple(rng: np.random.Generator, patch: Patch) -> None:
    colour = _ink(rng)
    _disc(patch, 22, colour, at=(64, 28))
    body = np.array(
        [
            (64, 34),
            (116, 60),
            (108, 74),
            (82, 72),
            (104, 122),
            (74, 122),
            (64, 100),
            (54, 122),
            (24, 122),
            (46, 72),
            (20, 74),
            (12, 60),
        ],
        np.int32,
    )
    cv2.fillPoly(patch, [body], colour, cv2.LINE_AA)


def _cube(rng: np.random.Generator, patch: Patch) -> None:
    """A wooden cube or a sugar lump: a die's body without pips."""
    colour = np.array(_ink(rng)[:3])
    top = np.array([(10, 40), (64, 12), (118, 40), (64, 68)], np.int32)
    left = np.array([(10, 40), (64, 68), (64, 124), (10, 96)], np.int32)
    right = np.array([(118, 40), (64, 68), (64, 124), (118, 96)], np.int32)
    if rng.random() < 0.5:
        _rounded(patch, 6, 121, int(rng.integers(3, 25)), (*colour.tolist(), 255.0))
        return
    for points, light in (
        (top, 1.0),
        (left, rng.uniform(0.5, 0.9)),
        (right, rng.uniform(0.4, 0.8)),
    ):
        cv2.fillConvexPoly(patch, points, (*(colour * light).tolist(), 255.0), cv2.LINE_AA)


def _sail(rng: np.random.Generator, patch: Patch) -> None:
    """A small ship, flag or sign on a board: a pale, crooked square with something written on it.

    Where only other boards were learnt from, the sails of painted ships were taken for white dice.
    """
    sea = _ink(rng, 0 if rng.random() < 0.6 else 255)
    if sea[3]:
        _disc(patch, 62, sea)
    wood = (*(rng.uniform(0.2, 0.9) * np.array([50.0, 90.0, 140.0])).tolist(), 255.0)
    hull = np.array([(18, 88), (110, 84), (96, 116), (36, 118)]) + rng.integers(-8, 9, (4, 2))
    cv2.fillPoly(patch, [hull.astype(np.int32)], wood, cv2.LINE_AA)
    pale = rng.uniform(185, 255)
    cloth = (*(pale * rng.uniform(0.85, 1.0, 3)).tolist(), 255.0)
    corners = np.array([(34, 16), (92, 14), (98, 82), (30, 84)]) + rng.integers(-12, 13, (4, 2))
    # Its sides are blown out or in by the wind.
    wind = rng.uniform(-14, 14, 4)
    along = np.linspace(0, 1, 9)[:-1, None]
    rim = []
    for at, to, bulge in zip(corners, np.roll(corners, -1, axis=0), wind, strict=True):
        aside = np.array([to[1] - at[1], at[0] - to[0]]) / 70.0
        rim.append(at + (to - at) * along + aside * bulge * np.sin(np.pi * along))
    shape = np.rint(np.concatenate(rim)).astype(np.int32)
    cv2.fillPoly(patch, [shape], cloth, cv2.LINE_AA)
    cv2.polylines(patch, [shape], True, wood, int(rng.integers(1, 4)), cv2.LINE_AA)
    ink = tuple(float(c) for c in (*rng.uniform(0, 110, 3), 255.0))
    if rng.random() < 0.8:
        text = str(rng.choice(("2:1", "3:1", "?", "!", "x2", "1", "A", "=")))
        font, height = _FONTS[rng.integers(3)], rng.uniform(0.6, 1.2)
        wide = cv2.getTextSize(text, font, height, 3)[0][0]
        at = (64 - wide // 2, int(rng.integers(36, 72)))
        cv2.putText(patch, text, at, font, height, ink, int(rng.integers(2, 5)), cv2.LINE_AA)
    for _ in range(rng.integers(0, 4)):
        spot = (int(rng.integers(44, 86)), int(rng.integers(30, 76)))
        size = (int(rng.integers(4, 12)), int(rng.integers(3, 9)))
        cv2.ellipse(patch, spot, size, float(rng.uniform(0, 180)), 0, 360, _ink(rng), -1)


DRAWERS: dict[str, Callable[[np.random.Generator, Patch], None]] = {
    "printed_die": _printed_die,
    "coin": _coin,
    "token": _token,
    "number": _number,
    "number_token": _number_token,
    "dots": _dots,
    "card": _card,
    "hex_tile": _hex_tile,
    "meeple": _meeple,
    "cube": _cube,
    "sail": _sail,
}
