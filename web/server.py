"""The production web server, and the addresses under which people find it."""

import errno
import gc
import logging
import socket
import threading
import time
from collections.abc import Collection
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.wasyncore import dispatcher

from companion.common.errors import CompanionError, InputError
from web.access.gate import gate_of
from web.live.places import MOST_STREAMS, of_viewers
from web.serving.connections import OWN
from web.serving.listening import Listening
from web.serving.requests import LONGEST_HEAD
from web.serving.threads import SPARE_STREAMS, STRANGERS, AnsweringThreads

#: What waitress says of single connections is no news for the terminal.
logging.getLogger("waitress").setLevel(logging.ERROR)

#: Every open stream keeps a thread; so many more are for everything else that players ask.
OTHER_THREADS = 8
#: Seconds that whoever is still busy gets when the server stops.
GRACE = 0.4
#: Seconds in which a healthy server answers, however busy it is.
PATIENCE = 10.0
#: How far to look for a free port.
PORTS_TO_TRY = 50


class Server:
    """Waitress in a thread of its own."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        self._open: dict[int, Any] = {}
        self._address: tuple[Any, ...] = listener.getsockname()
        self._hung_up = threading.Event()
        threads = AnsweringThreads(
            MOST_STREAMS + SPARE_STREAMS + STRANGERS + OTHER_THREADS, of_viewers(MOST_STREAMS)
        )
        settings = Adjustments(
            sockets=[listener],
            # Who may come in is for `Listening` to say.
            connection_limit=1 << 20,
            max_request_header_size=LONGEST_HEAD,
            # With this, waitress tells a stream that its phone has gone.
            channel_request_lookahead=1,
            # A phone that reads nothing holds up its own stream, and not much memory.
            outbuf_high_watermark=1 << 20,
            # Only `access/proxies.py` knows whose word counts; it takes them out.
            clear_untrusted_proxy_headers=False,
            ident=None,
        )
        self._server: Any = Listening(
            app,
            self._open,
            _sock=listener,
            dispatcher=threads,
            adj=settings,
            sockinfo=(listener.family, listener.type, listener.proto, self._address),
            bind_socket=False,
            gate=gate_of(app),
        )
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        """Answer from now on."""
        # What is there now stays: looking through it again and again for waste holds everybody up.
        gc.collect()
        gc.freeze()
        self._thread.start()

    def answers(self) -> bool:
        """Whether somebody who asks is answered before long."""
        host, port = self._address[:2]
        here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        own = f"{OWN.replace('_', '-')}: {self._server.own_word}"
        question = f"GET /healthz HTTP/1.0\r\nHost: localhost\r\n{own}\r\n\r\n".encode()
        try:
            with socket.create_connection((here, port), timeout=PATIENCE) as line:
                line.sendall(question)
                return line.recv(64).startswith(b"HTTP/1.0 200")
        except OSError:
            return False

    def stop(self) -> None:
        """Hang up. Streams end by themselves once their feed is closed; the others are cut off."""
        answering = self._server.task_dispatcher
        answering.set_thread_count(0)
        if not self._thread.is_alive():
            self._server.close()
            return
        _wait_until_empty(answering.threads)
        # Only the server's own thread may touch its connections.
        trigger = self._server.trigger
        trigger.pull_trigger(self._hang_up)
        self._hung_up.wait(timeout=GRACE)
        if not _wait_until_empty(answering.threads):
            return  # somebody is still busy; he ends with the program
        # With nothing to look after, the server's thread ends as soon as it is woken.
        self._open.clear()
        trigger.pull_trigger()
        self._thread.join(timeout=GRACE)
        if not self._thread.is_alive():
            trigger.close()

    def _hang_up(self) -> None:
        dispatcher.close(self._server)
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        self._hung_up.set()


def _wait_until_empty(threads: Collection[int]) -> bool:
    """Whether all threads have ended before long."""
    end = time.monotonic() + GRACE
    while threads and time.monotonic() < end:
        time.sleep(0.01)
    return not threads


def listen(host: str, port: int, or_next: bool) -> socket.socket:
    """A socket on that address; `or_next` allows a higher port when this one is taken."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise InputError(
            f"--host {host}: no such address; 0.0.0.0 is the local network, 127.0.0.1 this computer"
        ) from None
    for candidate in range(port, min(port + PORTS_TO_TRY, 65536)):
        listener = _try(family, kind, (place[0], candidate, *place[2:]), host)
        if listener is None:
            continue
        if candidate == port or or_next:
            return listener
        listener.close()
        raise CompanionError(f"port {port} is taken; --port {candidate} is free")
    raise CompanionError(f"port {port} and the ports after it are taken; choose one with --port")


def _try(family: int, kind: int, place: tuple[Any, ...], host: str) -> socket.socket | None:
    """A listening socket, or None where the port is taken."""
    listener = socket.socket(family, kind)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(place)
        listener.listen()
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            return None
        if error.errno == errno.EACCES:
            raise CompanionError(
                f"port {place[1]} is reserved for the system; choose one above 1023"
            ) from None
        raise CompanionError(f"--host {host}: {error.strerror}") from None
    return listener


def urls(host: str, port: int) -> tuple[str, ...]:
    """Where to point a browser: this computer first, then what a phone needs, as numbers."""
    if host not in ("0.0.0.0", "::", ""):
        name = f"[{host}]" if ":" in host else host
        return (f"http://{name}:{port}/",)
    return (f"http://localhost:{port}/", *(f"http://{a}:{port}/" for a in lan_addresses()))


def lan_addresses() -> tuple[str, ...]:
    """This computer's numeric addresses on its networks, the usual way out first."""
    found = [_way_out()]
    try:
        infos = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(info[4][0]) for info in infos]
    except OSError:
        pass  # a computer need not know its own name
    found += _by_interface()
    return tuple(dict.fromkeys(a for a in found if a and not a.startswith("127.")))


def _way_out() -> str | None:
    """The address that packets to elsewhere would carry; to connect this socket sends none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: nobody is there
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _by_interface() -> list[str]:
    """The address of every interface: a hotspot without a way out has no other witness."""
    try:
        from fcntl import ioctl
    except ImportError:
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = ioctl(probe, 0x8915, name.encode().ljust(40, b"\0"))  # SIOCGIFADDR
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found
