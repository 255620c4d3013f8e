"""What a camera can see of one zone of the table: plain values, no pixels, no rules.

A place is a name that the game gave (`forge/4`, `market/E2`, `island/0/(1,-1)`) or a free point
in table millimetres when it matches none. *Nothing there*, *hidden* and *not looked at* are three
different things: a place that was read holds what `dice` and `pieces` say, and nothing else; a
place in `hidden` was covered; every other place was not looked at.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Point(NamedTuple):
    """A free point on the table, in millimetres."""

    x: float
    y: float


Place = str | Point


@dataclass(frozen=True)
class Die:
    """A die with a value on top."""

    value: int
    place: Place
    confidence: float = 1.0


@dataclass(frozen=True)
class Piece:
    """Anything else: a tile, a worker, a token.

    `identity` is the game's own name for it, None when the eye can't tell. `pose` is a word such as
    `standing` or `lying`.
    """

    kind: str
    place: Place
    identity: str | None = None
    pose: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True)
class Observation:
    """One look at one zone."""

    zone: str
    dice: tuple[Die, ...] = ()
    pieces: tuple[Piece, ...] = ()
    looked_at: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    at_rest: bool = True
    picture: str | None = None
