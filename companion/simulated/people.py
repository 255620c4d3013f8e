"""Simulated people: they play a random game, and tell of it only by what a camera would see.

What the companion gets is what a camera would see: hands that move pieces, then the pieces at rest.
Where the rules leave several answers, somebody at the table answers the referee's question. What is
flagged they put right: they straighten the pieces, and what still can't be made out they tell. When
a table is set to `ask`, they wait for whoever confirms; when it is set to `watch`, they enter their
moves themselves.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from companion.games.capabilities import watchable
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Seat
from companion.games.secrets import public
from companion.log import lines
from companion.log.events import (
    AUTO,
    SEAT,
    THE_HOST,
    WATCH,
    Action,
    Command,
    End,
    Play,
    Rejection,
    Who,
)
from companion.log.history import ENDED
from companion.log.reasons import Counted, Why
from companion.referee.opinions import Opinion
from companion.referee.search import Explanation
from companion.referee.settling import LOOKS
from companion.referee.watcher import Watcher
from companion.table.table import Table
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Difference

#: How long things take, in paces: a hand's way, all looks at what it did, and the score sheet.
HAND = 0.4
REST = 0.6
END_PACE = 12.0
#: What chance does is quicker to follow than a decision.
CHANCE_PACE = 0.5
#: So long something may be flagged before people touch it, and so often they do before they talk.
FLAGGED = 4
TOUCHES = 3


class TableMoment(NamedTuple):
    """The table at one moment.

    Attributes:
        looks: What a perfect eye would see of it.
        paces: How long it is until the next one.
        state: The table as it lies.
        touched: The places at which somebody has just straightened the pieces.
    """

    looks: tuple[Observation, ...]
    paces: float
    state: Any
    touched: frozenset[str] = frozenset()


class SimulatedPeople:
    """Random players; the same seed plays the same game on from the same event.

    Attributes:
        state: The table as it really is.
        played: Every move that was really made, with whose it was.
        touches: How often somebody straightened pieces that were flagged.
        reasons: Why they did, or had to tell a move: what was flagged, and how often.
    """

    def __init__(self, table: Table, watcher: Watcher, seed: str) -> None:
        self.state: Any = table.now.state
        self._game = watchable(table.game)
        self._table = table
        self._watcher = watcher
        self._source = random.Random(f"{seed}/{table.now.number}")
        self._shown: tuple[Observation, ...] = ()
        self._lies: Any = self.state
        self._has_put_off = False
        self._has_told_all = False
        self.touches = 0
        self.reasons: Counter[str] = Counter()
        self.played: list[tuple[Seat, Any]] = []
        # Where the game has really been, each with how many moves led there.
        self._reached = {self._key(self.state): 0}

    def has_reached(self, state: Any) -> bool:
        """Whether the game really came to this."""
        return self._key(state) in self._reached

    def _key(self, state: Any) -> Hashable:
        """Equal for two states that nobody can tell apart: what the referee says knows no hand."""
        return defaults.key_of(self._game)(public(self._game, state))

    def glances(self) -> Iterator[TableMoment]:
        """The table as it is seen, until the game is over and the points are counted.

        Whoever asks for the next glance has shown the last one to the watcher.
        """
        yield from self._show(self.state, 1)
        while (seat := self._game.to_move(self.state)) is not None:
            if seat == CHANCE:
                while self._game.to_move(self.state) == CHANCE:
                    self._play(CHANCE)
                yield from self._show(self.state, CHANCE_PACE)
            else:
                before, move = self.state, self._play(seat)
                yield from self._show(defaults.as_it_lies(self._game, before, move), 1)
            if self._puts_off():
                continue
            yield from self._wait_until(self._is_followed)
            if self._table.now.phase == ENDED:
                return
            if self._is_over_in_the_log():
                break
        yield from self._wait_until(self._is_over_in_the_log)
        yield TableMoment(self._shown, END_PACE, self._lies)
        self._count_points()

    def _play(self, seat: Seat) -> Any:
        game, state, source = self._game, self.state, self._source
        move = (
            defaults.chance_of(game)(state, source)
            if seat == CHANCE
            else source.choice([*game.moves(state)])
        )
        self.state = game.apply(state, move)
        self.played.append((seat, move))
        self._reached[self._key(self.state)] = len(self.played)
        return move

    # --- what is seen -------------------------------------------------------------------------

    def _show(self, state: Any, paces: float) -> Iterator[TableMoment]:
        """A hand moves what changes, then everything rests; what nobody can see takes time too."""
        game, before = self._game, self._shown
        looks = tuple(game.project(state, zone).as_seen() for zone in game.zones(state))
        self._lies = state
        if looks == before:
            yield TableMoment(before, paces, state)
            return
        known = {look.zone: look for look in before}
        self._shown = looks
        hands = tuple(look if known.get(look.zone) == look else _covered(look) for look in looks)
        yield TableMoment(hands, HAND * paces, state)
        for _ in range(LOOKS):
            yield TableMoment(looks, REST * paces / LOOKS, state)

    def _wait_until(self, is_done: Callable[[], bool]) -> Iterator[TableMoment]:
        """Say what there is to say; who is not understood for long puts right what is flagged."""
        waited = attempts = 0
        self._has_told_all = False
        while not is_done() and self._table.now.phase != ENDED:
            answered = self._respond(self._watcher.opinion)
            waited = 0 if answered or not self._is_stuck() else waited + 1
            touched: frozenset[str] = frozenset()
            if waited >= FLAGGED:
                waited, attempts = 0, attempts + 1
                if attempts <= TOUCHES:
                    touched = self._straighten()
                else:
                    yield from self._settle_it()
            yield TableMoment(self._shown, REST, self._lies, touched)

    # --- what people say ----------------------------------------------------------------------

    def _puts_off(self) -> bool:
        """Whether people play on first: a question often answers itself by what comes next."""
        opinion = self._watcher.opinion
        asked = bool(opinion.answers or opinion.proposed)
        asked = asked and not opinion.in_step and not opinion.held
        self._has_put_off = asked and not self._has_put_off and self._table.now.mode == AUTO
        return self._has_put_off

    def _respond(self, opinion: Opinion) -> bool:
        """Answer the referee, unless somebody in front of the page has taken over."""
        mode = self._table.now.mode
        if mode == WATCH:
            self._enter_own_moves()
            return True
        if mode == AUTO and opinion.verdict and not opinion.held:
            best, question = opinion.verdict.best, opinion.verdict.question
            asked = question.answers if question and opinion.answers else ()
            if opinion.proposed and best and self._is_true(best):
                self._watcher.confirm(opinion.serial, self._teller(best))
                return True
            for number, answer in enumerate(asked):
                for one in answer.explanations:
                    if self._is_true(one):
                        self._watcher.answer(opinion.serial, number, self._teller(one))
                        return True
        return False

    def _is_stuck(self) -> bool:
        """Whether the referee sees something that people have no answer to."""
        opinion = self._watcher.opinion
        judged = opinion.verdict is not None and not opinion.in_step
        return judged and not opinion.held and self._table.now.mode == AUTO

    def _straighten(self) -> frozenset[str]:
        """The places to touch: those that are flagged, or all if nobody says which."""
        self.touches += 1
        self._note("straightened")
        verdict = self._watcher.opinion.verdict
        assert verdict is not None, "nobody is stuck without a verdict"
        flagged = {one.place for one in (*verdict.differences, *verdict.misreadings)}
        return frozenset(flagged or {place for look in self._shown for place in look.looked_at})

    def _note(self, deed: str) -> None:
        """Keep for whom it may concern why people had to do something."""
        verdict = self._watcher.opinion.verdict
        flagged = verdict.differences if verdict else ()
        for reason in sorted({_reason(each) for each in flagged} or {"nothing is flagged"}):
            self.reasons[f"{deed}: {reason}"] += 1

    def _settle_it(self) -> Iterator[TableMoment]:
        """Tell what was played; where the log has gone another way, lay the table as it says."""
        self._note("told")
        if self.has_reached(self._table.now.state):
            self._enter_own_moves()
            self._has_told_all = True
            return
        self.state = self._table.now.state
        self._reached = {self._key(self.state): len(self.played)}
        yield from self._show(self.state, 1)

    def _is_true(self, explanation: Explanation) -> bool:
        """Whether the game really came to this; that it is over is true when it is."""
        if self._game.outcome(explanation.state) is not None:
            return self._key(explanation.state) == self._key(self.state)
        return self.has_reached(explanation.state)

    def _teller(self, explanation: Explanation) -> Who:
        """Whose moves they are tells them; of several players' moves the host tells."""
        return _speaker({self._game.to_move(step.before) for step in explanation.steps})

    def _enter_own_moves(self) -> None:
        known = self._reached.get(self._key(self._table.now.state))
        if known is None or known == len(self.played):
            return
        new = self.played[known:]
        line = lines.write(self._game, (move for _, move in new))
        self._post(Play(line), _speaker({seat for seat, _ in new}))

    def _is_followed(self) -> bool:
        """Whether the referee is in step, and knows of everything that is in the log."""
        opinion = self._watcher.opinion
        knows = opinion.number == self._table.now.number
        if self._has_told_all and self._is_right_in_the_log():
            return True  # whatever the eye makes of the table
        return (opinion.in_step and knows) or self._is_over_in_the_log()

    def _is_right_in_the_log(self) -> bool:
        return self._key(self._table.now.state) == self._key(self.state)

    def _is_over_in_the_log(self) -> bool:
        return self._game.outcome(self._table.now.state) is not None

    def _count_points(self) -> None:
        """Put the game away; what people count themselves stands beside it."""
        counted = Counted(tuple(one.points for one in self._game.score(self.state).values()))
        while self._table.now.phase != ENDED:
            if not isinstance(self._post(End(), THE_HOST, counted), Rejection):
                return

    def _post(self, action: Action, by: Who, why: Why = "") -> object:
        return self._table.post(Command(action, by, self._table.now.number, why))


def _covered(look: Observation) -> Observation:
    """A look at a zone where a hand is at work."""
    return replace(look, dice=(), pieces=(), hidden=look.looked_at, at_rest=False)


def _reason(difference: Difference) -> str:
    """What kind of thing is not as it should be, wherever that is."""
    expected, seen = difference.expected, difference.seen
    if expected is None or seen is None:
        thing, how = (seen, "too many") if expected is None else (expected, "missing")
        return f"a {thing.kind if thing else 'thing'} {how}"
    if expected.identity == seen.identity:
        return f"a {seen.kind} {seen.pose}, not {expected.pose}"
    return f"a {seen.kind} that is another"


def _speaker(seats: set[Seat | None]) -> Who:
    players = seats - {CHANCE, None}
    return Who(SEAT, players.pop()) if len(players) == 1 else THE_HOST
