"""Whether people must be asked what happened next, because no camera can see it."""

from collections.abc import Iterable
from itertools import combinations, islice
from typing import Any

from companion.common.remembering import remembering
from companion.games.capabilities import Rules, Watchable, watchable
from companion.games.secrets import public
from companion.tabletop.observation import Observation

#: So many moves are looked at; where more are possible, most of them show.
MOST = 40
#: So many silent moves are compared by what may come after them, and so many moves after each.
COMPARED, AFTER = 4, 8


def must_be_told(game: Rules[Any, Any], state: Any, zones: Iterable[str]) -> bool:
    """Whether two things can happen next of which these zones show nothing.

    Then the eye may look as long as it likes: a price paid from a supply that it does not read, a
    card drawn, kept in hand or laid out. Where only one of them is silent, the rules tell it; and
    what shows as soon as the next move is made, a tile that is drawn and then built, tells itself.
    """
    seen = "\n".join(sorted(zones))
    if not seen or game.to_move(state) is None:
        return False
    return _are_silent(watchable(game), public(game, state), seen)


@remembering(most=8)
def _are_silent(game: Watchable[Any, Any], state: Any, zones: str) -> bool:
    """Each phone at the table asks this after every event."""
    seen = zones.split("\n")
    lies = _view(game, state, seen)
    after = (game.apply(state, move) for move in islice(game.moves(state), MOST))
    silent = islice((one for one in after if _view(game, one, seen) == lies), COMPARED)
    next_views = [
        [_view(game, game.apply(one, move), seen) for move in islice(game.moves(one), AFTER)]
        for one in silent
    ]
    return any(_may_look_alike(one, other) for one, other in combinations(next_views, 2))


def _view(game: Watchable[Any, Any], state: Any, zones: list[str]) -> list[Observation]:
    return [game.project(state, zone) for zone in zones]


def _may_look_alike(one: list[list[Observation]], other: list[list[Observation]]) -> bool:
    """Whether the table may look the same one move later; after the last move it always does."""
    return not one or not other or any(view in other for view in one)
