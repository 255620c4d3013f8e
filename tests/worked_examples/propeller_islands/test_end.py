"""The end of the game (FR p.6, p.10, DE p.6, p.10)."""

from typing import Any

import pytest

from tests.worked_examples.propeller_islands.table import (
    GAME,
    a_player,
    a_turn,
    the_end_of_my_turn,
    the_shared_die,
)

PLAN = "I/0/3/joker"
LYING = {(0, 0): "01 lying"}


def after_the_round(**settings: Any) -> bool:
    """Whether the game is over once nobody can use the shared die."""
    return the_shared_die(4, island=LYING, others=[a_player(LYING)], **settings).state.over


def test_the_game_goes_on_while_no_condition_is_met() -> None:
    """FR p.10, DE p.10: then the next round begins."""
    assert not after_the_round(stack=1, dock="a1", completed=" ".join([PLAN] * 6))


@pytest.mark.parametrize(
    "settings",
    [
        {"stack": 0},
        {"dock": ""},
        {"completed": " ".join([PLAN] * 7)},
        {"completed": " ".join([PLAN] * 8)},
    ],
)
def test_each_of_three_conditions_ends_the_game(settings: dict[str, object]) -> None:
    """FR p.6, p.10, DE p.6, p.10: empty stack, empty dock, 7 plans or more."""
    assert after_the_round(**settings)


def test_any_player_may_end_the_game() -> None:
    """FR p.10: one of the players; DE p.10: a person."""
    for other in (a_player(LYING, dock=""), a_player(LYING, completed=" ".join([PLAN] * 7))):
        assert the_shared_die(4, island=LYING, others=[other]).state.over


def test_the_stack_counts_not_the_market() -> None:
    """FR p.10, DE p.10: the stack is empty, whatever lies around the Forge."""
    empty = dict.fromkeys([f"{kind}{n}" for kind in "CE" for n in range(1, 7)])
    assert not after_the_round(market=empty, stack=1)


def test_the_seventh_plan_on_the_first_turn_does_not_stop_the_round() -> None:
    """PI-32. FR p.6, p.10, DE p.6, p.10: the game ends at the end of the round; 8 count as well."""
    card = "I/e1g2/3/joker"
    table = the_end_of_my_turn(hand=f"{PLAN} {PLAN}", completed=" ".join([PLAN] * 6))
    table.play(f"plan {PLAN} aside draw I card {card}")
    assert len(table.me.completed) == 7
    assert not table.state.over
    table.play(f"d1 pass d2 pass plan {PLAN} aside draw I card {card}")
    assert len(table.me.completed) == 8
    table.play("d3 pass")
    assert table.expected == "tiles are being activated"
    assert not table.state.over
    table.play("activate @0,0 resources pass")
    assert table.state.over
    assert table.score.points == 8 * 3 + 1, "eight plans; the two tokens set aside just now"


def test_the_last_worker_leaves_the_dock_and_the_round_is_played_to_its_end() -> None:
    """FR p.10, DE p.10: all workers deployed; checked after the shared die."""
    table = a_turn(4, dice="41235", island={(1, 0): "05/1"}, dock="a1")
    table.play("activate @0,0 worker deploy a1 @1,0 claim column1")
    table.play("tile 05/1 place @0,1")
    assert table.dock == []
    assert not table.state.over
    table.play("d1 pass d2 pass d3 pass pass")
    assert table.state.over


def test_nothing_is_played_after_the_end() -> None:
    """FR p.10, DE p.10: then comes the final scoring."""
    table = the_shared_die(4, island=LYING, others=[a_player(LYING)], stack=0)
    assert table.moves == []
    assert table.to_move is None
    assert table.broken_rules("pass") == ["order.over"]
    assert table.broken_rules("roll 12345") == ["order.over"]
    assert table.expected == "the game is over"


def test_the_token_is_not_passed_on_after_the_last_round() -> None:
    """Specification 9: it lies with the first player of that round; so does the tie-break."""
    table = the_shared_die(4, island=LYING, others=[a_player(LYING)], stack=0, first=1)
    assert (table.state.first, table.state.round) == (1, 1)
    outcome = GAME.outcome(table.state)
    assert (outcome.winners, outcome.decided_by) == ((0,), "seat-order")


def test_there_is_no_winner_before_the_end() -> None:
    """FR p.10, DE p.10: the winner is known after the final scoring."""
    assert GAME.outcome(a_turn(4).state) is None


def test_a_counted_stack_is_believed() -> None:
    """People may count the stack and tell: the companion can't see under the top tile."""
    table = a_turn(4, stack=9).play("stack 3")
    assert table.state.stack == 3
    assert table.expected == "build, scrap or activate with the die"
    table.play("scrap C4 stack 0")
    assert table.to_move == 1, "no tile is waited for any more"
    assert table.market("C4") is None


def test_a_stack_found_empty_ends_the_game_at_the_end_of_the_round() -> None:
    """FR p.10, DE p.10."""
    table = the_shared_die(4, stack=9).play("stack 0 pass pass")
    assert table.state.over


def test_a_stack_can_not_hold_more_tiles_than_there_are() -> None:
    """DE p.2: 70 building tiles."""
    table = a_turn(4)
    assert table.broken_rules("stack 71") == ["stack.range"]
    assert table.broken_rules("stack 70") == []
