"""`companion bench rules`: random games of ours against random games of chess, in one run.

A ply is one choice out of the full list of legal moves. What the table does by itself (dice, drawn
tiles) costs us time but counts for nothing. The two take turns, and the clock counts this process
alone, so that whatever else the machine does hurts both alike, and little.
"""

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from companion import games
from companion.common.errors import CompanionError
from companion.common.terminal import progress
from companion.games.capabilities import Rules, playable
from companion.games.protocol import CHANCE
from companion.games.random_games import final_state, plies

NAME = "rules"
HELP = "plies a second of our rules against python-chess; the time of a check and of a score"

GAME = "propeller-islands"
ROUNDS = 12
GAMES_A_ROUND = 5
PLAYERS = (2, 3, 4)


def run() -> Mapping[str, object]:
    """The figures, as medians over the rounds."""
    game = playable(games.find(GAME))
    ours, theirs, ratios = [], [], []
    for number in progress(range(ROUNDS), "rounds"):
        our_speed, their_speed = speeds(game, number)
        ours.append(our_speed)
        theirs.append(their_speed)
        ratios.append(our_speed / their_speed)
    return {
        "plies a second, ours": round(statistics.median(ours)),
        "plies a second, python-chess": round(statistics.median(theirs)),
        "ratio (median)": round(statistics.median(ratios), 2),
        "ratio (lowest, highest)": [round(min(ratios), 2), round(max(ratios), 2)],
        "legal moves a ply, ours": round(_choices(game), 1),
        "check of one move, ms": round(_check_time(game), 4),
        "score of a 4-player end, ms": round(_score_time(game), 3),
    }


def speeds(game: Rules[Any, Any], number: int) -> tuple[float, float]:
    """Plies a second in the round of that number: ours and python-chess's."""
    return _speed(lambda seed: _play(game, seed), number), _speed(play_chess, number)


def _speed(play: Callable[[str], int], number: int) -> float:
    """Plies a second over a few games."""
    start = time.process_time()
    count = sum(play(f"{number}/{index}") for index in range(GAMES_A_ROUND))
    return count / (time.process_time() - start)


def _play(game: Rules[Any, Any], seed: str) -> int:
    players = PLAYERS[sum(map(ord, seed)) % len(PLAYERS)]
    return sum(not ply.by_chance for ply in plies(game, {"players": players}, seed))


def play_chess(seed: str) -> int:
    """A random game of chess; how many plies it had."""
    try:
        import chess
    except ImportError as error:
        raise CompanionError("python-chess is missing: pip install chess") from error
    source = random.Random(seed)
    board = chess.Board()
    count = 0
    while not board.is_game_over():
        board.push(source.choice(list(board.legal_moves)))
        count += 1
    return count


def _choices(game: Rules[Any, Any]) -> float:
    """How many moves there are to choose from, on average."""
    counts = []
    state = game.setup({"players": 3})
    for ply in plies(game, {"players": 3}, "choices"):
        if not ply.by_chance:
            counts.append(sum(1 for _ in game.moves(state)))
        state = ply.state
    return statistics.mean(counts)


def _check_time(game: Rules[Any, Any]) -> float:
    """Milliseconds for `check`, over legal moves and over moves of another moment."""
    states = [game.setup({"players": 4})]
    states += [ply.state for ply in plies(game, {"players": 4}, "check")]
    asked = [
        (state, move)
        for state in states
        if game.to_move(state) not in (None, CHANCE)
        for move in game.moves(state)
    ]
    strays = [(state, move) for (state, _), (_, move) in zip(asked, asked[500:], strict=False)]
    start = time.process_time()
    for state, move in (*asked, *strays):
        game.check(state, move)
    return 1000 * (time.process_time() - start) / (len(asked) + len(strays))


def _score_time(game: Rules[Any, Any]) -> float:
    """Milliseconds for the full score of the end of a game."""
    states = [final_state(game, {"players": 4}, f"score/{seed}") for seed in range(20)]
    times = []
    for state in states:
        start = time.process_time()
        game.score(state)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)
