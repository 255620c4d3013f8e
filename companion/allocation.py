"""Large blocks of memory go back to the system as soon as nobody needs them.

Pictures are large, and come and go several times a second. The C library learns from the first
ones to keep such blocks in its own heap, where whatever small thing lies behind them holds them
fast: after some minutes a table with a camera held half as much again as it needed.
"""

import ctypes
import sys

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
#: Blocks from this size on are asked of the system one by one, and given back.
LARGE = 1_048_576
#: How many heaps the threads share.
HEAPS = 2


def give_back_large_blocks() -> bool:
    """Ask the C library for it before anything large is made; False where it has no choice."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        choose = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(choose(_MMAP_THRESHOLD, LARGE)) and bool(choose(_ARENA_MAX, HEAPS))
