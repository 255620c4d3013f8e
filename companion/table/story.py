"""A game as a story: every event of the line of play with its sentences and the states around it.

What was told once is not told again: when the log grows, or an old event is corrected, only the
rest is played anew.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from companion.common.words import say
from companion.games.capabilities import Rules
from companion.log.events import Action, Lost
from companion.log.fold import RULES_FAILED, UNREADABLE, Reasons, step
from companion.log.history import History
from companion.log.lines import moves_of
from companion.log.playing import tell_all


@dataclass(frozen=True)
class StoryStep:
    """One event of the line of play: its moves, their sentences, and why it does not apply.

    The moves are those that count now; they may hold secrets of a hand. Those that can't be read
    are none.
    """

    event: int
    action: Action
    moves: tuple[Any, ...]
    before: Any
    after: Any
    told: tuple[str, ...]
    unapplied: Reasons

    @property
    def line(self) -> str:
        """The moves as they were written."""
        return str(getattr(self.action, "moves", ""))


def line_of(history: History) -> list[tuple[int, Action]]:
    """The numbers of the events in the line of play, each with what it stands for now."""
    return [(number, history.meaning(number)) for number in history.line]


class Story:
    """Follows one game. All methods may be called from any thread."""

    def __init__(self, game: Rules[Any, Any], first: Any) -> None:
        self._game = game
        self._first = first
        self._steps: list[StoryStep] = []
        self._lock = threading.Lock()

    def follow(self, line: Iterable[tuple[int, Action]]) -> tuple[StoryStep, ...]:
        """Every step of this line."""
        with self._lock:
            steps, known = [], iter(self._steps)
            same = True
            state = self._first
            for number, action in line:
                old = next(known, None) if same else None
                same = old is not None and old.event == number and old.action is action
                steps.append(old if old and same else tell_step(self._game, state, number, action))
                state = steps[-1].after
            self._steps = steps
            return tuple(steps)


def tell_step(game: Rules[Any, Any], state: Any, number: int, action: Action) -> StoryStep:
    """One event of the line, which happens in `state`."""
    after, reasons = step(game, state, action)
    readable = not any(reason.rule in (UNREADABLE, RULES_FAILED) for reason in reasons)
    moves = moves_of(game, action) if readable else ()
    if reasons:
        told: tuple[str, ...] = ()
    elif moves:
        told = tuple(tell_all(game, state, moves))
    elif isinstance(action, Lost):
        told = (say("Something that could not be read any more."),)
    else:
        told = (say("Struck out." if hasattr(action, "moves") else "The table as it lay."),)
    return StoryStep(number, action, moves, state, after, told, reasons)
