"""The headers that go with every answer, and who may change something."""

from ipaddress import ip_address

from flask import Request, Response, request
from werkzeug.exceptions import Forbidden

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_SAFE = ("GET", "HEAD", "OPTIONS")
_FORWARDED = ("Forwarded", "X-Forwarded-For")


def protect(response: Response) -> Response:
    """Allow nothing but what we bring ourselves."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def refuse_strangers() -> None:
    """Whatever changes something must come from a page of ours, not from somebody else's."""
    if request.method not in _SAFE and not _is_from_our_page(request):
        raise Forbidden("This did not come from a page of the companion.")


def _is_from_our_page(here: Request) -> bool:
    """Browsers say where a request comes from; what says nothing is no browser of a player."""
    site = here.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    return here.headers.get("Origin") == f"{here.scheme}://{here.host}"


def is_host(here: Request) -> bool:
    """Whether somebody sits at the computer that runs the companion.

    The name in the address bar counts too: a page elsewhere may give our address a name of its own.
    """
    if any(name in here.headers for name in _FORWARDED):
        return False
    name = here.host.rpartition(":")[0] if not here.host.endswith("]") else here.host
    name = (name or here.host).strip("[]")
    return _is_loopback(here.remote_addr or "") and (name == "localhost" or _is_loopback(name))


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
