"""Completing plans and upgrading buildings (FR p.6, p.9, DE p.6, p.9)."""

import pytest

from tests.worked_examples.propeller_islands.table import (
    DISPLAY,
    SUSANS_PLAN,
    Table,
    a_turn,
    the_end_of_my_turn,
)

JOKER = "I/0/3/joker"
BANNER = "I/0/3/banner:industry"
GEAR = "I/0/3/production:gear"


def test_susan_pays_her_plan_places_the_banner_and_draws_a_new_card() -> None:
    """PI-10. FR p.9, DE p.9: Susan's example, with the plan card of the same page."""
    others = f"{JOKER} II/e2s2g1/6/joker"
    table = the_end_of_my_turn(
        island={(1, 0): "05/1"}, stock="e1s1g1", hand=f"{SUSANS_PLAN} {others}"
    )
    table.play(f"plan {SUSANS_PLAN} @1,0")
    assert table.stock == "0"
    assert table.upgrades(1, 0) == ["banner:industry"]
    assert [str(plan) for plan in table.me.completed] == [SUSANS_PLAN]
    assert table.hand == others.split()
    drawn = DISPLAY.split()[1]
    table.play(f"draw {drawn}")
    assert table.hand == [*others.split(), drawn]
    assert table.expected == "the display of plans is filled first"
    assert table.broken_rules(f"card {DISPLAY.split()[4]}") == ["card.level"]
    table.play("card I/e1g2/3/joker")
    assert table.display == [*DISPLAY.split()[:1], *DISPLAY.split()[2:], "I/e1g2/3/joker"]
    assert table.state.piles == {"I": 9, "II": 8}
    assert table.to_move == 1
    assert table.score.points == 3


def test_a_banner_without_a_free_slot_is_set_aside_for_good() -> None:
    """PI-11. FR p.9, DE p.9: keep it beside the dock; it can't be placed later."""
    table = the_end_of_my_turn(hand=BANNER)
    assert table.moves == [f"plan {BANNER} aside", "pass"]
    table.play(f"plan {BANNER} aside")
    assert table.aside == ["banner:industry"]
    assert table.upgrades(0, 0) == []
    table.play("draw I card I/e2g1/3/joker d1 scrap C1 tile 05/1 d2")
    assert not table.moves_like("plan")
    table.play("build C2 @1,0 tile 05/2/banner:industry")
    assert table.aside == ["banner:industry"]
    assert table.upgrades(1, 0) == []
    assert not any("banner:industry" in move for move in table.moves)


def test_an_upgrade_may_be_set_aside_although_there_is_a_slot() -> None:
    """FR p.9: or if you don't want to; DE p.9: or choose not to build it in."""
    table = the_end_of_my_turn(hand=BANNER, island={(1, 0): "05/1"})
    assert table.moves == [f"plan {BANNER} @1,0", f"plan {BANNER} aside", "pass"]
    table.play(f"plan {BANNER} aside")
    assert (table.upgrades(1, 0), table.aside) == ([], ["banner:industry"])


def test_the_cost_must_be_paid_in_full() -> None:
    """FR p.9, DE p.9: pay the printed cost."""
    for stock in ("s1g1", "e1g1", "e1s1", "e9s9"):
        table = the_end_of_my_turn(stock=stock, hand=f"{SUSANS_PLAN} {JOKER}")
        assert table.broken_rules(f"plan {SUSANS_PLAN} aside") == ["plan.cannot-pay"]
    table = the_end_of_my_turn(stock="e4s3g2", hand=SUSANS_PLAN).play(f"plan {SUSANS_PLAN} aside")
    assert table.stock == "e3s2g1"


def test_only_plans_of_the_own_hand_are_completed() -> None:
    """FR p.9, DE p.9: from your hand, so not from the display."""
    table = the_end_of_my_turn(stock="e9s9g9", hand=JOKER)
    assert table.broken_rules(f"plan {DISPLAY.split()[0]} aside") == ["plan.not-in-hand"]


def test_one_plan_a_turn() -> None:
    """FR p.6: one plan; DE p.6, p.9: exactly one."""
    table = the_end_of_my_turn(hand=f"{JOKER} {BANNER}").play(f"plan {JOKER} aside draw I")
    table.play("card I/e2g1/3/joker")
    assert table.to_move == 1
    assert table.broken_rules(f"plan {BANNER} aside") == ["order.not-now"]
    table.play("d1 pass d2 pass")
    assert table.broken_rules(f"plan {BANNER} aside") == [], "in the second turn again"


def test_a_plan_may_be_left_for_later() -> None:
    """FR p.6, p.9, DE p.6, p.9: you may."""
    table = the_end_of_my_turn(hand=JOKER).play("pass")
    assert (table.hand, table.to_move) == ([JOKER], 1)


def test_nobody_is_asked_who_can_not_pay_any_plan() -> None:
    """FR p.9, DE p.9: nothing to decide."""
    assert the_end_of_my_turn(stock="e1s1", hand=SUSANS_PLAN).to_move == 1


def test_a_plan_comes_after_every_kind_of_action() -> None:
    """FR p.6, p.8, DE p.6, p.8: when the die was put on its place on the dock."""
    for action in ("pass", "scrap C4 tile 05/1", "build C4 @0,1 tile 05/1", "activate @1,0 pass"):
        table = a_turn(4, island={(1, 0): "06/4 standing"}, hand=JOKER).play(action)
        assert table.expected == "a plan may be completed now"
        assert table.me.used_dice == (4,)


@pytest.mark.parametrize("upgrade", ["banner:science", "joker", "production:gear"])
def test_a_tile_holds_one_upgrade_of_each_kind(upgrade: str) -> None:
    """FR p.9, DE p.9: at most one upgrade of each type on a tile."""
    plan = f"I/0/3/{upgrade}"
    taken = the_end_of_my_turn(hand=plan, island={(1, 0): f"05/1 {upgrade}"})
    assert taken.broken_rules(f"plan {plan} @1,0") == ["upgrade.slot-taken"]
    assert taken.moves == [f"plan {plan} aside", "pass"]
    rest = {"banner:culture", "joker", "production:steel"}
    others = " ".join(sorted(rest - {other for other in rest if other[:5] == upgrade[:5]}))
    table = the_end_of_my_turn(hand=plan, island={(1, 0): f"05/1 {others}"})
    table.play(f"plan {plan} @1,0")
    assert table.upgrades(1, 0) == [*others.split(), upgrade]


@pytest.mark.parametrize(
    ("upgrade", "tiles"),
    [
        ("banner:science", "02 03 04 05 06 07 08 09 10 11 12 13"),
        ("joker", "05 06 07 08 09 10 11 12 13"),
        ("production:energy", "05 06 07 09 10 13"),
    ],
)
def test_an_upgrade_needs_a_slot_of_its_kind(upgrade: str, tiles: str) -> None:
    """FR p.9, DE p.9: an empty place of that type (which tile has which is assumed data)."""
    row = {(column, 0): f"{column + 1:02}" for column in range(23)}
    plan = f"I/0/3/{upgrade}"
    table = the_end_of_my_turn(hand=plan, island=row)
    cells = [f"plan {plan} @{int(tile) - 1},0" for tile in tiles.split()]
    assert table.moves == [*cells, f"plan {plan} aside", "pass"]


def test_a_joker_replaces_the_number_for_the_rest_of_the_game() -> None:
    """FR p.9, DE p.9: any die activates the building from now on."""
    table = the_end_of_my_turn(hand=JOKER, island={(1, 0): "05/1 standing"})
    table.play(f"plan {JOKER} @1,0 draw I card I/e2g1/3/joker d1 pass d3 activate @1,0")
    assert (table.stock, table.upgrades(1, 0)) == ("g1", ["joker"])


def test_a_production_upgrade_works_from_now_on() -> None:
    """FR p.9: it adds a resource when the building is activated; placing it gives nothing."""
    table = the_end_of_my_turn(hand=GEAR, island={(1, 0): "06/3 standing"})
    table.play(f"plan {GEAR} @1,0 draw I card I/e2g1/3/joker")
    assert table.stock == "0"
    table.play("d1 pass d3 activate @1,0")
    assert table.stock == "e2g1"


@pytest.mark.parametrize("upgrade", ["joker", "production:gear", "production:energy"])
def test_only_banners_gain_fame(upgrade: str) -> None:
    """FR p.9, DE p.9: connections come from guild banners, also next to hubs."""
    plan = f"I/0/3/{upgrade}"
    island = {(1, 0): "05/1/banner:science", (1, -1): "04/hub:science"}
    table = the_end_of_my_turn(hand=plan, island=island).play(f"plan {plan} @1,0")
    assert (table.fame, table.upgrades(1, 0)) == (0, [upgrade])
    aside = the_end_of_my_turn(hand=plan, island=island).play(f"plan {plan} aside")
    assert (aside.fame, aside.aside) == (0, [upgrade])


def test_placed_upgrades_tiles_and_workers_stay_where_they_are() -> None:
    """FR p.9: once placed, upgrades can't be moved (specification 6: nor tiles or dock workers)."""
    island = {(1, 0): "05/1 standing banner:science joker", (0, 1): "06/2"}
    table = the_end_of_my_turn(hand=f"{BANNER} {GEAR}", island=island)
    for move in table.moves:
        after = Table(table.state, 0).play(move)
        assert after.upgrades(1, 0)[:2] == ["banner:science", "joker"]
        assert after.tiles == table.tiles
        assert after.dock == table.dock
        assert after.worker(1, 0) == "standing"


def test_the_new_plan_comes_from_the_display_or_from_the_top_of_either_pile() -> None:
    """FR p.6, p.9, DE p.6, p.9: a face-up plan, or the top card of a pile, of any level."""
    table = the_end_of_my_turn(hand=JOKER).play(f"plan {JOKER} aside")
    assert table.moves == [*(f"draw {plan}" for plan in DISPLAY.split()), "draw I", "draw II"]
    assert table.broken_rules("pass") == ["order.not-now"], "drawing is not optional"
    assert table.broken_rules(f"draw {SUSANS_PLAN}") == ["draw.not-on-display"]


@pytest.mark.parametrize(
    ("level", "card", "piles"),
    [("I", "I/e2g1/3/joker", (9, 8)), ("II", "II/e3s1g1/6/joker", (10, 7))],
)
def test_a_face_down_plan_leaves_the_display_as_it_is(
    level: str, card: str, piles: tuple[int, int]
) -> None:
    """FR p.9, DE p.9: the top card of a pile; the display is refilled only "if need be"."""
    table = the_end_of_my_turn(hand=JOKER).play(f"plan {JOKER} aside draw {level}")
    table.play(f"card {card}")
    assert (table.hand, table.display) == ([card], DISPLAY.split())
    assert table.state.piles == {"I": piles[0], "II": piles[1]}
    assert table.to_move == 1


def test_an_empty_pile_leaves_the_place_on_the_display_empty() -> None:
    """Specification 7: the hand is full while cards last."""
    table = the_end_of_my_turn(hand=JOKER, piles=(0, 3)).play(f"plan {JOKER} aside")
    assert table.broken_rules("draw I") == ["draw.pile-empty"]
    assert "draw I" not in table.moves
    table.play(f"draw {DISPLAY.split()[0]}")
    assert (table.display, table.to_move) == (DISPLAY.split()[1:], 1)


def test_with_no_card_left_anywhere_nothing_is_drawn() -> None:
    """Specification 7."""
    table = the_end_of_my_turn(hand=JOKER, piles=(0, 0), display="").play(f"plan {JOKER} aside")
    assert (table.hand, table.to_move) == ([], 1)
    table = the_end_of_my_turn(hand=JOKER, piles=(0, 1), display="").play(f"plan {JOKER} aside")
    assert table.moves == ["draw II"]


def test_the_resources_go_back_to_the_supply_before_the_upgrade_brings_any() -> None:
    """FR p.9, DE p.9: pay, take the upgrade, place it, draw."""
    plan = "I/e1/3/banner:science"
    island = {(1, 0): "05/1", (2, 0): "04/hub:science"}
    table = the_end_of_my_turn(hand=plan, stock="e1", island=island, character="amelia", fame=5)
    table.play(f"plan {plan} @1,0")
    assert (table.stock, table.fame) == ("e1", 6)
