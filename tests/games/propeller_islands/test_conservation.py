"""Nothing appears or vanishes at the table: tiles, workers, dice, plans and tokens stay."""

from collections import Counter

import pytest

from companion.games.propeller_islands import GAME
from companion.games.propeller_islands.components.pieces import LEVELS, Plan, Tile
from companion.games.propeller_islands.rules import moves
from companion.games.propeller_islands.rules.state import Player, State
from companion.games.propeller_islands.rules.tasks import DrawPlan, PlaceTile, RollDice, StoreDie
from companion.games.random_games import plies
from companion.games.secrets import known_to


def workers(player: Player) -> int:
    on_island = sum(placed.worker is not None for placed in player.island.tiles.values())
    return on_island + player.dock.bit_count()


def tiles(state: State) -> Counter[Tile]:
    """Every tile that can be seen or must still come, but for the scrapped ones."""
    here = Counter(state.unseen)
    here.update(tile for tile in state.market.values() if tile is not None)
    for player in state.players:
        here.update(placed.tile for placed in player.island.tiles.values())
    here.update(task.tile for task in state.agenda if isinstance(task, PlaceTile))
    return here


def plans(state: State) -> Counter[Plan]:
    here = Counter((*state.unseen_plans, *state.display))
    for player in state.players:
        here.update((*player.hand, *player.completed))
    return here


def tokens(player: Player) -> int:
    return len(player.aside) + sum(len(p.upgrades) for p in player.island.tiles.values())


def dice(state: State) -> int:
    """On the Forge, on the docks, in somebody's hand, and those that wait to be rolled."""
    waiting = sum(task.count for task in state.agenda if isinstance(task, RollDice))
    in_hand = sum(isinstance(task, StoreDie) for task in state.agenda)
    used = sum(len(player.used_dice) for player in state.players)
    return waiting + sum(state.forge) + in_hand + used


@pytest.mark.parametrize("seed", range(12))
def test_pieces_are_conserved(seed: int) -> None:
    players = 2 + seed % 3
    everything = Counter(tile for tile in GAME.editions["de"].tiles if not tile.is_capitol)
    everything[Tile("01")] = players
    every_plan = Counter(GAME.editions["de"].plans)
    scrapped: Counter[Tile] = Counter()
    before: State = GAME.setup({"players": players})
    for ply in plies(GAME, {"players": players}, f"conserved/{seed}"):
        state: State = ply.state
        if isinstance(ply.move, moves.Scrap):
            tile = before.market[ply.move.slot]
            assert tile is not None
            scrapped[tile] += 1
        assert tiles(state) + scrapped == everything
        assert plans(state) == every_plan
        assert state.stack == len(state.unseen)
        assert sum(state.piles.values()) == len(state.unseen_plans)
        rerolling = any(type(task).__name__ in ("RollAgain", "ChangeDie") for task in state.agenda)
        assert dice(state) == state.dice - rerolling
        assert max(state.forge) <= 3
        drawing = {task.seat for task in state.agenda if isinstance(task, DrawPlan)}
        for seat, player in enumerate(state.players):
            assert workers(player) == 13
            assert min(player.stock) >= 0
            assert tokens(player) == len(player.completed)
            assert len(player.hand) <= 3
            assert player.fame >= before.players[seat].fame
            if seat in drawing:
                assert len(player.hand) == 2
        before = state


@pytest.mark.parametrize("seed", [*range(8), 119])
def test_hidden_hands_are_played_to_the_end(seed: int) -> None:
    """Seed 119 once completed more plans of a level than there were."""
    config = {"players": 3, "hands": "hidden"}
    state: State = GAME.setup(config)
    for ply in plies(GAME, config, seed):
        state = ply.state
        for player in state.players:
            assert len(player.hand) + len(player.hidden) <= 3
        for level in LEVELS:
            hidden = sum(player.hidden.count(level) for player in state.players)
            unseen = sum(plan.level == level for plan in state.unseen_plans)
            assert state.piles[level] + hidden == unseen
    assert any(player.completed for player in state.players)
    assert GAME.outcome(state) is not None


def test_a_viewer_sees_how_many_cards_but_not_which() -> None:
    state = [ply.state for ply in plies(GAME, {"players": 2}, "view")][60]
    assert state.players[1].hand
    for viewer in (None, 0):
        player = known_to(GAME, state, viewer).players[1]
        assert player.hand == ()
        assert len(player.hidden) == 3
    assert known_to(GAME, state, 1).players[1].hand == state.players[1].hand
