"""Icons and small signs out of polygons, circles and lines; `pictures.json` holds their shapes.

Each shape says which part of the icon it is (`main`, `light`, `dark`, `accent`, `line`), and the
style says what that part looks like. A name that nobody has drawn gets an ornament of its own.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.tabletop.scenery import Mark
from hardware.art.canvas import Canvas
from hardware.art.style import Colour, mixed

Spot = tuple[float, float]
_WHITE: Colour = (250, 252, 255)
_BLACK: Colour = (20, 22, 26)
_PICTURES: dict[str, list[list[Any]]]
_PICTURES = json.loads((Path(__file__).parent / "pictures.json").read_text("utf-8"))
_PIPS: tuple[Spot, ...] = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0))
PIPS = {n: _PIPS[: n - n % 2] + ((0, 0),) * (n % 2) for n in range(1, 7)}
"""Where the pips of a face are, in thirds from the middle: two and two, and one between them."""


def draw_icon(canvas: Canvas, name: str, at: Spot, size: float, colour: Colour) -> None:
    """An icon around a point; `size` is its height in millimetres."""
    half, style = size / 2, canvas.style
    if style.sign == "badge" and size > 8:
        canvas.disc(*at, half * 1.12, mixed(colour, _WHITE, 0.75))
        half *= 0.8
    tints = {
        "main": colour,
        "line": colour,
        "light": mixed(colour, _WHITE, 0.72),
        "dark": mixed(colour, _BLACK, 0.45),
        "accent": mixed(_turned(colour), _WHITE, 0.1),
    }

    def place(numbers: list[float]) -> list[Spot]:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        return [
            (at[0] + half * (style.stretch * x - style.lean * y), at[1] + half * y)
            for x, y in pairs
        ]

    for role, kind, *numbers in shapes(name):
        tint = tints[role]
        if kind == "disc":
            canvas.disc(*place(numbers[:2])[0], half * numbers[2], tint)
        elif kind == "line":
            canvas.line(place(numbers[1:]), tint, half * numbers[0])
        else:
            canvas.polygon(place(numbers), tint)
            if style.sign == "edged" and size > 5:
                canvas.line(place(numbers), tints["dark"], 0.05 * size, closed=True)


def draw_mark(canvas: Canvas, mark: Mark, at: Spot, size: float) -> None:
    """A sign with its colour, and what is written with it."""
    style = canvas.style
    colour = style.colour(mark.tone or "ink")
    if mark.icon == "die" and mark.text.isdecimal():
        draw_die(canvas, mark.text, at, size)
        return
    draw_icon(canvas, mark.icon, at, size, colour)
    pale = style.ink_on(colour)
    if mark.icon == "joker":
        canvas.text("?", at, 0.55 * size, pale)
    elif mark.icon == "banner":
        draw_icon(canvas, f"sign-{mark.tone}", at, 0.42 * size, pale)
    elif mark.icon == "hub":
        draw_icon(canvas, f"sign-{mark.tone}", at, 0.42 * size, colour)
    elif mark.icon == "production":
        draw_icon(canvas, mark.tone, at, 0.52 * size, colour)
    elif mark.text:
        canvas.text(mark.text, at, 0.5 * size, pale)


def draw_die(canvas: Canvas, value: str, at: Spot, size: float) -> None:
    """A printed die: pips for a number, letters for anything else."""
    half, style, (x, y) = size / 2, canvas.style, at
    cut = 0.78 * half
    rim = [(-half, -cut), (-cut, -half), (cut, -half), (half, -cut)]
    corners = [(x + side * a, y + side * b) for side in (1, -1) for a, b in rim]
    paper, ink = style.colour("paper"), style.colour("ink")
    if style.seed % 3 == 2:
        paper, ink = ink, paper
    canvas.polygon(corners, paper)
    canvas.line(corners, ink, 0.07 * size, closed=True)
    if value.isdecimal() and style.seed % 4 != 3:
        for px, py in PIPS[int(value)]:
            canvas.disc(x + 0.26 * size * px, y + 0.26 * size * py, 0.1 * size, ink)
    else:
        canvas.text(value, at, 0.6 * size, ink)


def _turned(colour: Colour) -> Colour:
    """A colour that stands out from this one."""
    blue, green, red = colour
    return (red, blue, green) if abs(red - blue) > 40 else (60, 150, 235)


@lru_cache(maxsize=512)
def shapes(name: str) -> tuple[list[Any], ...]:
    """The shapes of an icon."""
    if name in _PICTURES:
        return tuple(_PICTURES[name])
    rng = np.random.default_rng(list(name.encode()))
    count = int(rng.integers(5, 9))
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    rim = np.stack([np.cos(angles), np.sin(angles)], 1) * rng.uniform(0.4, 1.0, (count, 1))
    spots = [["accent", "disc", *rng.uniform(-0.4, 0.4, 2).tolist(), 0.2] for _ in range(2)]
    return (["main", "polygon", *rim.ravel().tolist()], *spots)
