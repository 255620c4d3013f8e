"""What no camera can see: people are asked for it, and for nothing that is seen anyway."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from companion.games.protocol import CHANCE, Game

#: So many moves are looked at; where more are possible, some of them show.
MOST = 40


def must_be_told(game: Game[Any, Any], state: Any, zones: Iterable[str]) -> bool:
    """Whether nothing that can happen next would change what these zones show.

    Then the eye may look as long as it likes: a price paid from a supply that it does not read, a
    card drawn or kept in hand.
    """
    seen = tuple(zones)
    if not seen or game.to_move(state) in (None, CHANCE):
        return False
    lies = {zone: game.project(state, zone) for zone in seen}
    moves = tuple(islice(game.moves(state), MOST + 1))
    return 0 < len(moves) <= MOST and all(
        game.project(after, zone) == lies[zone]
        for after in (game.apply(state, move) for move in moves)
        for zone in seen
    )
