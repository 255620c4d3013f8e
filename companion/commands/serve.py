"""Follow a table and show it on phones and screens: for now, one where simulated people play."""

import argparse
import secrets
import signal
import sys
from pathlib import Path
from types import FrameType

from companion import games, qr
from companion.errors import InputError
from companion.folders import data_folder
from companion.passes import Passes
from companion.service import Show, SimulatedTable
from companion.shelf import Shelf
from companion.teacher import Teacher

NAME = "serve"
HELP = "follow a simulated game by what is seen, live in the browser"

DEFAULT_PORT = 8000
PLAYERS = 3
#: Addresses that lead a phone to itself.
_HERE = ("http://localhost", "http://127.", "http://[::1]")
SLOWEST, QUICKEST = 60.0, 0.05


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument(
        "--host",
        metavar="H",
        default="0.0.0.0",
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
        "--game", metavar="G", default=games.names()[0], help="which game (default: %(default)s)"
    )
    parser.add_argument("--players", metavar="N", type=int, help=f"how many (default: {PLAYERS})")
    parser.add_argument("--seed", metavar="S", help="any word or number (default: a new one)")
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
        "(default: table-companion/simulated where the system keeps data)",
    )


def run(args: argparse.Namespace) -> int:
    """Play and show until Ctrl-C."""
    # Flask takes a moment to load; the other commands don't wait for it.
    from web import create_app
    from web.invitation import Invitation
    from web.server import Server, listen, urls

    show = read_show(args)
    if args.port is not None and not 0 <= args.port <= 65535:
        raise InputError(f"--port {args.port}: ports go from 0 to 65535")
    listener = listen(
        args.host, DEFAULT_PORT if args.port is None else args.port, args.port is None
    )
    port = listener.getsockname()[1]
    addresses = urls(args.host, port)
    shelf = Shelf(default_folder() if args.folder is None else args.folder)
    try:
        passes = Passes.of_folder(shelf.folder)
        phones = [url for url in addresses if not url.startswith(_HERE)]
        invitation = Invitation.to(phones[0], passes.join_code) if phones else None
        table = SimulatedTable(show, shelf)
        lessons = data_folder() / "galleries" if args.folder is None else args.folder / "galleries"
        teacher = Teacher(show.game, lessons / show.game.id)
    except BaseException:
        listener.close()
        raise
    app = create_app(
        show.game,
        table.feed,
        table.desk,
        passes,
        invitation=invitation,
        names=[args.host, *args.name],
        classroom=teacher,
    )
    server = Server(app, listener)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    try:
        table.start()
        server.start()
        if args.port is None and port != DEFAULT_PORT:
            print(f"Port {DEFAULT_PORT} is taken, so this is port {port}.")
        print(about_game(show, table), flush=True)
        print(welcome(args.host, addresses), flush=True)
        print(about_codes(passes), flush=True)
        if sys.stdout.isatty() and invitation:
            print(for_terminal(invitation.modules), flush=True)
        table.wait()
    except KeyboardInterrupt:
        print("\nGoodbye.")
    finally:
        table.stop()
        server.stop()
    return 0


def read_show(args: argparse.Namespace) -> Show:
    """What to play, checked."""
    game = games.find(args.game)
    players = min(PLAYERS, game.players[-1]) if args.players is None else args.players
    if players not in game.players:
        raise InputError(
            f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not {players}"
        )
    if not QUICKEST <= args.pace <= SLOWEST:
        raise InputError(
            f"--pace {args.pace:g}: between {QUICKEST} and {SLOWEST:g} seconds, please"
        )
    seed = str(secrets.randbelow(1_000_000)) if args.seed is None else args.seed
    return Show(game, players, seed, args.pace)


def default_folder() -> Path:
    """Where simulated games are kept."""
    return data_folder() / "simulated"


def about_game(show: Show, table: SimulatedTable) -> str:
    """Which game is played, and where it is kept."""
    log = table.table.path
    if table.is_resumed:
        return f"{show.game.title} goes on where it was, at event {table.table.now.number} of {log}"
    return (
        f"{show.game.title}, {show.players} players, played by chance "
        f"(--seed {show.seed} plays the same games again)\nin {log}"
    )


def welcome(host: str, addresses: tuple[str, ...]) -> str:
    """What the person at the terminal needs to know."""
    here, *others = addresses
    lines = [
        "",
        f"  on this computer   {here}",
        *(f"  on your phone      {address}" for address in others),
        "",
    ]
    if others:
        lines.append("Everybody on your local network can watch, and join with the code; "
                     "for this computer only: companion serve --host 127.0.0.1")  # fmt: skip
    elif host in ("0.0.0.0", "::"):
        lines.append("No other network was found, so only this computer can watch for now.")
    return "\n".join([*lines, "Ctrl-C ends it."])


def about_codes(passes: Passes) -> str:
    """What people type to take a seat, and what the host types on a phone."""
    return (
        f"\n  code to join       {passes.join_code}\n"
        f"  PIN of the host    {passes.host_pin}   (at this computer nobody asks for it)\n"
    )


def for_terminal(modules: qr.Modules) -> str:
    """The QR code in white on black, whatever the colours of the terminal."""
    lines = qr.to_blocks(modules).splitlines()
    return "\n".join(f"  \x1b[97;40m{line}\x1b[0m" for line in lines)


def _end(_: int, __: FrameType | None) -> None:
    raise KeyboardInterrupt
