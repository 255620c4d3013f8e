"""`check` gives all reasons at once, and every rule id of the data is provoked by some test."""

import json
from importlib.resources import files

import pytest

from tests.worked_examples.propeller_islands import (
    test_bad_moves_around_a_turn,
    test_bad_moves_of_a_turn,
    test_bad_positions,
)
from tests.worked_examples.propeller_islands.table import (
    SUSANS_PLAN,
    Table,
    a_fresh_game,
    a_turn,
    the_end_of_my_turn,
)

#: No move and no position breaks these, only a look at the table does: `tests/companion` has them.
ONLY_SEEN = {
    "change.not-paid", "dock.die-back", "dock.not-yours", "draw.too-many", "forge.turned",
    "goods.not-earned", "island.moved", "island.not-yours", "market.moved",
    "market.not-from-there", "plan.not-paid", "take.two-dice", "turn.no-die", "turn.not-yours",
    "turn.two-actions", "upgrade.moved", "upgrade.no-plan", "worker.moved", "worker.not-yours",
    "worker.stood-up",
}  # fmt: skip


@pytest.mark.parametrize(
    ("move", "rules"),
    [
        ("d4+2", ["take.no-die", "change.too-far", "change.cannot-pay"]),
        ("d4+1", ["take.no-die", "change.cannot-pay"]),
        ("d4r", ["take.no-die", "reroll.only-jacques"]),
        ("d3+2", ["change.too-far", "change.cannot-pay"]),
    ],
)
def test_a_die_may_be_wrong_in_several_ways(move: str, rules: list[str]) -> None:
    """FR p.6, DE p.6."""
    assert a_turn(dice="35").broken_rules(move) == rules


def test_a_build_may_be_wrong_in_three_ways() -> None:
    """FR p.7, DE p.7: the slot is out of reach and empty, and the cell floats."""
    table = a_turn(4, market={"C1": None})
    reasons = table.why_not("build C1 @5,5")
    assert [reason.rule for reason in reasons] == [
        "market.out-of-reach", "market.empty", "island.not-connected"
    ]  # fmt: skip
    assert [reason.pieces for reason in reasons] == [
        ("market/C1", "forge/4"), ("market/C1",), ("island/0/(5,5)",)
    ]  # fmt: skip
    assert table.broken_rules("scrap C1") == ["market.out-of-reach", "market.empty"]
    assert table.broken_rules("build C9 @0,0") == ["market.no-slot", "island.cell-taken"]


def test_an_activation_may_be_wrong_in_three_ways() -> None:
    """FR p.8, p.12, DE p.8, p.12: worker, number, and cost or place."""
    table = a_turn(4, island={(1, 0): "10/2", (0, 1): "08/2 lying", (0, -1): "06/4 standing"})
    assert table.broken_rules("activate @1,0") == [
        "activate.no-worker", "activate.wrong-number", "activate.cannot-pay"
    ]  # fmt: skip
    full = a_turn(4, island={(0, 1): "08/2 lying"})
    assert full.broken_rules("activate @0,1") == [
        "activate.worker-lies", "activate.wrong-number", "activate.cannot-deploy"
    ]  # fmt: skip
    assert full.broken_rules("activate @0,1 resources") == [
        "activate.worker-lies", "activate.wrong-number", "activate.no-option"
    ]  # fmt: skip


def test_marie_hears_that_she_can_pay_neither_herself_nor_the_tile() -> None:
    """FR p.11-12, DE p.11-12."""
    island = {(1, 0): "10/2 standing"}
    table = a_turn(4, island=island, character="marie", fame=5)
    assert table.broken_rules("activate @1,0") == [
        "activate.marie-cannot-pay",
        "activate.cannot-pay",
    ]


def test_a_deploy_may_be_wrong_at_both_ends() -> None:
    """FR p.3, p.8, DE p.3, p.8."""
    island = {(1, 0): "05/1", (0, 1): "02"}
    table = a_turn(4, island=island, dock="a1").play("activate @0,0 worker")
    assert table.broken_rules("deploy b1 @0,1") == [
        "deploy.dock-cell-empty",
        "deploy.no-worker-cell",
    ]
    assert table.broken_rules("deploy z9 @0,0") == ["deploy.no-dock-cell", "deploy.cell-taken"]
    assert table.broken_rules("deploy z9 @9,9") == ["deploy.no-dock-cell", "deploy.no-tile"]


def test_a_plan_may_be_wrong_in_three_ways() -> None:
    """FR p.9, DE p.9: not in the hand, not paid, no slot for its upgrade."""
    table = the_end_of_my_turn(hand="I/0/3/joker", island={(1, 0): "06/1 banner:culture"})
    rules = ["plan.not-in-hand", "plan.cannot-pay"]
    assert table.broken_rules(f"plan {SUSANS_PLAN} aside") == rules
    assert table.broken_rules(f"plan {SUSANS_PLAN} @0,0") == [*rules, "upgrade.no-slot"]
    assert table.broken_rules(f"plan {SUSANS_PLAN} @1,0") == [*rules, "upgrade.slot-taken"]
    assert table.broken_rules(f"plan {SUSANS_PLAN} @5,0") == [*rules, "upgrade.no-tile"]


def test_a_missing_slot_says_whether_it_is_only_assumed() -> None:
    """Specification 12: slots are assumed, but a monument never has a joker (section 16)."""
    plan = "I/0/3/joker"
    island = {(1, 0): "14", (0, 1): "08/1/b", (0, -1): "08/1"}
    table = the_end_of_my_turn(hand=f"{plan} I/0/3/production:gear", island=island)
    assert [reason.assumed for reason in table.why_not(f"plan {plan} @1,0")] == [False]
    assert [reason.assumed for reason in table.why_not(f"plan {plan} @0,1")] == [False]
    (assumed,) = table.why_not("plan I/0/3/production:gear @0,-1")
    assert assumed.assumed
    assert assumed.text.endswith("(This rests on assumed data.)")


def test_a_roll_may_be_wrong_in_number_and_in_every_die() -> None:
    """FR p.6, DE p.6."""
    table: Table = a_fresh_game()
    while table.expected != "the dice are rolled first":
        table.play(table.moves[0])
    assert table.broken_rules("roll 0178") == ["roll.count", *["roll.bad-die"] * 3]


def test_every_rule_of_the_data_is_provoked() -> None:
    """A rule that no test can break would be a sentence nobody has ever read."""
    data = files("companion.games.propeller_islands") / "data" / "rules.json"
    rules = set(json.loads(data.read_text("utf-8")))
    provoked = {
        case.rule
        for module in (test_bad_moves_of_a_turn, test_bad_moves_around_a_turn, test_bad_positions)
        for case in module.CASES
    }
    assert rules - provoked == ONLY_SEEN
    assert provoked - rules == set()
