"""Follows one game at any kind of table: tells the phones what happens, and looks after the log."""

import threading
import time
from collections.abc import Callable

from companion.camera.lookout import Lookout
from companion.common.words import joined, say, say_n
from companion.phones.evening import Evening
from companion.phones.live import Standing
from companion.referee.watcher import Watcher
from companion.table import telling
from companion.table.news import News
from companion.table.table import Table
from companion.table.takebacks import Recollection

#: Seconds between two attempts to write what could not be written.
PATIENCE = 1.0
#: The longest time in seconds that nobody looks after the table.
TICK = 0.25
#: How many of the last events are shown.
EVENTS = 8


def greeting(evening: Evening) -> str:
    """The first sentences of a game."""
    unreadable = [one.name for one in evening.unreadable] if evening.is_first else []
    return joined([_about_game(evening), *map(_about_unreadable, unreadable)])


def _about_unreadable(name: str) -> str:
    return say("The log of the game {name} can't be read; it stays as it is.", name=name)


def _about_game(evening: Evening) -> str:
    table = evening.table
    if evening.is_first and evening.is_resumed:
        return say_n(
            "The game goes on where it was: {n} event is in the log.",
            "The game goes on where it was: {n} events are in the log.",
            table.now.number,
        )
    return say_n(
        "A new game of {game} with {n} player.",
        "A new game of {game} with {n} players.",
        len(table.game.score(table.now.state)),
        game=table.game.title,
    )


class Guide:
    """Tells everybody who watches how one game goes on."""

    def __init__(self, evening: Evening, watch: Callable[[Table], Watcher] = Watcher) -> None:
        self._evening = evening
        self._table = table = evening.table
        self._feed = feed = evening.feed
        self.name = table.path.parent.name
        self.watcher = watch(table)
        self.lookout: Lookout | None = None
        self._tried = time.monotonic()
        self._shown: tuple[object, ...] = ()
        # What is shown is never older than what was: two threads have something to show.
        self._showing = threading.Lock()
        self._recollection = Recollection(table)
        feed.begin(table.game)
        table.expect(feed.expect)
        table.listen(self._hear)

    def welcome(self) -> None:
        """From now on the game is on the table, for everybody to see."""
        self._evening.desk.lay(self.name, self._table, self.watcher)
        said = [greeting(self._evening)]
        self._feed.post(self._table.now.state, said, self._standing())

    def look_after(self) -> None:
        """Think again about what was tapped, write what was not written, show what is new."""
        self.watcher.see()
        if self._table.trouble and time.monotonic() - self._tried >= PATIENCE:
            self._tried = time.monotonic()
            self._table.flush()
        with self._showing:
            standing = self._standing()
            shown = (standing.now.number, standing.opinion.serial, standing.trouble, standing.blind)
            if shown != self._shown:
                self._shown = shown
                self._feed.post(standing.now.state, (), standing)

    def _hear(self, news: News) -> None:
        told = tuple(telling.tell(self._table.game, news, self._recollection.of))
        self._recollection.hear(news, told)
        with self._showing:
            self._feed.post(news.now.state, told, self._standing())

    def _standing(self) -> Standing:
        table = self._table
        now = table.now
        events = table.events(max(0, now.number - EVENTS))
        blind = self.lookout.trouble if self.lookout else ""
        return Standing(
            self.name,
            now,
            self.watcher.opinion,
            events[::-1],
            table.trouble,
            blind,
            self._recollection.takeback(now),
            self._evening.kind.modes,
        )
