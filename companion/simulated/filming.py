"""Films one simulated game live: people play, and an eye reads the pictures of them."""

from collections.abc import Callable, Iterator

from companion.camera.lookout import Lookout, SeesTables, Sighting
from companion.camera.picture_keeper import PictureKeeper
from companion.referee.settling import Settling
from companion.referee.watcher import Watcher
from companion.simulated.people import SimulatedPeople
from companion.simulated.performing import LOOKS, Newest, Performance
from companion.simulated.staging import Stage
from companion.table.table import Table

OpenEye = Callable[[Table, Stage], SeesTables]
"""How an eye for a table is opened; only tests need to know the stage."""


def seen_by_an_eye(table: Table) -> Watcher:
    """A watcher for looks that have settled once already."""
    return Watcher(table, Settling(LOOKS))


class Filming:
    """A stage, its camera, and an eye that never stops looking.

    Attributes:
        lookout: Who looks.
    """

    def __init__(
        self,
        watcher: Watcher,
        people: SimulatedPeople,
        *,
        stage: Stage,
        eye: SeesTables,
        keeper: PictureKeeper,
        has_ended: Callable[[], bool],
    ) -> None:
        self._watcher = watcher
        self._keeper = keeper
        self.lookout = Lookout(lambda: stage.camera, eye, self._hear)
        next_look = Newest(self.lookout, has_ended)
        self._performance = Performance(people, stage, watcher, next_look, eye.zones)

    def paces(self) -> Iterator[float]:
        """Play to the end; each step says how many paces people let pass until the next."""
        self.lookout.start()
        try:
            yield from self._performance.paces()
        finally:
            self.lookout.stop()

    def _hear(self, sighting: Sighting) -> None:
        self._watcher.see(self._keeper.observations(sighting))
