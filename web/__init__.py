"""The pages on the phones."""

import secrets
from collections.abc import Iterable
from typing import Any

from flask import Flask

from companion.camera_setup.bench import CameraSetup
from companion.classroom import Classroom
from companion.desk import Desk
from companion.games.protocol import Game
from companion.glimpse import Viewfinder
from companion.live import Feed
from companion.passes import Passes
from companion.shots import Photographs
from web import (
    by_hand,
    camera_setup,
    choosing,
    errors,
    history,
    host_taps,
    hosting,
    island,
    joining,
    kiosk,
    pages,
    photos,
    rooms,
    score,
    security,
    stream,
    taps,
    teaching,
    tongues,
)
from web import camera as cameras
from web.drawings import painter_of
from web.guests import Door
from web.hosting import Office
from web.house import House
from web.invitation import Invitation
from web.press import Press
from web.rooms import Room
from web.screen import Screen

#: The pages beside the table, in the order in which they stand at the bottom.
ROOMS = (island.ROOM, by_hand.ROOM, score.ROOM, history.ROOM)
#: What a tap sends, in bytes, at most.
LONGEST_TAP = 32_768


def create_app(
    game: Game[Any, Any],
    feed: Feed,
    desk: Desk | None = None,
    passes: Passes | None = None,
    *,
    camera: Viewfinder | None = None,
    invitation: Invitation | None = None,
    names: Iterable[str] = (),
    classroom: Classroom | None = None,
    most_streams: int = stream.MOST_STREAMS,
    office: Office | None = None,
    photographs: Photographs | None = None,
    setup: CameraSetup | None = None,
) -> Flask:
    """The application that shows what `feed` tells about a `game`; taps go to the `desk`.

    With `passes` people can join, by the `invitation` that the host's page shows. `camera` is what
    players may see of the table. `names` are those by which it may be called besides numbers. With
    an `office` the host has a page of his own, with a `classroom` he can teach a copy. With
    `photographs` people can send photos of the table, with a `setup` the host can set the camera
    up.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_TAP
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    spoken = tongues.Tongues(game)
    tongues.teach(app, spoken, desk.names if desk is not None else dict[int, str])
    app.jinja_env.globals["has_large_letters"] = choosing.has_large_letters
    screen, run = Screen(game, painter_of(game), app.jinja_env), secrets.token_hex(4)
    house = House(
        game=game,
        feed=feed,
        screen=screen,
        press=Press(feed, screen, run),
        door=Door(passes, has_desk=desk is not None),
        passes=passes,
        invitation=invitation,
        has_camera=camera is not None,
        run=run,
    )
    open_rooms = (*ROOMS, hosting.room(office)) if office else ROOMS
    app.jinja_env.globals.update(
        rooms=open_rooms if desk else (),
        joining=desk is not None and passes is not None,
        simulated=office is None or office.evening.is_simulated,
    )
    app.register_blueprint(choosing.blueprint(spoken))
    app.register_blueprint(pages.blueprint(house))
    app.register_blueprint(kiosk.blueprint(house, spoken))
    if desk is not None:
        app.register_blueprint(taps.blueprint(desk, house.door))
        telling = Room("telling", "", by_hand.furnish_telling(desk), is_page=False)
        app.register_blueprint(rooms.blueprint(house, desk, (*open_rooms, telling)))
        app.register_blueprint(score.blueprint(house, desk))
        app.register_blueprint(history.blueprint(house, desk))
        if office is not None:
            app.register_blueprint(host_taps.blueprint(house, desk, office.evening))
        if photographs is not None:
            app.register_blueprint(photos.blueprint(house, desk, photographs))
        if passes is not None:
            app.register_blueprint(joining.blueprint(house, desk, passes))
    if camera is not None:
        app.register_blueprint(cameras.blueprint(camera, house.door))
    if classroom is not None:
        app.register_blueprint(teaching.blueprint(game.title, classroom, house.door))
    if setup is not None:
        app.register_blueprint(camera_setup.blueprint(game.title, setup, house.door))
    app.jinja_env.globals["sets_up"] = setup is not None
    app.jinja_env.globals["teaches"] = classroom is not None
    app.jinja_env.globals["takes_photos"] = photographs is not None
    app.register_blueprint(stream.blueprint(house, most_streams))
    app.before_request(security.refuse_strangers(names))
    app.after_request(security.protect)
    errors.tell(app)
    return app
