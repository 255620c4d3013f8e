"""People play under a camera: they move, wait to be seen, and tell what no camera reads."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from companion.camera.lookout import Lookout, Sighting
from companion.referee.watcher import Watcher
from companion.simulated.people import SimulatedPeople, TableMoment
from companion.simulated.staging import Stage
from companion.tabletop.observation import Observation
from hardware.camera import Camera
from hardware.frame import Frame
from vision.reading.look import Look

#: So many looks at rest make a settled one: an eye has waited for rest by itself before it reads.
LOOKS = 1
#: So many looks people wait for the eye to come to rest; then they go on talking.
PATIENCE = 12

NextLook = Callable[[], Sighting | None]


class Performance:
    """A simulated table, look by look. `next_look` gives None when the evening ends.

    Attributes:
        read: The zones that the eye reads; people tell what lies in the others.
    """

    def __init__(
        self,
        people: SimulatedPeople,
        stage: Stage,
        watcher: Watcher,
        next_look: NextLook,
        read: Iterable[str],
    ) -> None:
        self.read = frozenset(read)
        self._people, self._stage, self._watcher = people, stage, watcher
        self._next_look = next_look
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
        while self._stage.busy:
            if self._next_look() is None:
                return False
        done, calm, patience = time.time(), 0, PATIENCE
        while calm < LOOKS and patience:
            sighting = self._next_look()
            if sighting is None:
                return False
            if sighting.frame.taken >= done:
                patience -= 1
                calm = calm + 1 if self._has_read(sighting.look) else 0
        self._is_calm = calm >= LOOKS
        return True

    def _has_read(self, look: Look) -> bool:
        """Whether every zone was read, and rests."""
        return self.read <= {one.zone for one in look.observations if one.at_rest}


class OneByOne:
    """Looks at every picture, one when asked: the same every time, for tests and benchmarks."""

    def __init__(
        self,
        camera: Camera,
        look: Callable[[Frame], Look],
        listen: Callable[[Sighting], object],
    ) -> None:
        self._frames = camera.frames()
        self._look = look
        self._listen = listen
        self._number = 0

    def __call__(self) -> Sighting | None:
        """The next look."""
        frame = next(self._frames, None)
        if frame is None:
            return None
        self._number += 1
        sighting = Sighting(self._number, frame, self._look(frame))
        self._listen(sighting)
        return sighting


class Newest:
    """The looks of a lookout as they come; gives up when somebody wants to stop."""

    def __init__(self, lookout: Lookout, has_ended: Callable[[], bool]) -> None:
        self._lookout = lookout
        self._has_ended = has_ended
        self._number = 0

    def __call__(self) -> Sighting | None:
        """The next look."""
        while not self._has_ended():
            sighting = self._lookout.after(self._number, patience=0.25)
            if sighting is not None:
                self._number = sighting.number
                return sighting
        return None
