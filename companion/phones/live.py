"""A game as it happens: one writer posts moments, any number of watchers follow at their own pace.

The writer never waits for a watcher. A slow one finds the newest moment when it looks again; what
it has missed is still told in the sentences of that moment.
"""

import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.capabilities import Rules
from companion.log.events import MODES, Event
from companion.log.journal import Trouble
from companion.referee.opinions import Opinion
from companion.table.news import Now
from companion.table.takebacks import Takeback

#: How many sentences a moment remembers.
MEMORY = 12


@dataclass(frozen=True)
class Standing:
    """How the game stands in its log, and what the referee thinks of the table.

    `game` is the name of the game on the shelf; `events` are the last ones, the newest first.
    `blind` says why the camera sees nothing; empty when it does. `takeback` is what an undo would
    take back, `modes` are the ways in which moves can be entered.
    """

    game: str
    now: Now
    opinion: Opinion
    events: tuple[Event, ...] = ()
    trouble: Trouble | None = None
    blind: str = ""
    takeback: Takeback = field(default_factory=Takeback)
    modes: tuple[str, ...] = MODES


@dataclass(frozen=True)
class Moment:
    """The table at one moment. `told` are the sentences that led to it, the newest first.

    `before` is the last state of this game that was another one: what changed since is news.
    """

    number: int
    game: Rules[Any, Any]
    state: Any
    before: Any
    told: tuple[str, ...]
    standing: Standing | None = None


@dataclass(frozen=True)
class Coming:
    """What may be next, while it is being written: whoever draws can begin, and show nothing."""

    game: Rules[Any, Any]
    state: Any
    before: Any
    names: Mapping[int, str]


class Closed(Exception):  # noqa: N818 - no error: the evening is over
    """There will be no further moments."""


class Feed:
    """The newest moment, and a bell that rings for every new one.

    Attributes:
        game: What is played.
    """

    def __init__(self, game: Rules[Any, Any]) -> None:
        self.game = game
        self._bell = threading.Condition()
        self._told: deque[str] = deque(maxlen=MEMORY)
        self._latest: Moment | None = None
        self._last: Moment | None = None  # the newest one of the game on the table
        self._coming: Coming | None = None
        self._closed = False

    def begin(self, game: Rules[Any, Any]) -> None:
        """Another game is on the table: what happened before is no news of it."""
        with self._bell:
            self.game = game
            self._told.clear()
            self._last = self._coming = None

    def post(
        self, state: Any, sentences: Iterable[str], standing: Standing | None = None
    ) -> Moment:
        """Make this the newest moment and wake everybody who waits."""
        with self._bell:
            last = self._last
            self._told.extendleft(sentences)
            before = None if last is None else last.state
            if last is not None and state is last.state:
                before = last.before
            number = self._latest.number + 1 if self._latest else 1
            moment = Moment(number, self.game, state, before, tuple(self._told), standing)
            self._latest = self._last = moment
            self._bell.notify_all()
        return moment

    def after(self, number: int, patience: float) -> Moment | None:
        """The newest moment once there is one after `number`; None when patience runs out."""
        with self._bell:
            self._bell.wait_for(lambda: self._closed or self._is_after(number), patience)
            if self._closed:
                raise Closed
            return self._latest if self._is_after(number) else None

    def expect(self, now: Now) -> None:
        """Say what may be the next moment; it is none yet."""
        with self._bell:
            before = None if self._last is None else self._last.state
            if now.state is not before:
                self._coming = Coming(self.game, now.state, before, now.names)
                self._bell.notify_all()

    def after_or_coming(self, number: int, patience: float) -> Moment | Coming | None:
        """As `after`, or once what may come next; a moment goes first."""
        with self._bell:
            self._bell.wait_for(
                lambda: self._closed or self._is_after(number) or self._coming, patience
            )
            if self._closed:
                raise Closed
            coming, self._coming = self._coming, None
            return self._latest if self._is_after(number) else coming

    def _is_after(self, number: int) -> bool:
        return self._latest is not None and self._latest.number > number

    def close(self) -> None:
        """Send everybody home."""
        with self._bell:
            self._closed = True
            self._bell.notify_all()
