"""Position files: which game one belongs to, and reading it from a file or from standard input."""

import sys
from pathlib import Path
from typing import Any

from companion import games, reading
from companion.games.protocol import Game
from companion.reading import Node

STANDARD_INPUT = "-"


def read_position(name: str) -> tuple[Game[Any, Any], Node]:
    """The game that a position file names, and the position."""
    if name == STANDARD_INPUT:
        data = sys.stdin.buffer.read(reading.LARGEST_FILE + 1)
        node = reading.parse_bytes(data, "standard input")
    else:
        node = reading.read(Path(name))
    game = node.object(required=("game",), optional=None)["game"].choice(games.names(), "game")
    return games.find(game), node
