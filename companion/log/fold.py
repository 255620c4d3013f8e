"""The state of a game as the fold of its moves.

A move that is not legal where it stands is not dropped: it is marked as not applied, with the
reasons, and the moves behind it are tried without it. When something before it is put right, it
counts again.
"""

import logging
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
    """The state after the whole line of a history, and which of its events don't apply.

    Whatever is undone or put right, all is played again: a game has some hundred moves, which take
    about ten milliseconds.
    """

    def __init__(self, game: Rules[Any, Any], first: Any) -> None:
        self.state = self._first = first
        self.unapplied: dict[int, Reasons] = {}
        self._game = game

    def update(self, history: History) -> None:
        """Play the whole line."""
        self.state, self.unapplied = self._first, {}
        for event in history.line:
            self.state, reasons = step(self._game, self.state, history.meaning(event))
            if reasons:
                self.unapplied[event] = reasons

    def before(self, history: History, number: int) -> Any:
        """The state in which event `number` of the line happened."""
        state = self._first
        for event in history.line[: history.line.index(number)]:
            state, _ = step(self._game, state, history.meaning(event))
        return state
