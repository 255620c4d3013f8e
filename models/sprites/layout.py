"""Where dice lie on a table that is rendered whole: drawn from a seed, free of any renderer."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace

from models.sprites.look import DieLook, draw_faces, draw_look

# All lengths are in widths of a die.
_MOST_DICE = 12
_TOUCHING = 0.35
_ONE_SET = 0.4
# Rounded edges may come a little closer than sharp ones.
_ROOM = 0.99


@dataclass(frozen=True)
class Lying:
    """One die: how it looks and above which spot of the table its middle is."""

    look: DieLook
    x: float
    y: float


@dataclass(frozen=True)
class TableLayout:
    """A picture to be rendered.

    Attributes:
        elevation: How high the camera stands above the table's plane, in degrees.
        roll: How far it is held askew, in degrees.
        angle: How wide it sees, in degrees.
        span: How many dice would fit side by side in the picture's middle.
        aperture: Half of what the lens opens; 0 for a picture that is sharp everywhere.
        roughness: Of the table: 0.2 mirrors the dice a little, 0.9 is cloth.
        dice: What lies there.
    """

    elevation: float
    roll: float
    angle: float
    span: float
    aperture: float
    roughness: float
    dice: tuple[Lying, ...]


def lay_table(seed: int, number: int) -> TableLayout:
    """Describes a random table; the same numbers give the same one."""
    rng = random.Random(f"table {seed}/{number}")
    elevation = rng.choice((rng.uniform(30, 58), rng.uniform(52, 90), rng.uniform(75, 90)))
    span = math.exp(rng.uniform(math.log(2.4), math.log(14)))
    return TableLayout(
        elevation=elevation,
        roll=rng.uniform(0, 360) if elevation > 72 else rng.gauss(0, 8),
        angle=rng.uniform(16, 62),
        span=span,
        aperture=rng.choice((0.0, rng.uniform(0.03, 0.2))),
        roughness=rng.uniform(0.2, 0.9),
        dice=_dice(rng, span),
    )


def overlap(one: Lying, other: Lying) -> bool:
    """Whether two dice would stand in each other: do their footprints cross?"""
    away = (other.x - one.x, other.y - one.y)
    for heading in (one.look.heading, other.look.heading):
        for turn in (0, 90):
            axis = _direction(heading + turn)
            apart = abs(away[0] * axis[0] + away[1] * axis[1])
            if apart >= _ROOM * (_reach(one, axis) + _reach(other, axis)):
                return False
    return True


def _dice(rng: random.Random, span: float) -> tuple[Lying, ...]:
    room = max(1, min(_MOST_DICE, int(span * span / 4)))
    wanted = rng.randint(1, room)
    one_set = draw_look(rng, 1) if rng.random() < _ONE_SET else None
    touching = rng.random() < _TOUCHING
    dice: list[Lying] = []
    for _ in range(wanted * 6):
        if len(dice) == wanted:
            break
        new = _lying(rng, span, one_set)
        if touching and dice:
            new = _beside(rng, rng.choice(dice), new)
        if not any(overlap(new, other) for other in dice):
            dice.append(new)
    return tuple(dice)


def _lying(rng: random.Random, span: float, one_set: DieLook | None) -> Lying:
    value = rng.randint(1, 6)
    look = draw_look(rng, value)
    if one_set:
        look = replace(one_set, faces=draw_faces(rng, value), heading=look.heading)
    reach = span * 0.42
    return Lying(look, rng.uniform(-reach, reach), rng.uniform(-reach, reach))


def _beside(rng: random.Random, neighbour: Lying, new: Lying) -> Lying:
    """Side by side, as dice come to rest when one stops the other."""
    heading = neighbour.look.heading
    out = _direction(heading + 90 * rng.randrange(4))
    along = (-out[1], out[0])
    away, slid = rng.uniform(1.0, 1.05), rng.uniform(-0.6, 0.6)
    return Lying(
        replace(new.look, heading=heading + 90 * rng.randrange(4)),
        neighbour.x + out[0] * away + along[0] * slid,
        neighbour.y + out[1] * away + along[1] * slid,
    )


def _reach(die: Lying, axis: tuple[float, float]) -> float:
    """How far a die's footprint reaches from its middle along an axis."""
    side, front = _direction(die.look.heading), _direction(die.look.heading + 90)
    return sum(abs(axis[0] * d[0] + axis[1] * d[1]) for d in (side, front)) / 2


def _direction(degrees: float) -> tuple[float, float]:
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
