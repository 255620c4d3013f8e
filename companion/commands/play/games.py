"""List the games that the companion knows, with their editions and what each can do.

`score`: a position that somebody wrote down. `play`: it knows the rules. `see`: a camera follows.
"""

import argparse

from companion import games
from companion.common.answering import add_json_option, print_answer
from companion.common.terminal import table
from companion.games.capabilities import abilities

HELP = "list the games"

configure = add_json_option


def run(args: argparse.Namespace) -> int:
    answers, rows = [], []
    for game in map(games.find, games.names()):
        first, last, editions = game.players[0], game.players[-1], list(game.editions)
        can = abilities(game)
        answers.append(
            {
                "id": game.id,
                "title": game.title,
                "players": [first, last],
                "editions": editions,
                "can": can,
            }
        )
        rows.append(
            (game.id, game.title, f"{first}-{last} players", ", ".join(editions), ", ".join(can))
        )
    print_answer(args, answers, [table(rows)])
    return 0
