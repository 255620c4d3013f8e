"""What the server needs to know of a request before it reads the body: who asks, and how much fits.

The pages themselves are asked: everything that looks at a request before its page is called
(`before_request`) looks at the head alone, in the server's own thread. It must not wait or count.
"""

from typing import cast

from flask import Flask, request
from werkzeug.exceptions import Forbidden, HTTPException

from web.access.addresses import client_address, counted
from web.access.guests import Door
from web.access.proxies import Proxies
from web.serving.gate import LONGEST_TAP, REFUSAL, Caller, Environ, Gate, OpenGate

#: Under this name an app keeps its gate.
_GATE = "companion.gate"
#: The address of the streams.
_STREAM = "/events"


class PassGate:
    """The gate of an app, for a door."""

    def __init__(self, app: Flask, door: Door, proxies: Proxies) -> None:
        self._app = app
        self._door = door
        self._proxies = proxies
        app.extensions[_GATE] = self
        app.before_request(_refuse_unread)

    def caller(self, environ: Environ) -> Caller:
        """Who asks."""
        self._proxies.look_behind(environ)
        asked = self._app.request_class(environ)
        guest = self._door.who_asks(asked)
        return Caller(client_address(asked), guest.name, environ["PATH_INFO"] == _STREAM)

    def longest_body(self, environ: Environ) -> int:
        """What the pages would read of the body; they refuse the others by an HTTPException."""
        with self._app.request_context(environ):
            if self._app.preprocess_request() is not None:
                raise Forbidden
            most = request.max_content_length
        return LONGEST_TAP if most is None else most

    def counts_as(self, address: str) -> str:
        """How connections from there are counted; empty for a proxy, which brings many people."""
        return "" if self._proxies.trusts(address) else counted(address)


def gate_of(app: Flask) -> Gate:
    """The gate of an app; without one everybody is treated alike."""
    return cast(Gate, app.extensions.get(_GATE, OpenGate()))


def _refuse_unread() -> None:
    """What was not read is told like any other error, and nothing is done about it."""
    why: HTTPException | None = request.environ.get(REFUSAL)
    if why is not None:
        raise why
