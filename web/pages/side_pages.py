"""Pages beside the table: each has one part that is made anew when something happens.

What a page shows may depend on who looks at it, so its part is fetched by each phone for itself.
The stream only says that there is something new.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import Forbidden

from companion.common.words import player_name, say
from companion.games.protocol import Game
from companion.phones.desk import Desk
from companion.table.news import Now
from companion.table.table import Table
from web.access.guests import Guest
from web.live.web_table import WebTable

#: The regions of the stream that these pages need.
REGIONS = "beat,trouble"
NOTHING_YET = ("No game is on the table; try again in a moment.", 503, {"Retry-After": "2"})

Answer = Response | tuple[str, int, dict[str, str]]


@dataclass(frozen=True)
class Visit:
    """Somebody looks at the game on the table."""

    guest: Guest
    name: str
    table: Table
    now: Now

    @property
    def game(self) -> Game[Any, Any]:
        """What is played."""
        return self.table.game

    def name_of(self, seat: int) -> str:
        """Who sits there."""
        return self.now.names.get(seat, player_name(seat))


@dataclass(frozen=True)
class SidePage:
    """A page: its place in the address, its title, and what its part needs to know.

    One that `is_page` not is a part of another page.
    """

    name: str
    title: str
    furnish: Callable[[Visit], Mapping[str, Any]]
    only_host: bool = False
    is_page: bool = True


def visit(web_table: WebTable, desk: Desk) -> Visit | None:
    """Whoever asks now, in front of the game on the table; None when there is none."""
    found = desk.on_table()
    if found is None:
        return None
    name, table = found
    return Visit(web_table.door.who_asks(request), name, table, table.now)


def blueprint(web_table: WebTable, desk: Desk, rooms: tuple[SidePage, ...]) -> Blueprint:
    """The pages of this table."""
    pages = Blueprint("rooms", __name__)
    for room in rooms:
        _add(pages, web_table, desk, room)
    return pages


def _add(pages: Blueprint, web_table: WebTable, desk: Desk, room: SidePage) -> None:
    def answer(template: str) -> Answer:
        here = visit(web_table, desk)
        if here is None:
            return NOTHING_YET
        if room.only_host and not here.guest.is_host:
            raise Forbidden(say("That is for the host."))
        text = render_template(
            template,
            room=room,
            guest=here.guest,
            title=web_table.game.title,
            game_name=here.name,
            now=here.now,
            name_of=here.name_of,
            part=f"{url_for(f'rooms.{room.name}_part')}?{urlencode(request.args)}",
            regions=REGIONS,
            **room.furnish(here),
        )
        response = Response(text)
        response.headers["Cache-Control"] = "no-store"
        return response

    if room.is_page:
        pages.add_url_rule(f"/{room.name}", room.name, lambda: answer("room.html"))
    pages.add_url_rule(
        f"/{room.name}/part", f"{room.name}_part", lambda: answer(f"parts/{room.name}.html")
    )
