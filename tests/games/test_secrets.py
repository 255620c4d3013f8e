"""What one seat alone knows, in every game: when it is covered, nothing public changes."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from companion import games
from companion.games.capabilities import HasSecrets, Rules, Watchable
from companion.games.kit import unsaid
from companion.games.kit.plain import Plain
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.games.secrets import known_to
from tests.games.kit.test_trials import GAMES as TRIALS


def configs(game: Rules[Any, Any]) -> list[dict[str, object]]:
    """Two players, with every value of every option of the whole table."""
    options = [option for option in unsaid.options(game) if not option.per_seat]
    values = product(*([value for value, _ in option.values] for option in options))
    return [
        {"players": 2, **{o.key: value for o, value in zip(options, chosen, strict=True)}}
        for chosen in values
    ]


#: So many states of a long game pass for one that is looked at.
EVERY = 29
TABLES = [
    pytest.param(game, config, id=f"{game.id} {json.dumps(config)}")
    for game in (*map(games.find, games.names()), *TRIALS)
    if isinstance(game, Rules)
    for config in configs(game)
]


def some(game: Rules[Any, Any], config: dict[str, object], seed: str) -> list[Any]:
    """States of a random game."""
    played = [ply.state for ply in plies(game, config, seed)]
    return played[:: min(EVERY, 1 + len(played) // 8)]


def states(game: Rules[Any, Any], config: dict[str, object]) -> Iterator[Any]:
    """A game, with something told of a hand here and there."""
    for state in some(game, config, "secrets"):
        yield state
        for seat in game.score(state):
            told = [leaf for one in unsaid.tellings(game, state, seat) for leaf in one.leaves()]
            for leaf in told[:: max(1, len(told) // 2)]:
                (move,) = game.parse_moves(leaf.moves)
                yield game.apply(state, move)


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_what_is_covered_is_nothing_that_everybody_knows(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    for state in states(game, config):
        if not isinstance(game, HasSecrets):
            assert all(
                unsaid.view(game, state, s) == unsaid.view(game, state, None)
                for s in game.score(state)
            )
            continue
        covered = game.covered(state)
        assert game.covered(covered) == covered
        assert unsaid.view(game, covered, None) == unsaid.view(game, state, None)
        assert unsaid.choices(game, covered, None) == unsaid.choices(game, state, None)
        assert unsaid.repairs(game, covered) == unsaid.repairs(game, state)
        if isinstance(game, Watchable):
            for zone in game.zones(state):
                lies, lay = (game.project(each, zone).pieces for each in (covered, state))
                assert Counter(lies) == Counter(lay)
        assert unsaid.status(game, covered) == unsaid.status(game, state) == ()
        for seat in game.score(state):
            mine = state
            for other in game.score(state):
                mine = mine if other == seat else game.covered(mine, other)
            assert game.covered(mine, seat) == covered
            assert unsaid.view(game, mine, seat) == unsaid.view(game, state, seat)
            assert unsaid.choices(game, mine, seat) == unsaid.choices(game, state, seat)
            assert unsaid.tellings(game, mine, seat) == unsaid.tellings(game, state, seat)


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_no_move_is_forbidden_because_hands_are_covered(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    for state in states(game, config):
        if isinstance(game, HasSecrets) and game.to_move(state) != CHANCE:
            covered = game.covered(state)
            assert not [move for move in game.moves(state) if game.check(covered, move)]


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_what_a_game_of_the_kit_allows_tells_nothing_of_other_hands(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    if not isinstance(game, Plain):
        pytest.skip("it says itself what is allowed")
    for state in states(game, config):
        seat = game.to_move(state)
        if seat not in (None, CHANCE):
            mine = known_to(game, state, seat)
            assert [*game.moves(state)] == [*game.moves(mine)]
            for move in game.moves(game.covered(state)):
                assert game.check(state, move) == game.check(mine, move)


@pytest.mark.parametrize(("game", "config"), TABLES)
def test_what_was_known_is_known_again(game: Rules[Any, Any], config: dict[str, object]) -> None:
    for state in some(game, config, "recalled"):
        if isinstance(game, HasSecrets):
            again = game.recalled(game.covered(state), state)
            assert game.covered(again) == game.covered(state)
            assert all(
                unsaid.view(game, again, s) == unsaid.view(game, state, s)
                for s in game.score(state)
            )
