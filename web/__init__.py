"""The pages on the phones."""

import secrets
from typing import Any

from flask import Flask

from companion.desk import Desk
from companion.games.protocol import Game
from companion.live import Feed
from web import pages, security, stream, taps
from web.drawings import painter_of
from web.screen import Screen

#: What a tap sends, in bytes, at most.
LONGEST_TAP = 4096


def create_app(
    game: Game[Any, Any],
    feed: Feed,
    desk: Desk | None = None,
    most_streams: int = stream.MOST_STREAMS,
) -> Flask:
    """The application that shows what `feed` tells about a `game`; taps go to the `desk`."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_TAP
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    screen = Screen(game, painter_of(game), app.jinja_env)
    # Moments are numbered from 1 each time the program starts; the run tells the starts apart.
    run = secrets.token_hex(4)
    app.register_blueprint(pages.blueprint(game, feed, screen, run))
    if desk is not None:
        app.register_blueprint(taps.blueprint(desk))
    app.register_blueprint(stream.blueprint(feed, screen, run, most_streams))
    app.before_request(security.refuse_strangers)
    app.after_request(security.protect)
    return app
