"""Follow a table and show it on phones and screens: a simulated one, or yours under a camera."""

import argparse
import os
import secrets
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

from companion import games
from companion.archive.shelf import Shelf
from companion.common.allocation import give_back_large_blocks
from companion.common.errors import InputError
from companion.games.capabilities import playable
from companion.games.positions import checked_players
from companion.phones.camera_record.record import FOLDER, SetupFile
from companion.phones.evening import Evening
from companion.phones.lessons.lesson import GALLERIES, GALLERY
from companion.phones.passes import Passes
from companion.running.background import BackgroundServices
from companion.running.diagnosis import diagnose
from companion.running.ways_in import about_codes, host_link, leads_here
from companion.settings.data_folder import claim, folder_of
from companion.settings.folders import data_folder
from companion.settings.owners_file import with_owners_facts
from companion.settings.settings import Settings, add_settings_options, settings_of
from models import weights_folder

if TYPE_CHECKING:
    from companion.camera.mounts import Mount
    from companion.camera.photos.photo_desk import PhotoDesk
    from companion.camera.setup.surveyor import Surveyor
    from companion.camera.teacher import Teacher
    from companion.running.simulated_table import Show
    from web.access.invitation import Invitation

HELP = "follow a game by what is seen, live in the browser"

DEFAULT_PORT = 8000
PLAYERS = 2
#: Where looks come from: pictures of the simulated camera, or straight from the simulated people.
SIMULATED, NO_CAMERA = "sim", "none"
#: Seconds in which everything ends, whatever it is busy with.
ENDS_WITHIN, PHOTO_ENDS_WITHIN = 4, 1.0
SLOWEST, QUICKEST = 60.0, 0.05


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host",
        metavar="H",
        help="the address to listen on (default: 0.0.0.0, the whole local network; "
        "127.0.0.1: this computer only)",
    )
    parser.add_argument(
        "--port",
        metavar="P",
        type=int,
        help=f"the port (default: {DEFAULT_PORT}, or the next free one; 0: any free one)",
    )
    parser.add_argument(
        "--name",
        metavar="NAME",
        action="append",
        default=[],
        help="a name by which phones may call this computer, such as pi.local; numbers always "
        "work, other names never do (may be given several times)",
    )
    parser.add_argument("--game", metavar="G", help=f"which game (default: {games.names()[0]})")
    parser.add_argument("--players", metavar="N", type=int, help=f"how many (default: {PLAYERS})")
    parser.add_argument(
        "--by-hand",
        action="store_true",
        help="real people play, without a camera: they enter their moves on the phones",
    )
    parser.add_argument("--seed", metavar="S", help="any word or number (default: a new one)")
    parser.add_argument(
        "--camera",
        metavar="NAME",
        help="the camera above your table, such as picamera2 or usb:0: real people play (default: "
        "camera.name of the settings); sim: people are simulated, and filmed by a simulated camera "
        "(when no camera is set); none: they are simulated, and what lies on the table is handed "
        "over without a picture, which takes no time",
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=float,
        default=1.5,
        help="how long each decision is shown (default: %(default)s)",
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        type=Path,
        help="where the games are kept; one that nobody has ended goes on "
        "(default: table-companion/simulated where the system keeps data, or table-companion/games "
        "when real people play)",
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play and show until Ctrl-C."""
    # Flask and OpenCV take a moment to load; the other commands don't wait for them.
    from companion.camera.teacher import Teacher
    from web import Site, create_app
    from web.access.invitation import Invitation
    from web.hosting.host_page import Office
    from web.server import Server, listen, urls

    settings = settings_of(args)
    use_settings(args, settings)
    show = read_show(args)
    file, above = hang_camera(args, settings, show.game.id)
    listener = listen(
        args.host, DEFAULT_PORT if args.port is None else args.port, args.port is None
    )
    port = listener.getsockname()[1]
    addresses = urls(args.host, port)
    phones = [url for url in addresses if not leads_here(url)]
    try:
        shelf = Shelf(own_folder(args.folder, settings, args.by_hand or is_real(args)))
        passes = Passes.of_folder(shelf.folder)
        invitation = Invitation.to(phones[0], passes.join_code) if phones else None
        table = open_table(show, shelf, args.by_hand, above, file)
        teacher = Teacher(
            show.game, (args.folder or folder_of(settings)) / GALLERIES / show.game.id
        )
    except BaseException:
        listener.close()
        raise
    services = BackgroundServices(settings, phones, port)
    if services.name:
        addresses = (*addresses, f"http://{services.name}:{port}/")
        args.name.append(services.name)
    photographs = open_photo_desk(table, teacher) if args.by_hand else None
    app = create_app(
        Site(
            table.feed,
            table.desk,
            passes,
            camera=table.window,
            invitation=invitation,
            names=[args.host, *args.name],
            office=Office(table, lambda: diagnose(shelf.folder, addresses, weights_folder())),
            classroom=teacher,
            photographs=photographs,
            setup=open_surveyor(table, file),
            always_asks_pin=settings.flag("web.always_ask_pin"),
            trusted_proxies=settings.words("web.trusted_proxies"),
        )
    )
    server = Server(app, listener)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    try:
        table.start()
        server.start()
        services.start(table.feed, lambda: table.is_looked_after() and server.answers())
        tell(
            invitation,
            about_game(show, table),
            *about_logs(table),
            welcome(args.host, addresses, args.port is None),
            about_codes(passes, host_link(passes, addresses[0], settings)),
        )
        table.wait()
    except KeyboardInterrupt:
        print("\nGoodbye.", flush=True)
    finally:
        with _ending_in_time(table):
            services.stop()
            table.stop()
            server.stop()
            if photographs is not None:
                photographs.close(PHOTO_ENDS_WITHIN)
    if table.is_restarting:
        _start_again()
    return 0


def hang_camera(
    args: argparse.Namespace, settings: Settings, game: str
) -> "tuple[SetupFile, Mount | None]":
    """How the camera was set up, and the camera itself if it is a real one."""
    from companion.camera.mounts import mount

    folder = args.folder or folder_of(settings)
    file = SetupFile(folder / FOLDER, args.camera, game)
    gallery = folder / GALLERIES / game / GALLERY
    return file, mount(args.camera, settings, gallery, file) if is_real(args) else None


def open_table(
    show: "Show", shelf: Shelf, by_hand: bool, above: "Mount | None", file: SetupFile
) -> Evening:
    """The table that is to be followed, with the facts of the owner's copy.

    A simulated camera looks as it was set up in `file`.
    """
    from companion.camera.eyes.opening import open_table_eye
    from companion.running.camera_table import CameraTable
    from companion.running.hand_table import HandTable
    from companion.running.simulated_table import SimulatedTable

    give_back_large_blocks()
    game = with_owners_facts(show.game, shelf.folder)
    if above is not None:
        return CameraTable(game, show.players, shelf, above)
    if by_hand:
        return HandTable(game, show.players, shelf)
    if show.open_eye is not None:
        show = replace(show, open_eye=partial(open_table_eye, file=file))
    return SimulatedTable(replace(show, game=game), shelf)


def open_surveyor(table: Evening, file: SetupFile) -> "Surveyor | None":
    """Who sets the camera up; nobody where there is none."""
    from companion.camera.setup.surveyor import Surveyor
    from companion.camera.viewfinder import TableWindow

    window = table.window
    if not isinstance(window, TableWindow):
        return None
    return Surveyor(table.game, file, window.watched)


def open_photo_desk(table: Evening, teacher: "Teacher") -> "PhotoDesk":
    """Where photos of the table are read, with the gallery of the owner's copy if there is one."""
    from companion.camera.photos.photo_desk import PhotoDesk
    from companion.camera.photos.table_photo import PhotoEyes

    return PhotoDesk(table.desk, PhotoEyes(teacher.path), table.shelf.pictures)


def tell(invitation: "Invitation | None", *texts: str) -> None:
    """Print what the person at the terminal needs."""
    for text in texts:
        print(text, flush=True)
    if sys.stdout.isatty() and invitation:
        print(invitation.for_terminal(), flush=True)


def use_settings(args: argparse.Namespace, settings: Settings) -> None:
    """What was not said on the command line is as the settings have it."""
    args.host = settings.text("web.host") if args.host is None else args.host
    args.name = [*args.name, *settings.words("web.names")]
    args.game = settings.text("table.game") if args.game is None else args.game
    if args.port is None and not settings.is_default("web.port"):
        args.port = settings.number("web.port")
    if args.port is not None and not 0 <= args.port <= 65535:
        raise InputError(f"--port {args.port}: ports go from 0 to 65535")
    if args.players is None and not settings.is_default("table.players"):
        args.players = settings.number("table.players")
    if args.by_hand and args.camera not in (None, NO_CAMERA):
        raise InputError("--by-hand is for a table without a camera; leave it or --camera out")
    if args.camera is None:
        args.camera = settings.text("camera.name") or SIMULATED


def is_real(args: argparse.Namespace) -> bool:
    """Whether a real camera looks at real people."""
    return not args.by_hand and args.camera not in (SIMULATED, NO_CAMERA)


def own_folder(named: Path | None, settings: Settings, by_hand: bool) -> Path:
    """Where the games are kept; one that a newer companion has written is refused."""
    if named is not None:
        claim(named)
        return named
    data = folder_of(settings)
    claim(data)
    return default_folder(data, by_hand)


def read_show(args: argparse.Namespace) -> "Show":
    """What to play, checked."""
    from companion.camera.eyes.opening import open_table_eye
    from companion.running.simulated_table import Show

    game = playable(games.find(args.game))
    wished = min(PLAYERS, game.players[-1]) if args.players is None else args.players
    players = checked_players(game, wished)
    if not QUICKEST <= args.pace <= SLOWEST:
        raise InputError(
            f"--pace {args.pace:g}: between {QUICKEST} and {SLOWEST:g} seconds, please"
        )
    seed = str(secrets.randbelow(1_000_000)) if args.seed is None else args.seed
    open_eye = None if args.camera == NO_CAMERA else open_table_eye
    return Show(game, players, seed, args.pace, open_eye)


def default_folder(data: Path | None = None, by_hand: bool = False) -> Path:
    """Where games are kept: those of people, or those that nobody plays."""
    return (data or data_folder()) / ("games" if by_hand else "simulated")


def about_game(show: "Show", table: Evening) -> str:
    """Which game is played, and where it is kept."""
    from companion.running.camera_table import CameraTable

    log = table.table.path
    if table.is_resumed:
        return f"{show.game.title} goes on where it was, at event {table.table.now.number} of {log}"
    if isinstance(table, CameraTable):
        return (
            f"{show.game.title}, {show.players} players, seen by {table.mount.name}; "
            f"moves can be entered by hand, too\nin {log}"
        )
    if not table.is_simulated:
        return f"{show.game.title}, {show.players} players, entered by hand\nin {log}"
    filmed = "filmed by a simulated camera" if show.open_eye else "without a camera"
    return (
        f"{show.game.title}, {show.players} players, played by chance, {filmed} "
        f"(--seed {show.seed} plays the same games again)\nin {log}"
    )


def about_logs(table: Evening) -> list[str]:
    """What is wrong with the log of the game, and with those that could not be read at all."""
    trouble = table.table.trouble
    wrong = [trouble.text] if trouble else []
    return [f"\n  LOOK: {text}" for text in [*wrong, *(one.problem for one in table.unreadable)]]


def welcome(host: str, addresses: tuple[str, ...], any_port: bool = False) -> str:
    """What the person at the terminal needs to know."""
    here, *others = addresses
    port = urlsplit(here).port
    taken = any_port and port != DEFAULT_PORT
    lines = [
        *([f"Port {DEFAULT_PORT} is taken, so this is port {port}."] if taken else []),
        "",
        f"  on this computer   {here}",
        *(f"  on your phone      {address}" for address in others),
        f"  on a television    {here}kiosk",
        "",
    ]
    if others:
        lines.append("Everybody on your local network can watch, and join with the code; "
                     "for this computer only: companion serve --host 127.0.0.1")  # fmt: skip
    elif host in ("0.0.0.0", "::"):
        lines.append("No other network was found, so only this computer can watch for now.")
    return "\n".join([*lines, "Ctrl-C ends it."])


def _end(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def _ending_in_time(table: Evening) -> Iterator[None]:
    """What takes too long, or hangs, is left; an error that ends us leaves no alarm behind."""
    alarm = threading.Timer(ENDS_WITHIN, _leave, (table,))
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


def _leave(table: Evening) -> NoReturn:
    """End at once, whatever hangs: every event is on disk before anybody hears of it."""
    if table.is_restarting:
        _start_again()
    os._exit(0)


def _start_again() -> NoReturn:
    print("Starting again.", flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[1:]])
