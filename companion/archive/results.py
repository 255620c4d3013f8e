"""How a game on the shelf stands: who plays, how many points they have, who has won."""

from typing import NamedTuple

from companion import games
from companion.common.errors import CompanionError
from companion.common.words import seat_name
from companion.games.capabilities import playable
from companion.games.protocol import Game, Seat
from companion.log.fold import Fold
from companion.log.history import History


class Result(NamedTuple):
    """The title, then by seat: names, points; nobody has won before it is over."""

    title: str
    names: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


def result(history: History, on_table: Game) -> Result | None:
    """How the game of this history stands; None where we don't know its rules.

    `on_table` is a game that may have the facts of an owner's copy.
    """
    begin = history.begin
    try:
        game = playable(on_table if on_table.id == begin.game else games.find(begin.game))
        fold = Fold(game, game.setup(begin.config))
    except CompanionError:
        return None
    fold.update(history)
    scores, outcome = game.score(fold.state), game.outcome(fold.state)
    return Result(
        game.title,
        tuple(history.names.get(seat) or seat_name(seat) for seat in scores),
        tuple(score.points for score in scores.values()),
        tuple(outcome.winners) if outcome else (),
    )
