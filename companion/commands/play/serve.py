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
from companion.phones.evening import Evening, Wish
from companion.phones.passes import Passes
from companion.phones.table_kind import CAMERA, HAND, SIMULATED, AnyRules
from companion.running.background import BackgroundServices
from companion.running.diagnosis import diagnose
from companion.running.ways_in import about_codes, host_link, leads_here
from companion.settings.data_folder import FORMER, GAMES, claim, folder_of
from companion.settings.settings import Settings, add_settings_options, settings_of
from companion.table.table import Table
from models import weights_folder

if TYPE_CHECKING:
    from companion.camera.lookout import SeesTables
    from web.access.invitation import Invitation

HELP = "follow a game by what is seen, live in the browser"

DEFAULT_PORT = 8000
#: Where looks at a simulated table come from: its camera, or straight from its people.
SIMULATED_CAMERA, NO_CAMERA = "sim", "none"
#: Seconds in which everything ends, whatever it is busy with.
ENDS_WITHIN = 4
#: The environment variable with the game that goes on after the host has tapped Restart.
GOES_ON = "COMPANION_GOES_ON"
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
    parser.add_argument(
        "--game",
        metavar="G",
        help=f"the game to begin with (default: {games.names()[0]}); the host may change it, and "
        "the kind of table, at any time",
    )
    parser.add_argument(
        "--players", metavar="N", type=int, help="how many (default: table.players of the settings)"
    )
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
        "(default: table-companion/games where the system keeps data)",
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play and show until Ctrl-C."""
    # Flask and OpenCV take a moment to load; the other commands don't wait for them.
    from web import Site, create_app
    from web.access.invitation import Invitation
    from web.hosting.host_page import Office
    from web.server import Server, listen, urls

    settings = settings_of(args)
    use_settings(args, settings)
    wish = Wish(game=args.game or settings.text("table.game"), kind=kind_of(args, settings))
    check(args, settings, playable(games.find(wish.game)))
    listener = listen(
        args.host, DEFAULT_PORT if args.port is None else args.port, args.port is None
    )
    port = listener.getsockname()[1]
    addresses = urls(args.host, port)
    phones = [url for url in addresses if not leads_here(url)]
    try:
        shelf = open_shelf(args.folder, settings, wish.kind)
        passes = Passes.of_folder(shelf.folder)
        invitation = Invitation.to(phones[0], passes.join_code) if phones else None
        table = open_table(args, settings, shelf, wish)
    except BaseException:
        listener.close()
        raise
    services = BackgroundServices(settings, phones, port)
    if services.name:
        addresses = (*addresses, f"http://{services.name}:{port}/")
        args.name.append(services.name)
    app = create_app(
        Site(
            table.feed,
            table.desk,
            passes,
            tools=lambda: table.tools,
            invitation=invitation,
            names=[args.host, *args.name],
            office=Office(table, lambda: diagnose(shelf.folder, addresses, weights_folder())),
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
            about_game(table),
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
    if table.is_restarting:
        _start_again(table)
    return 0


def open_table(args: argparse.Namespace, settings: Settings, shelf: Shelf, wish: Wish) -> Evening:
    """The table with all its kinds: a game that nobody has ended goes on, or this one begins."""
    from companion.camera.eyes.opening import open_table_eye
    from companion.camera.mounts import Mount, mount
    from companion.running.camera_table import CameraTable
    from companion.running.equipment import Equipment
    from companion.running.hand_table import HandTable
    from companion.running.simulated_table import Show, SimulatedTable

    give_back_large_blocks()
    equipment = Equipment(args.folder or folder_of(settings))
    named = (args.camera, settings.text("camera.name"))
    camera = next((name for name in named if name not in (None, SIMULATED_CAMERA, NO_CAMERA)), "")

    def hang(game: AnyRules) -> Mount:
        file = equipment.setup_file(camera, game.id)
        return mount(camera, settings, equipment.gallery(game.id), file)

    def open_eye(table: Table, stage: object) -> "SeesTables":
        return open_table_eye(table, stage, equipment.setup_file(SIMULATED_CAMERA, table.game.id))

    seed = str(secrets.randbelow(1_000_000)) if args.seed is None else args.seed
    show = Show(seed, args.pace, None if args.camera == NO_CAMERA else open_eye)
    kinds = {
        HAND: HandTable(equipment),
        CAMERA: CameraTable(camera, hang, equipment),
        SIMULATED: SimulatedTable(show, equipment),
    }
    refusal = kinds[wish.kind].refusal(playable(games.find(wish.game)))
    if refusal:
        raise InputError(refusal)
    goes_on = os.environ.pop(GOES_ON, "") or unfinished(args, shelf, wish.kind)
    return Evening(shelf, kinds.values(), replace(wish, name=goes_on), args.players)


def unfinished(args: argparse.Namespace, shelf: Shelf, kind: str) -> str:
    """The game that goes on: of the game and the kind of table that the command line names.

    Where it names none, a game of real people is not left for a simulated one.
    """
    if args.by_hand or args.camera is not None:
        return shelf.unfinished(args.game, (kind,))
    return shelf.unfinished(args.game, () if kind == SIMULATED else (HAND, CAMERA))


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
    if args.port is None and not settings.is_default("web.port"):
        args.port = settings.number("web.port")
    if args.port is not None and not 0 <= args.port <= 65535:
        raise InputError(f"--port {args.port}: ports go from 0 to 65535")
    if args.by_hand and args.camera not in (None, NO_CAMERA):
        raise InputError("--by-hand is for a table without a camera; leave it or --camera out")


def kind_of(args: argparse.Namespace, settings: Settings) -> str:
    """The kind of table to begin with."""
    if args.by_hand:
        return HAND
    camera = args.camera or settings.text("camera.name")
    return SIMULATED if camera in ("", SIMULATED_CAMERA, NO_CAMERA) else CAMERA


def check(args: argparse.Namespace, settings: Settings, game: AnyRules) -> None:
    """Refuse what can't be played, and fill in how many play."""
    if args.players is not None or not settings.is_default("table.players"):
        checked_players(
            game, settings.number("table.players") if args.players is None else args.players
        )
    if args.players is None:
        args.players = settings.number("table.players")
    if not QUICKEST <= args.pace <= SLOWEST:
        raise InputError(
            f"--pace {args.pace:g}: between {QUICKEST} and {SLOWEST:g} seconds, please"
        )


def open_shelf(named: Path | None, settings: Settings, kind: str) -> Shelf:
    """Where the games are kept; a folder that a newer companion has written is refused.

    Earlier versions kept simulated games in a folder of their own, and wrote down nowhere at which
    kind of table a game was played.
    """
    data = folder_of(settings)
    claim(named or data)
    if named is not None:
        shelf = Shelf(named)
        shelf.name_kinds(kind)
        return shelf
    shelf = Shelf(data / GAMES)
    shelf.name_kinds(HAND if kind == SIMULATED else kind)
    shelf.take_over(data / FORMER, SIMULATED)
    return shelf


def about_game(table: Evening) -> str:
    """Which game is played, and where it is kept."""
    log, title = table.table.path, table.game.title
    if table.is_resumed:
        return f"{title} goes on where it was, at event {table.table.now.number} of {log}"
    players = len(table.game.score(table.table.now.state))
    return f"{title}, {players} players, {table.kind.about}\nin {log}"


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
        _start_again(table)
    os._exit(0)


def _start_again(table: Evening) -> NoReturn:
    print("Starting again.", flush=True)
    os.environ[GOES_ON] = table.table.path.parent.name
    os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[1:]])
