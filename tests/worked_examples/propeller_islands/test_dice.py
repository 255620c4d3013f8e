"""Taking a die and changing it (FR p.6, DE p.6), and who may do more with it (FR p.11, DE p.11)."""

import pytest

from companion.games.propeller_islands.rules.moves import Take
from tests.worked_examples.propeller_islands.table import GAME, Table, a_turn, edition


def value_taken(table: Table) -> int:
    """The value that the die counts as: the one whose corner slot is in reach."""
    return next(value for value in range(1, 7) if f"scrap C{value}" in table.moves)


@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_counts_as_what_it_shows(die: int) -> None:
    """FR p.6, DE p.6: take one of the dice that are left on the Forge."""
    table = a_turn(dice="1223456", stock="e1").play(f"d{die}")
    assert value_taken(table) == die
    assert table.stock == "e1"
    assert table.state.forge == tuple(
        (2 if face == 2 else 1) - (face == die) for face in range(1, 7)
    )


@pytest.mark.parametrize(("move", "value"), [("d6+1", 1), ("d1-1", 6), ("d3+1", 4), ("d3-1", 2)])
def test_an_energy_changes_the_die_by_one_and_six_and_one_are_neighbours(
    move: str, value: int
) -> None:
    """PI-3. FR p.6, DE p.6: pay one energy for +1 or -1; a 6 becomes a 1 and a 1 becomes a 6."""
    table = a_turn(dice="136", stock="e1s2g3").play(move)
    assert value_taken(table) == value
    assert table.stock == "s2g3"


def test_the_change_needs_an_energy() -> None:
    """FR p.6, DE p.6: pay one energy."""
    table = a_turn(dice="3", stock="s1g1")
    assert table.broken_rules("d3+1") == ["change.cannot-pay"]
    assert table.moves == ["d3"]


def test_the_change_is_not_a_duty() -> None:
    """FR p.6: you may, but need not; DE p.6: if you like."""
    assert a_turn(dice="3", stock="e1").moves == ["d3-1", "d3", "d3+1"]


def test_the_paid_change_is_made_once() -> None:
    """PI-41. DE p.6: once ("einmalig")."""
    table = a_turn(dice="3", stock="e3")
    assert table.broken_rules("d3+2") == ["change.too-far"]
    assert table.broken_rules("d3-2") == ["change.too-far"]
    assert table.broken_rules("d3+1 +1") == ["order.not-now"]


def test_an_edition_may_let_each_energy_be_a_step() -> None:
    """PI-41. FR p.6 writes no limit (specification 11.2): the option `paid_changes`."""
    table = a_turn(dice="5", stock="e2", rules=edition(paid_changes=None))
    assert table.moves == ["d5-2", "d5-1", "d5", "d5+1", "d5+2"]
    assert table.broken_rules("d5+3") == ["change.cannot-pay"]
    table.play("d5+2")
    assert value_taken(table) == 1
    assert table.stock == "0"
    opposite = a_turn(dice="5", stock="e9", rules=edition(paid_changes=None))
    assert opposite.moves == ["d5-2", "d5-1", "d5", "d5+1", "d5+2", "d5+3"]
    (too_far,) = GAME.check(opposite.state, Take(5, 4))
    assert too_far.text == "The die can't be changed by +4: at most 3 is allowed."
    assert opposite.play("d5+3").stock == "e6"


def test_an_edition_may_forbid_the_paid_change() -> None:
    """Specification 11.2: the number of paid changes is data."""
    table = a_turn(dice="5", stock="e2", rules=edition(paid_changes=0))
    assert table.broken_rules("d5+1") == ["change.too-far"]
    assert table.moves == ["d5"]


def test_energy_gained_by_the_action_comes_too_late_for_the_change() -> None:
    """Specification 16: the change comes before the action; FR p.6, DE p.6 give the order."""
    table = a_turn(3).play("scrap C3 tile 05/1")
    assert table.stock == "e2"
    assert table.broken_rules("+1") == ["order.not-now"]


def test_a_die_that_does_not_lie_there_can_not_be_taken() -> None:
    """FR p.6, DE p.6: a die from the Forge."""
    table = a_turn(dice="35", stock="e1")
    assert table.broken_rules("d4") == ["take.no-die"]
    assert table.broken_rules("d4+1") == ["take.no-die"]
    assert not [move for move in table.moves if move[1] not in "35"]


def test_jacques_rolls_his_die_again_for_an_energy_that_may_pay_the_change() -> None:
    """PI-37. FR p.11, DE p.11: roll again, gain one energy, keep the new result."""
    table = a_turn(dice="35", character="jacques", fame=5).play("d3r")
    assert table.stock == "0", "the energy comes with the roll"
    assert table.moves == [f"roll {value}" for value in range(1, 7)]
    assert table.to_move == -1
    assert table.broken_rules("roll 66") == ["roll.count"]
    table.play("roll 6")
    assert table.stock == "e1"
    assert table.broken_rules("d3r") == ["order.not-now"]
    assert table.moves == ["-1", "keep", "+1"]
    table.play("+1")
    assert table.stock == "0"
    assert value_taken(table) == 1
    assert table.broken_rules("roll 3") == ["order.not-now"]


def test_jacques_must_keep_the_new_result() -> None:
    """FR p.11, DE p.11: you must keep it."""
    table = a_turn(dice="35", character="jacques", fame=5).play("d3r roll 6 keep")
    assert value_taken(table) == 6
    assert table.stock == "e1"
    table.play("pass")
    assert table.me.used_dice == (6,)


def test_the_rerolled_die_does_not_return_to_the_forge() -> None:
    """Specification 16: the limit of three concerns the roll of the round only."""
    table = a_turn(dice="35666", character="jacques", fame=5).play("d3r roll 6 keep")
    assert table.state.forge == (0, 0, 0, 0, 1, 3)


def test_jacques_gains_a_steel_as_well_at_his_second_trumpet() -> None:
    """FR p.11, DE p.11: one energy and one steel."""
    assert a_turn(dice="3", character="jacques", fame=10).play("d3r roll 2").stock == "e1s1"
    assert a_turn(dice="3", character="jacques", fame=9).play("d3r roll 2").stock == "e1"


def test_jacques_waits_for_his_first_trumpet_and_nobody_else_rolls_again() -> None:
    """FR p.9, DE p.9: from the first trumpet on; FR p.11, DE p.11."""
    early = a_turn(dice="3", character="jacques", fame=4)
    assert early.broken_rules("d3r") == ["reroll.only-jacques"]
    assert early.moves == ["d3"]
    marie = a_turn(dice="3", character="marie", fame=12)
    assert marie.broken_rules("d3r") == ["reroll.only-jacques"]
    assert a_turn(dice="3", character="jacques", fame=5).moves == ["d3", "d3r"]


def test_jacques_can_not_buy_two_steps_after_his_roll() -> None:
    """DE p.6: the paid change is made once, after the re-roll too."""
    table = a_turn(dice="3", character="jacques", fame=5, stock="e4").play("d3r roll 2")
    assert table.broken_rules("+2") == ["change.too-far"]
    assert table.play("-1").stock == "e4"
    assert value_taken(table) == 1


def test_sir_charles_changes_his_die_by_one_for_nothing() -> None:
    """FR p.11, DE p.11: +1 or -1 without paying."""
    table = a_turn(dice="6", character="sir-charles", fame=5)
    assert table.moves == ["d6-1", "d6", "d6+1"]
    assert table.play("d6+1").stock == "0"
    assert value_taken(table) == 1


def test_sir_charles_may_pay_for_one_more_step() -> None:
    """PI-36. FR p.6, p.11, DE p.6, p.11: die 6, free +1, paid +1 is a 2 for one energy."""
    table = a_turn(dice="6", character="sir-charles", fame=5, stock="e3").play("d6+2")
    assert table.stock == "e2"
    assert value_taken(table) == 2
    poor = a_turn(dice="6", character="sir-charles", fame=5)
    assert poor.broken_rules("d6+2") == ["change.cannot-pay"]
    rich = a_turn(dice="6", character="sir-charles", fame=5, stock="e9")
    assert rich.broken_rules("d6+3") == ["change.too-far"]


def test_sir_charles_changes_his_die_by_two_at_his_second_trumpet() -> None:
    """PI-36. FR p.11 (DE level 2 is lost): die 5, free +2 is a 1."""
    table = a_turn(dice="5", character="sir-charles", fame=10).play("d5+2")
    assert table.stock == "0"
    assert value_taken(table) == 1
    table = a_turn(dice="5", character="sir-charles", fame=10)
    assert table.moves == ["d5-2", "d5-1", "d5", "d5+1", "d5+2"]
    table = a_turn(dice="5", character="sir-charles", fame=10, stock="e2").play("d5+3")
    assert table.stock == "e1"
    assert value_taken(table) == 2


def test_three_steps_down_are_three_steps_up() -> None:
    """FR p.6, p.11, DE p.6: the values are a ring, so 5-3 is the 2 that 5+3 is."""
    table = a_turn(dice="5", character="sir-charles", fame=10, stock="e1").play("d5-3")
    assert table.stock == "0"
    assert value_taken(table) == 2


def test_sir_charles_is_free_again_in_his_second_turn() -> None:
    """FR p.11: once per "tour", read as turn (specification 11.5)."""
    table = a_turn(dice="35241", character="sir-charles", fame=5).play("d3+1 pass d2 pass")
    assert table.moves_like("d5+1") == ["d5+1"]
    assert table.play("d5+1").stock == "0"


def test_an_edition_may_let_sir_charles_change_once_a_round() -> None:
    """FR p.11: "une fois par tour" may mean the round: the option `sir_charles_limit`."""
    rules = edition(sir_charles_limit="round")
    table = a_turn(dice="35241", character="sir-charles", fame=5, rules=rules).play(
        "d3+1 pass d2 pass"
    )
    assert table.broken_rules("d5+1") == ["change.cannot-pay"]
    table.play("d5 pass d4 pass pass pass")
    assert table.state.round == 2
    table.play("roll 35241 d2 pass")
    assert table.broken_rules("d5+1") == [], "a new round"


def test_a_die_taken_as_it_is_does_not_spend_sir_charles_ability() -> None:
    """FR p.11: you may change it."""
    rules = edition(sir_charles_limit="round")
    table = a_turn(dice="35241", character="sir-charles", fame=5, rules=rules).play(
        "d3 pass d2 pass"
    )
    assert table.broken_rules("d5+1") == []


def test_sir_charles_waits_for_his_first_trumpet() -> None:
    """FR p.9, DE p.9: from the first trumpet on."""
    assert a_turn(dice="6", character="sir-charles", fame=4).moves == ["d6"]
