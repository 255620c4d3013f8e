"""Things that one seat alone knows, such as the cards in a hand: what a game says about them."""

from typing import Any

from companion.games.capabilities import HasSecrets, Rules
from companion.games.protocol import Seat


def public(game: Rules[Any, Any], state: Any) -> Any:
    """The state as far as everybody at the table may know it."""
    return game.covered(state) if isinstance(game, HasSecrets) else state


def known_to(game: Rules[Any, Any], state: Any, seat: Seat | None) -> Any:
    """The state as far as this seat knows it; None is somebody who sits nowhere."""
    if seat is None or not isinstance(game, HasSecrets):
        return public(game, state)
    for other in game.score(state):
        state = state if other == seat else game.covered(state, other)
    return state


def recalled(game: Rules[Any, Any], state: Any, earlier: Any) -> Any:
    """Such a state with what was known of hands `earlier`, as far as that still can be."""
    return game.recalled(state, earlier) if isinstance(game, HasSecrets) else state


def whose_secret(game: Rules[Any, Any], before: Any, after: Any) -> Seat | None:
    """The seat that alone knows what was told between these states; None if everybody hears it."""
    if not isinstance(game, HasSecrets) or game.covered(before) != game.covered(after):
        return None
    seats = (s for s in game.score(after) if game.covered(before, s) == game.covered(after, s))
    return next(seats, None)
