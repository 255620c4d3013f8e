"""What no camera can see: people are asked for it, and for nothing that is seen anyway."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from companion.games.protocol import Game
from companion.remembering import remembering

#: So many moves are looked at; where more are possible, most of them show.
MOST = 40


def must_be_told(game: Game[Any, Any], state: Any, zones: Iterable[str]) -> bool:
    """Whether two things can happen next of which these zones show nothing.

    Then the eye may look as long as it likes: a price paid from a supply that it does not read, a
    card drawn, kept in hand or laid out. Where only one of them is silent, the rules tell it.
    """
    seen = "\n".join(sorted(zones))
    return bool(seen) and game.to_move(state) is not None and _are_silent(game, state, seen)


@remembering(most=8)
def _are_silent(game: Game[Any, Any], state: Any, zones: str) -> bool:
    """Each phone at the table asks this after every event."""
    seen = zones.split("\n")
    lies = {zone: game.project(state, zone) for zone in seen}
    silent = 0
    for move in islice(game.moves(state), MOST):
        after = game.apply(state, move)
        silent += all(game.project(after, zone) == lies[zone] for zone in seen)
        if silent > 1:
            return True
    return False
