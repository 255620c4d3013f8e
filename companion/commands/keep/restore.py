"""Get everything back out of a backup; what is there now is set aside, never deleted."""

import argparse
from pathlib import Path

from companion.archive.backup import restore
from companion.settings.data_folder import folder_of
from companion.settings.settings import add_settings_options, config_file, settings_of

HELP = "get everything back out of a backup"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="what `companion backup` wrote")
    parser.add_argument(
        "--replace", action="store_true", help="even if there are games; they are set aside"
    )
    add_settings_options(parser)


def run(args: argparse.Namespace) -> int:
    """Restore, and say where everything is."""
    settings = settings_of(args)
    data = folder_of(settings)
    count, aside = restore(args.file, data, args.config or config_file(), replace=args.replace)
    print(f"{count} files are back in {data}")
    if aside != data:
        print(f"what was there before is in {aside}")
    return 0
