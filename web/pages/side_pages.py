"""Pages beside the table: each has one part that is made anew when something happens.

What a page shows may depend on who looks at it, so its part is fetched by each phone for itself.
The stream only says that there is something new.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import ServiceUnavailable

from companion.common.words import player_name, say
from companion.games.capabilities import Rules
from companion.phones.desk import Desk
from companion.table.news import Now
from companion.table.table import Table
from web.access.guests import Guest
from web.live.web_table import WebTable

#: The regions of the stream that these pages need.
REGIONS = "beat,trouble"


@dataclass(frozen=True)
class Visit:
    """Somebody looks at the game on the table."""

    guest: Guest
    name: str
    table: Table
    now: Now

    @property
    def game(self) -> Rules[Any, Any]:
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


def visit(web_table: WebTable, desk: Desk) -> Visit:
    """Whoever asks now, in front of the game on the table; without one it is too early."""
    found = desk.on_table()
    if found is None:
        said = say("No game is on the table; try again in a moment.")
        raise ServiceUnavailable(said, retry_after=2)
    name, table = found
    return Visit(web_table.door.who_asks(request), name, table, table.now)


def blueprint(web_table: WebTable, desk: Desk, side_pages: tuple[SidePage, ...]) -> Blueprint:
    """The pages of this table."""
    pages = Blueprint("side", __name__)
    for page in side_pages:
        _add(pages, web_table, desk, page)
    return pages


def _add(pages: Blueprint, web_table: WebTable, desk: Desk, page: SidePage) -> None:
    def answer(template: str) -> Response:
        here = visit(web_table, desk)
        if page.only_host:
            web_table.door.only_host()
        text = render_template(
            template,
            side_page=page,
            guest=here.guest,
            title=here.game.title,
            game_name=here.name,
            now=here.now,
            name_of=here.name_of,
            part=f"{url_for(f'side.{page.name}_part')}?{urlencode(request.args)}",
            regions=REGIONS,
            **page.furnish(here),
        )
        return Response(text)

    if page.is_page:
        pages.add_url_rule(f"/{page.name}", page.name, lambda: answer("side_page.html"))
    pages.add_url_rule(
        f"/{page.name}/part", f"{page.name}_part", lambda: answer(f"parts/{page.name}.html")
    )
