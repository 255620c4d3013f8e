"""A progress bar for long work, on one line, without a library."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

T = TypeVar("T")


def progress(things: Iterable[T], title: str, total: int | None = None) -> Iterator[T]:
    """Passes things on and shows how many there have been and how long the rest will take."""
    count = total if total is not None else len(things) if isinstance(things, Sized) else 0
    started = shown = time.monotonic()
    for done, thing in enumerate(things, 1):
        yield thing
        now = time.monotonic()
        if now - shown > 1.0 or done == count:
            shown = now
            left = (now - started) / done * max(count - done, 0)
            bar = "#" * (20 * done // max(count, 1))
            text = f"\r{title} [{bar:<20}] {done}/{count}, {left:.0f} s left   "
            sys.stderr.write(text if sys.stderr.isatty() else text.strip() + "\n")
            sys.stderr.flush()
    if count and sys.stderr.isatty():
        sys.stderr.write("\n")
