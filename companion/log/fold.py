"""The state of a game as the fold of its moves.

A move that is not legal where it stands is not dropped: it is marked as not applied, with the
reasons, and the moves behind it are tried without it. When something before it is put right, it
counts again.
"""

import logging
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from companion.common.errors import InputError
from companion.common.json_reading import wrap
from companion.common.words import say
from companion.games.capabilities import Rules
from companion.games.protocol import IllegalMove, Violation
from companion.log.events import Accept, Action, Lost
from companion.log.history import History
from companion.log.lines import moves_of
from companion.log.playing import apply_all

#: So many of the last states are kept for a quick undo, and every so-manieth of the older ones.
KEPT = 64

Reasons = tuple[Violation, ...]

#: Why an event of the log does not apply, beside the rules of the game.
UNREADABLE, RULES_FAILED = "log.unreadable", "log.rules-failed"


def step(game: Rules[Any, Any], state: Any, action: Action) -> tuple[Any, Reasons]:
    """The state after an action of the line; or the same state, and why it does not apply."""
    try:
        if isinstance(action, Accept):
            return game.state_from_json(wrap(action.state, "the accepted table")), ()
        if isinstance(action, Lost):
            return state, ()
        return apply_all(game, state, moves_of(game, action)), ()
    except IllegalMove as error:
        return state, error.violations
    except InputError as error:
        # What it says may quote a hand, and everybody reads why an event does not apply.
        logging.getLogger(__name__).warning("an event can't be read: %s", error)
        return state, (Violation(UNREADABLE, say("It can't be read any more.")),)
    except Exception:
        # A mistake in the rules must not take a whole game with it.
        logging.getLogger(__name__).exception("the rules failed on %s", action)
        return state, (Violation(RULES_FAILED, say("The rules failed on this.")),)


class Fold:
    """The state after the whole line of a history, and which of its events don't apply."""

    def __init__(self, game: Rules[Any, Any], first: Any) -> None:
        self.state = first
        self.unapplied: dict[int, Reasons] = {}
        self._game = game
        self._length = 0
        self._marks = {0: first}  # index in the line -> the state before it

    def append(self, state: Any) -> None:
        """One more event is in the line, and `state` is what comes of it."""
        self._mark(self._length, self.state)
        self._length += 1
        self.state = state

    def update(self, history: History, number: int) -> None:
        """Play again what changed: the line from event `number` on."""
        index = bisect_left(history.line, number)
        self.unapplied = {n: why for n, why in self.unapplied.items() if n < number}
        for mark in [mark for mark in self._marks if mark > index]:
            del self._marks[mark]
        self._play(history, *self._nearest(index))

    def catch_up(self, history: History) -> None:
        """Play what is in the line and was not played yet."""
        self._play(history, self._length, self.state)

    def _play(self, history: History, start: int, state: Any) -> None:
        for at, event, before, after, reasons in self._run(history, start, state):
            self._mark(at, before)
            if reasons:
                self.unapplied[event] = reasons
            state = after
        self._length, self.state = len(history.line), state

    def before(self, history: History, number: int) -> Any:
        """The state in which event `number` of the line happened."""
        index = bisect_left(history.line, number)
        start, state = self._nearest(index)
        if start < index:
            for at, _, _, after, _ in self._run(history, start, state):
                state = after
                if at + 1 == index:
                    break
        return state

    def _nearest(self, index: int) -> tuple[int, Any]:
        start = max(mark for mark in self._marks if mark <= index)
        return start, self._marks[start]

    def _run(
        self, history: History, start: int, state: Any
    ) -> Iterator[tuple[int, int, Any, Any, Reasons]]:
        for index in range(start, len(history.line)):
            event = history.line[index]
            after, reasons = step(self._game, state, history.meaning(event))
            yield index, event, state, after, reasons
            state = after

    def _mark(self, index: int, state: Any) -> None:
        self._marks[index] = state
        old = index - KEPT
        if old % KEPT:
            self._marks.pop(old, None)
