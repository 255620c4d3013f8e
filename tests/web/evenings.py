"""A table without a camera, with a page for its host: for the tests of what the host does."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.archive.shelf import Shelf
from companion.camera.photos.photo_desk import PhotoDesk
from companion.games.protocol import CHANCE
from companion.log.events import THE_HOST, Command, Play
from companion.phones.evening import Evening
from companion.phones.passes import Passes
from companion.running.diagnosis import diagnose
from companion.running.hand_table import HandTable
from tests.companion.evenings import evening_at, tools
from tests.web.photographs import TrueEye
from tests.web.tables import GAME
from web import Site, create_app
from web.hosting.host_page import Office


@contextmanager
def by_hand(folder: Path, players: int = 2) -> Iterator[tuple[Evening, Flask, Passes]]:
    """An evening of real people, the pages for it, and the passes for those."""
    evening = evening_at(HandTable(), Shelf(folder), GAME, players)
    passes = Passes.of_folder(folder)
    office = Office(evening, lambda: diagnose(folder, ["http://192.168.1.5:8000/"], folder))
    eye = TrueEye(GAME, lambda: None)
    photographs = PhotoDesk(evening.desk, lambda *_: eye, evening.shelf.pictures)
    there = tools(photographs=photographs)
    evening.start()
    try:
        app = create_app(Site(evening.feed, evening.desk, passes, office=office, tools=there))
        yield evening, app, passes
    finally:
        photographs.close()
        evening.stop()


def play_on(evening: Evening, moves: int, source: random.Random) -> None:
    """People enter so many moves, at random."""
    for _ in range(moves):
        table, state = evening.table, evening.table.now.state
        seat = GAME.to_move(state)
        move = GAME.chance(state, source) if seat == CHANCE else source.choice([*GAME.moves(state)])
        table.post(Command(Play(GAME.move_text(move)), THE_HOST, table.now.number))
