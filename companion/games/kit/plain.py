"""A game out of its state, its moves and its places: everything else follows from them.

A game inherits `Plain` and names the three. A move is declared once, as a `Move`: its text, its
sentence, its buttons, what it answers or interrupts, what its fields may be, why it may not be,
what it does. What does not fit, the game says with a method of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, reduce
from itertools import product, starmap
from operator import or_
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
from companion.games.kit.hands import Hands
from companion.games.kit.places import Places, Table
from companion.games.kit.resources import Resources
from companion.games.kit.texts import named
from companion.games.kit.values import evolve, made_once, value
from companion.games.protocol import (
    CHANCE,
    Breakdown,
    IllegalMove,
    Outcome,
    Seat,
    Suspicion,
    Violation,
)
from companion.games.secrets import known_to
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Difference, Sight


@value
class Task:
    """Something that a seat is asked, or that happens to it; each kind is a class of its own."""

    seat: Seat


class Turn(Task):
    """A seat makes a move."""


class Move(texts.Written):
    """A kind of move.

    Attributes:
        says: Its sentence; `{who}` makes it, other names are its `words`.
        taps: What its buttons say, one after the other and at most three, filled like the sentence;
            a `Sign` also names the place that is meant. Without them: the verb, then its words.
        answers: The kind of task that it answers, or several.
        may_be: What each of its fields may be: values, or a function of state and task.
        interrupts: Whether it answers nothing, and is allowed as long as such a task is to be done.
    """

    __slots__: tuple[str, ...] = ()
    says: ClassVar[str]
    taps: ClassVar[tuple[Sign | str, ...]] = ()
    answers: ClassVar[Any] = Turn
    may_be: ClassVar[tuple[Any, ...]] = ()
    interrupts: ClassVar[bool] = False

    def words(self) -> dict[str, object]:
        """Its fields as sentence and buttons tell them."""
        kind: type = type(self)
        return {name: _word(getattr(self, name), form) for name, form in texts.forms(kind).items()}

    @classmethod
    def tries(cls, state: Any, task: Any) -> Iterable[Self]:
        """What somebody may try, in a stable order and nothing twice, allowed or not."""
        fields = [may(state, task) if callable(may) else may for may in cls.may_be]
        return starmap(made_once(cls), product(*fields))

    def wrong(self, state: Any, task: Any) -> Iterable[Violation]:
        """Why it is not allowed."""
        return ()

    def do(self, state: Any, task: Any) -> Any:
        """The state after it; the task that it answers is on top."""
        raise NotImplementedError


@value
class Do(Task):
    """Something happens to a seat by itself: effects, which are moves that nobody makes.

    They are data, a line of text on a card, a machine or a track: `gain iron 3 choose 2`.
    """

    effects: tuple[Move, ...]


def told(effects: Iterable[Move]) -> str:
    """What effects bring, in words."""
    return joined((say(effect.says, **effect.words()) for effect in effects), ", ")


def _next_effect(state: Any, task: Do) -> Any:
    """The first effect happens, the others are next."""
    effect, *others = task.effects
    rest = [Do(task.seat, tuple(others))] if others else []
    return effect.do(state.then(*rest, task), task)


S = TypeVar("S", bound=HasAgenda)


class Plain(Generic[S]):
    """A game as far as it follows from what it declares.

    Attributes:
        state: The class of its states; the tasks of their agenda have a `seat`.
        kinds: Its kinds of moves.
        effects: The kinds of effects that its data names.
        short: Moves with words of their own (`texts.parse`).
        places: What lies where; those of a seat are read from its item of `players`.
        course: What tasks do by themselves, besides `Do`.
        forms: Values with a text form besides, and how each is read.
        pages: Where the rulebook tells a rule that names no page of its own, by language.
        hands: The cards that players hold. What others may do, and what their phones show, never
            depends on them.
    """

    editions: Mapping[str, Any] = {}
    pages: Mapping[str, str] = {}
    state: type[S]
    kinds: tuple[type[Move], ...]
    effects: tuple[type[Move], ...] = ()
    short: Mapping[str, Callable[..., Any]] = {}
    places: tuple[Places, ...]
    course: Mapping[type, Consequence[Any]] = {}
    forms: Mapping[type, Parser] = {}
    hands: Hands[Any, Any] | None = None

    # --- the rules ---

    @cached_property
    def _course(self) -> Mapping[type, Consequence[Any]]:
        return {Do: _next_effect, **self.course}

    def setup(self, config: Mapping[str, object]) -> S:
        """The first state: that of the class."""
        return settle(self.state(), self._course)

    def tries(self, state: S) -> Iterator[tuple[Move, Any]]:
        """What somebody may try now, each move with its task."""
        return ((move, task) for move, task, _ in self._tries(state))

    def _tries(self, state: S) -> Iterator[tuple[Move, Any, S]]:
        """The same, with the state as far as whoever is asked knows it: nothing else matters."""
        for kind in self.kinds:
            for task in _tasks(state.agenda, kind):
                seen = state if task.seat == CHANCE else self._known(state, task.seat)
                yield from ((move, task, seen) for move in kind.tries(seen, task))

    def _known(self, state: S, seat: Seat | None) -> S:
        game: Any = self
        known: S = known_to(game, state, seat) if self.hands else state
        return known

    def moves(self, state: S) -> Iterator[Move]:
        """Every legal move."""
        return (move for move, task, seen in self._tries(state) if not any(move.wrong(seen, task)))

    def task_of(self, state: S, move: Move) -> Any:
        """The task that a move answers or interrupts; None where nobody can try it."""
        tasks = _tasks(state.agenda, type(move))
        known = ((task, self._known(state, task.seat)) for task in tasks)
        return next((task for task, seen in known if move in move.tries(seen, task)), None)

    def check(self, state: S, move: Move) -> tuple[Violation, ...]:
        """All reasons why a move is not allowed."""
        task = self.task_of(state, move)
        if task is None:
            return (violation("order.not-now", "This can't be done now.", pages=self.pages),)
        return tuple(
            reason if reason.pages else replace(reason, pages=self.pages)
            for reason in move.wrong(self._known(state, task.seat), task)
        )

    def apply(self, state: S, move: Move) -> S:
        """The state after a legal move."""
        if wrong := self.check(state, move):
            raise IllegalMove(wrong)
        return self.carry_out(state, move)

    def carry_out(self, state: S, move: Move) -> S:
        """The state after a move that was tried, allowed or not.

        A thing that comes from another hand than was thought is unknown in that one again.
        """
        task = self.task_of(state, move)
        seen = self._known(state, task.seat)
        after: S = move.do(seen if move.interrupts else beginning_with(seen, task), task)
        return self.recalled(settle(after, self._course), state, but=task.seat)

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
        points = [score.points for score in self.score(state).values()]
        return None if state.agenda else decided(points)

    # --- what one seat alone knows ---

    def covered(self, state: S, seat: Seat | None = None) -> S:
        """The state with the hand of a seat face down; None: with all hands face down."""
        return self.hands.covered(state, seat) if self.hands else state

    def recalled(self, state: S, earlier: S, but: Seat | None = None) -> S:
        """A covered state with the hands that were known, as far as that still can be."""
        return self.hands.recalled(state, earlier, but) if self.hands else state

    # --- texts ---

    def move_text(self, move: Move) -> str:
        """The short form of a move."""
        return str(move)

    def parse_moves(self, text: str) -> tuple[Move, ...]:
        """The moves of a line."""
        return texts.parse(text, self.kinds, self.short)

    def tell(self, state: S, move: Move) -> str:
        """A move as a sentence."""
        return say(move.says, who=player_name(self.task_of(state, move).seat), **move.words())

    def choices(self, state: S, eyes: Seat | None) -> tuple[Choice, ...]:
        """The buttons on the way to each legal move, as far as somebody at `eyes` may know."""
        state = self._known(state, eyes)
        return buttons(
            Path(tuple(_signs(move, task.seat)), str(move))
            for move, task, seen in self._tries(state)
            if not any(move.wrong(seen, task))
        )

    @cached_property
    def _codec(self) -> Codec:
        effects: dict[type, Parser] = dict.fromkeys((Move, *self.effects), self._effect)
        return Codec({**self.forms, **effects})

    def _effect(self, text: str) -> Any:
        (effect,) = texts.parse(text, self.effects)
        return effect

    def state_to_json(self, state: S) -> Json:
        """The JSON form of a state."""
        return self._codec.encode(state, self.state)

    def state_from_json(self, node: Node) -> S:
        """The state from its JSON form."""
        state: S = self._codec.decode(node, self.state)
        return state

    @cached_property
    def _move(self) -> Any:
        return reduce(or_, self.kinds)

    def move_to_json(self, move: Move) -> Json:
        """The JSON form of a move."""
        return self._codec.encode(move, self._move)

    def move_from_json(self, node: Node) -> Move:
        """The move from its JSON form."""
        move: Move = self._codec.decode(node, self._move)
        return move

    # --- on the table ---

    @cached_property
    def table(self) -> Table[S]:
        """All its places."""
        return Table(self.places, _players, _with)

    def zones(self, state: S) -> tuple[str, ...]:
        """What cameras look at."""
        return self.table.zones(state)

    def project(self, state: S, zone: str) -> Observation:
        """What should be seen of a zone."""
        return self.table.project(state, zone)

    def parts(self, state: S) -> Mapping[str, tuple[object, ...]]:
        """The values that decide what is seen."""
        return self.table.parts(state)

    def touches(self, state: S, move: Move) -> Iterable[str]:
        """The places that a move touches: where the table looks different after it."""
        was, now = self._picture(state), self._picture(self.carry_out(state, move))
        return tuple(place for place in {**was, **now} if was.get(place) != now.get(place))

    def _picture(self, state: S) -> dict[str, list[Any]]:
        lying: dict[str, list[Any]] = {}
        for groups in self.table.groups(state).values():
            for place, face in (p for g in groups for p in self.table.lying(state, g).items()):
                lying.setdefault(place, []).append(face)
        return lying

    def adopt(self, state: S, sight: Sight) -> S:
        """The state with everything as it was read."""
        return self.table.adopt(state, sight)

    def suspects(
        self, state: S, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Suspicion[S, Move]]:
        """What was tried although it is not allowed, where something has changed."""
        changed = {difference.place for difference in differences}
        for move, _ in self.tries(state):
            reasons = self.check(state, move)
            if reasons and changed.intersection(self.touches(state, move)):
                yield Suspicion(move, self.carry_out(state, move), 0.0, reasons)


def _tasks(agenda: Agenda, kind: type[Move]) -> list[Any]:
    """The tasks that a kind of move may be for."""
    if kind.interrupts:
        return [within(agenda, kind.answers)] if within(agenda, kind.answers) else []
    return [task for task in asked(agenda) if isinstance(task, kind.answers)]


def _players(state: Any) -> Sequence[Any]:
    return getattr(state, "players", ())


def _with(state: Any, seat: Seat, player: Any) -> Any:
    players = _players(state)
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


def decided(points: Sequence[int], *ties: tuple[str, Sequence[int | None]]) -> Outcome:
    """Who has most points, or of those with equally many most of the first thing that differs.

    A thing that is known of nobody decides nothing; where it is known of some only, nobody can
    tell. Only the first place is decided; whatever stays equal is shared.

    >>> decided([7, 9, 9], ("coal", [5, 1, 2]))
    Outcome(winners=(2,), decided_by='coal')
    """
    leaders = tuple(range(len(points)))
    for name, values in (("points", points), *ties):
        known = {seat: value for seat, value in enumerate(values) if value is not None}
        told = [seat for seat in leaders if seat in known]
        if told and len(told) < len(leaders):
            break
        most = max((known[seat] for seat in told), default=None)
        leaders = tuple(seat for seat in leaders if known.get(seat) == most)
        if len(leaders) == 1:
            return Outcome(leaders, name)
    return Outcome(leaders, "shared")


def violation(
    rule: str, text: str, *pieces: str, pages: Mapping[str, str] = {}, **words: object
) -> Violation:
    """A rule that is broken: its sentence, filled with words, the places to look at, the pages."""
    return Violation(rule, say(text, **words), pages, pieces)
