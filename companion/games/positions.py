"""What people bring: position files, and data files of their own copy of a game."""

import argparse
import sys
from pathlib import Path
from typing import Any

from companion import games
from companion.common import json_reading as reading
from companion.common.json_reading import Node
from companion.games.protocol import Game

STANDARD_INPUT = "-"


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """`--data FILE`: the facts of an owner's copy."""
    parser.add_argument(
        "--data", metavar="FILE", type=Path, help="what is printed on your copy (docs/formats.md)"
    )


def add_position_arguments(parser: argparse.ArgumentParser) -> None:
    """What `score` and `check` take."""
    parser.add_argument("file", metavar="FILE", help="a position in JSON; - for standard input")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_data_option(parser)


def find_game(name: str, owners_file: Path | None) -> Game[Any, Any]:
    """The game of that name, with the facts of an owner's copy if there is a file of them."""
    game = games.find(name)
    return game if owners_file is None else game.for_copy(reading.read(owners_file))


def read_position(name: str, owners_file: Path | None = None) -> tuple[Game[Any, Any], Node]:
    """The game that a position file names, and the position."""
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(reading.LARGEST_FILE + 1)
        node = reading.parse_bytes(data, "standard input")
    else:
        node = reading.read(Path(name))
    game = node.object(required=("game",), optional=None)["game"].choice(games.names(), "game")
    return find_game(game, owners_file), node
