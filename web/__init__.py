"""The pages on the phones: `create_app` makes them for one table."""

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flask import Flask

from companion.games.panels import symbols_of
from companion.phones.desk import Desk
from companion.phones.live import Feed
from companion.phones.passes import Passes
from companion.phones.table_kind import TableTools
from web import errors
from web.access import security
from web.access.gate import PassGate
from web.access.guessing import Judge
from web.access.guests import Door
from web.access.invitation import Invitation
from web.access.proxies import Proxies, behind
from web.hosting import camera_setup, host_taps, teaching
from web.hosting.host_page import Office, host_page
from web.joining import preferences, seats, this_computer
from web.live import places, stream
from web.live.publisher import Publisher
from web.live.screen import Screen
from web.live.web_table import WebTable
from web.pages import (
    by_hand,
    camera_page,
    history,
    kiosk,
    photos,
    score,
    seat,
    side_pages,
    table_page,
    taps,
)
from web.pages.side_pages import SidePage
from web.serving.gate import LONGEST_TAP
from web.translation import translate_pages

#: The pages beside the table, in the order in which they stand at the bottom.
SIDE_PAGES = (seat.SIDE_PAGE, by_hand.SIDE_PAGE, score.SIDE_PAGE, history.SIDE_PAGE)


@dataclass(frozen=True)
class Site:
    """What is behind the pages of one table; where something is None, its pages are left out.

    What is played, and what people can use besides, may change at any time.

    Attributes:
        feed: What there is to see.
        desk: Where taps go.
        passes: How people join.
        tools: What people can use besides the table right now.
        invitation: What the host's page shows for others to scan.
        names: The names by which phones may call this computer, besides numbers.
        most_streams: So many phones are told live.
        office: What the host's own page is about.
        always_asks_pin: Whether there is no link that makes a host.
        trusted_proxies: The reverse proxies whose word about a client counts.
    """

    feed: Feed
    desk: Desk | None = None
    passes: Passes | None = None
    tools: Callable[[], TableTools] = TableTools
    invitation: Invitation | None = None
    names: Iterable[str] = ()
    most_streams: int = places.MOST_STREAMS
    office: Office | None = None
    always_asks_pin: bool = False
    trusted_proxies: Iterable[str] = ()


def create_app(site: Site) -> Flask:
    """The application with the pages of a site."""
    feed, desk, office = site.feed, site.desk, site.office
    app = Flask(__name__)
    proxies = Proxies.of(site.trusted_proxies)
    app.wsgi_app = behind(proxies, app.wsgi_app)  # type: ignore[method-assign, assignment]
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_TAP
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    translate_pages(app, lambda: feed.game, desk.names if desk is not None else dict[int, str])
    screen, run = Screen(feed.game, app.jinja_env), secrets.token_hex(4)
    web_table = WebTable(
        feed=feed,
        screen=screen,
        publisher=Publisher(feed, screen, run),
        door=Door(site.passes, has_desk=desk is not None),
        passes=site.passes,
        invitation=site.invitation,
        tools=site.tools,
        run=run,
    )
    shown = (*SIDE_PAGES, host_page(office)) if office else SIDE_PAGES
    app.jinja_env.globals.update(
        side_pages=shown if desk else (),
        joining=desk is not None and site.passes is not None,
        is_simulated=lambda: office is None or office.evening.is_simulated,
        tools=site.tools,
        takes_photos=lambda: bool(photos.subjects(site.tools())),
        symbols=lambda: symbols_of(feed.game),
        has_large_letters=preferences.has_large_letters,
    )
    app.register_blueprint(preferences.blueprint(feed))
    app.register_blueprint(table_page.blueprint(web_table))
    app.register_blueprint(kiosk.blueprint(web_table))
    if desk is not None:
        app.register_blueprint(taps.blueprint(desk, web_table.door))
        telling = SidePage("telling", "", by_hand.furnish_telling(desk), is_page=False)
        app.register_blueprint(side_pages.blueprint(web_table, desk, (*shown, telling)))
        app.register_blueprint(score.blueprint(web_table, desk))
        app.register_blueprint(history.blueprint(web_table, desk))
        if office is not None:
            app.register_blueprint(host_taps.blueprint(web_table, desk, office.evening))
        app.register_blueprint(photos.blueprint(web_table, desk))
        if site.passes is not None:
            judge = Judge(web_table.door)
            app.register_blueprint(seats.blueprint(web_table, desk, site.passes, judge))
            if not site.always_asks_pin:
                app.register_blueprint(this_computer.blueprint(judge, site.passes))
    for one in (camera_page, teaching, camera_setup):
        app.register_blueprint(one.blueprint(web_table))
    app.register_blueprint(stream.blueprint(web_table, site.most_streams))
    app.before_request(security.refuse_strangers(site.names))
    PassGate(app, web_table.door, proxies)
    app.after_request(security.protect)
    errors.tell(app)
    return app
