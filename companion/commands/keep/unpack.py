"""Make a log, and its pictures beside it, of a game that was packed into one file."""

import argparse
from pathlib import Path

from companion.archive.parcel import unpack

HELP = "get a packed game out again"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("parcel", metavar="FILE", type=Path, help="a packed game")
    parser.add_argument("log", metavar="LOG", type=Path, help="the new log")


def run(args: argparse.Namespace) -> int:
    print(f"{unpack(args.parcel, args.log)} events in {args.log}")
    return 0
