"""What a game shows on phones: facts, panels, and what lies in front of each seat, as values.

Whoever draws decides how it looks. What is said of a thing to those who can't see it is its
`label`. A tone or ground is a name that the game's `Looks` give a colour.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar, runtime_checkable

from companion.games.protocol import Breakdown, Seat
from companion.tabletop.outlines import Outline, box

S_contra = TypeVar("S_contra", contravariant=True)

#: The colours that pages have, each for light and dark rooms: of signs, and behind writing.
TONES = ("orange", "blue", "violet", "amber", "slate", "brown", "red", "green")
GROUNDS = ("sand", "stone", "lilac", "gold", "sky", "leaf", "rose")


@dataclass(frozen=True)
class Token:
    """A small sign: `symbol` is its shape, `over` a smaller one on it, `tone` its colour."""

    symbol: str
    tone: str
    label: str
    over: str = ""


@dataclass(frozen=True)
class DrawnPiece:
    """A thing or an empty place, and all that lies on it; lengths are in millimetres.

    Attributes:
        at: Its middle on its board.
        size: How wide it is.
        outline: Its rim around its middle.
        ground: The colour of its face; `spot` is a place of the board, `empty` a free one.
        label: All of it in words.
        place: What the game calls its place.
        number: Something large and short.
        name: What it is called.
        note: Something small and short.
        mark: The sign beside the number.
        picture: A symbol that fills it.
        tokens: What lies on it.
        dice: The dice on it.
        fresh: Whether that is news.
        badge: The number by which its button is called where it can be chosen.
    """

    at: tuple[float, float]
    size: float
    outline: Outline
    ground: str
    label: str
    place: str = ""
    number: str = ""
    name: str = ""
    note: str = ""
    mark: Token | None = None
    picture: str = ""
    tokens: tuple[Token, ...] = ()
    dice: tuple[int, ...] = ()
    fresh: bool = False
    badge: str = ""

    @cached_property
    def path(self) -> str:
        """Its rim as an SVG path, drawn 100 wide."""
        scale = 100 / self.size
        corners = (f"{round(p.x * scale, 1):g} {round(p.y * scale, 1):g}" for p in self.outline)
        return f"M{'L'.join(corners)}Z"


@dataclass(frozen=True, kw_only=True)
class Panel:
    """A part of the picture, called by `name`; its title stands above it where there is one."""

    kind: ClassVar[str]
    name: str
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class BoardPanel(Panel):
    """Things at their places, seen from above. `legend` tells what the signs on it mean."""

    kind = "board"
    label: str
    pieces: tuple[DrawnPiece, ...]
    legend: tuple[Token, ...] = ()

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        rims = (p._replace(x=p.x + one.at[0], y=p.y + one.at[1])
                for one in self.pieces for p in one.outline)  # fmt: skip
        low, _, high, _ = box(rims, around=2)
        return low.x, low.y, high.x - low.x, high.y - low.y

    @cached_property
    def view_box(self) -> str:
        """The window of the drawing, with a little air around it."""
        return " ".join(f"{n:.0f}" for n in self._box)

    @cached_property
    def columns(self) -> int:
        """How many pieces fit into its longer side: what is written on them may be too small."""
        _, _, width, height = self._box
        return round(max(width, height) / min(one.size for one in self.pieces))


@dataclass(frozen=True)
class Note:
    """A few words, or symbols instead; `label` says it in full."""

    label: str
    text: str = ""
    tokens: tuple[Token, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GridPanel(Panel):
    """Cells that a seat's figures stand on or have left; what emptied rows and columns bring."""

    kind = "grid"
    label: str
    seat: Seat
    rows: tuple[tuple[bool, ...], ...]
    row_notes: tuple[Note, ...]
    column_notes: tuple[Note, ...]

    @property
    def emptied_rows(self) -> tuple[bool, ...]:
        """Which rows have nobody left."""
        return tuple(not any(row) for row in self.rows)

    @property
    def emptied_columns(self) -> tuple[bool, ...]:
        """Which columns have nobody left."""
        return tuple(not any(column) for column in zip(*self.rows, strict=True))


@dataclass(frozen=True)
class Counter:
    """A number of something; `note` is what fits below it, `label` says it in full."""

    label: str
    value: int
    token: Token | None = None
    note: str = ""
    fresh: bool = False


@dataclass(frozen=True)
class PanelCard:
    """A card: what it is worth, what it costs, what it brings; `note` says what can be done."""

    title: str
    number: str = ""
    cost: tuple[Counter, ...] = ()
    token: Token | None = None
    note: str = ""
    stands_out: bool = False


@dataclass(frozen=True, kw_only=True)
class CardsPanel(Panel):
    """Cards side by side; `note` is what there is to say besides."""

    kind = "cards"
    cards: tuple[PanelCard, ...]
    note: str = ""
    is_hand: bool = False


@dataclass(frozen=True, kw_only=True)
class TrackPanel(Panel):
    """A row of steps with a seat's marker, and marks at some of them; `rounds` are whole rows."""

    kind = "track"
    label: str
    seat: Seat
    steps: int
    at: int
    rounds: int = 0
    marks: tuple[int, ...] = ()
    note: str = ""

    @property
    def total(self) -> int:
        """How far the marker has come in all."""
        return self.rounds * self.steps + self.at


@dataclass(frozen=True)
class PanelLine:
    """A line of a list: what it is about, in words or as a die, and what there is of it."""

    label: str | int
    items: tuple[Token | int | str, ...] = ()
    note: str = ""
    absent: bool = False


@dataclass(frozen=True, kw_only=True)
class LinesPanel(Panel):
    """A list: dice are whole numbers, signs are tokens, words are words."""

    kind = "lines"
    lines: tuple[PanelLine, ...]


@dataclass(frozen=True)
class SeatPart:
    """What a game shows of a seat; the first panel stands out."""

    title: str = ""
    badges: tuple[str, ...] = ()
    counters: tuple[Counter, ...] = ()
    panels: tuple[Panel, ...] = ()


@dataclass(frozen=True)
class TablePart:
    """What a game shows of the table; the first panel stands out. `acting` is whose turn it is."""

    facts: tuple[Counter, ...] = ()
    panels: tuple[Panel, ...] = ()
    seats: tuple[SeatPart, ...] = ()
    acting: Seat | None = None


@dataclass(frozen=True)
class SeatPicture:
    """Everything in front of one seat."""

    number: Seat
    name: str
    points: int
    why: Breakdown
    acting: bool
    part: SeatPart


@dataclass(frozen=True)
class SheetRow:
    """A line of the score sheet."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class FinalScore:
    """The final score."""

    winners: tuple[Seat, ...]
    reason: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True)
class TablePicture:
    """The whole screen."""

    facts: tuple[Counter, ...]
    prompt: str
    panels: tuple[Panel, ...]
    seats: tuple[SeatPicture, ...]
    sheet: FinalScore | None


@dataclass(frozen=True)
class Looks:
    """A game's own colours and signs.

    Attributes:
        tones: For names of `Mark` and `Token` one of `TONES`.
        grounds: For names of a `Print`'s ground one of `GROUNDS`.
        symbols: By how they are painted (`filled`, `ring`) the SVG paths of signs by their names,
            around (0, 0) and 24 wide; `die` has what stands on a die.
    """

    tones: Mapping[str, str] = field(default_factory=dict)
    grounds: Mapping[str, str] = field(default_factory=dict)
    symbols: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


# --- what a game with rules may say about it; `kit.pictures` answers for one that does not --------


@runtime_checkable
class HasLooks(Protocol):
    """Colours and signs of its own."""

    @property
    def looks(self) -> Looks:
        """Its colours and signs."""


@runtime_checkable
class HasPictures(Protocol[S_contra]):
    """A picture of its own, where the one that follows from its places does not do."""

    def picture(self, state: S_contra, before: S_contra | None) -> TablePart:
        """The table; both states are as everybody may know them, `before` is for what is news."""

    def close_up(self, state: S_contra, seat: Seat, own: bool) -> tuple[Panel, ...]:
        """A seat from close by; the state is as whoever looks may know it, `own` if it is his."""


@runtime_checkable
class HasPrompts(Protocol[S_contra]):
    """Words for what is to be done next."""

    def prompts(self, state: S_contra) -> tuple[str, str]:
        """What is to be done: said to whoever does it, and in the middle of a sentence."""


@runtime_checkable
class HasScoreWords(Protocol):
    """Words for what points are for, and for what decides."""

    def category(self, rule: str) -> str:
        """What a kind of points is called on the score sheet."""

    def reason(self, decided_by: str) -> str:
        """Why somebody has won."""


def symbols_of(game: Any) -> Mapping[str, Mapping[str, str]]:
    """The game's own signs, for the pages."""
    drawn = game.looks.symbols if isinstance(game, HasLooks) else {}
    return {"filled": {}, "ring": {}, **drawn}
