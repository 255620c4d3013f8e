"""A game out of its state, its moves and its places: everything else follows from them.

A game inherits `Plain` and names the three. A move is declared once, as a `Move`: its text, its
sentence, its buttons, what it answers or interrupts, what its fields may be, why it may not be,
what it does. What does not fit, the game says with a method of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.common.codec import Codec, Parser
from companion.common.json_reading import Json, Node
from companion.common.words import joined, player_name, say, say_n
from companion.games.buttons import Choice, Path, Sign, buttons
from companion.games.kit import texts
from companion.games.kit.agenda import (
    Agenda,
    Consequence,
    HasAgenda,
    asked,
    beginning_with,
    settle,
    within,
)
from companion.games.kit.places import Places, Table
from companion.games.kit.resources import Resources
from companion.games.kit.touching import named
from companion.games.kit.values import evolve, value
from companion.games.protocol import Breakdown, IllegalMove, Outcome, Seat, Suspicion, Violation
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Difference, Sight


@value
class Turn:
    """A seat makes a move."""

    seat: Seat


class Move(texts.Written):
    """A kind of move.

    Attributes:
        says: Its sentence; `{who}` makes it, other names are its `words`.
        taps: What its buttons say, one after the other and at most three, filled like the sentence;
            a `Sign` also names the place that is meant. Without them: the verb, then its words.
        answers: The kind of task that it answers.
        may_be: What each of its fields may be.
        interrupts: Whether it answers nothing, and is allowed as long as such a task is to be done.
    """

    __slots__: tuple[str, ...] = ()
    says: ClassVar[str]
    taps: ClassVar[tuple[Sign | str, ...]] = ()
    answers: ClassVar[type] = Turn
    may_be: ClassVar[tuple[Iterable[Any], ...]] = ()
    interrupts: ClassVar[bool] = False

    def words(self) -> dict[str, object]:
        """Its fields as sentence and buttons tell them."""
        kind: type = type(self)
        return {name: _word(getattr(self, name), form) for name, form in texts.forms(kind).items()}

    @classmethod
    def tries(cls, state: Any, task: Any) -> Iterable[Self]:
        """What somebody may try, in a stable order and nothing twice, allowed or not."""
        return [cls(*values) for values in product(*cls.may_be)]

    def wrong(self, state: Any, task: Any) -> Iterable[Violation]:
        """Why it is not allowed."""
        return ()

    def do(self, state: Any, task: Any) -> Any:
        """The state after it; the task that it answers is on top."""
        raise NotImplementedError


S = TypeVar("S", bound=HasAgenda)


class Plain(Generic[S]):
    """A game as far as it follows from what it declares.

    Attributes:
        state: The class of its states; the tasks of their agenda have a `seat`.
        kinds: Its kinds of moves.
        places: What lies where; those of a seat are read from its item of `players`.
        course: What tasks do by themselves.
        forms: Values with a text form besides, and how each is read.
        pages: Where the rulebook tells a rule that names no page of its own, by language.
    """

    editions: Mapping[str, Any] = {}
    pages: Mapping[str, str] = {}
    state: type[S]
    kinds: tuple[type[Move], ...]
    places: tuple[Places, ...]
    course: Mapping[type, Consequence[Any]] = {}
    forms: Mapping[type, Parser] = {}

    # --- the rules ---

    def setup(self, config: Mapping[str, object]) -> S:
        """The first state: that of the class."""
        return settle(self.state(), self.course)

    def tries(self, state: S) -> Iterator[tuple[Move, Any]]:
        """What somebody may try now, each move with its task."""
        return (
            (move, task)
            for kind in self.kinds
            for task in _tasks(state.agenda, kind)
            for move in kind.tries(state, task)
        )

    def moves(self, state: S) -> Iterator[Move]:
        """Every legal move."""
        return (move for move, task in self.tries(state) if not any(move.wrong(state, task)))

    def task_of(self, state: S, move: Move) -> Any:
        """The task that a move answers or interrupts; None where nobody can try it."""
        tasks = _tasks(state.agenda, type(move))
        return next((task for task in tasks if move in move.tries(state, task)), None)

    def check(self, state: S, move: Move) -> tuple[Violation, ...]:
        """All reasons why a move is not allowed."""
        task = self.task_of(state, move)
        if task is None:
            return (violation("order.not-now", "This can't be done now.", pages=self.pages),)
        return self.reasons(state, move, task)

    def reasons(self, state: S, move: Move, task: Any) -> tuple[Violation, ...]:
        """Why a move that was tried for a task is not allowed."""
        return tuple(
            reason if reason.pages else replace(reason, pages=self.pages)
            for reason in move.wrong(state, task)
        )

    def apply(self, state: S, move: Move) -> S:
        """The state after a legal move."""
        if wrong := self.check(state, move):
            raise IllegalMove(wrong)
        return self.carry_out(state, move)

    def carry_out(self, state: S, move: Move) -> S:
        """The state after a move that was tried, allowed or not."""
        task = self.task_of(state, move)
        before = state if move.interrupts else beginning_with(state, task)
        after: S = move.do(before, task)
        return settle(after, self.course)

    def to_move(self, state: S) -> Seat | None:
        """The seat that is asked next."""
        return next((task.seat for task in asked(state.agenda)), None)

    def score(self, state: Any) -> Mapping[Seat, Breakdown]:
        """The points of each seat."""
        return {
            seat: Breakdown("points", n, say_n("{n} point", "{n} points", n), (f"points/{seat}",))
            for seat, n in enumerate(state.points)
        }

    def outcome(self, state: S) -> Outcome | None:
        """Most points win."""
        points = {seat: score.points for seat, score in self.score(state).items()}
        most = max(points.values())
        best = tuple(seat for seat, own in points.items() if own == most)
        return None if state.agenda else Outcome(best, "points")

    # --- texts ---

    def move_text(self, move: Move) -> str:
        """The short form of a move."""
        return str(move)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        """The moves of a line."""
        return texts.parse(text, self.kinds)

    def tell(self, state: S, move: Move) -> str:
        """A move as a sentence."""
        return say(move.says, who=player_name(self.task_of(state, move).seat), **move.words())

    def choices(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """The buttons on the way to each legal move."""
        return buttons(
            Path(tuple(_signs(move, task.seat)), str(move))
            for move, task in self.tries(state)
            if not any(move.wrong(state, task))
        )

    @cached_property
    def _codec(self) -> Codec:
        return Codec(self.forms)

    def state_to_json(self, state: S) -> Json:
        """The JSON form of a state."""
        return self._codec.encode(state, self.state)

    def state_from_json(self, node: Node) -> S:
        """The state from its JSON form."""
        state: S = self._codec.decode(node, self.state)
        return state

    # --- on the table ---

    @cached_property
    def table(self) -> Table[S]:
        """All its places."""
        return Table(self.places, _players, _with_player)

    def zones(self, state: S) -> tuple[str, ...]:
        """What cameras look at."""
        return self.table.zones(state)

    def project(self, state: S, zone: str) -> Observation:
        """What should be seen of a zone."""
        return self.table.project(state, zone)

    def parts(self, state: S) -> Mapping[str, tuple[object, ...]]:
        """The values that decide what is seen."""
        return self.table.parts(state)

    def touches(self, state: S, move: Move) -> tuple[str, ...]:
        """The places that a move touches: where the table looks different after it."""
        was, now = self._picture(state), self._picture(self.carry_out(state, move))
        return tuple(place for place in {**was, **now} if was.get(place) != now.get(place))

    def _picture(self, state: S) -> dict[str, Any]:
        zones = self.table.groups(state).values()
        groups = (group for zone in zones for group in zone)
        return {p: face for group in groups for p, face in self.table.lying(state, group).items()}

    def suspects(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Suspicion[S, Move]]:
        """What was tried although it is not allowed, where something has changed."""
        changed = {difference.place for difference in differences}
        for move, task in self.tries(state):
            reasons = self.reasons(state, move, task)
            if reasons and changed.intersection(self.touches(state, move)):
                yield Suspicion(move, self.carry_out(state, move), 0.0, reasons)


def _tasks(agenda: Agenda, kind: type[Move]) -> list[Any]:
    """The tasks that a kind of move may be for."""
    if kind.interrupts:
        return [within(agenda, kind.answers)] if within(agenda, kind.answers) else []
    return [task for task in asked(agenda) if isinstance(task, kind.answers)]


def _players(state: Any) -> Sequence[Any]:
    return getattr(state, "players", ())


def _with_player(state: Any, seat: Seat, player: Any) -> Any:
    players = state.players
    return evolve(state, players=(*players[:seat], player, *players[seat + 1 :]))


def _word(value: Any, form: texts.Form) -> str:
    """A field in words."""
    if isinstance(value, Resources):
        return joined(value.told(), ", ") if any(value) else say("nothing")
    if isinstance(value, str):
        return say(value)
    return str(named(value)) if isinstance(value, tuple) else form.put(value)


def _signs(move: Move, seat: Seat) -> Iterator[Sign]:
    """What stands on the buttons on the way to a move."""
    words = {"who": player_name(seat), **move.words()}
    own = [f"{{{name}}}" for name in words if name != "who"]
    head, *more = move.taps or (move.verb.capitalize(), *own)
    for tap in (head, *more):
        label, place = tap if isinstance(tap, Sign) else Sign(tap)
        yield Sign(say(label, **words), place.format_map(words))


def violation(
    rule: str, text: str, *pieces: str, pages: Mapping[str, str] = {}, **words: object
) -> Violation:
    """A rule that is broken: its sentence, filled with words, the places to look at, the pages."""
    return Violation(rule, say(text, **words), pages, pieces)
