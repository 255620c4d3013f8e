"""The pages on the phones."""

import secrets
from collections.abc import Iterable
from typing import Any

from flask import Flask

from companion.classroom import Classroom
from companion.desk import Desk
from companion.games.protocol import Game
from companion.live import Feed
from companion.passes import Passes
from web import joining, pages, security, stream, taps, teaching
from web.drawings import painter_of
from web.guests import Door
from web.house import House
from web.invitation import Invitation
from web.screen import Screen

#: What a tap sends, in bytes, at most.
LONGEST_TAP = 4096


def create_app(
    game: Game[Any, Any],
    feed: Feed,
    desk: Desk | None = None,
    passes: Passes | None = None,
    *,
    invitation: Invitation | None = None,
    names: Iterable[str] = (),
    classroom: Classroom | None = None,
    most_streams: int = stream.MOST_STREAMS,
) -> Flask:
    """The application that shows what `feed` tells about a `game`; taps go to the `desk`.

    With `passes` people can join, by the `invitation` that the host's page shows. `names` are those
    by which it may be called besides numbers. With a `classroom` the host can teach a copy.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_TAP
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    house = House(
        game=game,
        feed=feed,
        screen=Screen(game, painter_of(game), app.jinja_env),
        door=Door(passes, has_desk=desk is not None),
        passes=passes,
        invitation=invitation,
        run=secrets.token_hex(4),
    )
    app.register_blueprint(pages.blueprint(house))
    if desk is not None:
        app.register_blueprint(taps.blueprint(desk, house.door))
        if passes is not None:
            app.register_blueprint(joining.blueprint(house, desk, passes))
    if classroom is not None:
        app.register_blueprint(teaching.blueprint(game.title, classroom, house.door))
    app.jinja_env.globals["teaches"] = classroom is not None
    app.register_blueprint(stream.blueprint(house, most_streams))
    app.before_request(security.refuse_strangers(names))
    app.after_request(security.protect)
    return app
