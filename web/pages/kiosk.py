"""The page for a screen that everybody sees: the way in, then the table, large. Nothing to tap.

It shows what a viewer may see, whoever asks. Only the code to join is for screens of the host:
those at the computer itself, and those on which the PIN was typed.
"""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.events import VIEWER, Who
from web.access.guests import Guest, keep
from web.access.invitation import Invitation
from web.live.publisher import event_id
from web.live.screen import seen_by
from web.live.web_table import WebTable
from web.pages.table_page import newest
from web.translation import COOKIE, languages_of

#: What the page has of the table; for each seat, what stands in front of it.
REGIONS = ("facts", "told", "trouble", "referee", "end", "gathering", "beat")
SEAT_REGIONS = ("points", "goods")


def blueprint(web_table: WebTable) -> Blueprint:
    """The page for this table."""
    kiosk = Blueprint("kiosk", __name__)

    @kiosk.get("/kiosk")
    def screen() -> AnyResponse:
        # Nobody can tap on a screen at the wall, so its language may stand in its address.
        asked = request.args.get("language", "")
        if asked in languages_of(web_table.feed.game):
            answer = redirect(url_for("kiosk.screen"), code=303)
            keep(answer, COOKIE, asked)
            return answer
        moment = newest(web_table.feed)
        picture = web_table.screen.picture(moment)
        regions = seen_by(Guest(Who(VIEWER)), web_table.screen.regions(moment))
        shown = [*REGIONS, *(f"panel-{panel.name}" for panel in picture.panels[:1])]
        for seat in picture.seats:
            names = (*SEAT_REGIONS, *(f"panel-{panel.name}" for panel in seat.part.panels[:1]))
            shown += (f"seat-{seat.number}-{name}" for name in names)
        is_host = web_table.door.who_asks(request).is_host
        page = render_template(
            "kiosk.html",
            title=moment.game.title,
            seen=event_id(web_table.run, moment),
            picture=picture,
            regions={name: regions[name] for name in shown},
            only=",".join(shown),
            way=_way_in(web_table, is_host),
            code=web_table.passes.join_code if web_table.passes and is_host else "",
        )
        return Response(page)

    return kiosk


def _way_in(web_table: WebTable, is_host: bool) -> Invitation | None:
    """What a phone scans: with the code, or without it where anybody could be looking on."""
    if web_table.invitation is None or is_host:
        return web_table.invitation
    return web_table.invitation.without_code()
