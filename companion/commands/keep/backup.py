"""Put everything into one file: all games with their pictures, the phones' passes, the settings."""

import argparse
import time
from pathlib import Path

from companion.archive.backup import back_up
from companion.settings.data_folder import folder_of
from companion.settings.settings import add_settings_options, settings_of

HELP = "put everything into one file"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        nargs="?",
        help="the new file (default: table-companion-DAY.zip)",
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Back up, and say where; whoever has the file has the passes, so keep it to yourself."""
    settings = settings_of(args)
    file = args.file or Path(time.strftime("table-companion-%Y-%m-%d.zip"))
    count = back_up(folder_of(settings), settings.path, file)
    print(f"{count} files in {file}; keep it to yourself, the passes of the phones are in it")
    return 0
