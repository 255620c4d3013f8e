"""What every game must keep, whatever its rules: played at random, move by move.

A new game is tested by being in the registry; nothing here knows any of them. Small games of the
tests are asked too: those made of the kit, and one that has no rules.
"""

import json
import random
from collections.abc import Iterable
from typing import Any

import pytest

from companion import games
from companion.common.errors import InputError
from companion.common.json_reading import wrap
from companion.games.capabilities import (
    HasAdopting,
    HasScoreSheet,
    Rules,
    Watchable,
    abilities,
    playable,
    scorable,
    watchable,
)
from companion.games.kit import unsaid
from companion.games.protocol import CHANCE, Breakdown, Game, IllegalMove
from companion.games.random_games import final_state, plies
from companion.tabletop.sight import Sight
from tests.games import score_only
from tests.games.kit.test_trials import GAMES as TRIALS

SEEDS_IN_CI = 60
#: Their games are checked after each ply; those of the other seeds after every tenth.
SEEDS_WITH_EVERY_PLY = 4
SEEDS_WHEN_THOROUGH = 10_000
SEEDS_A_BATCH = 100


GAMES: list[Game] = [*map(games.find, games.names()), score_only.GAME, *TRIALS]
#: The games with rules, those that a camera can follow, and those with a score sheet.
PLAYED = [game for game in GAMES if isinstance(game, Rules)]
NAMES = [game.id for game in PLAYED]
SEEN = [game for game in PLAYED if isinstance(game, Watchable)]
SCORED = [game for game in GAMES if isinstance(game, HasScoreSheet)]


def tables(played: Iterable[Rules[Any, Any]] = PLAYED) -> list[Any]:
    """Each of these games with every number of players and every edition."""
    return [
        pytest.param(
            game, {"players": players, "edition": edition}, id=f"{game.id}-{players}-{edition}"
        )
        for game in played
        for edition in game.editions or ("",)
        for players in game.players
    ]


def config_for(game: Rules[Any, Any], seed: int) -> dict[str, object]:
    """The tables in turn."""
    editions = list(game.editions) or [""]
    return {
        "players": game.players[seed % len(game.players)],
        "edition": editions[seed // len(game.players) % len(editions)],
    }


def assert_adds_up(score: Breakdown) -> None:
    if score.parts:
        assert score.points == sum(part.points for part in score.parts), score
    for part in score.parts:
        assert_adds_up(part)


def assert_promises(game: Rules[Any, Any], state: Any) -> None:
    """What holds in every state."""
    assert unsaid.status(game, state) == ()
    moves = list(game.moves(state))
    assert len(set(moves)) == len(moves), "a move is listed twice"
    assert moves == list(game.moves(state)), "the order of moves is not stable"
    assert bool(moves) == (game.to_move(state) is not None)
    for move in moves:
        assert game.check(state, move) == (), game.move_text(move)
    for score in game.score(state).values():
        assert_adds_up(score)
        assert score.points == sum(leaf.points for leaf in score.leaves())
        assert all(leaf.rule and leaf.text and leaf.pieces for leaf in score.leaves())
    assert (
        game.state_from_json(wrap(json.loads(json.dumps(game.state_to_json(state))), "state"))
        == state
    )


def assert_strays_are_refused(
    game: Rules[Any, Any], state: Any, strays: list[Any], source: random.Random
) -> None:
    """Moves of other moments pass `check` just when `moves` lists them."""
    if game.to_move(state) in (None, CHANCE):
        return
    listed = set(game.moves(state))
    for move in source.sample(strays, min(12, len(strays))):
        reasons = game.check(state, move)
        assert (not reasons) == (move in listed), game.move_text(move)
        for reason in reasons:
            assert reason.rule
            assert reason.text
            assert reason.pages
        if reasons:
            with pytest.raises(IllegalMove) as refusal:
                game.apply(state, move)
            assert refusal.value.violations == reasons


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_rules_or_a_score_sheet_and_is_refused_what_it_has_not(game: Game) -> None:
    can = abilities(game)
    assert {"score", "play"} & {*can}
    for ability, door in (("score", scorable), ("play", playable), ("see", watchable)):
        if ability in can:
            assert door(game) is game
        else:
            with pytest.raises(InputError, match=f"^{game.title}: "):
                door(game)


@pytest.mark.parametrize("game", SCORED, ids=lambda game: game.id)
@pytest.mark.parametrize("nonsense", [{}, [], None, {"game": 1}, {"seats": {}}], ids=str)
def test_a_position_that_is_none_gets_a_clear_error(game: HasScoreSheet, nonsense: Any) -> None:
    for answer in (game.score_position, game.check_position):
        with pytest.raises(InputError):
            answer(wrap(nonsense, "position"))


def play_and_check(game: Rules[Any, Any], seed: int, every: int) -> None:
    """A random game whose promises are checked after every so many plies and at its end."""
    source = random.Random(seed)
    strays: list[Any] = []
    for number, ply in enumerate(plies(game, config_for(game, seed), seed)):
        if number % every == seed % every or game.to_move(ply.state) is None:
            assert_promises(game, ply.state)
            assert_strays_are_refused(game, ply.state, strays, source)
        if not ply.by_chance:
            strays.append(ply.move)
    assert game.outcome(ply.state) is not None


@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("seed", range(SEEDS_IN_CI))
def test_random_game_keeps_every_promise(game: Rules[Any, Any], seed: int) -> None:
    play_and_check(game, seed, every=1 if seed < SEEDS_WITH_EVERY_PLY else 10)


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("seed", range(SEEDS_WITH_EVERY_PLY, SEEDS_IN_CI))
def test_random_game_keeps_every_promise_at_every_ply(game: Rules[Any, Any], seed: int) -> None:
    play_and_check(game, seed, every=1)


@pytest.mark.parametrize(("game", "config"), tables())
def test_replay_of_the_log_equals_the_live_state(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    played = list(plies(game, config, "replay"))
    lines = [game.move_text(ply.move) for ply in played]
    state = game.setup(config)
    for line, ply in zip(lines, played, strict=True):
        (move,) = game.parse_moves(line)
        assert move == ply.move
        state = game.apply(state, move)
        assert state == ply.state


@pytest.mark.parametrize(("game", "config"), tables())
def test_same_seed_gives_the_same_game(game: Rules[Any, Any], config: dict[str, object]) -> None:
    assert list(plies(game, config, 7)) == list(plies(game, config, 7))
    assert final_state(game, config, 7) != final_state(game, config, 8)


@pytest.mark.parametrize(("game", "config"), tables())
def test_applying_a_move_leaves_the_old_state_as_it_was(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    state = game.setup(config)
    for ply in plies(game, config, "undo"):
        before = json.dumps(game.state_to_json(state))
        game.apply(state, ply.move)
        assert json.dumps(game.state_to_json(state)) == before
        state = ply.state


@pytest.mark.parametrize(("game", "config"), tables())
def test_nothing_is_legal_once_the_game_is_over(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    played = list(plies(game, config, "over"))
    end = played[-1].state
    assert game.to_move(end) is None
    assert list(game.moves(end)) == []
    for ply in played:
        assert game.check(end, ply.move)


@pytest.mark.parametrize(("game", "config"), tables())
def test_every_view_can_be_sent_to_a_phone(
    game: Rules[Any, Any], config: dict[str, object]
) -> None:
    for ply in list(plies(game, config, "view"))[::20]:
        for seat in (None, *range(int(str(config["players"])))):
            view = unsaid.view(game, ply.state, seat)
            assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize(("game", "config"), tables(SEEN))
def test_every_zone_can_be_projected(game: Watchable[Any, Any], config: dict[str, object]) -> None:
    for ply in list(plies(game, config, "zones"))[::40]:
        for zone in game.zones(ply.state):
            seen = game.project(ply.state, zone)
            assert seen.zone == zone
            places = {thing.place for thing in (*seen.dice, *seen.pieces)}
            assert places <= seen.looked_at


@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
def test_a_table_to_be_watched_can_be_set_up(game: Rules[Any, Any]) -> None:
    for players in game.players:
        config = unsaid.set_up_to_be_watched(game, players, random.Random(players))
        assert config["players"] == players
        assert config == unsaid.set_up_to_be_watched(game, players, random.Random(players))
        assert game.to_move(game.setup(json.loads(json.dumps(config)))) is not None


@pytest.mark.parametrize("game", SEEN, ids=[game.id for game in SEEN])
def test_what_lies_on_the_table_after_a_move_can_be_adopted(game: Watchable[Any, Any]) -> None:
    if not isinstance(game, HasAdopting):
        pytest.skip("nobody has said how its table is taken over")
    config = unsaid.set_up_to_be_watched(game, game.players[-1], random.Random(1))
    state = game.setup(config)
    for number, ply in enumerate(plies(game, config, seed=2)):
        before, state = state, ply.state
        if number % 12:
            continue
        table = unsaid.as_it_lies(game, before, ply.move)
        sight = Sight(game.project(table, zone).as_seen() for zone in game.zones(table))
        adopted = game.adopt(before, sight)
        assert not [
            difference
            for zone in sight.zones
            for difference in sight.compare(game.project(adopted, zone)).differences
        ]


@pytest.mark.thorough
@pytest.mark.parametrize("game", PLAYED, ids=NAMES)
@pytest.mark.parametrize("batch", range(SEEDS_WHEN_THOROUGH // SEEDS_A_BATCH))
def test_very_many_random_games_end_with_a_possible_table(
    game: Rules[Any, Any], batch: int
) -> None:
    for seed in range(batch * SEEDS_A_BATCH, (batch + 1) * SEEDS_A_BATCH):
        state = None
        for ply in plies(game, config_for(game, seed), f"thorough/{seed}"):
            state = ply.state
            moves = list(game.moves(state))
            assert len(set(moves)) == len(moves)
        assert state is not None
        assert game.outcome(state) is not None
        assert unsaid.status(game, state) == ()
        for score in game.score(state).values():
            assert_adds_up(score)
