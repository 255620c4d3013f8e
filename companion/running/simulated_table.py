"""A table at which simulated people play one game after the other.

What they do is filmed, and an eye reads the pictures; or without a camera the watcher is handed
what a perfect eye would see.
"""

import random
import time
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass

from companion.camera.lookout import Lookout
from companion.camera.picture_keeper import PictureKeeper
from companion.camera.setup.surveyor import Surveyor
from companion.camera.viewfinder import TableWindow
from companion.games.capabilities import Laid, Watchable
from companion.games.kit import defaults
from companion.log.events import ASK, AUTO, WATCH
from companion.phones.evening import Evening
from companion.phones.table_kind import SIMULATED, AnyRules, TableKind, TableTools, unseen
from companion.referee.watcher import Watcher
from companion.running.equipment import Equipment
from companion.running.guide import TICK, Guide
from companion.simulated.people import SimulatedPeople
from companion.simulated.performing import OpenEye, Performance, newest_looks, seen_by_an_eye
from companion.simulated.staging import SIZE, Stage

#: Bytes of pictures that are kept of a simulated game.
PICTURES = 10_000_000
#: What the simulated camera is called.
CAMERA_NAME = "sim"

Paces = Generator[float, None, None]


@dataclass(frozen=True)
class Show:
    """How it is played: one random game after the other, the same for the same seed.

    `open_eye` opens the eye that reads the pictures, which are of a `size` in pixels; without one
    there is no camera.
    """

    seed: str
    pace: float
    open_eye: OpenEye | None = None
    size: tuple[int, int] = SIZE


class SimulatedTable(TableKind):
    """People play on and on, whether or not anybody watches; what is clear is entered by itself."""

    name = SIMULATED
    modes = (AUTO, ASK, WATCH)

    def __init__(self, show: Show, equipment: Equipment | None = None) -> None:
        self._window, self._show, self._equipment = TableWindow(), show, equipment
        self._games = 0
        filmed = "filmed by a simulated camera" if show.open_eye else "without a camera"
        self.about = f"played by chance, {filmed} (--seed {show.seed} plays the same games again)"

    def refusal(self, game: AnyRules) -> str:
        """That nobody can see what lies on its table."""
        return "" if isinstance(game, Watchable) else unseen(game)

    def config(self, game: AnyRules, players: int) -> Mapping[str, object]:
        """A new game, with what people would choose."""
        return defaults.set_up_to_be_watched(game, players, random.Random(self._seed()))

    def filled(self, game: AnyRules, config: Mapping[str, object]) -> Mapping[str, object]:
        """What the host leaves open, such as characters, the simulated people deal."""
        players = config["players"]
        return _dealt(config, self.config(game, players)) if isinstance(players, int) else config

    def tools(self, evening: Evening) -> TableTools:
        """What the simulated camera sees of a game that can be filmed, and how it is set up."""
        if not self._is_filmed(evening.game):
            return TableTools()
        if self._equipment is None:
            return TableTools(self._window)
        file = self._equipment.setup_file(CAMERA_NAME, evening.game.id)
        surveyor = Surveyor(evening.game, file, self._window.watched)
        return TableTools(self._window, surveyor, self._equipment.classroom(evening.game))

    def _is_filmed(self, game: AnyRules) -> bool:
        return self._show.open_eye is not None and isinstance(game, Laid)

    def _seed(self) -> str:
        return f"{self._show.seed}/{self._games}"

    def follow(self, evening: Evening) -> None:
        """One game, to its end."""
        seed = self._seed()
        guide = Guide(evening, seen_by_an_eye if self._is_filmed(evening.game) else Watcher)
        guide.welcome()
        people = SimulatedPeople(evening.table, guide.watcher, seed)
        self._games += 1
        with closing(self._paces(evening, guide, people, seed)) as steps:
            started = time.monotonic()
            for paces in steps:
                if _let_pass(evening, guide, started + paces * self._show.pace):
                    return
                started = time.monotonic()

    def _paces(self, evening: Evening, guide: Guide, people: SimulatedPeople, seed: str) -> Paces:
        """Show what people do, step by step, each with the paces until the next."""
        if self._show.open_eye is None or not self._is_filmed(evening.game):
            for glance in people.glances():
                guide.watcher.see(glance.looks)
                yield glance.paces
            return
        table = evening.table
        stage = Stage(table.game, people.state, seed, size=self._show.size)
        eye = self._show.open_eye(table, stage)
        keeper = PictureKeeper(evening.shelf.pictures(table, PICTURES))
        guide.lookout = lookout = Lookout(
            lambda: stage.camera,
            eye,
            lambda sighting: guide.watcher.see(keeper.observations(sighting)),
        )
        evening.looking_for = lookout.looking_for
        self._window.show(lookout, guide.watcher, table)
        looks = newest_looks(lookout, lambda: _is_over(evening, guide))
        lookout.start()
        try:
            yield from Performance(people, stage, guide.watcher, looks, eye.zones).paces()
        finally:
            lookout.stop()
            self._window.clear()


def _is_over(evening: Evening, guide: Guide) -> bool:
    """Whether the game is interrupted; whoever asks this often has the table looked after."""
    guide.look_after()
    return evening.pause(0)


def _let_pass(evening: Evening, guide: Guide, end: float) -> bool:
    """Let time pass, and look after the table meanwhile; True when the game is interrupted."""
    while True:
        guide.look_after()
        left = end - time.monotonic()
        if evening.pause(min(left, TICK)):
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
