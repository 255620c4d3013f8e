"""The headers that go with every answer, and what is refused whoever asks."""

from collections.abc import Callable, Iterable
from ipaddress import ip_address

from flask import Request, Response, request
from werkzeug.exceptions import Forbidden

from companion.common.words import say

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Not `no-referrer`: with that, browsers leave the origin of a plain form out.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_SAFE = ("GET", "HEAD", "OPTIONS")


def protect(response: Response) -> Response:
    """Allow nothing but what we bring ourselves."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    # Everything may be another thing in a moment; what stays the same says so itself.
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def refuse_strangers(names: Iterable[str]) -> Callable[[], None]:
    """Refuses what comes by a wrong name, and what comes from somebody else's page.

    A page elsewhere can give our address a name of its own, and then its script may read ours. So
    only numbers count, `localhost`, and the `names` that the host has given.
    """
    known = frozenset({"localhost", *(name.lower() for name in names)})

    def refuse() -> None:
        name = _name(request)
        if name not in known and not _is_address(name):
            raise Forbidden(
                say("Nobody knows this name here; use the address that the host shows.")
            )
        if request.method not in _SAFE and not _is_from_our_page(request):
            raise Forbidden(say("This did not come from a page of the companion."))

    return refuse


def _is_from_our_page(here: Request) -> bool:
    """Browsers say where a request comes from; what says nothing is no browser of a player."""
    site = here.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return here.headers.get("Origin") == f"{here.scheme}://{here.host}"


def is_from_elsewhere(here: Request) -> bool:
    """Whether a browser says that a page of somebody else has led it here."""
    return here.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")


def is_local_name(here: Request) -> bool:
    """Whether this computer was called by a name by which only it can call itself."""
    name = _name(here)
    return name == "localhost" or (_is_address(name) and ip_address(name).is_loopback)


def _name(here: Request) -> str:
    """The name in the address bar, without the port."""
    name = here.host if here.host.endswith("]") else here.host.rpartition(":")[0] or here.host
    return name.strip("[]").lower()


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
