"""What takes long to answer is answered a few at a time, so that it slows nobody else down."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werkzeug.exceptions import ServiceUnavailable

from companion.common.words import say
from web.access.guests import Guest

#: Costly answers that are made at once; viewers leave the last place to players.
MOST = 2

_lock = threading.Lock()
_busy: list[str] = []


@contextmanager
def costly(guest: Guest, address: str) -> Iterator[None]:
    """A place for a costly answer; each pass, and each address without one, has one at a time."""
    whose = guest.name or address
    with _lock:
        if whose in _busy or len(_busy) >= (MOST if guest.plays else MOST - 1):
            said = say("The companion is busy with others; try again in a moment.")
            raise ServiceUnavailable(said, retry_after=1)
        _busy.append(whose)
    try:
        yield
    finally:
        with _lock:
            _busy.remove(whose)
