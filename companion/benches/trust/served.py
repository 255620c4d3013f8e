"""The site that is attacked: any game in the middle, every page, on the real server.

The table is one where people enter their moves by hand; above it hangs a simulated camera that can
be looked through and set up. A game that is not laid out on a table has no camera.
"""

import random
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from flask import Flask

from companion.archive.shelf import Shelf
from companion.benches.trust.visiting import NAME, Visitor
from companion.camera.eyes.opening import ShowingEye
from companion.camera.eyes.own_kit import OwnEyes, can_be_read
from companion.camera.lookout import SeesTables, Sighting
from companion.camera.photos.photo_desk import OpenEye, PhotoDesk
from companion.camera.setup.set_up_eye import SetUpEye
from companion.camera.setup.surveyor import Surveyor
from companion.camera.viewfinder import TableWindow
from companion.games.capabilities import Laid, Rules, laid
from companion.games.kit import defaults
from companion.games.protocol import CHANCE, Seat
from companion.games.random_games import plies
from companion.games.secrets import public
from companion.log.events import THE_HOST, Command, Play
from companion.phones.camera_record.record import SetupFile
from companion.phones.desk import Desk
from companion.phones.evening import Evening, Wish
from companion.phones.passes import Passes
from companion.phones.table_kind import HAND, TableTools
from companion.referee.watcher import Watcher
from companion.running.camera_table import CameraTable
from companion.running.diagnosis import diagnose
from companion.running.equipment import Equipment
from companion.running.guide import Guide
from companion.running.hand_table import HandTable
from companion.table.table import Clock, Table
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.viewpoint import above
from models import weights_folder
from web import Site, create_app
from web.access.invitation import Invitation
from web.hosting.host_page import Office
from web.server import Server, listen

VIEWER, SEAT, HOST = "viewer", "seat", "host"
#: How a phone shows who it belongs to.
SEAT_COOKIE, HOST_COOKIE = "seat", "host"
#: Pixels of the camera's picture, and when it was taken.
SIZE, _TAKEN = (640, 480), 1_794_866_400.0
#: Seconds between two looks after the table: nobody waits for it longer.
QUICK = 0.03
#: How far the camera leans, in degrees.
_TILT = 15.0


@dataclass(frozen=True)
class ServedSite:
    """What is served, and who may ask it.

    Attributes:
        evening: The table.
        app: The pages.
        passes: Who may join.
        port: Where the site listens, on this computer only.
        folder: Where everything is kept.
    """

    evening: "_Attacked"
    app: Flask
    passes: Passes
    port: int
    folder: Path
    _visitors: list[Visitor] = field(default_factory=list)

    @property
    def table(self) -> Table:
        """The table that is open right now."""
        return self.evening.table

    @property
    def is_reading(self) -> bool:
        """Whether a photo is being read just now."""
        desk = self.evening.tools.photographs
        return isinstance(desk, PhotoDesk) and desk.is_reading

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game."""
        return tuple(self.evening.game.score(self.table.now.state))

    def viewer(self, address: str = "127.0.0.10") -> Visitor:
        """Somebody without a pass."""
        return self._visitor(VIEWER, address)

    def seat(self, seat: Seat) -> Visitor:
        """Whoever sits there."""
        found = self._visitor(f"{SEAT} {seat}", f"127.0.0.{20 + seat}")
        found.cookies[SEAT_COOKIE] = self.passes.seat_pass(seat)
        return found

    def host(self) -> Visitor:
        """Who looks after the table, without a seat."""
        found = self._visitor(HOST, "127.0.0.11")
        found.cookies[HOST_COOKIE] = self.passes.host_pass()
        return found

    def settle(self) -> None:
        """Wait until what the host has wished for is on the table, and somebody sits everywhere."""
        while not self.evening.is_laid:
            time.sleep(0.01)
        for seat in self.seats:
            if seat not in self.evening.desk.names():
                self.evening.desk.sit(seat, f"Player {seat + 1}", THE_HOST)
                self.passes.renew(seat)

    def _visitor(self, role: str, address: str) -> Visitor:
        found = Visitor(role, self.port, address)
        self._visitors.append(found)
        return found

    def hang_up(self) -> None:
        """Close what all visitors have open."""
        for visitor in self._visitors:
            visitor.close()

    def everybody(self) -> tuple[Visitor, ...]:
        """One visitor of each role."""
        return (self.viewer(), *(self.seat(seat) for seat in self.seats), self.host())


@contextmanager
def served(
    game: Rules[Any, Any],
    folder: Path,
    *,
    players: int = 2,
    seed: str = "1",
    moves: int | None = None,
    open_eye: OpenEye | None = None,
    clock: Clock = time.time,
    has_camera: bool = True,
    **site: Any,
) -> Iterator[ServedSite]:
    """A game that nobody has ended goes on if it is in the folder; else one is begun and played.

    Args:
        game: What is played.
        folder: Where it is kept.
        players: How many play.
        seed: Which game, if it is begun.
        moves: How many moves of it; None: half of it, and then until somebody is to choose.
        open_eye: Who reads photos; None: the one that ships.
        clock: What time the table thinks it is.
        has_camera: Whether somebody can look through a camera above the table.
        site: What else the pages are made of, see `web.Site`.
    """
    shelf = Shelf(folder, clock)
    if not shelf.unfinished(game.id):
        begin(game, shelf, players, seed, moves).close()
    goes_on = Wish(name=shelf.unfinished(game.id), game=game.id, kind=HAND)
    kinds = (_FilmedTable(folder, open_eye, has_camera), CameraTable("", _no_camera))
    evening = _Attacked(shelf, kinds, goes_on, players)
    passes = Passes.of_folder(folder)
    listener = listen("127.0.0.1", 0, or_next=False)
    port = listener.getsockname()[1]
    address = f"http://{NAME}:{port}/"
    parts: Mapping[str, Any] = {
        "tools": lambda: evening.tools,
        "invitation": Invitation.to(address, passes.join_code),
        "office": Office(evening, lambda: diagnose(folder, [address], weights_folder())),
        **site,
    }
    app = create_app(Site(evening.feed, evening.desk, passes, **parts))
    server = Server(app, listener)
    evening.start()
    server.start()
    found = ServedSite(evening, app, passes, port, folder)
    found.settle()
    try:
        yield found
    finally:
        found.hang_up()
        evening.stop()
        server.stop()


def begin(game: Rules[Any, Any], shelf: Shelf, players: int, seed: str, moves: int | None) -> Table:
    """A game that is played at random up to its middle, or for so many moves."""
    config = defaults.set_up_to_be_watched(game, players, random.Random(seed))
    played = list(plies(game, config, seed))
    if moves is None:
        moves = len(played) // 2
        while moves < len(played) - 1 and game.to_move(played[moves - 1].state) == CHANCE:
            moves += 1
    table = shelf.begin(game, config)
    for ply in played[:moves]:
        table.post(Command(Play(game.move_text(ply.move)), THE_HOST, table.now.number))
    return table


class _Attacked(Evening):
    """An evening that can't be started again; the suites go on."""

    @property
    def is_laid(self) -> bool:
        """Whether what is open lies on the table, and nobody has wished for another game."""
        found = self.desk.on_table()
        return self._wished is None and found is not None and found[1] is self.table

    def restart(self) -> None:
        """The host wants it; nothing happens."""


class _FilmedTable(HandTable):
    """Moves by hand, under a camera that can be looked through."""

    def __init__(self, folder: Path, open_eye: OpenEye | None, has_camera: bool) -> None:
        self._has_camera = has_camera
        self._shop = _Shop(folder, open_eye)
        super().__init__(self._shop)
        self._window = TableWindow()

    def tools(self, evening: Evening) -> TableTools:
        """All that there can be."""
        found = super().tools(evening)
        if not self._has_camera or not isinstance(evening.game, Laid):
            return found
        surveyor = Surveyor(evening.game, self._file(evening), self._window.watched)
        return replace(found, window=self._window, setup=surveyor)

    def _file(self, evening: Evening) -> SetupFile:
        return self._shop.setup_file("sim", evening.game.id)

    def follow(self, evening: Evening) -> None:
        """As at any table by hand; each game gets one look of a camera."""
        guide = Guide(evening, partial(Watcher, is_blind=True))
        if self._has_camera and isinstance(evening.game, Laid):
            camera: Any = _StillCamera(evening.table, self._file(evening))
            self._window.show(camera, guide.watcher, evening.table)
        guide.welcome()
        while not evening.pause(QUICK):
            guide.look_after()
        self._window.clear()


class _Shop(Equipment):
    """Photos are read by an eye of the suite's own, if it has one."""

    def __init__(self, data: Path, open_eye: OpenEye | None) -> None:
        super().__init__(data)
        self._eye = open_eye

    def photo_desk(self, desk: Desk, shelf: Shelf) -> PhotoDesk:
        """Where photos are read."""
        if self._eye is None:
            return super().photo_desk(desk, shelf)
        return PhotoDesk(desk, self._eye, shelf.pictures)


def _no_camera(_: Rules[Any, Any]) -> NoReturn:
    raise AssertionError("nobody hangs a camera that has no name")


class _StillCamera:
    """In place of a `Lookout`: one look, when somebody asks for it, so that nothing runs on."""

    trouble = ""

    def __init__(self, table: Table, file: SetupFile) -> None:
        self._table, self._file = table, file
        self._looking = threading.Lock()
        self._newest: Sighting | None = None

    @property
    def newest(self) -> Sighting | None:
        """The look."""
        with self._looking:
            if self._newest is None:
                self._newest = self._look()
            return self._newest

    def after(self, _: int, __: float) -> None:
        """Nothing comes after it."""

    def _look(self) -> Sighting:
        # What people have told of their hands moves no card on the table.
        game, state = self._table.game, public(self._table.game, self._table.now.state)
        scenery, board = laid(game).scenery(state, 1), laid(game).chart(state).main
        view = above(*scenery.bounds(board.zone), tilt=_TILT, size=SIZE)
        camera = SimulatedCamera(scenery, view, seed=1, clock=lambda: _TAKEN)
        eye: SeesTables = ShowingEye()
        if can_be_read(laid(game).chart(state)):
            eye = SetUpEye(partial(_eyes, game, state), self._file, marked=False)
        frame = next(camera.frames())
        return Sighting(1, frame, eye.look(frame))


_OPENED: dict[tuple[str, int], OwnEyes] = {}


def _eyes(game: Rules[Any, Any], state: Any) -> OwnEyes:
    """What an eye has to know, made once for a game and so many seats."""
    key = game.id, len(game.score(state))
    if key not in _OPENED:
        _OPENED[key] = OwnEyes(game, state, threads=1)
    return _OPENED[key]
