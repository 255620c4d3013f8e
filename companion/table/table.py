"""The table: takes commands one after the other, keeps the log, and tells everybody.

The state is the fold of the log. Nothing is ever rewritten: undo, redo and correction are events
like all others. When `post` returns an event, it is on disk; if it can't be, `trouble` says so, and
the game goes on in memory.
"""

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion import games
from companion.common.errors import CompanionError
from companion.games.capabilities import Rules, playable
from companion.log.events import THE_HOST, Begin, Command, Correct, Event, Rejection
from companion.log.fold import Fold, Reasons
from companion.log.history import History
from companion.log.journal import Journal, Trouble
from companion.table.admission import STALE, Admission, Admitted, Refused
from companion.table.news import News, Now
from companion.table.story import Story, StoryStep, line_of

Clock = Callable[[], float]


Listener = Callable[[News], None]


class Table:
    """A game in progress. All methods may be called from any thread."""

    def __init__(
        self, game: Rules[Any, Any], journal: Journal, history: History, clock: Clock
    ) -> None:
        self.game = game
        self._journal = journal
        self._history = history
        self._clock = clock
        self._fold = Fold(game, game.setup(history.begin.config))
        self._admission = Admission(game, history, self._fold)
        self._story = Story(game, self._fold.state)
        self._writer = threading.RLock()
        self._listeners: list[Listener] = []
        self._expecting: list[Callable[[Now], None]] = []
        self._outbox: deque[News] = deque()
        self._telling = threading.Lock()
        self._trouble: Trouble | None = None
        self._closed = False
        self._fold.update(history)
        self.now = self._look()

    @classmethod
    def create(
        cls,
        path: Path,
        game: Rules[Any, Any],
        config: Mapping[str, object],
        clock: Clock = time.time,
    ) -> "Table":
        """Begin a new game, with its log at `path`."""
        plain = json.loads(json.dumps(config))
        game.setup(plain)  # what can't be set up leaves no file behind
        history = History()
        history.add(Event(1, round(clock(), 3), THE_HOST, Begin(game.id, plain)))
        table = cls(game, Journal.create(path), history, clock)
        table._trouble = table._journal.write(history.events)
        return table

    @classmethod
    def open(
        cls,
        path: Path,
        game: Rules[Any, Any] | None = None,
        clock: Clock = time.time,
        find: Callable[[str], Rules[Any, Any]] = lambda name: playable(games.find(name)),
    ) -> "Table":
        """Go on with a game: with this one, or else with the one that `find` finds by its id."""
        journal, events = Journal.open(path)
        try:
            begin = events[0].action
            assert isinstance(begin, Begin), "a log begins so, or can't be opened"
            if game is None:
                game = find(begin.game)
            elif game.id != begin.game:
                raise CompanionError(f"{path} is a game of {begin.game}, not of {game.id}")
            history = History()
            for event in events:
                history.add(event)
            table = cls(game, journal, history, clock)
            table._trouble = journal.write(history.events)
            return table
        except BaseException:
            journal.close()
            raise

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong with the file of this game, or was when it was opened."""
        return self._trouble or self._journal.recovered

    @property
    def path(self) -> Path:
        """Where the log is."""
        return self._journal.path

    def listen(self, listener: Listener) -> None:
        """Tell `listener` everything from now on, in order, one thing at a time."""
        with self._writer:
            self._listeners.append(listener)

    def expect(self, getting_ready: Callable[[Now], None]) -> None:
        """Call `getting_ready` with what is about to be written, in the thread of the writer.

        Nobody may show it before it is told; but while the disk works, a listener can get ready.
        """
        with self._writer:
            self._expecting.append(getting_ready)

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """The events behind number `since`."""
        with self._writer:
            return tuple(self._history.events[since:])

    def story(self) -> tuple[StoryStep, ...]:
        """Every event of the line of play, told; the log may go on meanwhile."""
        with self._writer:
            line = line_of(self._history)
        return self._story.follow(line)

    def story_if(self, number: int, moves: str) -> tuple[StoryStep, ...]:
        """The story as it would be if event `number` had really been these moves."""
        with self._writer:
            line = line_of(self._history)
        first = self.game.setup(self._history.begin.config)
        changed = ((n, Correct(n, moves) if n == number else action) for n, action in line)
        return Story(self.game, first).follow(changed)

    def disputed_pictures(self) -> frozenset[str]:
        """The pictures of corrected events, and of their corrections."""
        with self._writer:
            return frozenset(event.picture for event in self._history.disputed() if event.picture)

    def post(self, command: Command) -> Event | Rejection:
        """Do what a command asks, or say why not."""
        with self._writer:
            if self._closed:
                raise CompanionError(f"{self.path}: this table is closed")
            try:
                verdict = self._admission.judge(command)
            except Refused as no:
                seen = max(0, command.seen) if no.reason == STALE else self._history.number
                return Rejection(
                    no.reason,
                    no.text,
                    self._history.number,
                    no.violations,
                    tuple(self._history.events[seen:]),
                )
            event = self._enter(command, verdict)
        self._tell()
        return event

    def flush(self) -> Trouble | None:
        """Try again to write what is not on disk yet; call this now and then while in trouble."""
        with self._writer:
            if self._trouble is not None and not self._closed:
                self._write(None, self.now, {})
        self._tell()
        return self.trouble

    def close(self) -> None:
        """Write what can be written and close the log."""
        with self._writer:
            if self._closed:
                return
            self._closed = True
            self._trouble = self._journal.write(self._history.events)
            self._journal.close()

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _enter(self, command: Command, verdict: Admitted) -> Event:
        before, was = self.now, dict(self._fold.unapplied)
        event = Event(
            number=self._history.number + 1,
            at=round(self._clock(), 3),
            by=command.by,
            action=verdict.action,
            why=command.why,
            picture=command.picture,
            seats=verdict.seats,
        )
        has_changed = self._history.add(event)
        if verdict.state is not None:
            self._fold.state = verdict.state
        elif has_changed:
            self._fold.update(self._history)
        self.now = self._look()
        for getting_ready in self._expecting:
            getting_ready(self.now)
        self._write(event, before, was)
        return event

    def _write(self, event: Event | None, before: Now, was: Mapping[int, Reasons]) -> None:
        """Bring the log up to date, and put the news into the outbox."""
        trouble = self.trouble
        self._trouble = self._journal.write(self._history.events)
        if event is None and self.trouble == trouble:
            return
        unapplied = self._fold.unapplied
        alive = set(self._history.line) if was else ()
        self._outbox.append(
            News(
                event,
                before,
                self.now,
                self.trouble,
                fallen=tuple(n for n in unapplied if n not in was),
                restored=tuple(n for n in was if n not in unapplied and n in alive),
            )
        )

    def _tell(self) -> None:
        """Empty the outbox, one thread at a time; whoever comes second leaves it to the first."""
        while self._outbox and self._telling.acquire(blocking=False):
            try:
                while self._outbox:
                    news = self._outbox.popleft()
                    for listener in tuple(self._listeners):
                        _tell_one(listener, news)
            finally:
                self._telling.release()

    def _look(self) -> Now:
        history = self._history
        return Now(
            number=history.number,
            state=self._fold.state,
            names=dict(history.names),
            mode=history.mode,
            phase=history.phase,
            unapplied=dict(self._fold.unapplied),
            undo=history.done[-1] if history.done else None,
            redo=history.undone[-1] if history.undone else None,
        )


def _tell_one(listener: Listener, news: News) -> None:
    try:
        listener(news)
    except Exception:
        # A broken listener must not stop the game; its mistake goes to the log of the program.
        logging.getLogger(__name__).exception("a listener of the table failed")
