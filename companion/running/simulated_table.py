"""Puts the parts together: people at a simulated table, the watcher who follows them, and the log.

What they do is filmed, and an eye reads the pictures; or without a camera the watcher is handed
what a perfect eye would see. Each game stands on the shelf, event by event. After a crash the last
one goes on where it was.
"""

import random
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.archive.shelf import Shelf
from companion.camera.lookout import Lookout
from companion.camera.viewfinder import TableWindow
from companion.common.words import say_n
from companion.games.protocol import Game, Seat
from companion.log.events import AUTO, WATCH
from companion.phones.evening import Evening
from companion.phones.live import Feed, Standing
from companion.referee.watcher import Watcher
from companion.simulated.filming import Filming, OpenEye, seen_by_an_eye
from companion.simulated.people import SimulatedPeople
from companion.simulated.staging import SIZE
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


class SimulatedTable(Evening):
    """A table where people play on and on, whether or not anybody watches."""

    is_simulated = True

    def __init__(self, show: Show, shelf: Shelf) -> None:
        self._window = TableWindow()
        if show.open_eye is not None:
            self.window = self._window
        self._show = show
        self._games = 0
        super().__init__(show.game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game, set to enter what is clear by itself."""
        show = self._show
        source = random.Random(self._seed())
        config = show.game.set_up_to_be_watched(show.players, source)
        return self.set_up(config, AUTO, names)

    def set_up(self, config: Mapping[str, object], mode: str, names: Mapping[Seat, str]) -> Table:
        """What the host leaves to the table, such as characters, the simulated people deal."""
        players = config.get("players")
        if isinstance(players, int):
            source = random.Random(self._seed())
            config = _dealt(config, self._show.game.set_up_to_be_watched(players, source))
        return super().set_up(config, mode, names)

    def _seed(self) -> str:
        return f"{self._show.seed}/{self._games}"

    def follow(self) -> None:
        """One game, to its end."""
        seed = self._seed()
        has_camera = self._show.open_eye is not None
        guide = Guide(self.table, self.feed, seen_by_an_eye if has_camera else Watcher)
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(greeting(self, is_first=not self._games))
        people = SimulatedPeople(self.table, guide.watcher, seed)
        self._games += 1
        with closing(self._paces(guide, people, seed)) as steps:
            started = time.monotonic()
            for paces in steps:
                if self._let_pass(guide, started + paces * self._show.pace):
                    return
                started = time.monotonic()

    def _paces(self, guide: "Guide", people: SimulatedPeople, seed: str) -> Paces:
        """Show what people do, step by step, each with the paces until the next."""
        if self._show.open_eye is None:
            for glance in people.glances():
                guide.watcher.see(glance.looks)
                yield glance.paces
            return
        film = Filming(
            self.table,
            guide.watcher,
            people,
            seed=seed,
            open_eye=self._show.open_eye,
            size=self._show.size,
            pictures=self.shelf.pictures(self.table, PICTURES),
            has_ended=lambda: self._is_over(guide),
        )
        guide.lookout = film.lookout
        self.looking_for = film.lookout.looking_for
        self._window.show(film.lookout, guide.watcher, self.table)
        try:
            yield from film.paces()
        finally:
            self._window.clear()

    def _is_over(self, guide: "Guide") -> bool:
        """Whether the game is interrupted; whoever asks this often has the table looked after."""
        guide.look_after()
        return self.pause(0)

    def _let_pass(self, guide: "Guide", end: float) -> bool:
        """Let time pass, and look after the table meanwhile; True when the game is interrupted."""
        while True:
            guide.look_after()
            left = end - time.monotonic()
            if self.pause(min(left, TICK)):
                return True
            if left <= TICK:
                return False


def _dealt(config: Mapping[str, object], dealt: Mapping[str, object]) -> dict[str, object]:
    """A config in which nothing is left open that is dealt to every seat."""
    filled = dict(config)
    for key, all_dealt in dealt.items():
        chosen = config.get(key)
        if isinstance(all_dealt, list) and isinstance(chosen, list):
            left = [one for one in all_dealt if one not in chosen]
            filled[key] = [left.pop() if one is None else one for one in chosen]
    return filled


class HandTable(Evening):
    """A table that no camera looks at: real people enter their moves on the phones."""

    def __init__(self, game: Game[Any, Any], players: int, shelf: Shelf) -> None:
        self._players = players
        self._is_first = True
        super().__init__(game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game for as many as before; everybody keeps his cards to himself."""
        return self.set_up(self.game.set_up_to_be_watched(self._players), WATCH, names)

    def follow(self) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(self.table, self.feed, partial(Watcher, is_blind=True))
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

    def __init__(
        self, table: Table, feed: Feed, watch: Callable[[Table], Watcher] = Watcher
    ) -> None:
        self.name = table.path.parent.name
        self.watcher = watch(table)
        self.lookout: Lookout | None = None
        self._table = table
        self._feed = feed
        self._tried = time.monotonic()
        self._shown: tuple[object, ...] = ()
        self._recollection = Recollection(table)
        table.expect(feed.expect)
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
        told = tuple(telling.tell(self._table.game, news, self._recollection.of))
        self._recollection.hear(news, told)
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
        )
