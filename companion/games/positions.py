"""Reads position files, and data files of somebody's own copy of a game."""

import argparse
import sys
from pathlib import Path

from companion import games
from companion.common import json_reading
from companion.common.answering import add_json_option
from companion.common.errors import InputError
from companion.common.json_reading import Node
from companion.games.kit import defaults
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
    add_json_option(parser)
    add_data_option(parser)


def checked_players(game: Game, players: int | None) -> int:
    """How many play: as many as were asked for, if the game allows it, or else the fewest."""
    first, last = game.players[0], game.players[-1]
    if players is not None and players not in game.players:
        raise InputError(f"{game.title} is for {first} to {last} players, not {players}")
    return first if players is None else players


def checked_edition(game: Game, edition: str | None) -> str:
    """The edition that was asked for, if the game has it, or else the first."""
    if edition is not None and edition not in game.editions:
        raise InputError(f"no edition '{edition}'; there is {', '.join(game.editions)}")
    return edition or next(iter(game.editions), "")


def find_game(name: str, owners_file: Path | None) -> Game:
    """The game of that name, with the facts of an owner's copy if there is a file of them."""
    game = games.find(name)
    return game if owners_file is None else defaults.for_copy(game, json_reading.read(owners_file))


def read_position(name: str, owners_file: Path | None = None) -> tuple[Game, Node]:
    """The game that a position file names, and the position."""
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(json_reading.LARGEST_FILE + 1)
        node = json_reading.parse_bytes(data, "standard input")
    else:
        node = json_reading.read(Path(name))
    game = node.object(required=("game",), optional=None)["game"].choice(games.names(), "game")
    return find_game(game, owners_file), node
