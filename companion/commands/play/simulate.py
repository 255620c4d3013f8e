"""Play random games by the rules and tell how they ended; the same seed gives the same games."""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.common.answering import add_json_option, print_answer
from companion.common.errors import InputError
from companion.common.terminal import progress, table
from companion.games import names
from companion.games.capabilities import playable
from companion.games.positions import add_data_option, checked_edition, checked_players, find_game
from companion.games.random_games import plies

HELP = "play random games"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"such as {names()[0]}")
    parser.add_argument("--players", metavar="N", type=int, help="how many (default: the fewest)")
    parser.add_argument("--games", metavar="K", type=int, default=1, help="how many games")
    parser.add_argument("--seed", metavar="S", default="0", help="any word or number")
    parser.add_argument("--edition", metavar="NAME", help="an edition (default: the first)")
    add_json_option(parser)
    add_data_option(parser)
    parser.add_argument("--moves", action="store_true", help="print every move as it is made")


def run(args: argparse.Namespace) -> int:
    """Play, then print the summary."""
    game = playable(find_game(args.game, args.data))
    players = checked_players(game, args.players)
    if args.moves and args.json:
        raise InputError("--moves prints text and --json does not: choose one")
    if args.games < 1:
        raise InputError(f"--games {args.games}: at least 1 is needed")
    config = {"players": players, "edition": checked_edition(game, args.edition)}
    totals = [0] * players
    wins: Counter[int] = Counter()
    moves = finished = 0
    start = time.perf_counter()
    for number in progress(range(args.games), "games"):
        state = None
        for ply in plies(game, config, f"{args.seed}/{number}"):
            moves += 1
            state = ply.state
            if args.moves:
                print(game.move_text(ply.move))
        outcome = game.outcome(state)
        if outcome is not None:
            finished += 1
            wins.update(outcome.winners)
        for seat, score in game.score(state).items():
            totals[seat] += score.points
    seconds = time.perf_counter() - start
    answer = {
        "game": game.id,
        "games": args.games,
        "finished": finished,
        "moves": moves,
        "seconds": round(seconds, 3),
        "mean_scores": [round(total / args.games, 2) for total in totals],
        "wins_by_seat": [wins[seat] for seat in range(players)],
    }
    print_answer(args, answer, to_text(answer))
    return 0


def to_text(answer: dict[str, Any]) -> Iterator[str]:
    """The summary for people."""
    yield (
        f"{answer['games']} games of {answer['game']}, {answer['finished']} finished: "
        f"{answer['moves']} moves in {answer['seconds']} s"
    )
    both = zip(answer["mean_scores"], answer["wins_by_seat"], strict=True)
    rows = ((seat, *row) for seat, row in enumerate(both, 1))
    yield table(rows, ("seat", "mean score", "wins"), right=range(3))
