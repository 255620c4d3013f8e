"""How often somebody may guess: a few wrong codes, then longer and longer pauses for that guesser.

A guess is counted before it is judged, so that many at once are no way around. A pause is for
whoever guesses, known by an address or by a pass, and for nobody else. Everybody together has a
budget too, against somebody with thousands of addresses. All 254 of a home network can't use it up
in an evening, and its last part is for those who have not been wrong.
By hand, because Flask-Limiter brings a store and counts requests, not wrong codes.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

#: So many wrong codes are free; then comes a pause, twice as long after each further wrong code.
FREE = 5
PAUSE, LONGEST = 300.0, 12 * 3600.0
#: Who has not been wrong for so long begins anew.
FORGET = 24 * 3600.0
#: Wrong codes of everybody together: so many at once, then one more every `EVERY` seconds.
BUDGET, EVERY = 4000, 20.0
#: What those who were wrong leave for the others.
RESERVE = 1000
#: So many guessers are remembered: more than the budget allows within `FORGET`.
MEMORY = 10_000

T = TypeVar("T")


class TooManyGuessesError(Exception):
    """Not now: nothing was judged."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.0f} s")
        self.wait = wait


@dataclass
class _Guesser:
    """What is known of one: wrong codes, when the last one was, and how many are being judged."""

    wrong: int = 0
    last: float = 0.0
    judging: int = 0

    def wait(self, now: float) -> float:
        """Seconds until the next guess may be judged."""
        if self.wrong >= FREE:
            pause = min(PAUSE * 2.0 ** min(self.wrong - FREE, 20), LONGEST)
            left = self.last + pause - now
        else:
            left = 0.0
        # Each that is being judged may turn out wrong.
        if left <= 0 and self.judging >= max(FREE - self.wrong, 1):
            return 1.0
        return max(left, 0.0)


class Attempts:
    """The wrong codes of the last day. All methods may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._guessers: OrderedDict[str, _Guesser] = OrderedDict()
        self._left, self._filled = float(BUDGET), clock()
        self._lock = threading.Lock()

    def judge(self, guesser: str, verdict: Callable[[], T | None], *, has_pass: bool) -> T | None:
        """What `verdict` says of a code; None means that it was wrong.

        Whoever has a pass is known by it and needs nothing of the common budget.

        Raises:
            TooManyGuessesError: The guesser must wait.
        """
        with self._lock:
            self._begin(guesser, shares=not has_pass)
        found = None
        try:
            found = verdict()
        finally:
            with self._lock:
                self._end(guesser, is_right=found is not None, shares=not has_pass)
        return found

    def _begin(self, name: str, shares: bool) -> None:
        now = self._clock()
        self._tidy(now)
        known = self._guessers.get(name) or _Guesser()
        wait = known.wait(now)
        if not wait and shares:
            needed = 1 + (RESERVE if known.wrong or known.judging else 0)
            wait = max(0.0, (needed - self._left) * EVERY)
        if wait:
            raise TooManyGuessesError(wait)
        self._left -= shares
        known.judging += 1
        self._guessers[name] = known

    def _end(self, name: str, is_right: bool, shares: bool) -> None:
        known = self._guessers.setdefault(name, _Guesser(judging=1))
        known.judging -= 1
        if is_right:
            self._left += shares
        else:
            known.wrong += 1
            known.last = self._clock()
            self._guessers.move_to_end(name)
        if not known.wrong and not known.judging:
            del self._guessers[name]

    def _tidy(self, now: float) -> None:
        """Fill the budget, and forget whom it is time to forget; the oldest stand in front."""
        self._left = min(float(BUDGET), self._left + (now - self._filled) / EVERY)
        self._filled = now
        while self._guessers:
            oldest = next(iter(self._guessers.values()))
            is_old = not oldest.judging and oldest.last + FORGET <= now
            if not is_old and len(self._guessers) < MEMORY:
                break
            self._guessers.popitem(last=False)
