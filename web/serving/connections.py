"""One connection: who is at its other end, and how long we wait for what comes next.

Every deadline counts from a fixed moment: whoever sends a byte now and then gains nothing.
"""

import socket
import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, ServiceUnavailable

from companion.common.words import say
from companion.log.events import HOST
from web.serving.gate import LONGEST_TAP, REFUSAL, Caller
from web.serving.requests import IncomingRequest

#: Seconds for the head of a request, and for the first byte on a new connection.
HEAD = 10.0
#: Seconds between two requests.
IDLE = 30.0
#: Seconds for a body, and bytes a second that it must bring besides.
BODY, SLOWEST = 10.0, 50_000
#: Seconds in which a phone must take some of an answer.
TAKING = 30.0
#: Seconds in which what comes behind a refused request is thrown away, so that the answer arrives.
#: Of somebody without a pass so many bytes; then nothing is read, and they notice that we wait. To
#: close would reset the connection, and a proxy that still sends would never see the answer.
LINGER, LINGER_BYTES = 2.0, 262_144
#: Bodies above the size of a tap that are read at once: from all, from one address.
MOST_LARGE, MOST_LARGE_OF_ONE = 4, 2
#: The header with which the server asks itself whether it answers.
OWN = "X_COMPANION_OWN"


class _Task(WSGITask):  # type: ignore[misc]
    """A request on its way to the pages, with why it was not read if it was not."""

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        if self.request.refusal is not None:
            environ[REFUSAL] = self.request.refusal
        return environ


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection that is watched.

    Attributes:
        is_known: Whether a valid pass was shown here.
        born: When it was opened.
        address: Where it comes from, as that is counted; empty for a proxy.
    """

    close_when_flushed: bool
    task_class = _Task
    error_task_class = ErrorTask

    def __init__(self, server: Any, line: socket.socket, addr: Any, adj: Any, map: Any) -> None:  # noqa: A002
        self.parser_class = lambda adj: IncomingRequest(adj, self._judge, self._hang_up)
        self.is_known = False
        self.born = self._quiet_since = self._moved = time.monotonic()
        self._is_over = False
        self._lingers_until: float | None = None
        self._served = self._thrown_away = 0
        self.address = server.gate.counts_as(addr[0])
        super().__init__(server, line, addr, adj, map=map)

    @property
    def caller(self) -> Caller:
        """Who waits for an answer."""
        request = self.requests[0] if self.requests else None
        return getattr(request, "caller", None) or Caller(self.address)

    @property
    def is_waiting(self) -> bool:
        """Whether somebody here waits for an answer, or is getting one."""
        return bool(self.requests)

    @property
    def large_of(self) -> str | None:
        """Whose large body is being received or used here, if there is one."""
        for request in (self.request, *self.requests):
            caller: Caller | None = getattr(request, "caller", None)
            if caller is not None and request.longest > LONGEST_TAP:
                return caller.address
        return None

    def is_late(self, now: float) -> bool:
        """Whether we have waited long enough."""
        if self._lingers_until is not None:
            return now > self._lingers_until
        request = self.request
        if request is not None and request.headers_finished:
            return bool(now - request.head_at > BODY + request.body_bytes_received / SLOWEST)
        if self.total_outbufs_len:
            return now - self._moved > TAKING
        if self.requests:
            return False
        idle = now - self._quiet_since
        if request is not None:
            return now - request.began > HEAD or idle > IDLE + HEAD
        return idle > (IDLE if self._served else HEAD)

    # --- what waitress calls ------------------------------------------------------------------

    def received(self, data: bytes) -> bool:
        """Behind a request that was refused or not understood, nothing is."""
        return False if self._is_over else bool(super().received(data))

    def readable(self) -> bool:
        """Whether anything more is wanted from there."""
        if self._lingers_until is None:
            return bool(super().readable())
        return self.is_known or self._thrown_away < LINGER_BYTES

    def handle_read(self) -> None:
        """Take what comes, or throw it away."""
        if self._lingers_until is None:
            super().handle_read()
            return
        try:
            self._thrown_away += len(self.recv(1 << 16))
        except OSError:
            self.handle_close()

    def handle_write(self) -> None:
        """Send what is ready, and hang up politely."""
        if not (self._is_over and self.close_when_flushed):
            super().handle_write()
            return
        # To close with unread bytes would reset the connection, and the answer would be lost.
        self._flush_exception(self._flush_some)
        if self.will_close:
            self.handle_close()
        elif not self.total_outbufs_len and self.connected:
            self.close_when_flushed = False
            self._lingers_until = time.monotonic() + LINGER
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.handle_close()

    def service(self) -> None:
        """Answer a request."""
        self._moved = time.monotonic()
        try:
            super().service()
        finally:
            self._served += 1
            self._quiet_since = time.monotonic()

    def _flush_some(self, do_close: bool = True) -> bool:
        moved = bool(super()._flush_some(do_close=do_close))
        if moved:
            self._moved = time.monotonic()
        return moved

    # --- before the body is read --------------------------------------------------------------

    def _hang_up(self) -> None:
        self._is_over = True

    def _judge(self, request: IncomingRequest) -> None:
        """Find out who asks, and whether the body may be read."""
        gate, environ = self.server.gate, self._environ(request)
        caller = gate.caller(environ)
        if request.headers.pop(OWN, None) == self.server.own_word:
            caller = caller._replace(name="companion")
        request.caller = caller
        self.is_known |= bool(caller.name)
        if not request.has_body:
            return
        try:
            request.longest = gate.longest_body(environ)
            if request.content_length > request.longest:
                raise RequestEntityTooLarge
            if request.longest > LONGEST_TAP and not self._has_room(caller):
                raise ServiceUnavailable(
                    say("Others are sending large files; try again in a moment."), retry_after=5
                )
        except HTTPException as error:
            request.longest = 0
            request.refuse(error)

    def _has_room(self, caller: Caller) -> bool:
        """Whether one more large body is not too many; the last place is for the host."""
        others = [one.large_of for one in self.server.active_channels.values() if one is not self]
        large = [address for address in others if address is not None]
        most = MOST_LARGE if caller.name == HOST else MOST_LARGE - 1
        return len(large) < most and large.count(caller.address) < MOST_LARGE_OF_ONE

    def _environ(self, request: IncomingRequest) -> dict[str, Any]:
        """What the pages are told of a head; without a body."""
        path = f"/{request.path.lstrip('/')}" if request.path.startswith("/") else request.path
        environ = {
            "REQUEST_METHOD": request.command,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": request.query,
            "REMOTE_ADDR": self.addr[0],
            "SERVER_NAME": self.server.server_name,
            "SERVER_PORT": str(self.server.effective_port),
            "SERVER_PROTOCOL": f"HTTP/{request.version}",
            "wsgi.url_scheme": request.url_scheme,
        }
        for name, value in request.headers.items():
            key = name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
            environ.setdefault(key, value)
        return environ
