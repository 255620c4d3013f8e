"""What every game must keep, whatever its rules: the promises of `companion games check`.

A new game is tested by being there; nothing here knows any of them. Small games of the tests are
asked too: those made of the kit, and one that has no rules.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion import games
from companion.benches.promises import hands, laying, playing, seeing
from companion.benches.promises.promise import Promise, broken, every_table
from companion.games.capabilities import Rules
from companion.games.protocol import Game
from companion.games.random_games import plies
from tests.games import score_only
from tests.games.kit import hands as hidden
from tests.games.kit.interruptions import Interruptions, Play
from tests.games.kit.test_trials import GAMES as TRIALS

PROMISES = [promise for room in (playing, hands, seeing, laying) for promise in room.PROMISES]
SEEDS_IN_CI = 60
#: Their games are checked after each ply; those of the other seeds after every tenth.
SEEDS_WITH_EVERY_PLY = 4
SEEDS_WHEN_THOROUGH = 10_000
SEEDS_A_BATCH = 100

GAMES: list[Game] = [*map(games.find, games.names()), score_only.GAME, *TRIALS]
PLAYED = [game for game in GAMES if isinstance(game, Rules)]
NAMES = [game.id for game in PLAYED]


def cases() -> Iterator[Any]:
    """Each promise with each game that must keep it; random games are played below."""
    for promise in [each for each in PROMISES if each.keep is not playing.random_game]:
        for game in filter(promise.is_for, GAMES):
            yield pytest.param(promise, game, id=f"{promise.keep.__name__}-{game.id}")


@pytest.mark.parametrize(("promise", "game"), [*cases()])
def test_every_game_keeps_what_every_game_must_keep(promise: Promise, game: Game) -> None:
    assert promise.said.endswith(".")
    assert not list(broken(promise, game))


def config_for(game: Rules[Any, Any], seed: int) -> Mapping[str, object]:
    """The tables in turn."""
    tables = every_table(game)
    return tables[seed % len(tables)]


@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("seed", range(SEEDS_IN_CI))
def test_random_game_keeps_every_promise(game: Rules[Any, Any], seed: int) -> None:
    every = 1 if seed < SEEDS_WITH_EVERY_PLY else playing.EVERY
    playing.random_game(game, config_for(game, seed), seed, every)


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("seed", range(SEEDS_WITH_EVERY_PLY, SEEDS_IN_CI))
def test_random_game_keeps_every_promise_at_every_ply(game: Rules[Any, Any], seed: int) -> None:
    playing.random_game(game, config_for(game, seed), seed, every=1)


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("batch", range(SEEDS_WHEN_THOROUGH // SEEDS_A_BATCH))
def test_very_many_random_games_end_with_a_possible_table(
    game: Rules[Any, Any], batch: int
) -> None:
    for seed in range(batch * SEEDS_A_BATCH, (batch + 1) * SEEDS_A_BATCH):
        last = None
        for ply in plies(game, config_for(game, seed), f"thorough/{seed}"):
            last = ply.state
            moves = list(game.moves(last))
            assert len(set(moves)) == len(moves)
        assert last is not None
        assert game.outcome(last) is not None


# --- games that break a promise -------------------------------------------------------------------


class Forgetful(Interruptions):
    """A move is written as another one."""

    def move_text(self, move: Any) -> str:
        return "ring"


class Endless(Interruptions):
    """Nobody wins."""

    def outcome(self, state: Any) -> None:
        return None


class Lenient(Interruptions):
    """What the rules forbid is played all the same."""

    def apply(self, state: Any, move: Any) -> Any:
        return self.carry_out(state, move) if self.task_of(state, move) else state


class Unsteady(Interruptions):
    """A state is written without its players' coal."""

    def state_from_json(self, node: Any) -> Any:
        state = super().state_from_json(node)
        return replace(state, players=tuple(replace(one, coal=0) for one in state.players))


class Wordless(Interruptions):
    """A move raises instead of being told."""

    def tell(self, state: Any, move: Any) -> str:
        raise KeyError("ring") if not isinstance(move, Play) else ValueError("play")


class Gossip(hidden.Hidden):
    """Everybody is offered what only the owner of a hand can do."""

    def _known(self, state: Any, seat: Any) -> Any:
        return state


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Forgetful(), "is read as something else"),
        (Endless(), "nobody has won"),
        (Lenient(), "is not legal, and apply plays it"),
        (Unsteady(), "another one after it was written and read"),
        (Wordless(), "KeyError: 'ring'"),
        (Gossip(), "the buttons of everybody differ"),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Rules) else "",
)
def test_a_game_that_breaks_a_promise_is_told_which(game: Any, said: str) -> None:
    asked = [promise for promise in PROMISES if promise.is_for(game)]
    wrong = [line for promise in asked for line in broken(promise, game)]
    assert any(said in line for line in wrong), wrong
