"""The pages on the phones."""

import secrets
from typing import Any

from flask import Flask

from companion.games.protocol import Game
from companion.live import Feed
from web import pages, security, stream
from web.drawings import painter_of
from web.screen import Screen


def create_app(game: Game[Any, Any], feed: Feed, most_streams: int = stream.MOST_STREAMS) -> Flask:
    """The application that shows what `feed` tells about a `game`."""
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    screen = Screen(game, painter_of(game), app.jinja_env)
    # Moments are numbered from 1 each time the program starts; the run tells the starts apart.
    run = secrets.token_hex(4)
    app.register_blueprint(pages.blueprint(game, feed, screen, run))
    app.register_blueprint(stream.blueprint(feed, screen, run, most_streams))
    app.after_request(security.protect)
    return app
