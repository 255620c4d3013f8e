"""The three hardest things of the games to come, each a small game on the kit."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.common.json_reading import wrap
from companion.games.buttons import MOST_TAPS, Choice
from companion.games.capabilities import watchable
from companion.games.random_games import plies
from companion.referee.referee import Conclusion, judge
from tests.games.kit import carriers, effects, hands, interruptions, orders, prices

GAMES: list[Any] = [carriers.Carriers(), interruptions.Interruptions(), orders.Orders()]
GAMES += [effects.Effects(), prices.Prices(), hands.Hidden()]
LONGEST = 60
#: So many forbidden moves are tried in each: the referee thinks long before it accuses somebody.
CHEATS = 4


def looks(game: Any, state: Any) -> list[Any]:
    return [game.project(state, zone).as_seen() for zone in game.zones(state)]


def taps(choice: Choice) -> int:
    return 1 + max(map(taps, choice.choices), default=0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_trial_is_played_to_its_end(game: Any) -> None:
    state = watchable(game).setup({"players": 2})
    for ply in plies(game, {"players": 2}, seed=1):
        moves = [*game.moves(state)]
        assert len({*moves}) == len(moves)
        choices = game.choices(state, game.to_move(state))
        texts = [leaf.moves for choice in choices for leaf in choice.leaves()]
        assert sorted(texts) == sorted(map(game.move_text, moves))
        assert all(taps(choice) <= MOST_TAPS for choice in choices)
        for move in moves:
            assert game.parse_moves(game.move_text(move)) == (move,)
            assert game.tell(state, move).endswith(".")
            assert game.touches(state, move)
        state = ply.state
        written = json.loads(json.dumps(game.state_to_json(state)))
        assert game.state_from_json(wrap(written, "state")) == state
    assert game.outcome(state)
    assert not [*game.moves(state)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_referee_finds_the_true_move_and_calls_a_forbidden_one(game: Any) -> None:
    state = game.setup({"players": 2})
    called = 0
    for ply in plies(game, {"players": 2}, seed=2):
        verdict = judge(game, state, looks(game, ply.state))
        assert verdict.best is not None
        assert verdict.best.moves == (ply.move,), verdict
        cheats = [move for move, _ in game.tries(state) if game.check(state, move)]
        for cheat in [move for move in cheats if game.touches(state, move)][-1:]:
            if called == CHEATS:
                break
            verdict = judge(game, state, looks(game, game.carry_out(state, cheat)))
            assert verdict.finding is Conclusion.ILLEGAL, (cheat, verdict)
            assert verdict.violations == game.check(state, cheat)
            called += 1
        state = ply.state
    assert called


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_trial_is_short(game: Any) -> None:
    first, *lines = (Path(__file__).parent / f"{game.id}.py").read_text("utf-8").splitlines()
    assert first.endswith('."""')
    assert len([line for line in lines if line.strip()]) <= LONGEST
