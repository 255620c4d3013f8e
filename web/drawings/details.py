"""What a player wants to know about the own seat, whatever the game."""

from dataclasses import dataclass

from web.drawings.shapes import Card


@dataclass(frozen=True)
class Reach:
    """What a die of this value is good for: own tiles that it works on, and tiles to take."""

    value: int
    dice: int
    activates: tuple[str, ...]
    takes: tuple[str, ...]


@dataclass(frozen=True)
class TrackView:
    """A row of steps with marks on some of them; `tokens` stand for whole rows."""

    label: str
    steps: int
    at: int
    tokens: int
    marks: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class HandCard:
    """A card in the own hand."""

    card: Card
    affordable: bool


@dataclass(frozen=True)
class SeatDetails:
    """A seat seen from close by. `hand` is None for everybody but its owner."""

    track: TrackView
    reach: tuple[Reach, ...]
    hand: tuple[HandCard, ...] | None
    backs: tuple[tuple[str, int], ...]
    unknown: int
