"""Tells systemd that we are up and well, so that it starts us anew when we are not.

This is the protocol of sd_notify(3): a line of text to the socket that the environment names.
Without one, as in a terminal, nothing is told to anybody. By hand, because the library for it is
no shorter.
"""

import os
import socket
import threading
from collections.abc import Callable, Mapping

READY, STOPPING, ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"


def tell(message: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Tell systemd something; whether there was anybody to tell."""
    path = environ.get("NOTIFY_SOCKET", "")
    if not path:
        return False
    # A name that begins with @ is not in the file system.
    address = "\0" + path[1:] if path.startswith("@") else path
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect(address)
            line.sendall(message.encode())
    except OSError:
        return False
    return True


def interval(environ: Mapping[str, str] = os.environ) -> float | None:
    """How often systemd wants to hear from us, in seconds; None when it does not."""
    try:
        asked = int(environ.get("WATCHDOG_USEC", "")) / 1e6
        meant = int(environ.get("WATCHDOG_PID", os.getpid()))
    except ValueError:
        return None
    return asked / 3 if asked > 0 and meant == os.getpid() else None


class Heartbeat:
    """Says that we are well for as long as `is_well` says so."""

    def __init__(
        self, is_well: Callable[[], bool], environ: Mapping[str, str] = os.environ
    ) -> None:
        self._is_well = is_well
        self._environ = environ
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def start(self) -> None:
        """We are up."""
        tell(READY, self._environ)
        if interval(self._environ) is not None:
            self._thread.start()

    def stop(self) -> None:
        """We are about to go, and it is our own wish."""
        tell(STOPPING, self._environ)
        self._stopped.set()

    def _beat(self) -> None:
        pause = interval(self._environ)
        while True:
            # Whoever hangs is not well, and says nothing.
            if self._is_well():
                tell(ALIVE, self._environ)
            if self._stopped.wait(pause):
                return
