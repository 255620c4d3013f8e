"""A game out of its state, its moves and its places: everything else follows from them.

A game inherits `Plain` and names the three. A move is declared once, as a `Move`: its text, its
sentence, what it answers or interrupts, what its fields may be, why it may not be, what it does.
What does not fit, the game says with a method of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, ClassVar, Generic, Self, TypeVar

from companion.common.codec import Codec, Parser
from companion.common.json_reading import Json, Node
from companion.common.words import player_name, say, say_n
from companion.games.buttons import MOST_TAPS, Choice, Path, Sign, buttons
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
        says: Its sentence; `{who}` makes it, other names are its fields.
        answers: The kind of task that it answers.
        may_be: What each of its fields may be.
        interrupts: Whether it answers nothing, and is allowed as long as such a task is to be done.
    """

    __slots__: tuple[str, ...] = ()
    says: ClassVar[str]
    answers: ClassVar[type]
    may_be: ClassVar[tuple[Iterable[Any], ...]] = ()
    interrupts: ClassVar[bool] = False

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
    """

    editions: Mapping[str, Any] = {}
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
            return (violation("order.not-now", "That is not what is to be done now."),)
        return tuple(move.wrong(state, task))

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
        kind: type = type(move)
        forms = texts.forms(kind).items()
        values = {name: form.put(getattr(move, name)) for name, form in forms}
        return say(move.says, who=player_name(self.task_of(state, move).seat), **values)

    def choices(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """A button for each kind of move, and behind it one for each of its fields."""
        return buttons(
            Path(tuple(map(Sign, str(move).split(None, MOST_TAPS - 1))), str(move))
            for move in self.moves(state)
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
            reasons = tuple(move.wrong(state, task))
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


def violation(rule: str, text: str, *pieces: str) -> Violation:
    """A rule that is broken, with its sentence and the places to look at."""
    return Violation(rule, say(text), {}, pieces)
