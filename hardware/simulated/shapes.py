"""The shapes of solid pieces as distance fields: how far a point is from the surface.

A field is negative inside. Points are in the piece's own frame: x to its right, y to its front, z
up from the table, the piece being around x = y = 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.tabletop.scenery import Cube, Figure, Peg
from hardware.art.icons import PIPS
from hardware.simulated.viewpoint import Floats

Field = Callable[[Floats], Floats]
Paint = Callable[[Floats], Floats]
"""From points to an index: 0 is the piece's colour, 1 that of what is printed on it."""

SolidBody = Cube | Figure | Peg
_AXES = np.vstack([np.eye(3), -np.eye(3)[::-1]])
"""The faces of a die as directions, from 1 to 6; opposite faces add up to seven."""


@dataclass(frozen=True)
class Solid:
    """A shape, what is painted on it, the box it fits into, and how glossy it is.

    `slices` are outlines of the shape at some heights, for its shadow: half width, half depth, z.
    """

    field: Field
    paint: Paint
    half: tuple[float, float]
    height: float
    gloss: float
    slices: tuple[tuple[float, float, float], ...]


def solid(body: SolidBody) -> Solid:
    """The shape of a body."""
    if isinstance(body, Cube):
        return _die(body)
    return _figure(body) if isinstance(body, Figure) else _peg(body)


def turn_of(body: SolidBody) -> float:
    """By how many degrees a body is turned; a peg looks the same from all sides."""
    return 0.0 if isinstance(body, Peg) else body.turn


def faces_around(top: int, front: int) -> dict[tuple[int, int], int]:
    """The numbers on a die's sides: axis (0 x, 1 y, 2 z) and direction -> number.

    >>> faces_around(1, 2)[0, 1]
    4
    """
    right = np.cross(_AXES[front - 1], _AXES[top - 1])
    beside = int((_AXES @ right).argmax()) + 1
    found = {}
    for axis, number in ((2, top), (1, front), (0, beside)):
        found[axis, 1], found[axis, -1] = number, 7 - number
    return found


def _die(body: Cube) -> Solid:
    half = body.size / 2
    rounding = 0.17 * body.size
    sides = faces_around(body.value, body.front)

    def field(points: Floats) -> Floats:
        away = np.abs(points - np.array([0, 0, half], np.float32)) - (half - rounding)
        outer = np.sqrt((np.maximum(away, 0) ** 2).sum(1))
        found: Floats = outer + np.minimum(away.max(1), 0) - rounding
        return found

    def paint(points: Floats) -> Floats:
        local = points - np.array([0, 0, half], np.float32)
        axis = np.abs(local).argmax(1)
        found = np.zeros(len(points), np.float32)
        for (which, way), number in sides.items():
            on = (axis == which) & (np.sign(local[:, which]) == way)
            if on.any():
                u, v = (local[on][:, k] for k in range(3) if k != which)
                step, radius = 0.27 * body.size, 0.105 * body.size
                spots = [(u - a * step) ** 2 + (v - b * step) ** 2 for a, b in PIPS[number]]
                found[on] = np.min(spots, axis=0) < (radius * (1.25 if number == 1 else 1)) ** 2
        return found

    slices = tuple((0.94 * half, 0.94 * half, z * body.size) for z in (0.0, 0.5, 0.97))
    return Solid(field, paint, (half, half), body.size, 0.5, slices)


#: A figure in its own plane, in heights: from, to, radius. The head, the arms, the body, the legs.
_BONES = (
    ((0.0, 0.81), (0.0, 0.81), 0.19),
    ((-0.28, 0.5), (0.28, 0.5), 0.12),
    ((0.0, 0.6), (0.0, 0.36), 0.2),
    ((-0.04, 0.36), (-0.2, 0.1), 0.13),
    ((0.04, 0.36), (0.2, 0.1), 0.13),
)


def _figure(body: Figure) -> Solid:
    tall, thick, round_ = body.height, body.depth, 0.06 * body.height

    def upright(points: Floats) -> Floats:
        """A flat wooden figure, its feet on z = 0."""
        flat = points[:, (0, 2)] / tall
        near = np.min([_capsule(flat, *bone) for bone in _BONES], axis=0) * tall
        rim = np.maximum(near, -points[:, 2]) + round_
        side = np.abs(points[:, 1]) - thick / 2 + round_
        return _rounded(rim, side, round_)

    def lying(points: Floats) -> Floats:
        along = np.stack([points[:, 0], points[:, 2] - thick / 2, points[:, 1] + tall / 2], 1)
        return upright(along.astype(np.float32))

    wide = body.width / 2
    if body.lying:
        slices = tuple((0.6 * wide, tall / 2, z * thick) for z in (0.0, 0.6, 1.0))
        return Solid(lying, _unprinted, (wide, tall / 2), thick, 0.15, slices)
    slices = tuple(
        (share * wide, thick / 2, z * tall) for share, z in ((0.75, 0.0), (0.9, 0.5), (0.45, 0.97))
    )
    return Solid(upright, _unprinted, (wide, thick / 2), tall, 0.15, slices)


def _capsule(
    points: Floats, start: tuple[float, float], end: tuple[float, float], radius: float
) -> Floats:
    """How far points of a plane are from everything within `radius` of a line."""
    a, b = np.array(start, np.float32), np.array(end, np.float32)
    along = b - a
    length = max(float(along @ along), 1e-6)
    share = np.clip((points - a) @ along / length, 0, 1)
    gap = points - a - share[:, None] * along
    found: Floats = np.sqrt((gap**2).sum(1)) - radius
    return found


def _rounded(rim: NDArray[Any], side: NDArray[Any], by: float) -> Floats:
    """A body that ends at a rim and at a flat side, with the edge between them rounded."""
    outer = np.sqrt(np.maximum(rim, 0) ** 2 + np.maximum(side, 0) ** 2)
    found: Floats = outer + np.minimum(np.maximum(rim, side), 0) - by
    return found


def _unprinted(points: Floats) -> Floats:
    return np.zeros(len(points), np.float32)


def _peg(body: Peg) -> Solid:
    round_ = 0.12 * body.radius

    def field(points: Floats) -> Floats:
        rim = np.hypot(points[:, 0], points[:, 1]) - body.radius + round_
        side = np.abs(points[:, 2] - body.height / 2) - body.height / 2 + round_
        return _rounded(rim, side, round_)

    half = 0.85 * body.radius
    slices = tuple((half, half, z * body.height) for z in (0.0, 0.5, 1.0))
    return Solid(field, _unprinted, (body.radius, body.radius), body.height, 0.15, slices)
