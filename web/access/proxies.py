"""Reverse proxies: what they say about a client is believed of those that the owner trusts.

This is the one place that reads `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`;
afterwards the request looks as if the client had come by itself. `Forwarded` (RFC 7239) is not
read. Nobody else's word counts, and no page ever sees these headers.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

from web.access.addresses import parsed

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

_SCHEMES = ("http", "https")


@dataclass(frozen=True)
class Proxies:
    """The proxies that are trusted, as networks."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def of(cls, named: Iterable[str]) -> "Proxies":
        """Those of the setting `web.trusted_proxies`: addresses and networks."""
        return cls(tuple(ip_network(name, strict=False) for name in named))

    def trusts(self, address: str) -> bool:
        """Whether somebody at this address is believed."""
        found = parsed(address)
        return found is not None and any(found in network for network in self.networks)

    def client(self, peer: str, forwarded_for: str) -> str:
        """Who has really sent what came from `peer`, as text.

        Each proxy adds at the right whom it has heard it from. So it is read from there, as long as
        the one who says so is trusted; what stands further left may be the client's own invention.
        """
        nearest = peer
        for hop in reversed(forwarded_for.split(",")):
            told = parsed(_without_port(hop.strip()))
            if told is None or not self.trusts(nearest):
                break
            nearest = str(told)
        return nearest

    def look_behind(self, environ: "WSGIEnvironment") -> None:
        """Let a request look as if its client had come by itself."""
        peer = environ.get("REMOTE_ADDR", "")
        chain, scheme, host = (
            environ.pop(f"HTTP_X_FORWARDED_{name}", "") for name in ("FOR", "PROTO", "HOST")
        )
        if self.trusts(peer):
            environ["REMOTE_ADDR"] = self.client(peer, chain)
            if _last(scheme).lower() in _SCHEMES:
                environ["wsgi.url_scheme"] = _last(scheme).lower()
            if host:
                environ["HTTP_HOST"] = _last(host)


def behind(proxies: Proxies, app: "WSGIApplication") -> "WSGIApplication":
    """The application as it looks behind these proxies."""

    def answer(environ: "WSGIEnvironment", start_response: object) -> Iterable[bytes]:
        proxies.look_behind(environ)
        return app(environ, start_response)  # type: ignore[arg-type]

    return answer


def _last(words: str) -> str:
    """What the nearest proxy has said; it stands behind what the client has."""
    return words.rpartition(",")[2].strip()


def _without_port(hop: str) -> str:
    """Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop
