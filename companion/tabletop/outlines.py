"""Outlines of flat things in millimetres: their shapes, moving them, and what they have in common.

An outline goes around clockwise as seen from above, y pointing towards the near edge of the table.
"""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Point

Outline = tuple[Point, ...]

ORIGIN = Point(0, 0)


def moved(outline: Outline, at: Point, turn: float) -> Outline:
    """An outline that was turned about its middle and then put at a point.

    >>> moved((Point(1, 0),), Point(10, 10), 90)[0]
    Point(x=10.0, y=11.0)
    """
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return tuple(
        Point(at.x + cosine * p.x - sine * p.y, at.y + sine * p.x + cosine * p.y) for p in outline
    )


def hexagon(width: float) -> Outline:
    """A hexagon with a corner on top, from flat side to flat side `width` wide."""
    radius = width / math.sqrt(3)
    angles = (math.radians(60 * k - 90) for k in range(6))
    return tuple(Point(radius * math.cos(a), radius * math.sin(a)) for a in angles)


def rectangle(width: float, height: float) -> Outline:
    """A rectangle, clockwise from the upper left corner."""
    x, y = width / 2, height / 2
    return Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)


def disc(radius: float, corners: int = 24) -> Outline:
    """A circle with corners."""
    angles = (2 * math.pi * k / corners for k in range(corners))
    return tuple(Point(radius * math.cos(a), radius * math.sin(a)) for a in angles)


def box(points: Iterable[Point], around: float = 0) -> Outline:
    """The upright box around some points, and so much farther on all sides."""
    xs, ys = zip(*points, strict=True)
    left, top, right, bottom = (
        min(xs) - around,
        min(ys) - around,
        max(xs) + around,
        max(ys) + around,
    )
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


class HexGrid(NamedTuple):
    """Hexagonal cells side by side on the table.

    Attributes:
        pitch: From the middle of a cell to the middle of its neighbour.
        at: Where the middle of the cell (0, 0) is.
        turn: How the whole is turned; with 0 the cell (1, 0) is to the right of (0, 0).
    """

    pitch: float
    at: Point = ORIGIN
    turn: float = 0.0

    def middle(self, cell: Cell, off: Point = ORIGIN) -> Point:
        """The middle of a cell, or a point that is so much off it."""
        q, r = cell
        x, y = self.pitch * (q + r / 2), self.pitch * math.sqrt(3) / 2 * r
        return moved((Point(x + off.x, y + off.y),), self.at, self.turn)[0]

    def outline(self, cell: Cell) -> Outline:
        """The rim of a cell."""
        return moved(hexagon(self.pitch), self.middle(cell), self.turn)

    def box(self, cells: Iterable[Cell]) -> Outline:
        """The upright box around some cells, however they are turned."""
        return box(map(self.middle, cells), self.pitch / math.sqrt(3))


def middle(outline: Outline) -> Point:
    """The mean of the corners."""
    count = len(outline)
    return Point(sum(p.x for p in outline) / count, sum(p.y for p in outline) / count)


def inside(point: Point, convex: Outline) -> bool:
    """Whether a point lies in a convex outline that goes around clockwise (as `moved` keeps it)."""
    return all(_side(a, b, point) >= 0 for a, b in _edges(convex))


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _side(a: Point, b: Point, point: Point) -> float:
    """Positive on the inner side of an edge of a clockwise outline (y pointing downwards)."""
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
