"""Action A, taking a tile, and action B, throwing one away (FR p.6-7, DE p.6-7)."""

import pytest

from tests.worked_examples.propeller_islands.table import a_turn


def test_a_tile_is_taken_from_one_of_the_three_slots_next_to_the_die() -> None:
    """FR p.7, DE p.7: one of the three tiles next to the Forge space with the die's number."""
    table = a_turn(4)
    assert {move.split()[1] for move in table.moves_like("build")} == {"E3", "C4", "E4"}
    assert table.moves_like("scrap") == ["scrap E3", "scrap C4", "scrap E4"]
    for slot in ("C1", "E1", "E2", "C3", "C5", "E5", "E6"):
        assert table.broken_rules(f"build {slot} @1,0") == ["market.out-of-reach"]
        assert table.broken_rules(f"scrap {slot}") == ["market.out-of-reach"]


def test_the_changed_value_decides_which_tiles_are_in_reach() -> None:
    """FR p.7, DE p.7: remember that energy may have changed the die."""
    table = a_turn(dice="4", stock="e1").play("d4+1")
    assert table.broken_rules("build C4 @1,0") == ["market.out-of-reach"]
    assert table.broken_rules("build C5 @1,0") == []


def test_the_tile_touches_a_tile_of_the_island() -> None:
    """FR p.7, DE p.7: next to at least one tile of the own island."""
    table = a_turn(4, island={(1, 0): "05/1"})
    assert table.broken_rules("build C4 @3,0") == ["island.not-connected"]
    assert table.broken_rules("build C4 @1,0") == ["island.cell-taken"]
    assert table.broken_rules("build C4 @0,0") == ["island.cell-taken"]
    assert table.broken_rules("build C4 @2,0") == []
    cells = {move.split()[2] for move in table.moves_like("build")}
    assert cells == {"@2,0", "@1,1", "@0,1", "@-1,1", "@-1,0", "@0,-1", "@1,-1", "@2,-1"}


def test_taking_a_tile_costs_nothing_and_leaves_it_without_a_worker() -> None:
    """FR p.7, DE p.7: the tile is placed; workers come from the dock (FR p.8, DE p.8)."""
    table = a_turn(4, market={"C4": "10/5/banner:science"}, stock="e1").play("build C4 @1,0")
    assert table.tiles == {(0, 0): "01", (1, 0): "10/5/banner:science"}
    assert table.worker(1, 0) is None
    assert table.stock == "e1"
    assert table.fame == 0


def test_the_slot_is_refilled_from_the_stack() -> None:
    """FR p.7, DE p.7: then a new tile from the stack fills the gap."""
    table = a_turn(4, stack=9).play("build C4 @1,0")
    assert table.market("C4") is None
    assert table.expected == "the empty market slot is filled first"
    assert table.to_move == -1
    table.play("tile 13/6/hub:industry")
    assert table.market("C4") == "13/6/hub:industry"
    assert table.state.stack == 8
    assert table.to_move == 1


def test_the_refill_comes_after_the_bonus_and_the_fame() -> None:
    """FR p.7, DE p.7: fame at once, "ensuite"/"anschließend" the refill."""
    island = {(1, 0): "05/1/banner:industry"}
    table = a_turn(4, island=island, market={"E4": "02/hub:industry"}).play("build E4 @0,1")
    assert table.expected == "the empty market slot is filled first"
    assert (table.stock, table.fame) == ("e1s1", 1)


def test_scrapping_gives_two_energy_and_refills_the_slot() -> None:
    """FR p.7, DE p.7: throw the tile away, take two energy, fill the gap from the stack."""
    table = a_turn(4, stack=9, market={"E3": "02/hub:industry"}, stock="e1s1").play("scrap E3")
    assert table.stock == "e3s1"
    assert table.market("E3") is None
    table.play("tile 06/1")
    assert (table.market("E3"), table.state.stack) == ("06/1", 8)
    assert table.tiles == {(0, 0): "01"}
    assert table.to_move == 1


def test_two_energy_of_a_scrapped_tile_may_pay_a_plan_in_the_same_turn() -> None:
    """FR p.6, p.9, DE p.6, p.9: the plan comes at the end of the turn (specification 16)."""
    table = a_turn(4, hand="I/e2/3/joker").play("scrap C4 tile 05/1 plan I/e2/3/joker aside")
    assert (table.stock, table.aside) == ("0", ["joker"])


def test_exactly_one_action_is_done_with_a_die() -> None:
    """DE p.6: exactly one of the three actions; FR p.6: one of them."""
    table = a_turn(4, island={(1, 0): "06/4 standing"})
    assert table.broken_rules("build C4 @0,1 tile 05/1 scrap C4") == ["order.not-now"]
    assert table.broken_rules("scrap C4 tile 05/1 activate @1,0") == ["order.not-now"]
    assert table.broken_rules("activate @1,0 scrap C4") == ["order.not-now"]


def test_the_last_tile_of_the_stack_refills_and_later_the_slot_stays_empty() -> None:
    """PI-31. FR p.7, p.10, DE p.7, p.10: no new tile comes; the round is played to its end."""
    table = a_turn(4, stack=1, dice="44455").play("build C4 @1,0 tile 06/1")
    assert (table.market("C4"), table.state.stack) == ("06/1", 0)
    table.play("d4 scrap C4")
    assert table.market("C4") is None
    assert table.to_move == 0, "no refill is waited for"
    table.play("d4")
    assert table.broken_rules("build C4 @0,1") == ["market.empty"]
    assert table.broken_rules("scrap C4") == ["market.empty"]
    table.play("scrap E4 d5 pass")
    assert not table.state.over
    assert table.expected == "tiles are being activated"
    table.play("pass pass")
    assert table.state.over
    assert table.state.round == 1


@pytest.mark.parametrize("action", ["build C4 @1,0", "scrap C4"])
def test_a_tile_may_be_taken_while_the_stack_is_empty(action: str) -> None:
    """PI-31, specification 16: as long as the slot holds a tile."""
    table = a_turn(4, stack=0).play(action)
    assert table.market("C4") is None
    assert table.to_move == 1


def test_with_three_empty_slots_only_activating_is_left() -> None:
    """Specification 16: with zero tiles if need be."""
    nothing = {"E3": None, "C4": None, "E4": None}
    table = a_turn(4, stack=0, market=nothing, island={(0, 0): "01 lying"})
    assert table.moves == ["pass"]


def test_a_tile_that_the_data_does_not_have_can_be_described() -> None:
    """The table decides: number, guild, hub symbol and slots are told on the spot."""
    table = a_turn(4, dice="4444").play("scrap C4 tile 12/5/hub:culture/p")
    assert table.market("C4") == "12/5/hub:culture/p"
    unseen = len(table.state.unseen)
    table.play("d4 scrap E4 tile 12/3/hub:culture d4 build C4 @1,0 tile 05/1/banner:culture")
    assert table.tiles[(1, 0)] == "12/5/hub:culture/p"
    assert len(table.state.unseen) == unseen - 1, "only the workshop was one of the data"


def test_the_slots_of_a_described_tile_are_its_own() -> None:
    """FR p.9, DE p.9: a free slot of that kind; described as `/p`, it has no other."""
    plan, banner = "I/0/3/production:gear", "I/0/3/banner:science"
    table = a_turn(4, island={(1, 0): "12/5/hub:culture/p"}, hand=f"{plan} {banner}").play("pass")
    assert table.moves_like("plan") == [
        f"plan {plan} @1,0",
        f"plan {plan} aside",
        f"plan {banner} aside",
    ]
    (reason,) = table.why_not(f"plan {banner} @1,0")
    assert (reason.rule, reason.assumed) == ("upgrade.no-slot", False)
