"""Icons and small signs out of polygons, circles and lines; `pictures.json` holds their shapes.

Each shape says which part of the icon it is (`main`, `light`, `dark`, `accent`, `line`), and the
style says what that part looks like. A name that nobody has drawn gets an ornament of its own.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from companion.tabletop.scenery import Mark
from hardware.art.canvas import Canvas, Colour
from hardware.art.style import Style, mixed

Spot = tuple[float, float]
_WHITE: Colour = (250, 252, 255)
_BLACK: Colour = (20, 22, 26)
#: Where the pips of a face are, in thirds from the middle.
PIPS: dict[int, tuple[Spot, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_icon(
    canvas: Canvas, name: str, at: Spot, size: float, *, colour: Colour, style: Style
) -> None:
    """An icon around a point; `size` is its height in millimetres."""
    half = size / 2
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
        _DRAW[kind](canvas, numbers, tints[role], place, half)
        if style.sign == "edged" and kind == "polygon" and size > 5:
            canvas.line(place(numbers), tints["dark"], 0.05 * size, closed=True)


def _polygon(canvas: Canvas, numbers: Any, tint: Colour, place: Any, half: float) -> None:
    canvas.polygon(place(numbers), tint)


def _disc(canvas: Canvas, numbers: Any, tint: Colour, place: Any, half: float) -> None:
    x, y = place(numbers[:2])[0]
    canvas.disc(x, y, half * numbers[2], tint)


def _line(canvas: Canvas, numbers: Any, tint: Colour, place: Any, half: float) -> None:
    canvas.line(place(numbers[1:]), tint, half * numbers[0])


_DRAW: dict[str, Callable[[Canvas, Any, Colour, Any, float], None]] = {
    "polygon": _polygon,
    "disc": _disc,
    "line": _line,
}


def draw_mark(canvas: Canvas, mark: Mark, at: Spot, size: float, style: Style) -> None:
    """A sign with its colour, and what is written with it."""
    colour = style.colour(mark.tone or "ink")
    if mark.icon == "die" and mark.text.isdecimal():
        draw_die(canvas, mark.text, at, size, style)
        return
    draw_icon(canvas, mark.icon, at, size, colour=colour, style=style)
    inner = _INNER.get(mark.icon)
    if inner is not None:
        share, ink = inner
        pale = style.ink_on(colour) if ink == "on" else colour
        sign = mark.tone if mark.icon == "production" else f"sign-{mark.tone}"
        if mark.icon == "joker":
            canvas.text("?", at, 0.55 * size, pale, font=style.font)
        else:
            draw_icon(canvas, sign, at, share * size, colour=pale, style=style)
    elif mark.text:
        canvas.text(mark.text, at, 0.5 * size, style.ink_on(colour), font=style.font)


#: Signs that carry another sign: how large it is, and whether it lies on the sign's own colour.
_INNER = {
    "banner": (0.42, "on"),
    "hub": (0.42, "tone"),
    "joker": (0.5, "on"),
    "production": (0.52, "tone"),
}


def draw_die(canvas: Canvas, value: str, at: Spot, size: float, style: Style) -> None:
    """A printed die: pips for a number, letters for anything else."""
    half, x, y = size / 2, *at
    cut = 0.22 * half
    corners = [
        (x + sx * a, y + sy * b)
        for sx, sy, pair in (
            (-1, -1, ((half, half - cut), (half - cut, half))),
            (1, -1, ((half - cut, half), (half, half - cut))),
            (1, 1, ((half, half - cut), (half - cut, half))),
            (-1, 1, ((half - cut, half), (half, half - cut))),
        )
        for a, b in pair
    ]
    paper, ink = style.colour("paper"), style.colour("ink")
    if style.seed % 3 == 2:
        paper, ink = ink, paper
    canvas.polygon(corners, paper)
    canvas.line(corners, ink, 0.07 * size, closed=True)
    if value.isdecimal() and style.seed % 4 != 3:
        for px, py in PIPS[int(value)]:
            canvas.disc(x + 0.26 * size * px, y + 0.26 * size * py, 0.1 * size, ink)
    else:
        canvas.text(value, at, 0.6 * size, ink, font=style.font)


def _turned(colour: Colour) -> Colour:
    """A colour that stands out from this one."""
    blue, green, red = colour
    return (red, blue, green) if abs(red - blue) > 40 else (60, 150, 235)


@lru_cache(maxsize=512)
def shapes(name: str) -> tuple[list[Any], ...]:
    """The shapes of an icon."""
    known = _pictures().get(name)
    if known is not None:
        return tuple(known)
    rng = np.random.default_rng(list(name.encode()))
    count = int(rng.integers(5, 9))
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    radii = rng.uniform(0.4, 1.0, count)
    rim = [
        float(v) for a, r in zip(angles, radii, strict=True) for v in (r * np.cos(a), r * np.sin(a))
    ]
    spots = [["accent", "disc", *rng.uniform(-0.4, 0.4, 2).tolist(), 0.2] for _ in range(2)]
    return (["main", "polygon", *rim], *spots)


@lru_cache(maxsize=1)
def _pictures() -> dict[str, list[list[Any]]]:
    path = Path(__file__).parent / "pictures.json"
    found: dict[str, list[list[Any]]] = json.loads(path.read_text("utf-8"))
    return found
