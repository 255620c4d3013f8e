"""The log as a story: which moves count, what was undone, who sits where.

No rule of any game is needed for this. `Fold` (in `fold.py`) turns the moves into a state.
"""

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.games.protocol import Seat
from companion.log.events import (
    ASK,
    Accept,
    Action,
    Begin,
    Choose,
    Confirm,
    Correct,
    End,
    Event,
    Lost,
    Pause,
    Play,
    Redo,
    Resume,
    Sit,
    Undo,
)

PLAYING, PAUSED, ENDED = ("playing", "paused", "ended")

#: What stands in the line of play, and what can be undone.
IN_LINE = (Play, Confirm, Accept, Lost)
UNDOABLE = (Play, Confirm, Accept, Correct)


@dataclass
class History:
    """The fold of the events; `line` are the numbers of those that count, in order."""

    events: list[Event] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)
    names: dict[Seat, str] = field(default_factory=dict)
    mode: str = ASK
    phase: str = PLAYING
    _corrections: dict[int, list[int]] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def begin(self) -> Begin:
        """How it began."""
        first = self.events[0].action
        assert isinstance(first, Begin)
        return first

    def event(self, number: int) -> Event:
        """The event with this number."""
        return self.events[number - 1]

    def meaning(self, number: int) -> Action:
        """What an event in the line stands for now: itself, or its last correction."""
        corrections = self._corrections.get(number)
        return self.event(corrections[-1] if corrections else number).action

    def add(self, event: Event) -> int | None:
        """Add the next event; returns from which event on the line must be played again."""
        assert event.number == self.number + 1, f"{event.number} after {self.number}"
        self.events.append(event)
        action = event.action
        if isinstance(action, UNDOABLE):
            self.done.append(event.number)
            self.undone.clear()
        if isinstance(action, IN_LINE):
            self.line.append(event.number)
            return event.number
        if isinstance(action, Correct):
            return self._put(event.number)
        if isinstance(action, Undo):
            return self._undo(action.event)
        if isinstance(action, Redo):
            return self._redo(action.event)
        if isinstance(action, Sit):
            if action.name:
                self.names[action.seat] = action.name
            else:
                self.names.pop(action.seat, None)
        elif isinstance(action, Choose):
            self.mode = action.mode
        elif isinstance(action, Pause):
            self.phase = PAUSED
        elif isinstance(action, Resume):
            self.phase = PLAYING
        elif isinstance(action, End):
            self.phase = ENDED
        return None

    # In a log that lost events, an undo may be about something that nobody knows any more.

    def _undo(self, number: int | None) -> int | None:
        if number is None or not _drop(self.done, number):
            return None
        self.undone.append(number)
        action = self.event(number).action
        if isinstance(action, Correct):
            self._corrections[action.event].remove(number)
            return action.event
        _drop(self.line, number)
        return number

    def _redo(self, number: int | None) -> int | None:
        if number is None or not _drop(self.undone, number):
            return None
        self.done.append(number)
        return self._put(number)

    def _put(self, number: int) -> int:
        """Let a move or a correction count."""
        action = self.event(number).action
        if isinstance(action, Correct):
            self._corrections.setdefault(action.event, []).append(number)
            return action.event
        insort(self.line, number)
        return number

    def disputed(self) -> Iterator[Event]:
        """Events that somebody has corrected, whether or not that stands, and the corrections."""
        for event in self.events:
            if isinstance(event.action, Correct):
                yield event
                yield self.event(event.action.event)


def _drop(numbers: list[int], number: int) -> bool:
    """Take a number out; nearly always it is the last."""
    if numbers and numbers[-1] == number:
        numbers.pop()
    elif number in numbers:
        numbers.remove(number)
    else:
        return False
    return True
