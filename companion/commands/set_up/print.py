"""Write the pieces of a game as a PDF to print and to cut out, in our own drawings, life-size."""

import argparse
from pathlib import Path

from companion.common.errors import InputError
from companion.common.files import file_errors
from companion.games import names
from companion.games.capabilities import laid
from companion.games.positions import add_data_option, checked_edition, find_game

HELP = "write a print-and-play PDF"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"such as {names()[0]}")
    parser.add_argument("file", metavar="FILE", type=Path, help="the PDF to write")
    parser.add_argument("--paper", metavar="SIZE", default="A4", help="A4 or Letter (default: A4)")
    parser.add_argument(
        "--style", metavar="N", type=int, default=0, help="other numbers draw it otherwise"
    )
    parser.add_argument("--edition", metavar="NAME", help="an edition (default: the first)")
    add_data_option(parser)


def run(args: argparse.Namespace) -> int:
    """Draw everything, then write the file in one go."""
    from hardware.printing.sheets import PAPERS, DoesNotFit, print_and_play

    game = find_game(args.game, args.data)
    table = laid(game)
    papers = {name.lower(): name for name in PAPERS}
    if args.paper.lower() not in papers:
        raise InputError(f"no paper '{args.paper}'; there is {', '.join(PAPERS)}")
    if args.style < 0:
        raise InputError(f"--style {args.style}: 0 or more is needed")
    edition = checked_edition(game, args.edition)
    try:
        data = print_and_play(
            game.title, table.cutouts(edition), papers[args.paper.lower()], args.style
        )
    except DoesNotFit as error:
        raise InputError(str(error)) from error
    with file_errors(args.file):
        args.file.write_bytes(data)
    pages = data.count(b"/Type /Page ")
    print(f"{args.file}: {pages} pages, {len(data) / 1e6:.1f} MB; print it at 100 %")
    return 0
