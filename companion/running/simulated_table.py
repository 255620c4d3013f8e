"""A table at which simulated people play one game after the other.

What they do is filmed, and an eye reads the pictures; or without a camera the watcher is handed
what a perfect eye would see.
"""

import random
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from companion.archive.shelf import Shelf
from companion.camera.lookout import Lookout
from companion.camera.picture_keeper import PictureKeeper
from companion.camera.viewfinder import TableWindow
from companion.games.capabilities import Rules
from companion.games.kit import unsaid
from companion.games.protocol import Seat
from companion.log.events import AUTO
from companion.phones.evening import Evening
from companion.referee.watcher import Watcher
from companion.running.guide import TICK, Guide, greeting
from companion.simulated.people import SimulatedPeople
from companion.simulated.performing import OpenEye, Performance, newest_looks, seen_by_an_eye
from companion.simulated.staging import SIZE, Stage
from companion.table.table import Table

#: Bytes of pictures that are kept of a simulated game.
PICTURES = 10_000_000

Paces = Generator[float, None, None]


@dataclass(frozen=True)
class Show:
    """What is played: one random game after the other, the same for the same seed.

    `open_eye` opens the eye that reads the pictures, which are of a `size` in pixels; without one
    there is no camera.
    """

    game: Rules[Any, Any]
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
        config = unsaid.set_up_to_be_watched(show.game, show.players, source)
        return self.set_up(config, AUTO, names)

    def set_up(self, config: Mapping[str, object], mode: str, names: Mapping[Seat, str]) -> Table:
        """What the host leaves to the table, such as characters, the simulated people deal."""
        players = config.get("players")
        if isinstance(players, int):
            source = random.Random(self._seed())
            config = _dealt(config, unsaid.set_up_to_be_watched(self._show.game, players, source))
        return super().set_up(config, mode, names)

    def _seed(self) -> str:
        return f"{self._show.seed}/{self._games}"

    def follow(self) -> None:
        """One game, to its end."""
        seed = self._seed()
        has_camera = self._show.open_eye is not None
        guide = Guide(self.table, self.feed, seen_by_an_eye if has_camera else Watcher)
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(greeting(self))
        people = SimulatedPeople(self.table, guide.watcher, seed)
        self._games += 1
        with closing(self._paces(guide, people, seed)) as steps:
            started = time.monotonic()
            for paces in steps:
                if self._let_pass(guide, started + paces * self._show.pace):
                    return
                started = time.monotonic()

    def _paces(self, guide: Guide, people: SimulatedPeople, seed: str) -> Paces:
        """Show what people do, step by step, each with the paces until the next."""
        if self._show.open_eye is None:
            for glance in people.glances():
                guide.watcher.see(glance.looks)
                yield glance.paces
            return
        stage = Stage(self.game, people.state, seed, size=self._show.size)
        eye = self._show.open_eye(self.table, stage)
        keeper = PictureKeeper(self.shelf.pictures(self.table, PICTURES))
        guide.lookout = lookout = Lookout(
            lambda: stage.camera,
            eye,
            lambda sighting: guide.watcher.see(keeper.observations(sighting)),
        )
        self.looking_for = lookout.looking_for
        self._window.show(lookout, guide.watcher, self.table)
        looks = newest_looks(lookout, lambda: self._is_over(guide))
        lookout.start()
        try:
            yield from Performance(people, stage, guide.watcher, looks, eye.zones).paces()
        finally:
            lookout.stop()
            self._window.clear()

    def _is_over(self, guide: Guide) -> bool:
        """Whether the game is interrupted; whoever asks this often has the table looked after."""
        guide.look_after()
        return self.pause(0)

    def _let_pass(self, guide: Guide, end: float) -> bool:
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
