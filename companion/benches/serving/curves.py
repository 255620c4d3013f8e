"""Curves over time as a small picture (SVG), to be looked at and put into a page."""

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDE, HIGH = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 34, 34
_COLOURS = ("#2a6f97", "#c8553d", "#5a8f29", "#7b4b94")
#: How many lines there are across, about.
_LINES = 5


def draw(
    title: str, curves: Mapping[str, Sequence[float]], seconds: float, unit: str = "MB"
) -> str:
    """Curves of values that were taken at even intervals over so many seconds."""
    most = max((value for curve in curves.values() for value in curve), default=1.0)
    step = _step(most)
    top = step * max(1, math.ceil(most / step))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="18" font-size="14">{escape(title)}</text>',
    ]
    for value in range(0, int(top) + 1, step):
        y = _y(value, top)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{WIDE - _RIGHT}" stroke="#ddd"/>')
        label = f"{value} {unit}" if value == top else f"{value}"
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        x = _LEFT + share * (WIDE - _LEFT - _RIGHT)
        text = _time(share * seconds)
        anchor = "end" if share == 1 else "middle"
        parts.append(f'<text x="{x:.1f}" y="{HIGH - 12}" text-anchor="{anchor}">{text}</text>')
    for number, (name, curve) in enumerate(curves.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        parts.append(f'<path d="{_way(curve, top)}" fill="none" stroke="{colour}"/>')
        x = WIDE - _RIGHT - 170 * (len(curves) - number) + 170
        parts.append(
            f'<text x="{x}" y="18" text-anchor="end" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _step(most: float) -> int:
    """Between two lines: 1, 2 or 5 with noughts."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if most / step <= _LINES:
                return step
        size *= 10


def _y(value: float, top: float) -> float:
    return HIGH - _BOTTOM - value / top * (HIGH - _TOP - _BOTTOM)


def _way(curve: Sequence[float], top: float) -> str:
    across = (WIDE - _LEFT - _RIGHT) / max(1, len(curve) - 1)
    spots = [f"{_LEFT + i * across:.1f} {_y(value, top):.1f}" for i, value in enumerate(curve)]
    return "M" + "L".join(spots)


def _time(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 300 else f"{seconds / 60:.0f} min"
