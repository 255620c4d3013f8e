"""Trumpets and abilities (FR p.9, p.11, DE p.9, p.11). Jacques and Sir Charles: test_dice.py."""

from typing import Any

import pytest

from tests.worked_examples.propeller_islands.table import (
    Table,
    a_player,
    a_turn,
    edition,
    the_end_of_my_turn,
    the_shared_die,
)

PLAN = "I/0/3/joker"
HUBS = {(1, 0): "10/6/hub:science", (-1, 1): "04/hub:science"}
SCIENCE = {f"{kind}{number}": "05/5/banner:science" for kind in "CE" for number in range(1, 7)}


def building(fame: int, character: str, **settings: Any) -> Table:
    """The table after a tile was built that made two connections."""
    table = a_turn(4, island=HUBS, market=SCIENCE, character=character, fame=fame, **settings)
    return table.play("build C4 @0,1")


@pytest.mark.parametrize(
    ("fame", "level"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (15, 2), (16, 2), (31, 2)]
)
def test_a_trumpet_is_reached_and_stays_reached(fame: int, level: int) -> None:
    """FR p.9, DE p.9: when the marker reaches the trumpet; also when it starts again at 0."""
    assert a_turn(fame=fame).state.level(0) == level


def test_fame_beyond_the_track_is_not_lost() -> None:
    """PI-22. FR p.9, DE p.9: more than 15 takes a +15 token; 16 is one token and 1 on the track."""
    island = {(1, 0): "05/5/banner:science"}
    table = a_turn(4, island=island, market={"C4": "04/hub:science"}, fame=15)
    assert table.play("build C4 @0,1").play("deploy a1 @1,0").fame == 16
    table = a_turn(4, island={(1, 0): "05/1"}, dock="a3 a1 d2", fame=14)
    table.play("activate @0,0 worker deploy a3 @1,0")
    assert table.fame == 17


def test_amelia_gains_an_energy_with_fame_once_a_round() -> None:
    """PI-35. FR p.11, DE p.11: once per round, when you gain fame; two connections are one gain."""
    table = building(5, "amelia", dice="444445")
    assert (table.fame, table.stock) == (7, "e1")
    table.play("tile 05/5/banner:science d4 pass d4 build C4 @1,-1")
    assert (table.fame, table.stock) == (8, "e1"), "the second turn of the same round"
    table.play("tile 05/1 d4 pass pass pass")
    assert table.state.round == 2
    table.play("roll 44455 d4 pass d4 build E4 @2,0")
    assert (table.fame, table.stock) == (9, "e2"), "again in the next round"


def test_amelia_waits_for_her_trumpet_and_the_gain_that_reaches_it_does_not_count() -> None:
    """FR p.9, DE p.9; specification 10.3: the gain that unlocks her does not trigger her."""
    table = building(4, "amelia")
    assert (table.fame, table.stock) == (6, "0")
    assert table.me.ability_spent is False


def test_amelia_chooses_energy_or_steel_at_her_second_trumpet() -> None:
    """FR p.11, DE p.11: one energy or one steel."""
    table = building(10, "amelia")
    assert table.moves == ["gain energy", "gain steel"]
    assert table.broken_rules("gain gear") == ["gain.not-offered"]
    assert table.play("gain steel").stock == "s1"
    assert building(10, "amelia").play("gain energy").stock == "e1"
    assert building(9, "amelia").stock == "e1", "the level before the gain decides"


def test_amelias_second_trumpet_does_not_renew_a_used_ability() -> None:
    """Specification 10.3."""
    table = building(10, "amelia", ability_spent=True)
    assert (table.fame, table.stock) == (12, "0")
    assert table.expected == "the empty market slot is filled first"


def test_amelia_gains_with_the_fame_of_a_dock_reward_and_of_a_banner() -> None:
    """FR p.11, DE p.11: when you gain fame, whatever the source."""
    table = a_turn(4, island={(1, 0): "05/1"}, dock="c3 c1", character="amelia", fame=5)
    table.play("activate @0,0 worker deploy c3 @1,0")
    assert (table.fame, table.stock) == (8, "e1")
    banner = "I/0/3/banner:science"
    table = the_end_of_my_turn(island=HUBS, hand=banner, character="amelia", fame=5)
    assert table.play(f"plan {banner} @1,0").stock == "0", "no connection, no fame"


def test_an_edition_may_let_amelia_gain_once_a_turn() -> None:
    """FR p.11: "une fois par tour" may mean the turn: the option `amelia_limit`."""
    rules = edition(amelia_limit="turn")
    table = building(5, "amelia", dice="444445", rules=rules)
    assert table.stock == "e1"
    table.play("tile 05/5/banner:science d4 pass d4 build C4 @1,-1")
    assert (table.fame, table.stock) == (8, "e2")


def test_an_edition_with_amelia_once_a_turn_renews_her_with_the_shared_die() -> None:
    """FR p.11, the option `amelia_limit`."""
    island = {(1, 0): "05/1"}
    settings: dict[str, Any] = {
        "character": "amelia",
        "fame": 5,
        "ability_spent": True,
        "dock": "c3 c1",
    }
    for limit, stock in (("turn", "e1"), ("round", "0")):
        table = the_shared_die(4, island=island, rules=edition(amelia_limit=limit), **settings)
        table.play("activate @0,0 worker deploy c3 @1,0")
        assert (table.fame, table.stock) == (8, stock)


def test_others_gain_nothing_with_fame() -> None:
    """FR p.11, DE p.11: Amelia's ability only."""
    for character in ("jacques", "nelson", "marie", "nicola", "sir-charles"):
        assert building(12, character).stock == "0"


def test_marie_pays_an_energy_to_activate_one_more_tile_of_any_number() -> None:
    """FR p.11, DE p.11: spend one energy to activate an additional building."""
    island = {(1, 0): "07/4 standing", (0, 1): "05/1 standing", (0, -1): "06/2 standing"}
    table = a_turn(4, island=island, character="marie", fame=5, stock="e2")
    table.play("activate @1,0 activate @0,1")
    assert table.stock == "e1s1g1"
    assert table.broken_rules("activate @0,-1") == ["activate.wrong-number"], "only one more"
    assert table.broken_rules("activate @0,0 resources") == [], "the others go on"


def test_marie_may_take_her_tile_first_or_alone() -> None:
    """Specification 10.3: also when no other tile is activated."""
    island = {(1, 0): "07/4 standing", (0, 1): "05/1 standing", (0, -1): "06/2 standing"}
    table = a_turn(4, island=island, character="marie", fame=5, stock="e2").play("activate @0,1")
    assert table.stock == "e1g1"
    assert table.broken_rules("activate @0,-1") == ["activate.wrong-number"]
    assert table.play("pass").to_move == 1


def test_marie_pays_the_tiles_own_cost_on_top() -> None:
    """Specification 10.3; FR p.8, DE p.8: costs are due."""
    island = {(1, 0): "09/1 standing"}
    table = a_turn(4, island=island, character="marie", fame=5, stock="e2")
    assert table.broken_rules("activate @1,0") == ["activate.cannot-pay"]
    table = a_turn(4, island=island, character="marie", fame=5, stock="e3")
    assert table.play("activate @1,0").stock == "s1g1"


def test_marie_without_energy_has_no_additional_tile() -> None:
    """FR p.11, DE p.11: one energy."""
    table = a_turn(4, island={(1, 0): "05/1 standing"}, character="marie", fame=5)
    assert table.broken_rules("activate @1,0") == ["activate.marie-cannot-pay"]
    assert table.moves_like("activate") == ["activate @0,0 resources"]
    table.play("activate @0,0 resources activate @1,0")
    assert table.stock == "s1g1", "the energy of the capitol pays"


def test_maries_additional_tile_is_free_at_her_second_trumpet() -> None:
    """FR p.11: for nothing; DE p.11."""
    table = a_turn(4, island={(1, 0): "05/1 standing"}, character="marie", fame=10, stock="e1")
    assert table.play("activate @1,0").stock == "e1g1"


def test_marie_needs_a_standing_worker_and_her_trumpet() -> None:
    """FR p.11, DE p.11: a tile with an active worker; FR p.9, DE p.9."""
    island = {(1, 0): "05/1", (0, 1): "05/1 lying"}
    table = a_turn(4, island=island, character="marie", fame=10)
    assert table.broken_rules("activate @1,0") == ["activate.no-worker"]
    assert table.broken_rules("activate @0,1") == ["activate.worker-lies"]
    early = a_turn(4, island={(1, 0): "05/1 standing"}, character="marie", fame=4, stock="e3")
    assert early.broken_rules("activate @1,0") == ["activate.wrong-number"]


def test_marie_pays_nothing_for_a_tile_that_answers_the_die() -> None:
    """FR p.11, DE p.11: only the additional one costs."""
    island = {(1, 0): "05/4 standing", (0, 1): "05/1 standing joker"}
    table = a_turn(4, island=island, character="marie", fame=5, stock="e1")
    assert table.play("activate @1,0 activate @0,1").stock == "e1g2"


def test_in_germany_marie_has_no_additional_tile_with_the_shared_die() -> None:
    """DE p.11: the action of your turn (specification 11.6)."""
    table = the_shared_die(4, island={(1, 0): "05/1 standing"}, character="marie", fame=10)
    assert table.broken_rules("activate @1,0") == ["activate.wrong-number"]


def test_in_france_marie_has_an_additional_tile_with_the_shared_die() -> None:
    """FR p.11: whenever you activate buildings: the option `marie_when`."""
    island = {(1, 0): "05/1 standing", (0, 1): "06/1 standing"}
    table = the_shared_die(4, island=island, character="marie", fame=10, rules=edition("fr"))
    table.play("activate @1,0")
    assert table.stock == "g1"
    assert table.broken_rules("activate @0,1") == ["activate.wrong-number"], "only one"


def test_nicola_gains_an_energy_after_a_plan() -> None:
    """FR p.11, DE p.11: after completing a plan, one energy."""
    table = the_end_of_my_turn(hand=PLAN, character="nicola", fame=5).play(f"plan {PLAN} aside")
    assert table.stock == "e1"
    assert table.expected == "a new plan is drawn first"
    early = the_end_of_my_turn(hand=PLAN, character="nicola", fame=4).play(f"plan {PLAN} aside")
    assert early.stock == "0"
    other = the_end_of_my_turn(hand=PLAN, character="marie", fame=9).play(f"plan {PLAN} aside")
    assert other.stock == "0"


def test_nicola_chooses_energy_or_steel_at_his_second_trumpet() -> None:
    """FR p.11, DE p.11: one energy or one steel."""
    table = the_end_of_my_turn(hand=PLAN, character="nicola", fame=10).play(f"plan {PLAN} aside")
    assert table.moves == ["gain energy", "gain steel"]
    assert table.play("gain steel").stock == "s1"
    assert table.expected == "a new plan is drawn first"


def test_nicolas_energy_can_not_pay_the_plan_that_brings_it() -> None:
    """FR p.11, DE p.11: after the plan."""
    table = the_end_of_my_turn(hand=f"I/e1/3/joker {PLAN}", character="nicola", fame=9)
    assert table.broken_rules("plan I/e1/3/joker aside") == ["plan.cannot-pay"]


def test_a_banner_that_lifts_nicola_over_the_trumpet_counts_for_its_plan() -> None:
    """Specification 10.3."""
    banner = "I/0/3/banner:science"
    island = {(1, 0): "05/1", (2, 0): "04/hub:science"}
    table = the_end_of_my_turn(hand=banner, island=island, character="nicola", fame=4)
    table.play(f"plan {banner} @1,0")
    assert (table.fame, table.stock) == (5, "e1")


def test_nelson_reads_the_shared_die_one_higher_or_lower_for_himself() -> None:
    """FR p.11, DE p.11: +1 or -1, just for you; 6 and 1 are neighbours."""
    others = [a_player({(1, 0): "05/1 standing", (0, 1): "06/6 standing"})]
    mine = {(0, 0): "01 lying", (1, 0): "05/1 standing", (0, 1): "06/6 standing"}
    table = the_shared_die(6, island=mine, character="nelson", fame=5, others=others)
    assert table.moves == ["shared 1", "shared 5", "shared 6"]
    assert table.broken_rules("shared 2") == ["shared.out-of-reach"]
    table.play("shared 1")
    assert table.moves == ["activate @1,0", "pass"]
    table.play("activate @1,0")
    assert table.stock == "g1"
    assert table.to_move == 1
    assert "activate @0,1" in table.moves, "for the others it is still a 6"
    assert "activate @1,0" not in table.moves


def test_nelson_reads_the_shared_die_as_he_likes_at_his_second_trumpet() -> None:
    """FR p.11 (DE level 2 is lost): any value, just for you."""
    island = {(1, 0): "05/3 standing"}
    table = the_shared_die(6, island=island, character="nelson", fame=10)
    assert table.moves == [f"shared {value}" for value in range(1, 7)]
    assert table.play("shared 3 activate @1,0").stock == "g1"


def test_nelson_waits_for_his_trumpet() -> None:
    """FR p.9, DE p.9."""
    table = the_shared_die(6, island={(1, 0): "05/6 standing"}, character="nelson", fame=4)
    assert table.moves == ["activate @0,0 resources", "activate @1,0", "pass"]


def test_nelson_changes_only_the_shared_die_and_the_others_never_do() -> None:
    """FR p.11, DE p.11; specification 10.3."""
    assert a_turn(dice="6", character="nelson", fame=10).moves == ["d6"]
    for character in ("jacques", "sir-charles"):
        table = the_shared_die(6, character=character, fame=10, stock="e5")
        assert table.moves == ["activate @0,0 resources", "pass"]
