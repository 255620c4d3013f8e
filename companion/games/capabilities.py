"""What a game can do: each capability is a protocol, and a game has those whose methods it has.

A game has rules, or a score sheet, or both; everything else is its choice. Whoever needs a
capability takes it as the type of an argument; the doors at the end turn a `Game` into one, or
refuse it in one line. Where a game with rules says nothing, `kit.defaults` answers.
"""

import random
from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol, Self, TypeVar, runtime_checkable

from companion.common.errors import InputError
from companion.common.json_reading import Json, Node
from companion.common.words import Phrase
from companion.games.buttons import Choice
from companion.games.protocol import (
    Breakdown,
    CharacterChoice,
    Clue,
    Fact,
    Game,
    Option,
    Outcome,
    ScoreSheet,
    Seat,
    Suspicion,
    Violation,
)
from companion.tabletop.chart import Chart
from companion.tabletop.observation import Observation
from companion.tabletop.scenery import Cutout, Scenery
from companion.tabletop.sight import Difference, LyingThing, Sight

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


@runtime_checkable
class HasScoreSheet(Game, Protocol):
    """A game that can be scored from a position that somebody wrote down."""

    def score_position(self, position: Node) -> ScoreSheet:
        """Score a position file."""

    def check_position(self, position: Node) -> tuple[Violation, ...]:
        """Everything that is impossible in a position file."""


@runtime_checkable
class Rules(Game, Protocol[S, M]):
    """A game that can be played. S is its state, M its moves; both are immutable values."""

    def setup(self, config: Mapping[str, object]) -> S:
        """The first state; `config` has `players`, perhaps `edition`, and what the game adds."""

    def to_move(self, state: S) -> Seat | None:
        """Whose move it is: a seat, `CHANCE`, or None when the game is over."""

    def moves(self, state: S) -> Iterator[M]:
        """Every legal move, lazily, in a stable order, without duplicates."""

    def check(self, state: S, move: M) -> tuple[Violation, ...]:
        """All reasons why `move` is not legal now; empty means legal."""

    def apply(self, state: S, move: M) -> S:
        """The state after a legal move; raises `IllegalMove` for others."""

    def score(self, state: S) -> Mapping[Seat, Breakdown]:
        """Every seat's points so far, as trees."""

    def outcome(self, state: S) -> Outcome | None:
        """Who won and why; None while the game goes on."""

    def state_to_json(self, state: S) -> Json:
        """The stable JSON form of a state."""

    def state_from_json(self, node: Node) -> S:
        """The state from its JSON form."""

    def move_text(self, move: M) -> str:
        """A short form that a person can type, such as `build E4 @1,-1`."""

    def parse_moves(self, text: str) -> tuple[M, ...]:
        """The moves that a line of short forms stands for."""

    def tell(self, state: S, move: M) -> str:
        """A legal move made in `state`, as an English sentence that everybody may hear."""


# --- what a game with rules may say besides; `kit.defaults` answers for one that does not ---------


@runtime_checkable
class HasOptions(Protocol):
    """Things to choose when a game is set up."""

    def options(self) -> tuple[Option, ...]:
        """What can be chosen in a `config` besides players and edition."""

    def set_up_to_be_watched(
        self, players: int, source: random.Random | None = None
    ) -> dict[str, Json]:
        """A `config` for people at a real table: what a camera can't see is hidden or said.

        What people would choose is drawn from `source`; without one it is left to them.
        """


@runtime_checkable
class HasChance(Protocol[S_contra, M_co]):
    """Chance that is not alike for all legal moves."""

    def chance(self, state: S_contra, source: random.Random) -> M_co:
        """What the table does when it is chance's move, drawn from `source`."""


@runtime_checkable
class HasStatus(Protocol[S_contra]):
    """States that can't be."""

    def status(self, state: S_contra) -> tuple[Violation, ...]:
        """Everything that makes this state impossible; empty means it is fine."""


@runtime_checkable
class HasRounds(Protocol[S_contra]):
    """Rounds, by which the points are listed."""

    def round_of(self, state: S_contra) -> int:
        """Which round is played, counted from 1; 0 while the game is still being set up."""


@runtime_checkable
class HasDice(Protocol[M_contra]):
    """Dice, of which is counted what they showed."""

    def rolled(self, move: M_contra) -> tuple[int, ...]:
        """What the dice of this move show; empty when none were rolled."""


@runtime_checkable
class HasCharacters(Protocol[S_contra]):
    """Characters that people choose while the game is set up."""

    def character_choice(self, state: S_contra) -> CharacterChoice | None:
        """Whose character is chosen next, and which are left; None when that is over."""


@runtime_checkable
class HasSecrets(Protocol[S]):
    """Things that one seat alone knows, such as the cards in a hand."""

    def covered(self, state: S, seat: Seat | None = None) -> S:
        """The state without what this seat alone knows; None: without what any seat alone knows.

        Two states that differ only in such things are equal when they are covered, and what is
        legal in a state is legal in the covered one.
        """

    def recalled(self, state: S, earlier: S) -> S:
        """A covered state with what seats knew `earlier`, as far as that still can be."""


# --- on phones ------------------------------------------------------------------------------------


@runtime_checkable
class HasChoices(Protocol[S_contra]):
    """Words for the buttons of its moves."""

    def choices(self, state: S_contra, eyes: Seat | None) -> tuple[Choice, ...]:
        """Every legal move as buttons, at most three taps deep, for somebody who sits at `eyes`.

        Nobody can read off them what is in another hand.
        """


@runtime_checkable
class HasTellings(Protocol[S_contra]):
    """Things that people can tell at any time, such as what is in their hand."""

    def tellings(self, state: S_contra, eyes: Seat | None) -> tuple[Choice, ...]:
        """What somebody at `eyes` can tell at any time, as buttons."""


@runtime_checkable
class HasRepairs(Protocol[S]):
    """Things on the table that people can put right."""

    def repairs(self, state: S) -> tuple[Choice, ...]:
        """What can be put right in two taps: things, and what each may really be."""

    def repaired(self, state: S, text: str) -> S:
        """The state after a repair of `repairs`; raises `InputError` where it has no meaning."""


@runtime_checkable
class HasCopies(Protocol):
    """Facts that differ from copy to copy."""

    def for_copy(self, owners: Node) -> Self:
        """The same game with the facts of an owner's data file."""


@runtime_checkable
class Explained(Protocol):
    """The facts of its editions in people's words."""

    def fact_name(self, edition: str, fact: Fact) -> str:
        """What a fact is about."""

    def fact_value(self, fact: Fact) -> str:
        """What it is, with its unit."""

    def fact_choices(self, fact: Fact) -> tuple[tuple[str, str], ...]:
        """What it may be, as it stands in a data file and in words; empty: too much to list."""


@runtime_checkable
class Spoken(Protocol):
    """Its words in other languages than English."""

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


# --- on a table -----------------------------------------------------------------------------------


@runtime_checkable
class Laid(Protocol[S_contra]):
    """Its table in millimetres, to be simulated, printed and found in a picture."""

    def scenery(self, state: S_contra, seed: int | str = 0) -> Scenery:
        """Everything that lies on the table; the same seed lays it the same way."""

    def cutouts(self, edition: str) -> tuple[Cutout, ...]:
        """Everything of an edition that can be printed and cut out."""

    def edition_of(self, state: S_contra) -> str:
        """The edition whose pieces lie on the table."""

    def chart(self, state: S_contra) -> Chart:
        """Where a camera has to look for what; the same for all states of one table."""


@runtime_checkable
class Watchable(Rules[S, M], Protocol[S, M]):
    """A game with rules that says what a camera should see: the referee can follow it."""

    def zones(self, state: S) -> tuple[str, ...]:
        """The zones that `project` knows."""

    def project(self, state: S, zone: str) -> Observation:
        """What a camera should see of `zone`."""

    def parts(self, state: S) -> Mapping[str, tuple[object, ...]]:
        """The values that decide what is seen of each zone: the same objects, the same picture."""


@runtime_checkable
class HasTidying(Protocol[S, M_contra]):
    """Moves after which things are put back, such as the dice of a round."""

    def as_it_lies(self, state: S, move: M_contra) -> S:
        """The table right after a legal move: nobody has put things back for the next round yet."""


@runtime_checkable
class HasKey(Protocol[S_contra]):
    """States that differ in what no rule asks for."""

    def key(self, state: S_contra) -> Hashable:
        """Equal for two states between which no rule makes a difference."""


@runtime_checkable
class HasAdopting(Protocol[S]):
    """A way to take over what lies on the table."""

    def adopt(self, state: S, sight: Sight) -> S:
        """This state with everything as it was read, for people who go on from the table as it is.

        Raises `InputError` where what was read has no meaning.
        """


@runtime_checkable
class HasLikely(Protocol[S_contra, M]):
    """Hints which moves may have been made."""

    def likely(
        self, state: S_contra, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Clue[M]]:
        """The legal moves that what is seen may be the trace of; chance moves as they were seen.

        `differences` are those between `sight` and this state. A move of which every trace was
        looked for and not found need not be named.
        """


@runtime_checkable
class HasSuspects(Protocol[S, M]):
    """Hints which rules may have been broken."""

    def suspects(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Suspicion[S, M]]:
        """The illegal moves that what is seen may be the trace of."""


@runtime_checkable
class HasFaults(Protocol[S_contra]):
    """Tables that can't be, whatever was played."""

    def faults(self, before: S_contra, after: S_contra, sight: Sight) -> tuple[Violation, ...]:
        """What can't be, whatever was played: it is enough to look at the table.

        The game stood at `before`; `after` is the likeliest state of it now.
        """


@runtime_checkable
class HasLeftovers(Protocol[S_contra]):
    """Rules for what no move explains."""

    def leftovers(
        self, state: S_contra, sight: Sight, differences: tuple[Difference, ...]
    ) -> tuple[Violation, ...]:
        """The rules that these differences break when `state` is the best that can be said.

        No move explains them, allowed or not; they were read with certainty.
        """


def abilities(game: Game) -> list[str]:
    """What a game can do, in a word each: `score` a position, `play` by its rules, `see` it."""
    doors: dict[str, type] = {"score": HasScoreSheet, "play": Rules, "see": Watchable}
    return [word for word, door in doors.items() if isinstance(game, door)]


# --- the doors ------------------------------------------------------------------------------------


def scorable(game: Game) -> HasScoreSheet:
    """The game as one that can be scored from a position."""
    return game if isinstance(game, HasScoreSheet) else _refuse(game, "it has no score sheet")


def playable(game: Game) -> Rules[Any, Any]:
    """The game as one that can be played."""
    return game if isinstance(game, Rules) else _refuse(game, "nobody has written its rules")


def watchable(game: Game) -> Watchable[Any, Any]:
    """The game as one that a camera can follow."""
    rules = playable(game)
    unseen = "nobody has said what a camera sees of it; play it --by-hand"
    return rules if isinstance(rules, Watchable) else _refuse(game, unseen)


def laid(game: Game) -> Laid[Any]:
    """The game as one that says where and how large its pieces are."""
    unknown = "nobody has said what its pieces look like"
    return game if isinstance(game, Laid) else _refuse(game, unknown)


def _refuse(game: Game, why: str) -> NoReturn:
    raise InputError(f"{game.title}: {why}")
