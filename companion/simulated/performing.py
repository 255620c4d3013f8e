"""Simulated people play under a camera: they move, wait to be seen, tell what no camera reads."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from companion.camera.lookout import Lookout, SeesTables, Sighting
from companion.referee.settling import Settling
from companion.referee.watcher import Watcher
from companion.simulated.people import SimulatedPeople, TableMoment
from companion.simulated.staging import Stage
from companion.table.table import Table
from companion.tabletop.observation import Observation
from vision.reading.look import Look

#: So many looks at rest make a settled one: an eye has waited for rest by itself before it reads.
LOOKS = 1
#: So many looks people wait for the eye to come to rest; then they go on talking.
PATIENCE = 12

OpenEye = Callable[[Table, Stage], SeesTables]
"""How an eye for a table is opened; only tests need to know the stage."""


def seen_by_an_eye(table: Table) -> Watcher:
    """A watcher for looks that have settled once already."""
    return Watcher(table, Settling(LOOKS))


def newest_looks(lookout: Lookout, has_ended: Callable[[], bool]) -> Iterator[Sighting]:
    """The looks of a lookout as they come; they end when somebody wants to stop."""
    number = 0
    while not has_ended():
        sighting = lookout.after(number, patience=0.25)
        if sighting is not None:
            number = sighting.number
            yield sighting


class Performance:
    """A simulated table, look by look; the looks end with the evening.

    Attributes:
        read: The zones that the eye reads; people tell what lies in the others.
    """

    def __init__(
        self,
        people: SimulatedPeople,
        stage: Stage,
        watcher: Watcher,
        looks: Iterator[Sighting],
        read: Iterable[str],
    ) -> None:
        self.read = frozenset(read)
        self._people, self._stage, self._watcher = people, stage, watcher
        self._looks = looks
        self._told: tuple[Observation, ...] = ()
        self._is_calm = False

    def paces(self) -> Iterator[float]:
        """Play to the end; each step says how many paces people let pass until the next."""
        for glance in self._people.glances():
            if not self._show(glance):
                return
            yield glance.paces

    def _show(self, glance: TableMoment) -> bool:
        """Let everybody see a glance; False when the evening ends."""
        unread = tuple(look for look in glance.looks if look.zone not in self.read)
        is_news = unread != self._told or glance.state is not self._stage.state
        if is_news or glance.touched:
            self._watcher.hear(replace(look, at_rest=False) for look in unread)
        is_new = self._stage.lay(glance.state, glance.touched)
        if (is_new or not self._is_calm) and not self._wait_for_rest():
            return False
        self._told = unread
        self._watcher.hear(look for look in unread if look.at_rest)
        return True

    def _wait_for_rest(self) -> bool:
        """Until what was done is on a picture, and the eye has made up its mind about it."""
        while self._stage.camera.busy:
            if next(self._looks, None) is None:
                return False
        done, patience, self._is_calm = time.time(), PATIENCE, False
        while patience and not self._is_calm:
            sighting = next(self._looks, None)
            if sighting is None:
                return False
            if sighting.frame.taken >= done:
                patience -= 1
                self._is_calm = self._has_read(sighting.look)
        return True

    def _has_read(self, look: Look) -> bool:
        """Whether every zone was read, and rests."""
        return self.read <= {one.zone for one in look.observations if one.at_rest}
