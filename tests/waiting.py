"""Waiting for what is meant. The one limit is there to end a hang, not to measure anything."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: Seconds.
LIMIT = 120.0


def until(find: Callable[[], T], what: object = "it") -> T:
    """What `find` gives, once that is something; `what` is told when it never is."""
    end = time.monotonic() + LIMIT
    while not (found := find()):
        assert time.monotonic() < end, f"{what() if callable(what) else what} did not happen"
        time.sleep(0.02)
    return found
