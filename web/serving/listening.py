"""The server's ear: new connections, how many may be open, and whose place is taken first.

Nobody who knocks is turned away: when an address, or the whole house, is full, the oldest
connection on which no pass was shown gives way. So a stranger pushes out strangers.
"""

import contextlib
import errno
import secrets
import select
import socket
import time
from collections import defaultdict
from typing import Any

from waitress import wasyncore
from waitress.server import TcpWSGIServer

from web.serving.connections import TAKING, Connection
from web.serving.gate import Gate

#: Connections without a pass: of all, of one address.
MOST, MOST_OF_ONE = 320, 64
#: Connections with a pass, of all; a phone opens about seven.
MOST_KNOWN = 160
#: So many are let in before the others are looked after again.
AT_ONCE = 16
#: So many of an address's newest connections stay until their heads can have come.
NEWEST = 16
#: With more connections than this we look after them less often, and after more of them at once.
CROWD, REST = 100, 0.003
#: Seconds between two looks at who is late.
LOOK = 1.0


class Listening(TcpWSGIServer):  # type: ignore[misc]
    """A server that closes connections rather than being closed by them."""

    channel_class = Connection

    def __init__(self, *args: Any, gate: Gate, **options: Any) -> None:
        self.gate = gate
        self.own_word = secrets.token_hex(16)
        self._has_new = self._is_short = False
        super().__init__(*args, **options)

    def run(self) -> None:
        """Look after all connections until none is left, not even the one that listens."""
        poll = wasyncore.poll2 if hasattr(select, "poll") else wasyncore.poll
        look_at = time.monotonic()
        while self._map:
            poll(LOOK, self._map)
            # Not while connections are looked after: a number that is free again is soon another's.
            now = time.monotonic()
            if now >= look_at:
                look_at = now + LOOK
                for one in self._connections():
                    if one.is_late(now):
                        one.handle_close()
            if self._has_new:
                self._has_new = False
                self._make_room()
            if len(self._map) > CROWD:
                time.sleep(REST)

    def maintenance(self, now: float) -> None:
        """Deadlines are looked after in `run`."""

    def set_socket_options(self, conn: socket.socket) -> None:
        """Small pieces go out at once, and a phone that vanished without a word is noticed."""
        super().set_socket_options(conn)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * TAKING))

    def handle_accept(self) -> None:
        """Let in who waits at the door."""
        for _ in range(AT_ONCE):
            try:
                found = self.accept()
            except OSError as error:
                # The system may have no more numbers for connections.
                self._has_new = self._is_short = error.errno in (errno.EMFILE, errno.ENFILE)
                return
            if found is None:
                return
            line, address = found
            with contextlib.suppress(OSError):
                self.set_socket_options(line)
            self.channel_class(self, line, address, self.adj, map=self._map)
            self._has_new = True

    def _connections(self) -> list[Connection]:
        return list(self.active_channels.values())

    def _make_room(self) -> None:
        """Close what is too much, the oldest first; those that are being answered last."""
        by_address: dict[str, list[Connection]] = defaultdict(list)
        known = []
        for one in self._connections():
            if one.is_known:
                known.append(one)
            else:
                by_address[one.address].append(one)
        for address, ones in by_address.items():
            if address:
                _close(ones, len(ones) - MOST_OF_ONE)
        while by_address and (sum(map(len, by_address.values())) > MOST or self._is_short):
            self._is_short = False
            _close(max(by_address.values(), key=len), 1)
        _close([one for one in known if not one.is_waiting], len(known) - MOST_KNOWN)


def _close(ones: list[Connection], count: int) -> None:
    """Close so many of them, and take them off the list."""
    if count <= 0:
        return
    ones.sort(key=lambda one: one.born)
    silent = [one for one in ones if not one.is_waiting]
    waiting = [one for one in ones if one.is_waiting]
    for one in (silent[:-NEWEST] + waiting + silent[-NEWEST:])[:count]:
        ones.remove(one)
        with contextlib.suppress(OSError):
            one.handle_close()
