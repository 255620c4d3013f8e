"""One thing leads to another: effects within effects (FR p.8, DE p.8; specification 16)."""

import pytest

from companion.common.errors import InputError
from tests.worked_examples.propeller_islands.positions import a_position, a_seat
from tests.worked_examples.propeller_islands.table import GAME, a_turn


def test_a_radio_station_may_call_the_capitol_and_the_worker_it_brings() -> None:
    """FR p.12, DE p.12: any tile with an active worker; the fresh one stands too."""
    island = {(1, 0): "11/2 standing", (0, 1): "11/3 standing", (0, -1): "06/5"}
    table = a_turn(2, island=island).play("activate @1,0 activate @0,0 worker deploy a1 @0,-1")
    assert table.worker(0, 0) == "lying"
    assert table.to_move == 1, "nothing else answers a 2"
    table = a_turn(2, island={**island, (0, 1): "11/2 standing"})
    table.play("activate @0,0 worker deploy a1 @0,-1 activate @1,0 activate @0,-1")
    assert table.stock == "e2"
    assert table.broken_rules("activate @0,1") == []


def test_a_drawn_depot_may_deploy_the_next_worker_who_empties_the_next_line() -> None:
    """FR p.8, DE p.8: rewards come at once, one within the other."""
    island = {(1, 0): "05/1", (0, 1): "06/5"}
    table = a_turn(2, island=island, dock="a1 a2 c3").play("activate @0,0 worker deploy a1 @1,0")
    table.play("tile 04/hub:science place @0,-1")
    assert table.expected == "a worker is deployed now"
    table.play("deploy c3 @0,1")
    assert (table.fame, table.stock, table.dock) == (3, "e1s1", ["a2"])
    assert table.to_move == 1


def test_the_second_reward_waits_until_the_first_is_done() -> None:
    """Specification 16: the owner chooses the order, each is resolved in full."""
    island = {(1, 0): "05/1", (0, 1): "06/5"}
    table = a_turn(2, island=island, dock="d1 c3").play("activate @0,0 worker deploy d1 @1,0")
    assert table.moves == ["claim row1", "claim column4"]
    table.play("claim column4 deploy c3 @0,1")
    assert (table.fame, table.stock) == (3, "e1s1"), "the chain of the first"
    assert table.expected == "a tile is drawn from the stack first"
    table.play("tile 05/1 place @0,-1")
    assert table.to_move == 1


def test_two_activations_may_chain_through_a_hotel() -> None:
    """DE p.8: two different tiles; what the first brings may serve the second."""
    island = {(1, 0): "05/1", (0, 1): "08/5 standing", (0, -1): "06/6"}
    table = a_turn(2, island=island, dock="b2 b1 d3 d1")
    table.play("activate @0,0 worker deploy b2 @1,0")
    table.play("activate @0,1 deploy d3 @0,-1")
    assert table.fame == 3
    assert table.expected == "any tile may be activated now", "one of two is left"
    table.play("activate @0,-1")
    assert table.stock == "e2"
    assert table.to_move == 1


def test_a_bonus_lost_at_placement_can_be_gained_later() -> None:
    """Specification 16: warehouse and dock reward repeat the printed bonus."""
    island = {(1, 0): "12/4 standing", (0, -1): "08/1 lying"}
    table = a_turn(4, dice="44444", island=island, market={"C4": "04/hub:science"})
    table.play("build C4 @0,1 tile 05/1 d4 pass")
    assert len(table.dock) == 12
    table.play("d4 activate @1,0 depot @0,1")
    assert len(table.dock) == 12, "still no free cell"
    table = a_turn(4, island={**island, (0, 1): "04/hub:science", (1, 1): "05/1"})
    table.play("activate @1,0 depot @0,1 deploy a1 @1,1")
    assert len(table.dock) == 11


def test_a_warehouse_does_not_activate_the_depot() -> None:
    """Specification 16: depots are never activated, only the warehouse is."""
    island = {(1, 0): "12/4 standing", (0, 1): "02/hub:industry"}
    table = a_turn(4, dice="44444", island=island).play("activate @1,0 depot @0,1 pass")
    assert (table.stock, table.worker(0, 1), table.worker(1, 0)) == ("e1s1", None, "lying")


def test_the_supply_of_resources_never_runs_out() -> None:
    """DE p.2: multiplier cards for resources, though there are 20 tokens of each."""
    assert a_turn(4, stock="e20s20g20").play("scrap C4").stock == "e22s20g20"


def test_fame_of_a_tile_that_comes_during_a_bonus_is_its_own() -> None:
    """FR p.7, DE p.7: each new connection counts once."""
    island = {(1, 0): "05/1/banner:science"}
    table = a_turn(4, island=island, market={"C4": "04/hub:science"}, dock="a1 a2")
    table.play("build C4 @0,1 deploy a1 @1,0 tile 05/5/banner:science place @1,1")
    assert table.fame == 2, "one with each of two science banners"


def test_a_score_hints_at_what_was_left_out() -> None:
    """Specification 16: every completed plan brought one upgrade; a hint, not a violation."""
    island = {(0, 0): "01", (1, 0): "05/1 joker", (2, 0): "06"}
    sheet = GAME.score_position(a_position(a_seat(island, name="Vera", plans=[3, 3])))
    assert sheet.notes == (
        "Vera: 2 completed plans but 1 upgrades; each plan brings one",
        "Vera: no number given for tile 06",
    )
    full = a_seat({(0, 0): "01", (1, 0): "05/1 joker"}, plans=[3, 3], set_aside=1)
    assert GAME.score_position(a_position(full)).notes == ()


@pytest.mark.parametrize(
    "line",
    [
        "d4+1 build E4 @1,-1",
        "d6r roll 3 keep scrap C3",
        "d6r roll 3 -1 activate @0,0 worker deploy d1 @-1,2 pass",
        "d2-2 activate @1,0 activate @0,0 resources activate @1,1 gear>energy",
        "plan I/e1s1g1/3/banner:industry @1,0 draw II card ?",
        "plan II/e2g2/6/production:gear aside draw I/e2s1/3/joker card I/0/3/joker",
        "claim row1 tile 05/1/banner:science/bjp place @0,-1",
        "depot @0,1 gain steel shared 3",
        "character sir-charles roll 112345 hold 1 I/e1/3/joker stack 12",
    ],
)
def test_a_line_of_moves_parses_back(line: str) -> None:
    """Moves have short text forms that parse back, several on a line."""
    assert " ".join(GAME.move_text(move) for move in GAME.parse_moves(line)) == line


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("fly", "no move 'fly'"),
        ("d7", "no move 'd7'"),
        ("d4+4", "no move 'd4+4'"),
        ("build C4", "'build' needs more words behind it"),
        ("build C4 1,0", "'1,0' is no cell; write @1,-1"),
        ("plan I/e1/3 aside", "'I/e1/3' is no plan"),
        ("plan I/x1/3/joker aside", "'x1' is no cost"),
        ("plan I/e1/3/jokers aside", "no upgrade 'jokers'"),
        ("roll abc", "'abc' is no roll; write 11346"),
        ("stack many", "'many' is no number"),
        ("tile 31", "no tile 31"),
    ],
)
def test_a_mistyped_move_is_refused_with_a_reason(line: str, complaint: str) -> None:
    """Bad input gets a clear error."""
    with pytest.raises(InputError) as refused:
        GAME.parse_moves(line)
    assert complaint in str(refused.value)
