"""Who somebody is: the host, a player with a seat, or a viewer."""

from dataclasses import dataclass

from flask import Request, request
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from companion.common.words import say
from companion.games.protocol import Seat
from companion.log.events import HOST, SEAT, THE_HOST, VIEWER, Who
from companion.phones.passes import Passes

#: The names of the cookies, and how long they last: an evening may go on next week.
SEAT_COOKIE, HOST_COOKIE = "seat", "host"
LIFETIME = 30 * 24 * 3600
#: How many passes are known by heart.
MOST_KNOWN = 256


@dataclass(frozen=True)
class Guest:
    """Somebody in front of a page; the host may have a seat too."""

    who: Who
    seat: Seat | None = None

    @property
    def is_host(self) -> bool:
        """Whether he looks after the table."""
        return self.who.role == HOST

    @property
    def name(self) -> str:
        """Under what name this guest's requests are counted; viewers are counted by address."""
        if self.is_host:
            return HOST
        return f"{SEAT}-{self.seat}" if self.plays else ""

    @property
    def plays(self) -> bool:
        """Whether he may say something about the game."""
        return self.who.role in (HOST, SEAT)


@dataclass(frozen=True)
class Credentials:
    """What a request brings to the door."""

    host: str
    seat: str


class Door:
    """Looks at passes. Without a desk nobody can do anything, so everybody is a viewer."""

    def __init__(self, passes: Passes | None, has_desk: bool) -> None:
        self._passes = passes
        self._has_desk = has_desk
        self._known: tuple[int, dict[Credentials, Guest]] = 0, {}

    def look(self, request: Request) -> Credentials:
        """What this request brings."""
        cookies = request.cookies
        return Credentials(cookies.get(HOST_COOKIE, ""), cookies.get(SEAT_COOKIE, ""))

    def guest(self, shown: Credentials) -> Guest:
        """Who that is right now: a pass may have lapsed since it was looked at last.

        Every stream asks this before everything it sends, so it is remembered until a seat changes
        hands.
        """
        if not self._has_desk:
            return Guest(Who(VIEWER))
        number = self._passes.changes if self._passes else 0
        if self._known[0] != number or len(self._known[1]) > MOST_KNOWN:
            self._known = number, {}
        known = self._known[1]
        if shown not in known:
            known[shown] = self._find_out(shown)
        return known[shown]

    def _find_out(self, shown: Credentials) -> Guest:
        passes = self._passes
        if passes is None:
            return Guest(Who(VIEWER))
        seat = passes.seat_of(shown.seat)
        if passes.is_host(shown.host):
            return Guest(THE_HOST, seat)
        return Guest(Who(VIEWER) if seat is None else Who(SEAT, seat), seat)

    def who_asks(self, request: Request) -> Guest:
        """Who sends this request."""
        return self.guest(self.look(request))

    def only_players(self) -> None:
        """Refuse a request of somebody who does not play."""
        if not self.who_asks(request).plays:
            raise Forbidden(say("That is for players; take a seat first."))

    def only_host(self) -> None:
        """Refuse a request of anybody but the host."""
        if not self.who_asks(request).is_host:
            raise Forbidden(say("That is for the host."))


def keep(response: Response, name: str, text: str) -> None:
    """Let a phone keep a pass; scripts can't read it, and other sites can't post with it.

    Where it came through TLS, it never goes over the line without.
    """
    response.set_cookie(
        name, text, max_age=LIFETIME, secure=request.is_secure, httponly=True, samesite="Lax"
    )
