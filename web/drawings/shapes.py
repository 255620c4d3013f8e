"""What the templates can draw, whatever the game: hexagons, tokens, counters, grids, cards, scores.

Lengths are in the drawing's own units; a hexagon with a corner on top is 100 wide.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from companion.games.protocol import Breakdown
from companion.tabletop.hexes import Cell

WIDTH = 100.0
#: From the centre to a corner, of a hexagon that is `WIDTH` wide.
RADIUS = 57.735


@dataclass(frozen=True)
class Token:
    """A small thing with a symbol: `symbol` names its shape, `tone` its colour."""

    symbol: str
    tone: str
    label: str


@dataclass(frozen=True)
class Hexagon:
    """A tile or space at (x, y), what is printed on it and what lies on it.

    `place` and `badge` are for one that can be chosen: its name, and the number by which its
    button is called.
    """

    x: float
    y: float
    kind: str
    label: str
    number: str = ""
    name: str = ""
    note: str = ""
    mark: Token | None = None
    worker: str = ""
    tokens: tuple[Token, ...] = ()
    dice: tuple[int, ...] = ()
    fresh: bool = False
    place: str = ""
    badge: str = ""


@dataclass(frozen=True)
class HexBoard:
    """Hexagons that lie together. `seat` colours the figures."""

    label: str
    hexagons: tuple[Hexagon, ...]
    seat: int | None = None

    @cached_property
    def view_box(self) -> str:
        """The window of the drawing, with a little air around it."""
        left, top, width, height = _bounds(self.hexagons)
        return f"{left:.0f} {top:.0f} {width:.0f} {height:.0f}"

    @cached_property
    def columns(self) -> int:
        """How many hexagons fit into its longer side: what is written on them may be too small."""
        _, _, width, height = _bounds(self.hexagons)
        return round(max(width, height) / WIDTH)


@dataclass(frozen=True)
class Counter:
    """A number of something; `note` is what fits below it, `label` says it in full."""

    symbol: str
    label: str
    value: int
    note: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class Note:
    """A few words, or symbols instead; `label` says it in full."""

    label: str
    text: str = ""
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grid:
    """Rows of places that are taken or free, with what each row and column is good for."""

    label: str
    rows: tuple[tuple[bool, ...], ...]
    row_notes: tuple["Note", ...]
    column_notes: tuple["Note", ...]

    @property
    def emptied_rows(self) -> tuple[bool, ...]:
        """Which rows have nobody left."""
        return tuple(not any(row) for row in self.rows)

    @property
    def emptied_columns(self) -> tuple[bool, ...]:
        """Which columns have nobody left."""
        return tuple(not any(column) for column in zip(*self.rows, strict=True))


@dataclass(frozen=True)
class Card:
    """A card that lies open."""

    title: str
    points: int
    cost: tuple[Counter, ...]
    token: Token


@dataclass(frozen=True)
class SeatPicture:
    """Everything in front of one seat."""

    number: int
    name: str
    title: str
    points: int
    why: Breakdown
    acting: bool
    first: bool
    counters: tuple[Counter, ...]
    island: HexBoard
    dock: Grid
    dice: tuple[int, ...]
    plans: tuple[int, ...]
    plans_needed: int
    aside: tuple[Token, ...]
    cards: int


@dataclass(frozen=True)
class SheetRow:
    """A line of the score sheet."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class FinalScore:
    """The final score."""

    winners: tuple[int, ...]
    reason: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True)
class TablePicture:
    """The whole screen."""

    facts: tuple[Counter, ...]
    prompt: str
    board: HexBoard
    cards: tuple[Card, ...]
    seats: tuple[SeatPicture, ...]
    sheet: FinalScore | None


def place(cell: Cell) -> tuple[float, float]:
    """The centre of a cell."""
    q, r = cell
    return WIDTH * (q + r / 2), 1.5 * RADIUS * r


def _bounds(hexagons: Iterable[Hexagon]) -> tuple[float, float, float, float]:
    xs = [item.x for item in hexagons]
    ys = [item.y for item in hexagons]
    left, top = min(xs) - WIDTH / 2 - 4, min(ys) - RADIUS - 4
    return left, top, max(xs) + WIDTH / 2 + 4 - left, max(ys) + RADIUS + 4 - top


def in_lines(name: str) -> tuple[str, ...]:
    """A name on one line, or on two of similar length; a bar says where a long word may break.

    >>> in_lines("Observation deck")
    ('Observation', 'deck')
    >>> in_lines("Aussichts-|plattform")
    ('Aussichts-', 'plattform')
    """
    if "|" in name:
        return tuple(name.split("|"))
    words = name.split()
    if len(words) == 1 or len(name) <= 9:
        return (name,)
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(cuts, key=lambda lines: max(len(line) for line in lines))


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
