"""Puts the parts together: people at a simulated table, the watcher who follows them, and the log.

What they do is filmed, and an eye reads the pictures; or without a camera the watcher is handed
what a perfect eye would see. Each game stands on the shelf, event by event. After a crash the last
one goes on where it was.
"""

import random
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from companion import telling
from companion.desk import Desk
from companion.events import AUTO, HOST_, Choose, Command, Sit
from companion.filming import Filming, OpenEye, seen_by_an_eye
from companion.games.protocol import Game, Seat
from companion.live import Closed, Feed, Standing
from companion.lookout import Lookout
from companion.people import SimulatedPeople
from companion.shelf import Shelf
from companion.staging import SIZE
from companion.table import News, Table
from companion.viewfinder import TableWindow
from companion.watching import Watcher

#: Seconds between two attempts to write what could not be written.
PATIENCE = 1.0
#: The longest time in seconds that nobody looks after the table.
TICK = 0.25
#: How many of the last events are shown.
EVENTS = 8
#: Bytes of pictures that are kept of a simulated game.
PICTURES = 10_000_000

Paces = Generator[float, None, None]


@dataclass(frozen=True)
class Show:
    """What is played: one random game after the other, the same for the same seed.

    `open_eye` opens the eye that reads the pictures, which are of a `size` in pixels; without one
    there is no camera.
    """

    game: Game[Any, Any]
    players: int
    seed: str
    pace: float
    open_eye: OpenEye | None = None
    size: tuple[int, int] = SIZE


class SimulatedTable:
    """A table where people play on and on, whether or not anybody watches."""

    def __init__(self, show: Show, shelf: Shelf) -> None:
        self.feed = Feed()
        self.desk = Desk()
        self.window = TableWindow()
        self.failure: Exception | None = None
        self._show = show
        self._shelf = shelf
        self._stop, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._games = 0
        unfinished = shelf.unfinished(show.game.id)
        self.is_resumed = unfinished is not None
        self.table = self._begin({}) if unfinished is None else shelf.open(unfinished, show.game)

    def start(self) -> None:
        """Go on, or begin; when this returns there is something to see."""
        self._thread.start()
        try:
            self.feed.after(0, patience=60)
        except Closed:
            self.wait()

    def wait(self) -> None:
        """Return when the table has stopped; raise what stopped it, if that was a mistake."""
        # Not by `join`: a Ctrl-C in it makes Python 3.11 believe that the thread has ended.
        self._done.wait()
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        """Leave the game where it stands, close its log and send all watchers home."""
        self._stop.set()
        self.feed.close()
        if self._thread.is_alive():
            self._thread.join()
        self.table.close()

    def _run(self) -> None:
        try:
            while self._follow():
                self.table.close()
                self.table = self._begin(self.table.now.names)
        except Exception as error:
            # The thread that waits for us raises it; without this it would wait for ever.
            self.failure = error
            self.feed.close()
        finally:
            self._done.set()

    def _begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game, set to enter what is clear by itself; people keep their seats."""
        show = self._show
        source = random.Random(self._seed())
        table = self._shelf.begin(show.game, show.game.set_up_to_be_watched(show.players, source))
        table.post(Command(Choose(AUTO), HOST_, table.now.number))
        for seat, name in names.items():
            table.post(Command(Sit(seat, name), HOST_, table.now.number))
        return table

    def _seed(self) -> str:
        return f"{self._show.seed}/{self._games}"

    def _follow(self) -> bool:
        """One game, to its end; False when the evening ends before."""
        seed = self._seed()
        has_camera = self._show.open_eye is not None
        guide = _Guide(self.table, self.feed, seen_by_an_eye if has_camera else Watcher)
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(self._greeting())
        people = SimulatedPeople(self.table, guide.watcher, seed)
        self._games += 1
        try:
            with closing(self._paces(guide, people, seed)) as steps:
                started = time.monotonic()
                for paces in steps:
                    if self._pause(guide, started + paces * self._show.pace):
                        return False
                    started = time.monotonic()
                return not self._stop.is_set()
        finally:
            self.desk.clear()

    def _paces(self, guide: "_Guide", people: SimulatedPeople, seed: str) -> Paces:
        """Show what people do, step by step, each with the paces until the next."""
        if self._show.open_eye is None:
            for glance in people.glances():
                guide.watcher.see(glance.looks)
                yield glance.paces
            return
        pictures = self._shelf.pictures(self.table, PICTURES)
        film = Filming(
            self.table,
            guide.watcher,
            people,
            seed=seed,
            open_eye=self._show.open_eye,
            size=self._show.size,
            pictures=pictures,
            has_ended=lambda: self._has_ended(guide),
        )
        guide.lookout = film.lookout
        self.window.show(film.lookout, guide.watcher, self.table)
        yield from film.paces()

    def _has_ended(self, guide: "_Guide") -> bool:
        """Whether the evening ends; whoever asks this often has the table looked after."""
        guide.look_after()
        return self._stop.is_set()

    def _greeting(self) -> str:
        number = self.table.now.number
        if self.is_resumed and not self._games:
            return f"The game goes on where it was: {number} events are in the log."
        return f"A new game of {self._show.game.title} with {self._show.players} players."

    def _pause(self, guide: "_Guide", end: float) -> bool:
        """Let time pass, and look after the table meanwhile; True when the evening ends."""
        while True:
            guide.look_after()
            left = end - time.monotonic()
            if self._stop.wait(min(max(left, 0.0), TICK)):
                return True
            if left <= TICK:
                return False


class _Guide:
    """Tells everybody who watches how one game goes on."""

    def __init__(self, table: Table, feed: Feed, watch: Callable[[Table], Watcher]) -> None:
        self.name = table.path.parent.name
        self.watcher = watch(table)
        self.lookout: Lookout | None = None
        self._table = table
        self._feed = feed
        self._tried = time.monotonic()
        self._shown: tuple[object, ...] = ()
        table.listen(self._hear)

    def welcome(self, greeting: str) -> None:
        """The first thing that is to be seen of a game."""
        self._feed.post(self._table.now.state, [greeting], self._standing())

    def look_after(self) -> None:
        """Think again about what was tapped, write what was not written, show what is new."""
        self.watcher.see()
        if self._table.trouble and time.monotonic() - self._tried >= PATIENCE:
            self._tried = time.monotonic()
            self._table.flush()
        standing = self._standing()
        shown = (standing.now.number, standing.opinion.serial, standing.trouble, standing.blind)
        if shown != self._shown:
            self._shown = shown
            self._feed.post(standing.now.state, (), standing)

    def _hear(self, news: News) -> None:
        self._feed.post(news.now.state, telling.tell(self._table.game, news), self._standing())

    def _standing(self) -> Standing:
        table = self._table
        now = table.now
        events = table.events(max(0, now.number - EVENTS))
        blind = self.lookout.trouble if self.lookout else ""
        return Standing(self.name, now, self.watcher.opinion, events[::-1], table.trouble, blind)
