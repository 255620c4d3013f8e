"""What one seat alone knows, in every game: when it is covered, nothing public changes."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion import games
from companion.games.protocol import CHANCE, Game
from companion.games.random_games import plies
from companion.games.secrets import HasSecrets


def configs(game: Game[Any, Any]) -> list[dict[str, object]]:
    """Two players, with every value of every option of the whole table."""
    options = [option for option in game.options() if not option.per_seat]
    values = product(*([value for value, _ in option.values] for option in options))
    return [
        {"players": 2, **{o.key: value for o, value in zip(options, chosen, strict=True)}}
        for chosen in values
    ]


#: Of a game, so many states are looked at: one of these.
EVERY = 29
TABLES = [
    pytest.param(game, config, id=f"{name} {json.dumps(config)}")
    for name in games.names()
    for game in [games.find(name)]
    for config in configs(game)
]


def states(game: Game[Any, Any], config: dict[str, object]) -> Iterator[Any]:
    """A game, with something told of a hand here and there."""
    for number, ply in enumerate(plies(game, config, "secrets")):
        if number % EVERY:
            continue
        yield ply.state
        for seat in game.score(ply.state):
            told = [leaf for one in game.tellings(ply.state, seat) for leaf in one.leaves()]
            for leaf in told[:: max(1, len(told) // 2)]:
                (move,) = game.parse_moves(leaf.moves)
                yield game.apply(ply.state, move)


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_what_is_covered_is_nothing_that_everybody_knows(
    game: Game[Any, Any], config: dict[str, object]
) -> None:
    for state in states(game, config):
        if not isinstance(game, HasSecrets):
            assert all(game.view(state, s) == game.view(state, None) for s in game.score(state))
            continue
        covered = game.covered(state)
        assert game.covered(covered) == covered
        assert game.view(covered, None) == game.view(state, None)
        assert game.choices(covered, None) == game.choices(state, None)
        assert game.repairs(covered) == game.repairs(state)
        assert game.status(covered) == game.status(state) == ()
        for seat in game.score(state):
            mine = state
            for other in game.score(state):
                mine = mine if other == seat else game.covered(mine, other)
            assert game.covered(mine, seat) == covered
            assert game.view(mine, seat) == game.view(state, seat)
            assert game.choices(mine, seat) == game.choices(state, seat)
            assert game.tellings(mine, seat) == game.tellings(state, seat)


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_no_move_is_forbidden_because_hands_are_covered(
    game: Game[Any, Any], config: dict[str, object]
) -> None:
    for state in states(game, config):
        if isinstance(game, HasSecrets) and game.to_move(state) != CHANCE:
            covered = game.covered(state)
            assert not [move for move in game.moves(state) if game.check(covered, move)]


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_what_was_known_is_known_again(game: Game[Any, Any], config: dict[str, object]) -> None:
    for state in [ply.state for ply in plies(game, config, "recalled")][::EVERY]:
        if isinstance(game, HasSecrets):
            again = game.recalled(game.covered(state), state)
            assert game.covered(again) == game.covered(state)
            assert all(game.view(again, s) == game.view(state, s) for s in game.score(state))
