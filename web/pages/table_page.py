"""The page that shows the table."""

from contextlib import suppress

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import ServiceUnavailable

from companion.common.words import say
from companion.phones.live import Closed, Feed, Moment
from web.live.publisher import event_id
from web.live.screen import seen_by
from web.live.web_table import WebTable

#: How long a visitor waits when he comes before the first game has begun.
PATIENCE = 5.0


def blueprint(web_table: WebTable) -> Blueprint:
    """The pages for this table."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def table() -> Response:
        moment = newest(web_table.feed)
        guest = web_table.door.who_asks(request)
        return Response(
            render_template(
                "table.html",
                title=moment.game.title,
                seen=event_id(web_table.run, moment),
                picture=web_table.screen.picture(moment),
                regions=seen_by(guest, web_table.screen.regions(moment)),
                guest=guest,
                passes=web_table.passes,
                invitation=web_table.invitation,
                has_camera=web_table.tools().window is not None and guest.plays,
            )
        )

    @pages.get("/healthz")
    def healthz() -> Response:
        return Response("ok\n", mimetype="text/plain")

    return pages


def newest(feed: Feed) -> Moment:
    """What there is to see; when nothing is, even after a while, it is too early."""
    moment = None
    with suppress(Closed):
        moment = feed.after(0, PATIENCE)
    if moment is None:
        said = say("No game has begun yet; try again in a moment.")
        raise ServiceUnavailable(said, retry_after=2)
    return moment
