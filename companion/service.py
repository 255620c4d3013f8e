"""Puts the parts together: people at a simulated table, the watcher who follows them, and the log.

Each game stands on the shelf, event by event. After a crash the last one goes on where it was.
"""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import telling
from companion.evening import Evening
from companion.events import AUTO, WATCH
from companion.games.protocol import Game, Seat
from companion.live import Feed, Standing
from companion.people import SimulatedPeople
from companion.shelf import Shelf
from companion.table import News, Table
from companion.watching import Watcher
from companion.words import say_n

#: Seconds between two attempts to write what could not be written.
PATIENCE = 1.0
#: The longest time in seconds that nobody looks after the table.
TICK = 0.25
#: How many of the last events are shown.
EVENTS = 8


@dataclass(frozen=True)
class Show:
    """What is played: one random game after the other, the same for the same seed."""

    game: Game[Any, Any]
    players: int
    seed: str
    pace: float


class SimulatedTable(Evening):
    """A table where people play on and on, whether or not anybody watches."""

    is_simulated = True

    def __init__(self, show: Show, shelf: Shelf) -> None:
        self._show = show
        self._games = 0
        super().__init__(show.game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game, set to enter what is clear by itself."""
        show = self._show
        source = random.Random(self._seed())
        config = show.game.set_up_to_be_watched(show.players, source)
        return self.set_up(config, AUTO, names)

    def _seed(self) -> str:
        return f"{self._show.seed}/{self._games}"

    def follow(self) -> None:
        """One game, to its end."""
        guide = Guide(self.table, self.feed)
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(greeting(self, is_first=not self._games))
        people = SimulatedPeople(self.table, guide.watcher, self._seed())
        self._games += 1
        for glance in people.glances():
            guide.watcher.see(glance.looks)
            if self._let_pass(guide, glance.paces * self._show.pace):
                return

    def _let_pass(self, guide: "Guide", seconds: float) -> bool:
        """Let time pass, and look after the table meanwhile; True when the game is interrupted."""
        end = time.monotonic() + seconds
        while True:
            guide.look_after()
            left = end - time.monotonic()
            if self.pause(min(left, TICK)):
                return True
            if left <= TICK:
                return False


class HandTable(Evening):
    """A table that no camera looks at: real people enter their moves on the phones."""

    def __init__(self, game: Game[Any, Any], players: int, shelf: Shelf) -> None:
        self._players = players
        self._is_first = True
        super().__init__(game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game for as many as before; everybody keeps his cards to himself."""
        return self.set_up({"players": self._players, "hands": "hidden"}, WATCH, names)

    def follow(self) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(self.table, self.feed, is_blind=True)
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(greeting(self, self._is_first))
        self._is_first = False
        while not self.pause(TICK):
            guide.look_after()


def greeting(evening: Evening, is_first: bool) -> str:
    """The first sentence of a game."""
    table = evening.table
    if is_first and evening.is_resumed:
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

    def __init__(self, table: Table, feed: Feed, is_blind: bool = False) -> None:
        self.name = table.path.parent.name
        self.watcher = Watcher(table, is_blind=is_blind)
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
        shown = (standing.now.number, standing.opinion.serial, standing.trouble)
        if shown != self._shown:
            self._shown = shown
            self._feed.post(standing.now.state, (), standing)

    def _hear(self, news: News) -> None:
        self._feed.post(news.now.state, telling.tell(self._table.game, news), self._standing())

    def _standing(self) -> Standing:
        table = self._table
        now = table.now
        events = table.events(max(0, now.number - EVENTS))
        return Standing(self.name, now, self.watcher.opinion, events[::-1], table.trouble)
