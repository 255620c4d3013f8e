"""List the games that the companion knows, with their editions."""

import argparse

from companion import games
from companion.common.answering import add_json_option, print_answer
from companion.common.terminal import table

HELP = "list the games"

configure = add_json_option


def run(args: argparse.Namespace) -> int:
    answers, rows = [], []
    for game in map(games.find, games.names()):
        first, last, editions = game.players[0], game.players[-1], list(game.editions)
        answers.append(
            {"id": game.id, "title": game.title, "players": [first, last], "editions": editions}
        )
        rows.append((game.id, game.title, f"{first}-{last} players", ", ".join(editions)))
    print_answer(args, answers, [table(rows)])
    return 0
