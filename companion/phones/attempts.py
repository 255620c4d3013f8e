"""How often somebody may guess: a few wrong codes, then a pause.

By hand, because Flask-Limiter brings a store and counts requests, not wrong codes.
"""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

#: So many wrong codes from one address, and from everybody together, within `SPAN` seconds.
MOST_OF_ONE = 5
MOST_OF_ALL = 50
SPAN = 300.0
#: So many addresses are remembered.
MEMORY = 1000


class Attempts:
    """The wrong codes of the last minutes. All methods may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of_one: OrderedDict[str, deque[float]] = OrderedDict()
        self._of_all: deque[float] = deque(maxlen=MOST_OF_ALL)
        self._lock = threading.Lock()

    def pause(self, address: str) -> float:
        """Seconds until this address may try again; 0 when it may now."""
        with self._lock:
            one = self._of_one.get(address, deque(maxlen=MOST_OF_ONE))
            return max(self._left(one, MOST_OF_ONE), self._left(self._of_all, MOST_OF_ALL))

    def wrong(self, address: str) -> None:
        """Somebody typed a wrong code."""
        with self._lock:
            now = self._clock()
            self._of_one.setdefault(address, deque(maxlen=MOST_OF_ONE)).append(now)
            self._of_one.move_to_end(address)
            self._of_all.append(now)
            while len(self._of_one) > MEMORY:
                self._of_one.popitem(last=False)

    def _left(self, times: deque[float], most: int) -> float:
        """While the oldest of the last `most` is young, nobody may try."""
        if len(times) < most:
            return 0.0
        return max(0.0, times[0] + SPAN - self._clock())
