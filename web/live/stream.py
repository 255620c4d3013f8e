"""The stream of server-sent events: the whole screen first, then the regions that change.

A watcher is never sent what he could no longer use: after a pause he gets the difference between
what he has seen last and what is there now.
"""

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, request

from companion.phones.live import Closed
from web.access.addresses import client_address
from web.access.guests import Guest
from web.live.places import StreamPlaces
from web.live.publisher import GLANCE, Audience, parse_id
from web.live.web_table import WebTable
from web.translation import current

#: Seconds after which a silent stream shows that it lives.
HEARTBEAT = 10.0


def blueprint(web_table: WebTable, most: int) -> Blueprint:
    """The stream of this table."""
    streams = Blueprint("stream", __name__)
    places = StreamPlaces(most)

    @streams.get("/events")
    def events() -> Response:
        # A page knows what it was made of; a browser that connects again knows better.
        last = request.headers.get("Last-Event-ID") or request.args.get("seen", "")
        seen = parse_id(last, web_table.run)
        has_hung_up = request.environ.get("waitress.client_disconnected", lambda: False)
        shown = web_table.door.look(request)
        place = places.take(web_table.door.guest(shown).name, client_address(request))
        only = frozenset(filter(None, request.args.get("only", "").split(",")))
        reader = Audience(current(), web_table.door.guest(shown), only)
        stream = follow(
            web_table,
            seen,
            lambda: place.is_given_up or has_hung_up(),
            lambda: web_table.door.guest(shown),
            reader,
        )
        response = Response(stream, mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: places.leave(place))
        return response

    return streams


def follow(
    web_table: WebTable,
    seen: int,
    gone: Callable[[], bool],
    audience: Callable[[], Guest],
    reader: Audience,
) -> Iterator[bytes]:
    """The events for one watcher, until he or the feed has gone, or he has become another."""
    yield b"retry: 2000\n\n"
    publisher, spoke = web_table.publisher, time.monotonic()
    if web_table.screen.remembered(seen, reader.language) is None:
        seen = 0
    try:
        # What there is now need not wait for the others.
        moment = web_table.feed.after(seen, 0)
        with publisher.reading(reader):
            while not gone():
                if audience() != reader.guest:
                    yield b"event: role\ndata: {}\n\n"
                    return
                if moment is not None:
                    yield publisher.event(moment, reader, seen)
                    seen, spoke = moment.number, time.monotonic()
                elif time.monotonic() - spoke >= HEARTBEAT:
                    spoke = time.monotonic()
                    yield b": still here\n\n"
                moment = publisher.after(seen, GLANCE, reader.guest.plays)
    except Closed:
        return
