"""Gives large blocks of memory back to the system as soon as nobody needs them.

Pictures are large, and come and go several times a second. The C library learns from the first
ones to keep such blocks in its own heap, where whatever small thing lies behind them holds them
fast: after some minutes a table with a camera held half as much again as it needed.
"""

import ctypes
import gc
import sys
import threading
from contextlib import suppress

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
#: Blocks from this size on are asked of the system one by one, and given back.
LARGE = 262_144
#: How many heaps the threads share.
HEAPS = 2
#: Seconds between two times that what lies free in the heaps is given back.
PAUSE = 0.25


def give_back_large_blocks() -> bool:
    """Ask the C library for it before anything large is made; False where it has no choice."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        choose = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(choose(_MMAP_THRESHOLD, LARGE)) and bool(choose(_ARENA_MAX, HEAPS))


class Tidying:
    """Gives back what lies free between things in use, again and again.

    Of smaller blocks, such as those in which a network thinks, the C library keeps all that was
    ever needed at once. Looking for the free pages takes about a millisecond.
    """

    def __init__(self, pause: float = PAUSE) -> None:
        self._pause = pause
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tidying", daemon=True)

    def start(self) -> None:
        """Begin, where the C library can do it."""
        if give_back_free_pages():
            self._thread.start()

    def stop(self) -> None:
        """No more of it."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._pause):
            give_back_free_pages()


def give_back_free_pages() -> bool:
    """Give back what lies free in the heaps now; False where the C library can't."""
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
            return True
    return False


def forget_what_is_over() -> None:
    """Let go of what nobody can reach any more, also of what was there before anybody watched.

    A game under a camera is a ring of things that know each other: its eye, its pictures, its
    drawings, some 90 MB. Few objects are that much, so Python would look for them after hours, and
    never among those that were set aside when the pages were opened.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
