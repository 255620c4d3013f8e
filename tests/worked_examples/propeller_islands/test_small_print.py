"""What mutation testing found untested: small print that matters all the same."""

from companion.games.propeller_islands import GAME
from tests.worked_examples.propeller_islands.positions import a_position, a_row, a_seat
from tests.worked_examples.propeller_islands.table import (
    a_fresh_game,
    a_turn,
    edition,
    the_end_of_my_turn,
    the_shared_die,
)

NELSONS = {"character": "nelson", "fame": 5, "island": {(1, 0): "06/4 standing"}}


def test_the_shared_die_stays_shared_when_nelson_has_turned_it() -> None:
    """FR p.10-11, DE p.10-11: no plan and no energy, for Nelson neither."""
    table = the_shared_die(3, **NELSONS).play("shared 4")
    assert table.broken_rules("plan I/0/3/joker aside") == ["shared.no-plan"]
    assert table.broken_rules("d4+1") == ["shared.no-energy"]


def test_nelson_must_use_every_tile_where_the_shared_die_is_a_duty() -> None:
    """FR p.6: the overview says that all must use it."""
    table = the_shared_die(3, rules=edition(shared_die="must"), **NELSONS).play("shared 4")
    assert table.broken_rules("pass") == ["order.must"]


def test_who_has_nothing_has_nothing() -> None:
    """FR p.9, DE p.9."""
    table = the_end_of_my_turn(hidden=("I",), hands="hidden", stock="0")
    (move,) = GAME.parse_moves("plan I/e1/3/joker aside")
    (reason,) = GAME.check(table.state, move)
    assert reason.text == "The plan costs 1 energy; there is nothing."


def test_a_joker_slot_on_a_depot_is_no_matter_of_data() -> None:
    """Specification 16: a joker needs a number to replace."""
    table = the_end_of_my_turn(hand="I/0/3/joker", island={(1, 0): "02/hub:industry"})
    (move,) = GAME.parse_moves("plan I/0/3/joker @1,0")
    (reason,) = GAME.check(table.state, move)
    assert (reason.rule, reason.assumed) == ("upgrade.no-slot", False)


def test_the_characters_that_are_left_can_be_dealt() -> None:
    """FR p.5, DE p.5: one for each seat."""
    table = a_fresh_game(characters=["marie"])
    while table.expected != "the characters are dealt first":
        table.play(table.moves[0])
    assert table.moves == [
        "character jacques", "character nelson", "character amelia", "character nicola",
        "character sir-charles",
    ]  # fmt: skip


def test_a_bad_die_on_a_dock_is_told_by_its_value() -> None:
    """FR p.6, DE p.6."""
    (violation,) = GAME.check_position(a_position(a_seat(used_dice=[9])))
    assert violation.text == "A die shows 1 to 6, not 9."


def test_thirteen_workers_on_the_island_and_none_on_the_dock() -> None:
    """FR p.2, DE p.2: thirteen in each colour."""
    tiles = a_row("01 standing", *["05/1 lying", "06/1 standing"] * 6)
    assert GAME.check_position(a_position(a_seat(tiles, dock=0))) == ()
    crowd = a_row("01 standing", *["05/1 lying", "06/1 standing"] * 6, "07/1 standing")
    (violation,) = GAME.check_position(a_position(a_seat(crowd, dock=0)))
    assert violation.text == "14 workers on island and dock together; there are 13."


def test_a_die_that_was_taken_stays_a_die() -> None:
    """FR p.6, DE p.6: a 4 that was not changed is a 4."""
    assert a_turn(4).play("pass").state.players[0].used_dice == (4,)
