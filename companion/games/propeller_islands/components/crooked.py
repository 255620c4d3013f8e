"""How pieces lie: never quite straight, and always the same for the same seed."""

import math
import random
from functools import lru_cache

from companion.games.propeller_islands.components.sizes import SIZES
from companion.tabletop.observation import Point
from companion.tabletop.outlines import hexagon, inside, moved
from companion.tabletop.scenery import Cube, FlatPiece

#: The sides of a die that can face the player when this one is on top.
_FRONTS = {top: tuple(f for f in range(1, 7) if f not in (top, 7 - top)) for top in range(1, 7)}
#: Where dice lie on a space, from its middle: far enough apart for any turn.
_ON_SPACE = tuple(
    Point(13.2 * math.cos(math.radians(a)), 13.2 * math.sin(math.radians(a)))
    for a in (-90, 30, 150)
)


class Crooked:
    """The seeded source of every small shift and turn."""

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed)

    def tile(self, place: str, name: str) -> tuple[Point, float]:
        """How a tile lies in its cell: shift and turn; it never leaves the cell."""
        return _in_cell(f"{self._seed}/{place}/{name}")

    def island_turn(self, seat: int) -> float:
        """How many degrees a whole island is off."""
        return self._source(f"island/{seat}").uniform(-6, 6)

    def on(self, face: FlatPiece, at: Point, key: str, free: bool = False) -> tuple[Point, float]:
        """A point on a face with what lies there a little off; anyhow turned if it is `free`."""
        source = self._source(key)
        shift = SIZES.crooked_shift
        near = Point(at.x + source.uniform(-shift, shift), at.y + source.uniform(-shift, shift))
        off = source.uniform(-180, 180) if free else source.uniform(-12, 12)
        return moved((near,), face.at, face.turn)[0], face.turn + off

    def card(self, at: Point, key: str, turn: float) -> tuple[Point, float]:
        """A card or token that somebody put down at a point."""
        source = self._source(key)
        near = Point(at.x + source.uniform(-1, 1), at.y + source.uniform(-1, 1))
        most = SIZES.crooked_turn
        return near, turn + source.uniform(-most, most)

    def die_on_space(self, middle: Point, key: str, index: int, value: int) -> Cube:
        """A die on a space that may hold three; more than that crowd around it."""
        ring, spot = divmod(index, len(_ON_SPACE))
        away = _ON_SPACE[spot]
        at = Point(middle.x + away.x * (1 + ring), middle.y + away.y * (1 + ring))
        return self.die_at(at, f"{key}/{index}", value, None)

    def die_at(self, at: Point, key: str, value: int, turn: float | None) -> Cube:
        """A die with this value on top, its other faces as it happened to roll."""
        source = self._source(f"die/{key}")
        front = source.choice(_FRONTS[value])
        rolled = source.uniform(0, 360) if turn is None else turn
        return Cube(at, rolled, SIZES.die, value, front)

    def _source(self, key: str) -> random.Random:
        return random.Random(f"{self._seed}/{key}")


@lru_cache(maxsize=4096)
def _in_cell(key: str) -> tuple[Point, float]:
    source = random.Random(key)
    most_turn, most_shift = SIZES.crooked_turn, SIZES.crooked_shift
    sixths = 60.0 * source.randrange(6)
    turn = source.uniform(-most_turn, most_turn)
    x, y = source.uniform(-most_shift, most_shift), source.uniform(-most_shift, most_shift)
    cell, tile = hexagon(SIZES.pitch), hexagon(SIZES.tile)
    for _ in range(60):
        if all(inside(corner, cell) for corner in moved(tile, Point(x, y), turn)):
            break
        turn, x, y = 0.9 * turn, 0.9 * x, 0.9 * y
    return Point(x, y), sixths + turn
