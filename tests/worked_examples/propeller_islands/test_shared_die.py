"""The die that is left at the end of a round (FR p.6, p.10, DE p.6, p.10)."""

from tests.worked_examples.propeller_islands.table import (
    a_player,
    a_turn,
    edition,
    the_shared_die,
)

ISLAND = {(1, 0): "06/4 standing", (0, 1): "05/4 standing", (0, -1): "07/2 standing"}


def test_everybody_may_activate_tiles_with_the_die_that_is_left() -> None:
    """FR p.10, DE p.10: all may use this die to activate all matching buildings."""
    table = the_shared_die(4, island=ISLAND, others=[a_player({(1, 0): "07/4 standing"})])
    assert table.moves_like("activate") == [
        "activate @0,0 resources", "activate @1,0", "activate @0,1"
    ]  # fmt: skip
    table.play("activate @1,0 activate @0,1 pass")
    assert table.stock == "e2g1"
    assert table.to_move == 1
    table.play("activate @1,0 pass")
    assert str(table.state.players[1].stock) == "s1"
    assert table.state.round == 2


def test_the_shared_die_goes_round_from_the_first_player() -> None:
    """Specification 8: seat order from the first player."""
    third = a_player()
    table = a_turn(4, dice="45", first=1, turn=5, others=[a_player(), third]).play("pass")
    seats = []
    for _ in range(3):
        seats.append(table.to_move)
        table.play("pass")
    assert seats == [1, 2, 0]


def test_no_energy_may_be_spent_on_the_shared_die() -> None:
    """PI-18. FR p.10, DE p.10: its value can't be changed by spending energy."""
    table = the_shared_die(4, island=ISLAND, stock="e5")
    assert table.broken_rules("d4+1") == ["shared.no-energy"]
    assert table.broken_rules("d4") == ["shared.no-energy"]
    assert table.broken_rules("+1") == ["shared.no-energy"]
    assert table.broken_rules("activate @0,-1") == ["activate.wrong-number"]


def test_no_plan_may_be_completed_with_the_shared_die() -> None:
    """PI-18. FR p.10, DE p.10: no plan after using this die."""
    plan = "I/0/3/joker"
    table = the_shared_die(4, island=ISLAND, hand=plan)
    assert table.broken_rules(f"plan {plan} aside") == ["shared.no-plan"]
    table.play("activate @1,0")
    assert table.broken_rules(f"plan {plan} aside") == ["shared.no-plan"]
    table.play("pass pass")
    assert (table.state.round, table.hand) == (2, [plan])


def test_nelson_can_not_pay_or_complete_a_plan_either() -> None:
    """PI-18. FR p.10-11, DE p.10-11."""
    table = the_shared_die(4, character="nelson", fame=5, hand="I/0/3/joker", stock="e3")
    assert table.broken_rules("d4+1") == ["shared.no-energy"]
    assert table.broken_rules("plan I/0/3/joker aside") == ["shared.no-plan"]


def test_nothing_is_built_or_scrapped_with_the_shared_die() -> None:
    """FR p.10, DE p.10: it activates buildings."""
    table = the_shared_die(4, island=ISLAND)
    assert table.broken_rules("build C4 @1,1") == ["order.not-now"]
    assert table.broken_rules("scrap C4") == ["order.not-now"]


def test_tiles_used_in_this_round_stay_used() -> None:
    """FR p.10, DE p.10: their workers lie, they can't be activated a second time."""
    table = the_shared_die(4, island={(1, 0): "06/4 lying", (0, 1): "05/4 standing"})
    assert table.broken_rules("activate @1,0") == ["activate.worker-lies"]
    assert table.play("activate @0,1").stock == "g1"


def test_jokers_deploys_and_dock_rewards_work_with_the_shared_die() -> None:
    """Specification 8: as in action C."""
    island = {(1, 0): "06/1 standing joker", (0, 1): "07/4"}
    table = the_shared_die(4, island=island, dock="a1 b1")
    table.play("activate @1,0 activate @0,0 worker deploy a1 @0,1 activate @0,1")
    assert table.stock == "e3s2"
    assert table.dock == ["b1"]


def test_the_shared_die_may_be_left_unused() -> None:
    """FR p.10, DE p.6, p.10: you may (specification 11.18)."""
    table = the_shared_die(4, island=ISLAND)
    assert "pass" in table.moves
    assert table.play("pass").stock == "0"


def test_an_edition_may_demand_that_every_matching_tile_is_activated() -> None:
    """FR p.6: "vous devrez utiliser ... tous les bâtiments éligibles": the option `shared_die`."""
    table = the_shared_die(4, island=ISLAND, rules=edition(shared_die="must"))
    assert table.broken_rules("pass") == ["order.must"]
    assert table.moves == ["activate @0,0 resources", "activate @1,0", "activate @0,1"]
    table.play("activate @0,0 resources activate @0,1")
    assert table.broken_rules("pass") == ["order.must"]
    table.play("activate @1,0")
    assert table.to_move == 1


def test_the_duty_concerns_the_shared_die_only() -> None:
    """FR p.6, p.8, the option `shared_die`: in a turn, tiles may still be left out."""
    table = a_turn(4, island=ISLAND, rules=edition(shared_die="must"))
    assert table.broken_rules("pass") == []
    assert table.play("activate @1,0").broken_rules("pass") == []


def test_the_duty_does_not_force_maries_additional_tile() -> None:
    """FR p.6, p.11: she may; the options `shared_die` and `marie_when` together."""
    rules = edition("fr", shared_die="must")
    island = {(0, 0): "01 lying", (1, 0): "06/4 standing", (0, 1): "05/1 standing"}
    table = the_shared_die(4, island=island, character="marie", fame=10, rules=rules)
    assert table.broken_rules("pass") == ["order.must"]
    table.play("activate @1,0")
    assert table.moves == ["activate @0,1", "pass"]


def test_nobody_is_asked_who_has_nothing_to_activate() -> None:
    """FR p.10, DE p.10: nothing to decide."""
    lying = {(0, 0): "01 lying"}
    table = the_shared_die(4, island=lying, others=[a_player(lying)])
    assert table.expected == "the dice are rolled first"
