"""A table that is accepted as it lies: what was read counts, everything else stays."""

from dataclasses import replace
from itertools import pairwise

import pytest

from companion.common.errors import InputError
from companion.games import find
from companion.games.propeller_islands.rules.state import State
from companion.games.random_games import plies
from companion.tabletop.observation import Observation
from companion.tabletop.sight import Sight

GAME = find("propeller-islands")
CONFIG = {"players": 3, "hands": "hidden"}
STATES: list[State] = [ply.state for ply in plies(GAME, CONFIG, seed=4)]


def looks(state: State) -> list[Observation]:
    return [GAME.project(state, zone).as_seen() for zone in GAME.zones(state)]


@pytest.mark.parametrize(("here", "there"), [(60, 61), (80, 200), (150, 70), (120, -1), (250, 90)])
def test_whatever_lies_there_is_adopted_piece_by_piece(here: int, there: int) -> None:
    state, table = STATES[here], STATES[there]
    sight = Sight(looks(table))
    adopted = GAME.adopt(state, sight)
    left = [
        d for zone in sight.zones for d in sight.compare(GAME.project(adopted, zone)).differences
    ]
    assert left == []
    assert adopted.agenda == state.agenda
    assert [player.character for player in adopted.players] == [
        player.character for player in state.players
    ]


@pytest.mark.parametrize("at", [60, 120, 200])
def test_a_table_that_is_in_step_changes_nothing(at: int) -> None:
    state = STATES[at]
    assert GAME.key(GAME.adopt(state, Sight(looks(state)))) == GAME.key(state)


def test_what_nobody_looked_at_stays() -> None:
    state, table = STATES[80], STATES[200]
    forge = GAME.project(table, "forge").as_seen()
    adopted = GAME.adopt(state, Sight([forge]))
    assert adopted.forge == table.forge
    assert adopted.market == table.market
    assert adopted.players == state.players


def test_what_a_hand_hides_stays() -> None:
    state, table = STATES[80], STATES[200]
    forge = GAME.project(table, "forge").as_seen()
    covered = replace(forge, hidden=frozenset({"market/C1"}))
    adopted = GAME.adopt(state, Sight([covered]))
    assert adopted.market["C1"] == state.market["C1"]
    assert adopted.market["C2"] == table.market["C2"]


def test_what_comes_into_view_is_not_in_the_stack_any_more() -> None:
    before, after = next((a, b) for a, b in pairwise(STATES[60:]) if b.stack == a.stack - 1)
    adopted = GAME.adopt(before, Sight(looks(after)))
    assert adopted.stack == after.stack
    assert sorted(map(str, adopted.unseen)) == sorted(map(str, after.unseen))
    assert adopted.piles == after.piles


def test_a_tile_that_can_t_be_told_is_the_one_that_was_there() -> None:
    state = STATES[80]
    forge = GAME.project(state, "forge").as_seen()
    blurred = replace(forge, pieces=tuple(replace(p, identity=None) for p in forge.pieces))
    assert GAME.adopt(state, Sight([blurred])).market == state.market


def test_what_has_no_meaning_is_refused() -> None:
    state = STATES[80]
    forge = GAME.project(state, "forge").as_seen()
    strange = replace(forge, pieces=tuple(replace(p, identity="a shoe") for p in forge.pieces))
    with pytest.raises(InputError):
        GAME.adopt(state, Sight([strange]))
