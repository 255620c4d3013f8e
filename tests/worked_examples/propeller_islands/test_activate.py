"""Action C, activating tiles (FR p.8, DE p.8)."""

import pytest

from tests.worked_examples.propeller_islands.table import a_turn, edition

SUSAN = {(1, 0): "10/6 standing", (0, 1): "07/3 standing"}


def test_susan_activates_her_capitol_and_pays_the_factory_with_its_steel() -> None:
    """PI-8. FR p.8, DE p.8: capitol for a steel and an energy, then tile 10 for two gears."""
    table = a_turn(6, island=SUSAN).play("activate @0,0 resources")
    assert table.stock == "e1s1"
    assert (table.worker(0, 0), table.worker(1, 0)) == ("lying", "standing")
    table.play("activate @1,0")
    assert table.stock == "e1g2"
    assert (table.worker(0, 0), table.worker(1, 0)) == ("lying", "lying")
    assert table.worker(0, 1) == "standing"


def test_susan_can_not_activate_the_foundry_whose_number_is_another() -> None:
    """PI-8. FR p.8, DE p.8: tile 07 needs another die."""
    table = a_turn(6, island=SUSAN)
    assert table.broken_rules("activate @0,1") == ["activate.wrong-number"]
    assert table.broken_rules("activate @0,0 resources activate @0,1") == ["activate.wrong-number"]
    assert "activate @0,1" not in table.moves


def test_a_factory_without_steel_can_not_be_activated() -> None:
    """PI-9. FR p.8, p.12, DE p.8, p.12: the cost must be paid."""
    table = a_turn(6, island=SUSAN)
    assert table.broken_rules("activate @1,0") == ["activate.cannot-pay"]
    assert table.moves_like("activate") == ["activate @0,0 resources"]


def test_tiles_may_be_activated_in_any_order_and_left_out() -> None:
    """FR p.8, DE p.8: in the order you like; you may leave tiles out."""
    island = {(1, 0): "05/2 standing", (0, 1): "06/2 standing", (0, -1): "07/2 standing"}
    table = a_turn(2, island=island).play("activate @0,-1 activate @1,0")
    assert table.stock == "s1g1"
    table.play("pass")
    assert table.worker(0, 1) == "standing"
    assert table.to_move == 1
    assert a_turn(2, island=island).play("activate @1,0 activate @0,-1").stock == "s1g1"


def test_no_tile_at_all_may_be_activated() -> None:
    """Specification 6.2: choosing zero tiles is allowed, so there is always a legal move."""
    table = a_turn(6, island=SUSAN).play("pass")
    assert (table.stock, table.to_move) == ("0", 1)
    assert table.me.used_dice == (6,)


def test_a_tile_needs_a_standing_worker() -> None:
    """FR p.8: an active (standing) worker; DE p.8: a worker must stand on the tile."""
    table = a_turn(2, island={(1, 0): "05/2", (0, 1): "06/2 lying"})
    assert table.broken_rules("activate @1,0") == ["activate.no-worker"]
    assert table.broken_rules("activate @0,1") == ["activate.worker-lies"]


def test_an_activated_tile_can_not_be_activated_again_this_round() -> None:
    """FR p.8, DE p.8: the worker lies down; the building can't be activated again this round."""
    island = {(1, 0): "05/2 standing", (0, 1): "06/2 standing"}
    table = a_turn(2, dice="22222", island=island).play("activate @1,0")
    assert table.broken_rules("activate @1,0") == ["activate.worker-lies"]
    table.play("pass d2 pass d2")
    assert table.broken_rules("activate @1,0") == ["activate.worker-lies"]
    assert table.broken_rules("activate @0,1") == []


@pytest.mark.parametrize("die", range(1, 7))
def test_the_capitol_and_a_joker_answer_any_die(die: int) -> None:
    """FR p.8, DE p.8: the capitol and every tile with "?" work with any value."""
    table = a_turn(die, island={(1, 0): "05/2 standing joker", (0, 1): "06 standing"})
    assert table.moves_like("activate") == ["activate @0,0 resources", "activate @1,0"]


@pytest.mark.parametrize("die", [2, 5])
def test_a_joker_works_with_its_old_number_and_with_every_other(die: int) -> None:
    """PI-26. FR p.9, DE p.9: for the rest of the game any die value activates this building."""
    table = a_turn(die, island={(1, 0): "05/2 standing joker"}).play("activate @1,0")
    assert table.stock == "g1"
    assert table.worker(1, 0) == "lying"


def test_the_changed_value_decides_which_tiles_answer() -> None:
    """FR p.8: remember that energy may change your die."""
    table = a_turn(dice="2", stock="e1", island={(1, 0): "05/3 standing"})
    assert table.broken_rules("d2 activate @1,0") == ["activate.wrong-number"]
    assert table.play("d2+1 activate @1,0").stock == "g1"


def test_depots_and_monuments_have_nothing_to_activate() -> None:
    """FR p.3, DE p.3: monuments and depots have no activation number."""
    island = {(1, 0): "14/banner:culture standing", (0, 1): "02/hub:industry"}
    table = a_turn(2, island=island)
    assert table.broken_rules("activate @1,0") == ["activate.no-bar"]
    assert table.broken_rules("activate @0,1") == ["activate.no-bar"]


def test_a_production_upgrade_adds_one_resource_and_the_cost_is_still_due() -> None:
    """PI-25. FR p.9: adds a resource; an activation cost must still be paid."""
    table = a_turn(6, island={(1, 0): "10/6 standing production:gear"}, stock="s1")
    assert table.play("activate @1,0").stock == "g3"


def test_a_production_upgrade_never_pays_the_cost() -> None:
    """PI-25. FR p.9: the cost comes first."""
    table = a_turn(6, island={(1, 0): "10/6 standing production:steel"})
    assert table.broken_rules("activate @1,0") == ["activate.cannot-pay"]
    table = a_turn(6, island={(1, 0): "10/6 standing production:steel"}, stock="s1")
    assert table.play("activate @1,0").stock == "s1g2"


@pytest.mark.parametrize(
    ("resource", "stock"), [("energy", "e3"), ("steel", "e2s1"), ("gear", "e2g1")]
)
def test_there_are_three_kinds_of_production(resource: str, stock: str) -> None:
    """FR p.9: energy, steel and gears."""
    table = a_turn(6, island={(1, 0): f"06/6 standing production:{resource}"})
    assert table.play("activate @1,0").stock == stock


def test_production_adds_to_its_own_tile_only() -> None:
    """FR p.9: when you activate it."""
    island = {(1, 0): "06/6 standing production:gear", (0, 1): "07/6 standing"}
    assert a_turn(6, island=island).play("activate @0,1").stock == "s1"


def test_a_tile_with_three_upgrades_uses_all_of_them() -> None:
    """FR p.9, DE p.9: one upgrade of each kind."""
    island = {(1, 0): "06/6 standing joker production:gear banner:science"}
    assert a_turn(1, island=island).play("activate @1,0").stock == "e2g1"


def test_production_adds_whatever_activated_the_tile() -> None:
    """Specification 16: +1 at every activation, here by a radio station."""
    island = {(1, 0): "06/6 standing production:gear", (0, 1): "11/2 standing"}
    assert a_turn(2, island=island).play("activate @0,1 activate @1,0").stock == "e2g1"


def test_gains_may_pay_for_later_activations_of_the_same_action() -> None:
    """FR p.8: use the bonus you received; DE p.8: resources of this turn may be used at once."""
    island = {(1, 0): "06/6 standing", (0, 1): "09/6 standing", (0, -1): "10/6 standing"}
    table = a_turn(6, island=island)
    assert table.broken_rules("activate @0,1") == ["activate.cannot-pay"]
    assert table.play("activate @1,0 activate @0,1 activate @0,-1").stock == "g3"


def test_a_freshly_deployed_worker_may_be_used_in_the_same_action() -> None:
    """FR p.8: the bonus you received may serve to activate another tile (specification 11.9)."""
    table = a_turn(6, island={(1, 0): "06/6"}).play("activate @0,0 worker deploy a1 @1,0")
    assert table.worker(1, 0) == "standing"
    assert table.play("activate @1,0").stock == "e2"


def test_an_edition_may_let_fresh_workers_wait_for_the_next_action() -> None:
    """DE p.8 speaks of resources only: the option `fresh_workers` (specification 11.9)."""
    rules = edition(fresh_workers=False)
    island = {(1, 0): "06/6", (0, 1): "06/6 standing"}
    table = a_turn(6, dice="66666", island=island, rules=rules)
    table.play("activate @0,0 worker deploy a1 @1,0")
    assert table.broken_rules("activate @1,0") == ["activate.fresh-worker"]
    assert table.moves == ["activate @0,1", "pass"]
    table.play("activate @0,1 d6 pass d6")
    assert table.broken_rules("activate @1,0") == [], "the next action"


def test_fresh_workers_that_wait_do_not_answer_a_radio_station_either() -> None:
    """DE p.8, the option `fresh_workers`."""
    rules = edition(fresh_workers=False)
    island = {(1, 0): "06/1", (0, 1): "11/6 standing"}
    table = a_turn(6, island=island, rules=rules).play("activate @0,0 worker deploy a1 @1,0")
    table.play("activate @0,1")
    assert table.to_move == 1, "the radio station finds nobody"
    assert table.worker(1, 0) == "standing"


def test_activating_goes_on_until_nothing_is_left_to_activate() -> None:
    """FR p.8, DE p.8: all tiles of that number; nobody is asked when there is none."""
    table = a_turn(6, island=SUSAN, stock="s1").play("activate @1,0")
    assert table.to_move == 0
    assert table.moves == ["activate @0,0 resources", "pass"]
    table.play("activate @0,0 resources")
    assert table.to_move == 1
