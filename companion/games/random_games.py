"""Random games: a seeded source makes chance's moves and every player's choice.

The source only picks; what happens is decided by the same rules as at a real table.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.games.capabilities import Rules
from companion.games.kit import defaults
from companion.games.protocol import CHANCE


class Ply(NamedTuple):
    """One step of a simulated game: a move and the state after it."""

    move: Any
    state: Any
    by_chance: bool


def plies(game: Rules[Any, Any], config: Mapping[str, object], seed: int | str) -> Iterator[Ply]:
    """A random game, move by move; every choice is made out of the full list of legal moves."""
    source = random.Random(f"{game.id}/{seed}")
    state, draw = game.setup(config), defaults.chance_of(game)
    while (seat := game.to_move(state)) is not None:
        by_chance = seat == CHANCE
        move = draw(state, source) if by_chance else source.choice([*game.moves(state)])
        state = game.apply(state, move)
        yield Ply(move, state, by_chance)


def final_state(game: Rules[Any, Any], config: Mapping[str, object], seed: int | str) -> Any:
    """The end of a random game."""
    state = None
    for ply in plies(game, config, seed):
        state = ply.state
    return state
