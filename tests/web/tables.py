"""Tables for the tests of the pages: real games, stopped where a test wants to look."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, Response
from flask.testing import FlaskClient

from companion.archive.pictures import Pictures
from companion.archive.shelf import PICTURES
from companion.camera.photos.photo_desk import PhotoDesk
from companion.common.words import say_n
from companion.games import find
from companion.games.random_games import plies
from companion.log.events import Choose, Play
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.referee.settling import LOOKS
from companion.referee.watcher import Watcher
from companion.table.table import Table
from companion.table.takebacks import takeback
from companion.table.telling import tell_outcome
from tests.companion.evenings import tools
from tests.companion.tables import do
from tests.web.photographs import TrueEye
from web import Site, create_app
from web.access.guests import HOST_COOKIE
from web.access.invitation import Invitation
from web.server import Server, listen

GAME = find("propeller-islands")

Scenes = list[tuple[Any, str]]

DONE = (204, 303)
"""What a tap that worked is answered: a page's script wants no page; who taps before it has come is
sent back to one."""


@cache
def scenes(players: int = 3, seed: str = "1") -> Scenes:
    """A whole game: every state with its sentence; the set-up is one scene."""
    config = {"players": players}
    before = GAME.setup(config)
    greeting = say_n(
        "A new game of {game} with {n} player.",
        "A new game of {game} with {n} players.",
        players,
        game=GAME.title,
    )
    found: Scenes = []
    for ply in plies(GAME, config, f"{seed}/0"):
        if not found and not ply.by_chance:
            found.append((before, greeting))
        if found:
            found.append((ply.state, GAME.tell(before, ply.move)))
        before = ply.state
    return [*found, (before, tell_outcome(GAME, before))]


def feed_at(game: Scenes, at: int) -> Feed:
    """A feed whose newest moment is scene `at`, with the one before it."""
    feed = Feed(GAME)
    at %= len(game)
    for state, sentence in game[max(0, at - 1) : at + 1]:
        feed.post(state, [sentence])
    return feed


@contextmanager
def served(
    feed: Feed,
    host: str = "127.0.0.1",
    *,
    sent: Callable[[Response], Response] = lambda answer: answer,
    **options: Any,
) -> Iterator[int]:
    """The pages of a feed on a real server; gives its port. `sent` is how answers go out."""
    listener = listen(host, 0, or_next=False)
    app = create_app(Site(feed, **options))
    app.after_request(sent)
    server = Server(app, listener)
    server.start()
    try:
        yield listener.getsockname()[1]
    finally:
        feed.close()
        server.stop()


def host_client(app: Flask, passes: Passes) -> FlaskClient:
    """The host's browser on this computer."""
    client = app.test_client()
    client.set_cookie(HOST_COOKIE, passes.host_pass())
    return client


CONFIG = {"players": 2, "hands": "hidden", "characters": ["marie", "amelia"]}
NAME = "tuesday-1"


@cache
def played() -> tuple[Any, ...]:
    """One game, move by move."""
    return tuple(plies(GAME, CONFIG, seed=1))


class Place:
    """A table in the middle of a game with somebody in front of the page."""

    #: What is told of every moment.
    sentences: tuple[str, ...] = ("Something.",)

    def __init__(self, folder: Path, mode: str) -> None:
        self.table = Table.create(folder / "game.log", GAME, CONFIG)
        do(self.table, Choose(mode))
        for ply in played()[:65]:
            do(self.table, Play(GAME.move_text(ply.move)))
        self.next = played()[65].state
        self.watcher = Watcher(self.table)
        self.desk = Desk()
        self.desk.lay(NAME, self.table, self.watcher)
        self.feed = Feed(GAME)
        self.passes = Passes.of_folder(folder)
        invitation = Invitation.to("http://192.168.1.5:8000/", self.passes.join_code)
        self.lies: Any = None  # what a photo of the table shows, if not what the log says
        self.photographs = PhotoDesk(
            self.desk,
            lambda game, _: TrueEye(game, lambda: self.lies),
            lambda table: Pictures(table.path.parent / PICTURES),
        )
        self.app = create_app(
            Site(
                self.feed,
                self.desk,
                self.passes,
                invitation=invitation,
                tools=tools(photographs=self.photographs),
            )
        )
        self.client = host_client(self.app, self.passes)
        self.show(self.table.now.state)

    def show(self, state: Any, count: int = LOOKS, goods: float = 1.0) -> None:
        """Everybody looks at the table until the looks have settled; goods are seen that well."""
        looks = [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]
        for number, look in enumerate(looks):
            if look.zone.startswith("goods:") and goods < 1:
                pieces = tuple(replace(piece, confidence=goods) for piece in look.pieces)
                looks[number] = replace(look, pieces=pieces)
        for _ in range(count):
            self.watcher.see(looks)
        self.publish()

    def publish(self) -> None:
        now, events = self.table.now, self.table.events()[-3:][::-1]
        back = takeback(self.table, now)
        standing = Standing(
            NAME, now, self.watcher.opinion, events, self.table.trouble, takeback=back
        )
        self.feed.post(now.state, self.sentences, standing)
