"""The page that shows the table."""

from typing import Any

from flask import Blueprint, Response, current_app, render_template, request

from companion.games.protocol import Game
from companion.live import Closed, Feed
from web.screen import Screen
from web.security import is_host
from web.stream import event_id

#: How long a visitor waits when he comes before the first game has begun.
PATIENCE = 5.0


def blueprint(game: Game[Any, Any], feed: Feed, screen: Screen, run: str) -> Blueprint:
    """The pages for this table."""
    pages = Blueprint("pages", __name__)

    @pages.get("/")
    def table() -> Response | tuple[str, int, dict[str, str]]:
        try:
            moment = feed.after(0, PATIENCE)
        except Closed:
            moment = None
        if moment is None:
            return "No game has begun yet; try again in a moment.", 503, {"Retry-After": "2"}
        page = render_template(
            "table.html",
            title=game.title,
            seen=event_id(run, moment),
            seats=range(screen.seats(moment)),
            regions=screen.regions(moment),
            host=is_host(request) and "taps" in current_app.blueprints,
        )
        answer = Response(page)
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @pages.get("/healthz")
    def healthz() -> Response:
        return Response("ok\n", mimetype="text/plain")

    return pages
