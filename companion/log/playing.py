"""Moves at a table where some things are known to one seat only.

What the log knows of a hand was told by somebody, perhaps wrongly, and is no rule: where only that
speaks against a move, it gives way. So whether a move counts, and why it does not, never depends
on what is in a hand. Only its `owner` is told what speaks against a move in it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.capabilities import HasSecrets, Rules
from companion.games.protocol import IllegalMove, Seat


def met(game: Rules[Any, Any], state: Any, move: Any, owner: Seat | None = None) -> Any:
    """The state that a move meets: this one, unless only what is in a hand speaks against it."""
    for known in _less_and_less(game, state, owner):
        if not game.check(known, move):
            break
    return known


def _less_and_less(game: Rules[Any, Any], state: Any, owner: Seat | None) -> Iterator[Any]:
    """The state, then without one hand or another, then without any but the owner's."""
    yield state
    if isinstance(game, HasSecrets):
        seats = [seat for seat in game.score(state) if seat != owner]
        for seat in sorted(seats, key=lambda seat: seat != game.to_move(state)):
            yield game.covered(state, seat)
        for seat in seats:
            state = game.covered(state, seat)
        yield state


def played(game: Rules[Any, Any], state: Any, move: Any, owner: Seat | None = None) -> Any:
    """The state after a move; `IllegalMove` with reasons that its owner, or everybody, may know."""
    try:
        return game.apply(state, move)
    except IllegalMove:
        return game.apply(met(game, state, move, owner), move)


def apply_all(game: Rules[Any, Any], state: Any, moves: Iterable[Any]) -> Any:
    """The state after these moves."""
    for move in moves:
        state = played(game, state, move)
    return state


def tell_all(game: Rules[Any, Any], state: Any, moves: Iterable[Any]) -> Iterator[str]:
    """Moves that count, made in `state`, as sentences for everybody."""
    for move in moves:
        here = met(game, state, move)
        yield game.tell(here, move)
        state = game.apply(here, move)
