"""How pieces lie: never quite straight, and always the same for the same seed."""

import math
import random
from functools import lru_cache

from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, inside, moved
from companion.tabletop.scenery import Cube, FlatPiece

#: The sides of a die that can face the player when this one is on top.
_FRONTS = {top: tuple(f for f in range(1, 7) if f not in (top, 7 - top)) for top in range(1, 7)}
#: Where dice lie on a space, from its middle: far enough apart for any turn.
_ON_SPACE = tuple(
    Point(13.2 * math.cos(math.radians(a)), 13.2 * math.sin(math.radians(a)))
    for a in (-90, 30, 150)
)
#: How many degrees and how many millimetres a piece is off at most, where there is room for it.
_TURN, _SHIFT = 3.5, 1.0


class Crooked:
    """The seeded source of every small shift and turn; a key names what lies there."""

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)

    def in_cell(self, key: str, tile: Outline, cell: Outline) -> tuple[Point, float]:
        """How a hexagonal tile lies in its cell: shift and turn; it never leaves the cell."""
        return _in_cell(f"{self._seed}/{key}", tile, cell)

    def off(self, key: str, most: float) -> float:
        """So many degrees off."""
        return self._source(key).uniform(-most, most)

    def on(self, face: FlatPiece, at: Point, key: str, free: bool = False) -> tuple[Point, float]:
        """A point on a face with what lies there a little off; anyhow turned if it is `free`."""
        source = self._source(key)
        near = _near(source, at)
        off = source.uniform(-180, 180) if free else source.uniform(-12, 12)
        return moved((near,), face.at, face.turn)[0], face.turn + off

    def put(self, at: Point, turn: float, key: str) -> tuple[Point, float]:
        """A card or token that somebody put down at a point."""
        source = self._source(key)
        return _near(source, at), turn + source.uniform(-_TURN, _TURN)

    def die_on_space(self, middle: Point, key: str, index: int, value: int, size: float) -> Cube:
        """A die on a space that may hold three; more than that crowd around it."""
        ring, spot = divmod(index, len(_ON_SPACE))
        away = _ON_SPACE[spot]
        at = Point(middle.x + away.x * (1 + ring), middle.y + away.y * (1 + ring))
        return self.die(at, f"{key}/{index}", value, size)

    def die(self, at: Point, key: str, value: int, size: float, turn: float | None = None) -> Cube:
        """A die with this value on top, its other faces as it happened to roll."""
        source = self._source(f"die/{key}")
        front = source.choice(_FRONTS[value])
        rolled = source.uniform(0, 360) if turn is None else turn
        return Cube(at, rolled, size, value, front)

    def _source(self, key: str) -> random.Random:
        return random.Random(f"{self._seed}/{key}")


def _near(source: random.Random, at: Point) -> Point:
    return Point(at.x + source.uniform(-_SHIFT, _SHIFT), at.y + source.uniform(-_SHIFT, _SHIFT))


@lru_cache(maxsize=4096)
def _in_cell(key: str, tile: Outline, cell: Outline) -> tuple[Point, float]:
    source = random.Random(key)
    sixths = 60.0 * source.randrange(6)
    turn = source.uniform(-_TURN, _TURN)
    x, y = source.uniform(-_SHIFT, _SHIFT), source.uniform(-_SHIFT, _SHIFT)
    for _ in range(60):
        if all(inside(corner, cell) for corner in moved(tile, Point(x, y), turn)):
            break
        turn, x, y = 0.9 * turn, 0.9 * x, 0.9 * y
    return Point(x, y), sixths + turn
