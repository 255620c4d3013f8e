"""Lines over rounds: the race of the scores as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320.0, 180.0
LEFT, RIGHT, TOP, BOTTOM = 30.0, 24.0, 12.0, 24.0
#: At most so many lines and labels along a side.
MARKS = 6


@dataclass(frozen=True)
class AxisMark:
    """A label at a place along a side."""

    at: float
    label: int


@dataclass(frozen=True)
class Line:
    """One seat's points, as the `points` of an SVG polyline; its end carries the seat's number."""

    seat: int
    points: str
    end: tuple[float, float]
    total: int


@dataclass(frozen=True)
class LineChart:
    """The drawing: lines, and what stands along its sides."""

    lines: tuple[Line, ...]
    rounds: tuple[AxisMark, ...]
    heights: tuple[AxisMark, ...]
    width: float = WIDTH
    height: float = HEIGHT


def draw(rounds: Sequence[int], race: Sequence[Sequence[int]]) -> LineChart:
    """The chart of every seat's points by round."""
    most = max([1, *(points for line in race for points in line)])
    step = _step(most)
    top = -(-most // step) * step
    span = max(1, len(rounds) - 1)

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / span, 1)

    def y(points: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * points / top, 1)

    every = max(1, -(-len(rounds) // MARKS))
    lines = []
    for seat, points in enumerate(race):
        corners = [(x(index), y(value)) for index, value in enumerate(points)]
        text = " ".join(f"{across},{down}" for across, down in corners)
        lines.append(Line(seat, text, corners[-1], points[-1]))
    return LineChart(
        lines=_apart(lines),
        rounds=tuple(AxisMark(x(i), number) for i, number in enumerate(rounds) if i % every == 0),
        heights=tuple(AxisMark(y(value), value) for value in range(0, top + 1, step)),
    )


def _step(most: int) -> int:
    """A round distance between two heights."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500):
        if most <= step * (MARKS - 1):
            return step
    return most


def _apart(lines: list[Line]) -> tuple[Line, ...]:
    """The numbers at the ends must not lie on each other."""
    room = 15.0
    last = -room
    moved: dict[int, Line] = {}
    for line in sorted(lines, key=lambda one: one.end[1]):
        down = max(line.end[1], last + room)
        moved[line.seat] = Line(line.seat, line.points, (line.end[0], down), line.total)
        last = down
    return tuple(moved[line.seat] for line in lines)
