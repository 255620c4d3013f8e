"""The page that shows the table."""

from flask import Blueprint, Response, render_template, request

from companion.phones.live import Closed, Feed, Moment
from web.live.publisher import event_id
from web.live.screen import seen_by
from web.live.web_table import WebTable
from web.translation import t

#: How long a visitor waits when he comes before the first game has begun.
PATIENCE = 5.0


def blueprint(web_table: WebTable) -> Blueprint:
    """The pages for this table."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def table() -> Response:
        moment = newest(web_table.feed)
        if moment is None:
            return too_early()
        guest = web_table.door.who_asks(request)
        return Response(
            render_template(
                "table.html",
                title=web_table.game.title,
                seen=event_id(web_table.run, moment),
                seats=web_table.screen.seats(moment),
                regions=seen_by(guest, web_table.screen.regions(moment)),
                guest=guest,
                passes=web_table.passes,
                invitation=web_table.invitation,
                has_camera=web_table.has_camera and guest.plays,
            )
        )

    @pages.get("/healthz")
    def healthz() -> Response:
        return Response("ok\n", mimetype="text/plain")

    return pages


def too_early() -> Response:
    """Nobody plays yet."""
    text = t("No game has begun yet; try again in a moment.")
    return Response(text, 503, {"Retry-After": "2"}, mimetype="text/plain")


def newest(feed: Feed) -> Moment | None:
    """What there is to see; None when nothing is, even after a while."""
    try:
        return feed.after(0, PATIENCE)
    except Closed:
        return None
