"""Show the code to join, the PIN of the host, and the link that makes a host on this computer.

They stay the same from one start to the next, so the companion need not run. Whoever may read the
data folder may be the host.
"""

import argparse
from pathlib import Path

from companion.commands.play.serve import DEFAULT_PORT
from companion.common.errors import CompanionError
from companion.common.files import file_errors
from companion.phones.passes import FILE, Passes
from companion.running.ways_in import about_codes, host_link, leads_here
from companion.settings.data_folder import FORMER, GAMES, folder_of
from companion.settings.settings import Settings, add_settings_options, settings_of

HELP = "show the code to join and the PIN of the host"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--folder", metavar="FOLDER", type=Path, help="where the games are kept, as for `serve`"
    )
    parser.add_argument(
        "--kiosk",
        action="store_true",
        help="only the link for a screen at the wall: chromium --kiosk $(companion codes --kiosk)",
    )
    parser.add_argument(
        "--qr", action="store_true", help="the QR code too, which phones scan to take a seat"
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    port = settings.number("web.port") or DEFAULT_PORT
    here = f"http://localhost:{port}/"
    if args.kiosk:
        print(_kiosk(args.folder, settings, here))
        return 0
    folder, passes = known(args.folder, settings)
    print(folder, about_codes(passes, host_link(passes, here, settings)), sep="")
    if args.qr:
        print(_way_in(passes, settings, port))
    return 0


def known(named: Path | None, settings: Settings) -> tuple[Path, Passes]:
    """The folder where games are kept, with its passes.

    Raises:
        CompanionError: Nobody has played there yet, or it is somebody else's.
    """
    data = folder_of(settings)
    for folder in (named,) if named else (data / GAMES, data / FORMER):
        with file_errors(folder):
            if (folder / FILE).is_file():
                return folder, Passes.of_folder(folder)
    raise CompanionError(
        f"no codes in {named or data / GAMES} yet; `companion serve` makes them. Name its --folder "
        "if it has one; for a service of another user: sudo -u USER companion codes"
    )


def _way_in(passes: Passes, settings: Settings, port: int) -> str:
    """The QR code with the address below it."""
    from web.access.invitation import Invitation
    from web.server import urls

    phones = [url for url in urls(settings.text("web.host"), port) if not leads_here(url)]
    if not phones:
        return "  no QR code: phones can't reach this computer, it has no network"
    invitation = Invitation.to(phones[0], passes.join_code)
    return f"{invitation.for_terminal()}\n\n  {invitation.url}\n"


def _kiosk(named: Path | None, settings: Settings, here: str) -> str:
    """The link to the screen at the wall; the plain one where only the PIN makes a host."""
    _, passes = known(named, settings)
    link = host_link(passes, here, settings)
    return f"{link or here.rstrip('/')}/kiosk"
