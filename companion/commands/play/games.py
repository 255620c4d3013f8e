"""List the games that the companion knows, with their editions."""

import argparse
import json

from companion import games
from companion.common.terminal import table

NAME = "games"
HELP = "list the games"


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments."""
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(args: argparse.Namespace) -> int:
    """Print the list."""
    known = [games.find(name) for name in games.names()]
    if args.json:
        answer = [
            {
                "id": game.id,
                "title": game.title,
                "players": [game.players[0], game.players[-1]],
                "editions": list(game.editions),
            }
            for game in known
        ]
        print(json.dumps(answer, ensure_ascii=False, indent=2))
        return 0
    rows = (
        (one.id, one.title, f"{one.players[0]}-{one.players[-1]} players", ", ".join(one.editions))
        for one in known
    )
    print(table(rows))
    return 0
