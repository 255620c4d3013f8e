"""Setting up (FR p.4-5, DE p.4-5), rolling, and the order of the turns (FR p.6, DE p.6)."""

import pytest

from companion.common.errors import InputError
from companion.games.propeller_islands.components.board import (
    FACES,
    SLOTS,
    slots_around,
    spaces_around,
)
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.random_games import plies
from tests.worked_examples.propeller_islands.positions import a_position
from tests.worked_examples.propeller_islands.table import (
    GAME,
    Table,
    a_fresh_game,
    a_player,
    a_turn,
    the_shared_die,
)


def set_up(**config: object) -> Table:
    """A game up to the first roll, the table having drawn whatever the data says."""
    first = None
    for ply in plies(GAME, {"players": 2, **config}, seed=5):
        if GAME.move_text(ply.move).startswith("roll"):
            break
        first = ply.state
    assert first is not None
    return Table(first, 0)


def test_every_space_touches_three_slots_a_corner_one_space_and_an_edge_two() -> None:
    """PI-1. FR p.3, p.7: one of the three tiles next to the space; DE p.3, p.7."""
    assert slots_around(1) == ("E6", "C1", "E1")
    assert slots_around(4) == ("E3", "C4", "E4")
    assert slots_around(6) == ("E5", "C6", "E6")
    assert [spaces_around(f"C{face}") for face in FACES] == [(1,), (2,), (3,), (4,), (5,), (6,)]
    assert [spaces_around(f"E{face}") for face in FACES] == [
        (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (1, 6)
    ]  # fmt: skip
    assert len(SLOTS) == len(set(SLOTS)) == 12


def test_the_numbers_of_the_forge_may_stand_in_another_order() -> None:
    """Specification, section 3: the order around the Forge is assumed, so it is data."""
    order = (1, 3, 5, 2, 4, 6)
    assert slots_around(3, order) == ("E1", "C2", "E2")
    assert spaces_around("E2", order) == (3, 5)


@pytest.mark.parametrize(("players", "dice"), [(2, 5), (3, 7), (4, 9)])
def test_two_dice_for_each_player_and_one_more_are_in_play(players: int, dice: int) -> None:
    """PI-2. FR p.4, DE p.4: 5, 7, 9 dice; FR p.10, DE p.10: one is left after two turns each."""
    table = set_up(players=players)
    assert table.broken_rules(f"roll {'1' * (dice - 1)}") == ["roll.count"]
    assert table.broken_rules(f"roll {'1' * (dice + 1)}") == ["roll.count"]
    table.play("roll " + "123456123"[:dice])
    for taken in range(2 * players):
        assert sum(table.state.forge) == dice - taken
        table.play(f"d{table.state.forge.index(max(table.state.forge)) + 1} pass")
        while table.expected == "a plan may be completed now":
            table.play("pass")
    assert sum(table.state.forge) == 1
    assert [len(player.used_dice) for player in table.state.players] == [2] * players


def test_the_last_die_lies_on_the_forge_when_everybody_had_two_turns() -> None:
    """PI-2. FR p.10, DE p.10: one die is left on the Forge."""
    table = a_turn(3, dice="35", turn=3, others=[a_player({(1, 0): "06/5 standing"})])
    table.play("pass")
    assert table.state.forge == (0, 0, 0, 0, 1, 0)
    assert table.expected == "tiles are being activated"


def test_twelve_tiles_lie_around_the_forge_and_three_plans_of_each_level_on_display() -> None:
    """FR p.4 (3, 7), DE p.4: a choice of twelve buildings; three plans of each pile are shown."""
    table = set_up(players=3)
    assert all(table.state.market[slot] is not None for slot in SLOTS)
    assert [plan.level for plan in table.state.display] == ["I"] * 3 + ["II"] * 3
    assert table.state.stack == 70 - 12 - 3
    assert table.state.piles == {"I": 21 - 3 - 6, "II": 17 - 3 - 3}


def test_a_hand_is_two_plans_of_level_one_and_one_of_level_two() -> None:
    """FR p.4 (7), DE p.4: two plans of level I and one of level II, from the face-down piles."""
    for player in set_up(players=4).state.players:
        assert [plan.level for plan in player.hand] == ["I", "I", "II"]


def test_an_island_begins_with_a_capitol_that_has_a_worker_and_one_more_tile() -> None:
    """FR p.8 (12 workers on the dock of 13), p.11 (the first tile); specification 4.5."""
    for player in set_up(players=4).state.players:
        assert player.island.tiles[(0, 0)].tile.is_capitol
        assert player.island.tiles[(0, 0)].worker == "standing"
        assert [placed.worker for placed in player.island.tiles.values()] == ["standing", None]
        assert player.dock.bit_count() == 12
        assert player.fame == 0


def test_everybody_starts_with_one_of_each_resource() -> None:
    """Specification 4.5 (assumed data)."""
    table = a_fresh_game(players=4, characters=[])
    assert [str(player.stock) for player in table.state.players] == ["e1s1g1"] * 4


def test_the_start_tile_of_a_depot_gives_its_bonus_but_finds_no_cell_for_a_worker() -> None:
    """Specification 4.5; FR p.12: deploy only with a free cell."""
    table = a_fresh_game()
    while table.expected != "a tile is drawn from the stack first":
        table.play(table.moves[0])
    table.play("tile 02/hub:industry place @1,0")
    assert table.stock == "e2s2g1"
    table.play("tile 04/hub:science place @1,0")
    assert table.expected == "the dice are rolled first"
    assert table.state.players[1].dock.bit_count() == 12


def test_start_tiles_are_drawn_in_seat_order_from_the_first_player() -> None:
    """Specification 4.5: after the market, in seat order."""
    table = a_fresh_game(players=3, characters=["jacques", "marie", "nelson"], first=1)
    while table.expected != "a tile is drawn from the stack first":
        table.play(table.moves[0])
    seats = []
    for _ in range(3):
        table.play("tile 05/1")
        seats.append(table.to_move)
        table.play("place @1,0")
    assert seats == [1, 2, 0]


def test_characters_are_dealt_each_only_once() -> None:
    """FR p.9, DE p.9: one character board each; DE p.2: there are six."""
    table = a_fresh_game(characters=[])
    while table.expected != "the characters are dealt first":
        table.play(table.moves[0])
    assert len(table.moves) == 6
    table.play("character amelia")
    assert table.me.character == "amelia"
    assert table.broken_rules("character amelia") == ["character.taken"]
    assert len(table.moves) == 5


@pytest.mark.parametrize(
    ("config", "complaint"),
    [
        ({"players": 1}, "players: 1 is less than 2"),
        ({"players": 5}, "players: 5 is more than 4"),
        ({"players": True}, "players: expected a whole number"),
        ({"first": 2}, "first: 2 is more than 1"),
        ({"first": -1}, "first: -1 is less than 0"),
        (
            {"hands": "shown"},
            "hands: no way to hold plans 'shown'",
        ),
        ({"characters": ["vera"]}, "characters[0]: no character 'vera'"),
        ({"characters": ["marie", "marie"]}, "characters: each only once"),
        ({"characters": ["marie", None, None]}, "characters: expected at most 2 items"),
        ({"characters": "marie"}, "characters: expected a list"),
        ({"colour": "red"}, "colour: unknown key"),
        ({"edition": "it"}, "no edition 'it'; expected de, fr"),
    ],
)
def test_a_wrong_set_up_is_refused_with_a_reason(config: dict[str, object], complaint: str) -> None:
    """FR p.4, DE p.4: two to four players."""
    with pytest.raises(InputError) as refused:
        GAME.setup({"players": 2, **config})
    assert complaint in str(refused.value)


def test_dice_above_three_on_a_space_are_rolled_again_until_all_spaces_have_three_at_most() -> None:
    """PI-19. FR p.6, DE p.6: the surplus is rolled again until every space holds 0 to 3 dice."""
    table = set_up(players=2).play("roll 44441")
    assert table.state.forge == (1, 0, 0, 3, 0, 0)
    assert table.broken_rules("roll 12") == ["roll.count"]
    table.play("roll 4")
    assert table.state.forge == (1, 0, 0, 3, 0, 0), "a fourth 4 is rolled again"
    assert table.expected == "the dice are rolled first"
    table.play("roll 6")
    assert table.state.forge == (1, 0, 0, 3, 0, 1)
    assert table.expected == "a die is taken first"


def test_two_crowded_spaces_give_up_their_surplus_together() -> None:
    """PI-19. FR p.6, DE p.6."""
    table = set_up(players=4).play("roll 111116666")
    assert table.state.forge == (3, 0, 0, 0, 0, 3)
    table.play("roll 223")
    assert table.state.forge == (3, 2, 1, 0, 0, 3)


def test_three_dice_on_a_space_are_not_too_many() -> None:
    """FR p.6, DE p.6: more than three."""
    assert set_up(players=2).play("roll 33355").expected == "a die is taken first"


def test_turns_go_clockwise_from_the_first_player_two_for_each() -> None:
    """FR p.6, p.10, DE p.6, p.10: beginning with the first player, clockwise, two turns each."""
    table = a_turn(dice="1234561", first=2, others=[a_player(), a_player()])
    seats = []
    for die in "123456":
        seats.append(table.to_move)
        table.play(f"d{die} pass")
    assert seats == [2, 0, 1, 2, 0, 1]


def test_a_turn_goes_die_then_action_then_storing_then_plan() -> None:
    """FR p.6, DE p.6: the steps of a turn, in this order."""
    table = a_turn(dice="23456", hand="I/e1/3/joker", stock="e1")
    assert table.broken_rules("pass") == ["order.not-now"]
    assert table.broken_rules("scrap C4") == ["order.not-now"]
    table.play("d4")
    assert table.broken_rules("d4") == ["order.not-now"]
    assert table.broken_rules("plan I/e1/3/joker aside") == ["order.not-now"]
    assert not table.me.used_dice
    table.play("scrap C4 tile 05/1")
    assert table.me.used_dice == (4,)
    assert table.expected == "a plan may be completed now"


def test_the_token_goes_to_the_left_and_all_workers_stand_up_and_all_dice_are_rolled() -> None:
    """FR p.10, DE p.10: stand the workers up, pass the token clockwise, begin the next round."""
    me = {(0, 0): "01 lying", (1, 0): "06/3 lying", (0, 1): "06/2 standing", (1, 1): "05/2"}
    table = the_shared_die(5, island=me, used_dice=(1, 2), others=[a_player(used_dice=(3, 3))])
    table.play("pass")
    assert [table.worker(*cell) for cell in me] == ["standing", "standing", "standing", None]
    assert (table.state.first, table.state.round, table.state.turn) == (1, 2, 0)
    assert table.state.forge == (0,) * 6
    assert [player.used_dice for player in table.state.players] == [(), ()]
    table.play("roll 12345")
    assert table.to_move == 1


def test_after_the_last_seat_the_token_comes_back_to_the_first() -> None:
    """FR p.10, DE p.10: to the next player clockwise."""
    table = the_shared_die(5, first=1).play("pass pass")
    assert table.state.first == 0


def test_a_changed_die_may_lie_on_the_dock_turned_or_not() -> None:
    """PI-42. FR p.6, DE p.6; specification 16: used dice are only counted."""
    table = a_turn(dice="32", turn=3, stock="e1").play("d3+1 pass pass pass")
    assert table.state.round == 2
    assert table.broken_rules("roll 1234") == ["roll.count"]
    assert table.broken_rules("roll 12345") == []
    for shown in (3, 4):
        forge = {"1": [1], "2": [2], "5": [5], "6": [6]}
        photo = a_position({"used_dice": [shown]}, {}, players=2, forge=forge)
        assert GAME.check_position(photo) == ()


def test_scrapped_tiles_leave_the_game_and_do_not_come_back() -> None:
    """FR p.7: discard; DE p.6, p.7: back into the box (specification 11.3)."""
    table = set_up(players=2).play("roll 12345 d1")
    slot = "C1"
    gone, unseen = table.state.market[slot], table.state.unseen
    table.play(f"scrap {slot}")
    assert table.state.unseen == unseen
    assert isinstance(gone, Tile)
    new = next(tile for tile in unseen if tile != gone)
    table.play(f"tile {new}")
    assert table.state.market[slot] == new
    assert table.state.unseen.count(gone) == unseen.count(gone)
    assert table.state.unseen.count(new) == unseen.count(new) - 1
