"""Things that one seat alone knows, such as the cards in a hand: what a game says about them."""

from typing import Any, Protocol, TypeVar, runtime_checkable

from companion.games.protocol import Game, Seat

S = TypeVar("S")


@runtime_checkable
class HasSecrets(Protocol[S]):
    """What a game may offer besides: things that one seat alone knows. Others have none."""

    def covered(self, state: S, seat: Seat | None = None) -> S:
        """The state without what this seat alone knows; None: without what any seat alone knows.

        Two states that differ only in such things are equal when they are covered, and what is
        legal in a state is legal in the covered one.
        """

    def recalled(self, state: S, earlier: S) -> S:
        """A covered state with what seats knew `earlier`, as far as that still can be."""


def public(game: Game[Any, Any], state: Any) -> Any:
    """The state as far as everybody at the table may know it."""
    return game.covered(state) if isinstance(game, HasSecrets) else state


def recalled(game: Game[Any, Any], state: Any, earlier: Any) -> Any:
    """Such a state with what was known of hands `earlier`, as far as that still can be."""
    return game.recalled(state, earlier) if isinstance(game, HasSecrets) else state


def whose_secret(game: Game[Any, Any], before: Any, after: Any) -> Seat | None:
    """The seat that alone knows what was told between these states; None if everybody hears it."""
    if not isinstance(game, HasSecrets) or game.covered(before) != game.covered(after):
        return None
    seats = (s for s in game.score(after) if game.covered(before, s) == game.covered(after, s))
    return next(seats, None)
