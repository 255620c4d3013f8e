"""Follows a game: takes looks at the table, and enters, proposes or flags what they mean.

The looks settle, the referee judges them, and the mode of the table decides: enter the moves,
propose them, ask, or say what is wrong. Nothing that is not clear is ever entered. A proposal
lapses as soon as the table or the log changes. What a person took back is not entered again from
the same picture: people decide, until something on the table has moved.
"""

import itertools
import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.common.errors import InputError
from companion.common.words import say
from companion.games.capabilities import watchable
from companion.games.kit import defaults
from companion.games.secrets import public, recalled
from companion.log import lines
from companion.log.events import (
    REFEREE,
    Accept,
    Action,
    Command,
    Confirm,
    Correct,
    Event,
    Play,
    Redo,
    Rejection,
    Undo,
    Who,
)
from companion.log.history import PLAYING
from companion.log.lines import MoveLine
from companion.log.reasons import Seen, Why
from companion.referee import opinions
from companion.referee.opinions import Opinion
from companion.referee.photographed import Photographed
from companion.referee.referee import (
    Conclusion,
    Mode,
    Reaction,
    Verdict,
    answered,
    decide,
    ending,
    judge,
)
from companion.referee.search import MadeMove
from companion.referee.settling import Settling
from companion.table.admission import STALE
from companion.table.news import Now
from companion.table.table import Table
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight

#: So many entries may follow from one look; then the next look has its turn.
ENTRIES = 8

_TAKEN_BACK = (Undo, Redo, Correct, Accept)
_ENTERED = (Play, Confirm)
_BY_REFEREE = Who(REFEREE)


class Watcher:
    """Follows the game of one table. All methods may be called from any thread.

    A watcher that `is_blind` has no camera; it says so until somebody shows it something.
    """

    def __init__(
        self, table: Table, settling: Settling | None = None, is_blind: bool = False
    ) -> None:
        self._table = table
        self._is_blind = is_blind
        self._has_lost_sight = False
        self._settling = settling or Settling()
        self._seen: dict[str, Observation] = {}
        self._shown = Photographed(table.game)
        self._unsettled: set[str] = set()
        self._untold: set[str] = set()
        self._serials = itertools.count(1)
        self._lock = threading.RLock()
        self._basis: tuple[object, ...] = ()
        self._held: tuple[Observation, ...] = ()
        self._in_step: dict[str, int] = {}
        self._latest = table.now
        self._before: Now | None = None  # how the game stood before the last entry, where known
        events = table.events()
        self._known = len(events)
        self._is_to_hold = _ends_taken_back(events)
        self.opinion = opinions.blind(self._known) if is_blind else opinions.moving(self._known)

    def see(self, looks: Iterable[Observation] = ()) -> Opinion:
        """Take in what was seen at one moment, and do what follows from it."""
        with self._lock:
            for look in looks:
                self._settle(look)
            for _ in range(ENTRIES):
                if not self._think():
                    break
            return self.opinion

    def hear(self, looks: Iterable[Observation]) -> Opinion:
        """Take in what people say about zones that no camera reads; it counts at once.

        A look that is not at rest means that they are about to say it: until then nobody is judged.
        """
        with self._lock:
            for look in looks:
                if look.at_rest:
                    self._seen[look.zone] = look
                    self._untold.discard(look.zone)
                else:
                    self._untold.add(look.zone)
            return self.see()

    @property
    def zones(self) -> frozenset[str]:
        """The zones that somebody has looked at, or told of."""
        with self._lock:
            return frozenset(self._seen)

    def lose_sight(self) -> Opinion:
        """Forget what was seen: the camera sees nothing now, and people enter what they do.

        What lies on the table may be different when it is seen again. Nobody is judged until then.
        """
        with self._lock:
            self._seen.clear()
            self._unsettled.clear()
            self._settling.forget()
            self._has_lost_sight = True
            return self.see()

    def show(self, looks: Iterable[Observation]) -> Opinion:
        """Take in what somebody has photographed; it counts at once.

        It does so until a move that people enter leads away from it. Whoever shows something wants
        it read, so it is proposed even where the table is set to watch.
        """
        with self._lock:
            looks = tuple(looks)
            self._seen.update((look.zone, look) for look in looks)
            self._shown.add(looks, self._table.now.state)
            return self.see()

    def put_away(self) -> Opinion:
        """Forget what was photographed."""
        with self._lock:
            self._forget_shown()
            return self.see()

    def _forget_shown(self) -> None:
        for zone in self._shown.clear():
            self._seen.pop(zone, None)

    # --- what people tap ----------------------------------------------------------------------

    def confirm(self, serial: int, by: Who) -> Event | Rejection:
        """Somebody says yes to the moves that are proposed."""
        with self._lock:
            opinion = self.opinion
            if serial != opinion.serial or not opinion.proposed:
                return self._lapsed()
            return self._post(Confirm(self._line(opinion.proposed)), by, opinion.number)

    def disagree(self, serial: int, choice: int, by: Who) -> Event | Rejection:
        """Somebody says no to the proposal: it was one of the other explanations."""
        with self._lock:
            opinion = self.opinion
            if serial != opinion.serial or not 0 <= choice < len(opinion.others):
                return self._lapsed()
            return self._post(Confirm(self._line(opinion.others[choice].steps)), by, opinion.number)

    def answer(self, serial: int, choice: int, by: Who) -> Event | Rejection | Opinion:
        """Somebody chooses an answer; it may lead to the next question, which is returned."""
        with self._lock:
            opinion = self.opinion
            question = opinion.verdict.question if opinion.verdict else None
            if serial != opinion.serial or question is None or not opinion.answers:
                return self._lapsed()
            if not 0 <= choice < len(question.answers):
                return self._lapsed()
            verdict = answered(self._table.game, question.answers[choice])
            if verdict.question is not None or verdict.best is None:
                return self._say(self._opinion(opinion.number, verdict, Reaction.PROPOSE))
            steps = opinions.seen_steps(verdict.best)
            return self._post(Confirm(self._line(steps)), by, opinion.number)

    def accept(self, serial: int, by: Who) -> Event | Rejection:
        """Somebody says that the table as it lies counts."""
        with self._lock:
            opinion = self.opinion
            if serial != opinion.serial or opinion.way_back is None:
                return self._lapsed()
            game = self._table.game
            state = recalled(game, opinion.way_back, self._table.now.state)
            return self._post(Accept(game.state_to_json(state)), by, opinion.number)

    def _lapsed(self) -> Rejection:
        number = self._table.now.number
        return Rejection(STALE, say("The table has changed meanwhile; look again."), number)

    def _post(self, action: Action, by: Who, seen: int, why: Why = "") -> Event | Rejection:
        pictures = (look.picture for look in self._seen.values() if look.picture)
        return self._table.post(Command(action, by, seen, why, max(pictures, default=None)))

    # --- what the looks mean ------------------------------------------------------------------

    def _settle(self, look: Observation) -> None:
        self._has_lost_sight = False
        settled = self._settling.add(look)
        if settled is None:
            self._unsettled.add(look.zone)
            return
        self._unsettled.discard(look.zone)
        self._seen[look.zone] = settled

    def _think(self) -> bool:
        """Form an opinion; True when something was entered, and the next one may follow."""
        now = self._table.now
        self._notice_what_was_taken_back()
        self._notice_what_was_entered(now)
        waiting = (bool(self._unsettled), bool(self._untold), self._has_lost_sight)
        basis = (now.number, *waiting, *self._seen.values())
        if basis == self._basis:
            return False
        self._basis = basis
        opinion = self._idle(now)
        if opinion is None:
            verdict = self._judge(now)
            action = decide(self._mode(now), verdict)
            held = self._is_held()
            if action is Reaction.ENTER and not held:
                return self._enter(now, verdict)
            action = Reaction.PROPOSE if action is Reaction.ENTER else action
            opinion = self._opinion(now.number, verdict, action, held)
        self._say(opinion)
        return False

    def _idle(self, now: Now) -> Opinion | None:
        """What there is to say without judging anybody."""
        if now.phase != PLAYING:
            return opinions.resting(now.number, now.phase)
        if self._table.game.outcome(now.state) is not None:
            return opinions.over(now.number)
        if self._has_lost_sight:
            return opinions.blind(now.number, has_camera=True)
        if self._is_blind and not self._seen and not self._unsettled:
            return opinions.blind(now.number)
        if self._unsettled or not self._seen:
            return opinions.moving(now.number)
        if not self._untold:
            return None
        return opinions.untold(self._table.game, now.number, self._untold)

    def _mode(self, now: Now) -> Mode:
        mode = Mode(now.mode)
        return Mode.ASK if mode is Mode.WATCH and self._shown else mode

    def _judge(self, now: Now) -> Verdict:
        verdict = self._judge_from(now.state)
        if verdict.finding is Conclusion.IN_STEP:
            # What can't be read now is as the log says, until it looks different.
            self._in_step = self._marks()
            if self._mode(now) is not Mode.WATCH:
                state = public(self._table.game, now.state)
                question = ending(watchable(self._table.game), state, self._seen.values())
                return replace(verdict, question=question)
        return verdict

    def _judge_from(self, state: Any) -> Verdict:
        marks = self._marks()
        unmoved = frozenset(p for p, mark in marks.items() if self._in_step.get(p) == mark)
        # What is in a hand must not show in what the referee says, which everybody hears.
        state = public(self._table.game, state)
        return judge(watchable(self._table.game), state, tuple(self._seen.values()), unmoved)

    def _marks(self) -> dict[str, int]:
        return {place: mark for look in self._seen.values() for place, mark in look.marks}

    def _enter(self, now: Now, verdict: Verdict) -> bool:
        assert verdict.best is not None, "what is clear has been explained"
        line = self._line(verdict.best.steps)
        answer = self._post(Play(line), _BY_REFEREE, now.number, self._evidence(now))
        if isinstance(answer, Event) or answer.reason == STALE:
            return True
        self._say(opinions.refused(now.number, answer.text))
        return False

    def _evidence(self, now: Now) -> Why:
        """What was seen that the log did not know yet."""
        game, sight = watchable(self._table.game), Sight(self._seen.values())
        return Seen.of(
            difference
            for zone in sight.zones
            for difference in sight.compare(game.project(now.state, zone)).differences
        )

    def _line(self, steps: Iterable[MadeMove]) -> MoveLine:
        return lines.write(self._table.game, (step.move for step in steps))

    def _opinion(
        self, number: int, verdict: Verdict, action: Reaction, held: bool = False
    ) -> Opinion:
        now, is_flagged = self._table.now, action is Reaction.FLAG
        way_back = self._way_back(verdict) if is_flagged else None
        return opinions.about(
            self._table.game,
            verdict,
            Opinion(number, "", "", action=action, held=held, way_back=way_back),
            state=now.state,
            mode=self._mode(now),
            otherwise=self._otherwise() if is_flagged else (),
        )

    def _otherwise(self) -> tuple[MadeMove, ...]:
        """What explains everything if it was played instead of what was entered last."""
        verdict = self._judge_from(self._before.state) if self._before else None
        if verdict is None or verdict.finding not in (Conclusion.CLEAR, Conclusion.OPEN):
            return ()
        return opinions.seen_steps(verdict.best) if verdict.best else ()

    def _way_back(self, verdict: Verdict) -> Any:
        """A state in which the table as it lies would be right; None where that can't be."""
        game = self._table.game
        try:
            if verdict.accused is not None:
                state = verdict.accused.state
            else:
                now = public(game, self._table.now.state)
                nearest = verdict.best.state if verdict.best else now
                state = defaults.adopt(watchable(game), nearest, Sight(self._seen.values()))
        except InputError:
            return None
        return None if any(not wrong.assumed for wrong in defaults.status(game, state)) else state

    def _say(self, opinion: Opinion) -> Opinion:
        """Make this the opinion, with a serial of its own unless it says nothing new."""
        if not opinion.says_the_same_as(self.opinion):
            self.opinion = replace(opinion, serial=next(self._serials))
        return self.opinion

    # --- what was entered and taken back ------------------------------------------------------

    def _notice_what_was_entered(self, now: Now) -> None:
        if now.state is self._latest.state:
            return
        is_last = now.undo == now.number == self._latest.number + 1
        self._before, self._latest = (self._latest if is_last else None), now

    def _notice_what_was_taken_back(self) -> None:
        """From the log, not from a listener: nothing may be entered before it is noticed."""
        new = self._table.events(self._known)
        self._known += len(new)
        if new and self._shown.is_outdated(new, self._table.now.state):
            self._forget_shown()
        self._is_to_hold |= any(isinstance(event.action, _TAKEN_BACK) for event in new)
        if self._is_to_hold and self._seen:
            self._held, self._is_to_hold = tuple(self._seen.values()), False

    def _is_held(self) -> bool:
        """Whether the table still looks as it did when somebody took something back."""
        sight = Sight(self._seen.values())
        changed = any(
            difference.is_certain
            for look in self._held
            for difference in sight.compare(look).differences
        )
        if changed:
            self._held = ()
        return bool(self._held)


def _ends_taken_back(events: Iterable[Event]) -> bool:
    """Whether the last thing that happened to the line of play was no move."""
    taken_back = False
    for event in events:
        if isinstance(event.action, _TAKEN_BACK):
            taken_back = True
        elif isinstance(event.action, _ENTERED):
            taken_back = False
    return taken_back
