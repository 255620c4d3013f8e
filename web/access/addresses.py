"""Which address counts for a limit: that of a household, where one household has many."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path

from flask import Request

#: What Linux says about the IPv6 addresses of this computer: one line each, the address first.
_INTERFACES = Path("/proc/net/if_inet6")
#: What a household, or a phone abroad, is given at least: with it come 2^64 addresses.
_HOUSEHOLD = 64


def client_address(request: Request) -> str:
    """The address that counts for every limit on what somebody may ask.

    Behind a trusted proxy it is the client's; `proxies.py` has seen to that before.
    """
    return counted(request.remote_addr or "")


def counted(address: str) -> str:
    """How an address is counted.

    IPv4 counts whole, and IPv6 counts whole within our own network: each is another phone at the
    table. Elsewhere somebody has a whole /64 to choose from, so that counts as one.
    """
    found = parsed(address)
    if found is None:
        return address
    if isinstance(found, IPv4Address) or found.is_link_local or found.is_loopback:
        return str(found)
    household = _household(found)
    return str(found) if household in own_networks() else str(household)


def parsed(address: str) -> IPv4Address | IPv6Address | None:
    """An address in the form in which it is compared; None when it is none."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    # A socket for both kinds shows IPv4 as an IPv6 address.
    return found if found.version == 4 else found.ipv4_mapped or found


def own_networks() -> frozenset[IPv6Network]:
    """The /64 networks in which this computer has an address; they may change."""
    try:
        lines = _INTERFACES.read_text("ascii").splitlines()
    except OSError:
        return frozenset()
    found = (IPv6Address(int(line.split()[0], 16)) for line in lines)
    return frozenset(_household(address) for address in found)


def _household(address: IPv6Address) -> IPv6Network:
    return IPv6Network((address, _HOUSEHOLD), strict=False)
