"""What every game is: the `Game` protocol, and the values in which games speak.

A game is one object of pure functions over immutable values. It never draws, rolls or looks at a
clock: chance is a player of its own (`CHANCE`), whose moves come from the real table, or from a
seeded source that is passed in.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from companion.common.errors import CompanionError
from companion.common.json_reading import Json

Seat = int

#: The seat of chance: dice, drawn tiles and cards.
CHANCE: Seat = -1


@dataclass(frozen=True)
class Violation:
    """One reason why something is not allowed.

    `said` is its sentence, or makes it: many are found that nobody ever reads. `pages` gives the
    rulebook pages by language; `pieces` names what to look at on the table. A violation that rests
    on data nobody has confirmed is `assumed`.
    """

    rule: str
    said: str | Callable[[], str]
    pages: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    assumed: bool = False

    @cached_property
    def text(self) -> str:
        """Its sentence."""
        return self.said if isinstance(self.said, str) else self.said()

    def to_json(self) -> dict[str, Json]:
        """The public form, as `companion check --json` prints it."""
        return {
            "rule": self.rule,
            "text": self.text,
            "pages": dict(self.pages),
            "at": list(self.pieces),
            "assumed": self.assumed,
        }


@dataclass(frozen=True)
class Breakdown:
    """A number of points and why: its parts, down to leaves that name a rule and the pieces."""

    rule: str
    points: int
    text: str
    pieces: tuple[str, ...] = ()
    parts: tuple["Breakdown", ...] = ()

    def leaves(self) -> Iterator["Breakdown"]:
        """The ends of the tree; their points add up to the whole."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True)
class Outcome:
    """Who won, and by which tie-break (`points` when none was needed)."""

    winners: tuple[Seat, ...]
    decided_by: str


@dataclass(frozen=True)
class Fact:
    """A value of an edition's data, with where it comes from."""

    place: str
    value: Json
    source: str
    note: str = ""


@dataclass(frozen=True)
class Option:
    """Something to choose when a game is set up: values with their words, the default first.

    One `per_seat` is a list with a value for each seat; None leaves it to the table.
    """

    key: str
    label: str
    values: tuple[tuple[Json, str], ...]
    per_seat: bool = False


@dataclass(frozen=True)
class CharacterChoice:
    """A seat whose character is to be chosen now: by each name the move that chooses it."""

    seat: Seat
    choices: Mapping[str, str]


@dataclass(frozen=True)
class ScoredSeat:
    """One seat's line on the score sheet."""

    name: str
    score: Breakdown


@dataclass(frozen=True)
class ScoreSheet:
    """The answer of `companion score`: every seat's score and the outcome."""

    seats: tuple[ScoredSeat, ...]
    outcome: Outcome
    notes: tuple[str, ...] = ()


class IllegalMove(CompanionError, ValueError):  # noqa: N818 (the rules' own word)
    """The rules forbid it; `violations` says why."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(" ".join(violation.text for violation in violations))
        self.violations = violations


S = TypeVar("S")
M = TypeVar("M")


class Clue(NamedTuple, Generic[M]):
    """A legal move that may have been made, and how much it takes to believe it.

    0 is what the table shows; 0.05 a decision without a trace; 0.3 something under a hand; 0.5
    something that nobody has a reason to do. A `stand_in` takes the place of what can't be seen at
    all (the tile under a hand): the search goes on behind it, but it is never entered. A `faint`
    one may have been made, or something was misread: it is proposed, and people decide.
    """

    move: M
    effort: float
    stand_in: bool = False
    faint: bool = False


class Suspicion(NamedTuple, Generic[S, M]):
    """A move that is not allowed, the rules that it breaks, and the table as it is after it."""

    move: M
    after: S
    effort: float
    reasons: tuple[Violation, ...]


class Edition(Protocol):
    """A printed edition of a game: its data and options."""

    @property
    def name(self) -> str:
        """Its short name, such as `de`."""

    def facts(self) -> Iterator[Fact]:
        """Every value of the data, with its source."""


@runtime_checkable
class Game(Protocol):
    """What every board game has. What it can do besides are its `capabilities`."""

    @property
    def id(self) -> str:
        """Its name in files and commands, such as `chess`."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def players(self) -> range:
        """How many can play."""

    @property
    def editions(self) -> Mapping[str, Edition]:
        """The editions that ship, the default first."""
