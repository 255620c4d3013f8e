"""The .local name of this computer, told to the network by multicast DNS.

Where Avahi runs, as on Raspberry Pi OS, it has told the name already. Elsewhere the package
zeroconf does it, if it is installed (the extra `local`). A name is a convenience: many phones don't
understand it, so the numbers are always shown as well, and nothing here ever stops a game.
"""

import ipaddress
import re
import socket
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

OTHER_WAYS = "sudo apt install avahi-daemon, or: pip install 'table-companion[local]'"
_AVAHI = Path("/run/avahi-daemon/socket")
_SERVICE = "_http._tcp.local."


def announced_name() -> str:
    """What this computer is called on the local network."""
    first = socket.gethostname().partition(".")[0].lower()
    return f"{re.sub(r'[^a-z0-9-]+', '-', first).strip('-') or 'table-companion'}.local"


def has_avahi(socket_path: Path = _AVAHI) -> bool:
    """Whether the system tells the name by itself."""
    return socket_path.exists()


def can_announce() -> bool:
    """Whether we could do it."""
    return find_spec("zeroconf") is not None


class Announcer:
    """Tells the name and the table until it is stopped, in the background: it takes a while."""

    def __init__(self, addresses: Sequence[str], port: int, name: str = "") -> None:
        self._addresses, self._port = tuple(filter(_is_numeric, addresses)), port
        self._name = name or announced_name()
        self._told: Any = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._tell, name="announcer", daemon=True)

    def start(self) -> None:
        """Begin to tell, unless the system has told already."""
        if self._addresses and can_announce() and not has_avahi():
            self._thread.start()

    def stop(self) -> None:
        """Take the name back."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _tell(self) -> None:
        from zeroconf import Error as ZeroconfError
        from zeroconf import IPVersion, ServiceInfo, Zeroconf

        host = self._name.removesuffix(".local")
        service = ServiceInfo(
            _SERVICE,
            f"Table Companion on {host}.{_SERVICE}",
            port=self._port,
            addresses=[socket.inet_aton(address) for address in self._addresses],
            server=f"{self._name}.",
            properties={"path": "/"},
        )
        try:
            zeroconf = Zeroconf(list(self._addresses), ip_version=IPVersion.V4Only)
        except OSError:
            return  # no multicast in this network
        try:
            zeroconf.register_service(service, allow_name_change=True)
            self._stopped.wait()
            zeroconf.unregister_service(service)
        except (ZeroconfError, OSError):
            pass  # the network has gone; numbers are still numbers
        finally:
            zeroconf.close()


def _is_numeric(address: str) -> bool:
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return True
