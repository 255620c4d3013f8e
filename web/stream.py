"""The stream of server-sent events: the whole screen first, then the regions that change.

A watcher is never sent what he could no longer use: after a pause he gets the difference between
what he has seen last and what is there now.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.live import Closed, Moment
from companion.words import ENGLISH, Language
from web.guests import Guest
from web.house import House
from web.screen import seen_by
from web.tongues import current, t

#: How many phones may watch at once.
MOST_STREAMS = 120
#: Seconds between two updates, at least: a phone has other things to do.
BREATH = 0.2
#: Seconds after which a silent stream shows that it lives.
HEARTBEAT = 10.0
#: Seconds after which a stream looks whether its phone is still there.
GLANCE = 1.0


class Full(Exception):  # noqa: N818 - an answer, not a mistake
    """Too many phones are watching."""


class Seats:
    """The places for watchers."""

    def __init__(self, count: int) -> None:
        self._free = threading.BoundedSemaphore(count)

    def take(self) -> None:
        """Sit down, or raise `Full`."""
        if not self._free.acquire(blocking=False):
            raise Full

    def leave(self) -> None:
        """Make room for somebody else."""
        self._free.release()


def blueprint(house: House, most: int) -> Blueprint:
    """The stream of this table."""
    streams = Blueprint("stream", __name__)
    places = Seats(most)

    @streams.get("/events")
    def events() -> Response | tuple[str, int, dict[str, str]]:
        try:
            places.take()
        except Full:
            return t("Too many phones are watching."), 503, {"Retry-After": "10"}
        # A page knows what it was made of; a browser that connects again knows better.
        last = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
        seen = parse_id(last, house.run)
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        shown = house.door.look(request)
        only = frozenset(filter(None, request.args.get("only", "").split(",")))
        stream = follow(house, seen, gone, lambda: house.door.guest(shown), current(), only=only)
        response = Response(stream, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(places.leave)
        return response

    return streams


def event_id(run: str, moment: Moment) -> str:
    """The name of a moment on the wire."""
    return f"{run}-{moment.number}"


def parse_id(text: str, run: str) -> int:
    """The number of the moment that a watcher saw last; 0 when that tells us nothing."""
    known, _, number = text.partition("-")
    digits = number.isascii() and number.isdigit() and len(number) < 12
    return int(number) if known == run and digits else 0


def follow(
    house: House,
    seen: int,
    gone: Callable[[], bool],
    audience: Callable[[], Guest],
    language: Language = ENGLISH,
    *,
    only: frozenset[str] = frozenset(),
) -> Iterator[str]:
    """The events for one watcher, until he or the feed has gone, or he has become another.

    With `only` he gets no other regions than these.
    """
    yield "retry: 2000\n\n"
    guest = audience()
    screen = house.screen
    shown = screen.remembered(seen, language)
    if shown is None:
        seen = 0
    spoke = time.monotonic()
    try:
        while not gone():
            moment = house.feed.after(seen, GLANCE)
            if audience() != guest:
                yield "event: role\ndata: {}\n\n"
                return
            if moment is None:
                if time.monotonic() - spoke >= HEARTBEAT:
                    spoke = time.monotonic()
                    yield ": still here\n\n"
                continue
            regions = seen_by(guest, screen.regions(moment, language))
            if only:
                regions = {name: html for name, html in regions.items() if name in only}
            yield to_event(moment, house.run, regions, shown)
            seen, shown, spoke = moment.number, regions, time.monotonic()
            time.sleep(BREATH)
    except Closed:
        return


def to_event(
    moment: Moment, run: str, regions: dict[str, str], shown: dict[str, str] | None
) -> str:
    """One event: every region for somebody who has seen none, else those that differ."""
    kind = "full" if shown is None else "change"
    shown = shown or {}
    data = {name: html for name, html in regions.items() if shown.get(name) != html}
    return f"id: {event_id(run, moment)}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
