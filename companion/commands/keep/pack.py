"""Put a game with its pictures into one file, to keep, to send, or for a bug report."""

import argparse
import sys
from pathlib import Path

from companion.archive.parcel import pack
from companion.log.reading import read_events

HELP = "put a game into one file"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", type=Path, help="the log of a game")
    parser.add_argument("parcel", metavar="FILE", type=Path, help="the new file, such as game.zip")


def run(args: argparse.Namespace) -> int:
    _, wrong = read_events(args.log)
    if wrong:
        print(f"companion: {wrong}", file=sys.stderr)
    print(f"{pack(args.log, args.parcel)} events in {args.parcel}")
    return 0
