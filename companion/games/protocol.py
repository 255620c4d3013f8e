"""What a game must be able to do: the `Game` protocol and the values it speaks in.

A game is one object of pure functions over immutable values. It never draws, rolls or looks at a
clock: chance is a player of its own (`CHANCE`), whose moves come from the real table, or from a
seeded source that is passed in.
"""

import random
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from companion.common.errors import CompanionError
from companion.common.json_reading import Json, Node
from companion.common.words import Phrase
from companion.games.buttons import Choice
from companion.tabletop.chart import Chart
from companion.tabletop.observation import Observation
from companion.tabletop.scenery import Cutout, Scenery
from companion.tabletop.sight import Difference, LyingThing, Sight

Seat = int

#: The seat of chance: dice, drawn tiles and cards.
CHANCE: Seat = -1


@dataclass(frozen=True)
class Violation:
    """One reason why something is not allowed.

    `pages` gives the rulebook pages by language; `pieces` names what to look at on the table. A
    violation that rests on data nobody has confirmed is `assumed`.
    """

    rule: str
    text: str
    pages: Mapping[str, str] = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    assumed: bool = False

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
S_contra = TypeVar("S_contra", contravariant=True)
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


class Game(Protocol[S, M]):
    """One board game. S is its state, M its moves; both are immutable values."""

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

    def for_copy(self, owners: Node) -> "Game[S, M]":
        """The same game with the facts of an owner's data file."""

    def setup(self, config: Mapping[str, object]) -> S:
        """The first state; `config` has `players`, perhaps `edition`, and what the game adds."""

    def options(self) -> tuple[Option, ...]:
        """What can be chosen in a `config` besides players and edition."""

    def set_up_to_be_watched(
        self, players: int, source: random.Random | None = None
    ) -> dict[str, Json]:
        """A `config` for people at a real table: what a camera can't see is hidden or said.

        What people would choose is drawn from `source`; without one it is left to them.
        """

    def to_move(self, state: S) -> Seat | None:
        """Whose move it is: a seat, `CHANCE`, or None when the game is over."""

    def moves(self, state: S) -> Iterator[M]:
        """Every legal move, lazily, in a stable order, without duplicates."""

    def choices(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """Every legal move as buttons, at most three taps deep, for somebody who sits at `eyes`.

        Nobody can read off them what is in another hand.
        """

    def tellings(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """What somebody at `eyes` can tell at any time, as buttons."""

    def repairs(self, state: S) -> tuple[Choice, ...]:
        """What can be put right in two taps: things, and what each may really be."""

    def repaired(self, state: S, text: str) -> S:
        """The state after a repair of `repairs`; raises `InputError` where it has no meaning."""

    def round_of(self, state: S) -> int:
        """Which round is played, counted from 1."""

    def rolled(self, move: M) -> tuple[int, ...]:
        """What the dice of this move show; empty when none were rolled."""

    def check(self, state: S, move: M) -> tuple[Violation, ...]:
        """All reasons why `move` is not legal now; empty means legal."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move; raises `IllegalMove` for others."""

    def as_it_lies(self, state: S, move: M) -> S:
        """The table right after a legal move: nobody has put things back for the next round yet."""

    def chance(self, state: S, source: random.Random) -> M:
        """What the table does when it is chance's move, drawn from `source`."""

    def status(self, state: S) -> tuple[Violation, ...]:
        """Everything that makes this state impossible; empty means it is fine."""

    def score(self, state: S) -> Mapping[Seat, Breakdown]:
        """Every seat's points so far, as trees."""

    def outcome(self, state: S) -> Outcome | None:
        """Who won and why; None while the game goes on."""

    def project(self, state: S, zone: str) -> Observation:
        """What a camera should see of `zone`."""

    def zones(self, state: S) -> tuple[str, ...]:
        """The zones that `project` knows."""

    def parts(self, state: S) -> Mapping[str, tuple[object, ...]]:
        """The values that decide what is seen of each zone: the same objects, the same picture."""

    def key(self, state: S) -> Hashable:
        """Equal for two states between which no rule makes a difference."""

    def likely(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Clue[M]]:
        """The legal moves that what is seen may be the trace of; chance moves as they were seen.

        `differences` are those between `sight` and this state. A move of which every trace was
        looked for and not found need not be named.
        """

    def suspects(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Suspicion[S, M]]:
        """The illegal moves that what is seen may be the trace of."""

    def faults(self, before: S, after: S, sight: Sight) -> tuple[Violation, ...]:
        """What can't be, whatever was played: it is enough to look at the table.

        The game stood at `before`; `after` is the likeliest state of it now.
        """

    def adopt(self, state: S, sight: Sight) -> S:
        """This state with everything as it was read, for people who go on from the table as it is.

        Raises `InputError` where what was read has no meaning.
        """

    def leftovers(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> tuple[Violation, ...]:
        """The rules that these differences break when `state` is the best that can be said.

        No move explains them, allowed or not; they were read with certainty.
        """

    def view(self, state: S, seat: Seat | None) -> dict[str, Json]:
        """What this seat may know, as JSON for a phone; None is a viewer."""

    def state_to_json(self, state: S) -> Json:
        """The stable JSON form of a state."""

    def state_from_json(self, node: Node) -> S:
        """The state from its JSON form."""

    def move_to_json(self, move: M) -> Json:
        """The stable JSON form of a move."""

    def move_from_json(self, node: Node) -> M:
        """The move from its JSON form."""

    def move_text(self, move: M) -> str:
        """A short form that a person can type, such as `build E4 @1,-1`."""

    def tell(self, state: S, move: M) -> str:
        """A legal move made in `state`, as an English sentence that everybody may hear."""

    def parse_moves(self, text: str) -> tuple[M, ...]:
        """The moves that a line of short forms stands for."""

    def score_position(self, position: Node) -> ScoreSheet:
        """Score a position file."""

    def check_position(self, position: Node) -> tuple[Violation, ...]:
        """Everything that is impossible in a position file."""


@runtime_checkable
class Laid(Protocol[S_contra]):
    """What a game may offer besides: its table in millimetres, to be simulated and printed."""

    def scenery(self, state: S_contra, seed: int | str = 0) -> Scenery:
        """Everything that lies on the table; the same seed lays it the same way."""

    def cutouts(self, edition: str) -> tuple[Cutout, ...]:
        """Everything of an edition that can be printed and cut out."""

    def edition_of(self, state: S_contra) -> str:
        """The edition whose pieces lie on the table."""

    def chart(self, state: S_contra) -> Chart:
        """Where a camera has to look for what; the same for all states of one table."""


@dataclass(frozen=True)
class CharacterChoice:
    """A seat whose character is to be chosen now: by each name the move that chooses it."""

    seat: Seat
    choices: Mapping[str, str]


@runtime_checkable
class HasCharacters(Protocol[S_contra]):
    """What a game may offer besides: characters that people choose while the game is set up."""

    def character_choice(self, state: S_contra) -> CharacterChoice | None:
        """Whose character is chosen next, and which are left; None when that is over."""


@runtime_checkable
class Explained(Protocol):
    """What a game may offer besides: the facts of its editions in people's words."""

    def fact_name(self, edition: str, fact: Fact) -> str:
        """What a fact is about."""

    def fact_value(self, fact: Fact) -> str:
        """What it is, with its unit."""

    def fact_choices(self, fact: Fact) -> tuple[tuple[str, str], ...]:
        """What it may be, as it stands in a data file and in words; empty: too much to list."""


@runtime_checkable
class Spoken(Protocol):
    """What a game may offer besides: its words in other languages than English."""

    @property
    def languages(self) -> Path:
        """The folder of its catalogues: one `.po` file for every language but English."""

    def phrases(self, language: str) -> Mapping[str, Phrase]:
        """Translations from elsewhere, by their English patterns: what stands with its data."""

    def place_name(self, place: str, state: Any = None) -> str:
        """A place of an observation in words, such as `space 4 of the board` for `board/4`.

        With a state, a place is called by what lies there or beside it.
        """

    def thing_name(self, thing: LyingThing) -> str:
        """A thing of an observation in words."""

    def zone_name(self, zone: str) -> str:
        """A zone that a camera looks at in words, such as `board of Player 2` for `board:1`."""

    def count_name(self, kind: str, n: int) -> str:
        """So many pieces of a kind in words, such as `2 tiles`."""
