"""The places of those who watch: so many streams may be open, and some are kept for players."""

import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from werkzeug.exceptions import ServiceUnavailable

from companion.common.words import say

#: So many streams may be open at once.
MOST_STREAMS = 128
#: So many of them for one address without a pass, and for one pass.
MOST_OF_ADDRESS = MOST_OF_PASS = 16
#: Seconds after which a viewer's stream gives way to another viewer's.
SETTLED = 10.0


def of_viewers(most: int) -> int:
    """So many streams viewers may have; a fifth is kept for seats and the host."""
    return most - most // 5


@dataclass(eq=False)
class StreamPlace:
    """A stream that is open; `name` is empty for a viewer. Who holds it looks if it is given up."""

    name: str
    address: str
    since: float = field(default_factory=time.monotonic)
    is_given_up: bool = False


class StreamPlaces:
    """All of them. Phones in the hands of players come first; may be used from any thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: list[StreamPlace] = []
        self._lock = threading.Lock()

    def take(self, name: str, address: str) -> StreamPlace:
        """A place; somebody else's, if that must be."""
        place = StreamPlace(name, address)
        with self._lock:
            self._make_room_for(place)
            self._taken.append(place)
        return place

    def leave(self, place: StreamPlace) -> None:
        """Somebody has gone."""
        with self._lock:
            if place in self._taken:
                self._taken.remove(place)

    def _make_room_for(self, new: StreamPlace) -> None:
        viewers = [one for one in self._taken if not one.name]
        if new.name:
            own = [one for one in self._taken if one.name == new.name]
            if len(own) >= min(MOST_OF_PASS, self._most):
                self._give_up(own[0])
            elif len(self._taken) >= self._most:
                self._give_up(_of_fullest(viewers))
            return
        beside = [one for one in viewers if one.address == new.address]
        if len(beside) >= MOST_OF_ADDRESS:
            self._give_up(_settled(beside[0], new))
        elif len(viewers) >= of_viewers(self._most) or len(self._taken) >= self._most:
            self._give_up(_settled(_of_fullest(viewers), new))

    def _give_up(self, place: StreamPlace | None) -> None:
        if place is None:
            raise ServiceUnavailable(say("Too many phones are watching."), retry_after=10)
        place.is_given_up = True
        self._taken.remove(place)


def _of_fullest(viewers: list[StreamPlace]) -> StreamPlace | None:
    """The oldest of the address that has most."""
    if not viewers:
        return None
    ((fullest, _),) = Counter(one.address for one in viewers).most_common(1)
    return next(one for one in viewers if one.address == fullest)


def _settled(place: StreamPlace | None, new: StreamPlace) -> StreamPlace | None:
    """Viewers don't chase each other."""
    return place if place is not None and new.since - place.since >= SETTLED else None
