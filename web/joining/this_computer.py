"""The link that makes a host of whoever opens it, on the computer that runs the companion.

Its path carries a secret that the terminal shows. A browser on this computer looks just like a
reverse proxy on this computer, so no address could do that. It is a GET, because a link is; it does
nothing but let its opener in, and leads on at once to a page without the secret.
"""

from flask import Blueprint, redirect, request, url_for
from werkzeug.exceptions import Forbidden, TooManyRequests
from werkzeug.wrappers import Response

from companion.common.words import say
from companion.phones.passes import Passes
from web.access.guessing import Judge, Wait
from web.access.guests import HOST_COOKIE, keep
from web.access.security import is_from_elsewhere, is_local_name


def blueprint(judge: Judge, passes: Passes) -> Blueprint:
    """The link, to the table and to the screen at the wall."""
    this_computer = Blueprint("this_computer", __name__)

    @this_computer.get("/here/<secret>")
    def enter(secret: str) -> Response:
        return let_in(secret, "pages.table")

    @this_computer.get("/here/<secret>/kiosk")
    def show(secret: str) -> Response:
        return let_in(secret, "kiosk.screen")

    def let_in(secret: str, page: str) -> Response:
        # A page elsewhere may not guess in our name: neither is counted. Browsers say where a
        # request comes from, but to local names only.
        if not is_local_name(request):
            raise Forbidden(say("This link is for the computer on which the companion runs."))
        if is_from_elsewhere(request):
            raise Forbidden(say("Copy this link into the address line of the browser."))
        found = judge.judge(lambda: passes.opens_host(secret) or None)
        if isinstance(found, Wait):
            raise TooManyRequests(found.text, retry_after=found.seconds)
        if found is None:
            raise Forbidden(say("This is not the host's link; the terminal shows the right one."))
        answer = redirect(url_for(page), code=303)
        keep(answer, HOST_COOKIE, passes.host_pass())
        return answer

    return this_computer
