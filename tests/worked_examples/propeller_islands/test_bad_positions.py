"""What can't be on a table: dice, islands, workers, copies (specification 16, "Checking")."""

from typing import NamedTuple

import pytest

from companion.games.propeller_islands.components.board import SLOTS
from tests.worked_examples.propeller_islands.positions import a_seat, impossible
from tests.worked_examples.propeller_islands.table import GAME, a_turn


class Case(NamedTuple):
    """A position, and the one thing that is wrong with it."""

    rule: str
    seat: dict[str, object]
    table: dict[str, object]
    text: str
    pieces: tuple[str, ...]
    pages: tuple[str, str]


CAPITOL = {(0, 0): "01 standing"}
NOTHING: dict[str, object] = {}
FORGE = {"1": [1], "2": [2, 2], "5": [5], "6": [6]}

CASES = [
    Case(
        "forge.wrong-space",
        NOTHING,
        {"forge": {**FORGE, "5": [4]}},
        "A 4 lies on the Forge space 5.",
        ("forge/5",),
        ("6", "6"),
    ),
    Case(
        "forge.more-than-three",
        NOTHING,
        {"forge": {"2": [2, 2, 2, 2], "6": [6]}},
        "4 dice lie on the Forge space 2; three are allowed.",
        ("forge/2",),
        ("6", "6"),
    ),
    Case(
        "forge.missing-dice",
        {"used_dice": [3]},
        {"forge": {"2": [2, 2]}},
        "2 dice are missing: 5 belong to the Forge and the docks, 3 are there.",
        ("forge",),
        ("6", "6"),
    ),
    Case(
        "forge.extra-dice",
        {"used_dice": [3]},
        {"forge": FORGE},
        "1 die too many: 5 belong to the Forge and the docks, 6 are there.",
        ("forge",),
        ("6", "6"),
    ),
    Case(
        "forge.bad-die",
        NOTHING,
        {"forge": {**FORGE, "5": [7]}},
        "A die shows 1 to 6, not 7.",
        ("forge/5",),
        ("6", "6"),
    ),
    Case(
        "island.cell-taken",
        {**a_seat(CAPITOL), "island": [{"at": [0, 0], "tile": "01"}, {"at": [0, 0], "tile": "05"}]},
        {},
        "A tile lies there already: the capitol.",
        ("island/0/(0,0)",),
        ("7", "7"),
    ),
    Case(
        "island.not-connected",
        a_seat({**CAPITOL, (2, 0): "05/1"}),
        {},
        "A tile does not touch the island: the workshop.",
        ("island/0/(2,0)",),
        ("7", "7"),
    ),
    Case(
        "island.no-worker-cell",
        a_seat({**CAPITOL, (1, 0): "02 lying"}),
        {},
        "There is a worker on the depot, but no cell for one.",
        ("island/0/(1,0)",),
        ("3", "3"),
    ),
    Case(
        "island.upgrade-slot",
        a_seat({**CAPITOL, (1, 0): "14 joker"}),
        {},
        "There is no free slot on the luxury apartments for this upgrade: joker die.",
        ("island/0/(1,0)",),
        ("9", "9"),
    ),
    Case(
        "island.too-many-copies",
        a_seat({**CAPITOL, (1, 0): "01"}),
        {},
        "Tile 01 lies there 2 times; there are 1.",
        ("island/0/(0,0)", "island/0/(1,0)"),
        ("2", "2"),
    ),
    Case(
        "island.workers",
        a_seat({**CAPITOL, (1, 0): "05/1 lying"}, dock=12),
        {},
        "14 workers on island and dock together; there are 13.",
        ("dock/0",),
        ("2", "2"),
    ),
    Case(
        "dock.too-many-dice",
        {"used_dice": [1, 2, 3]},
        {},
        "3 used dice on the dock; there are two places.",
        ("dock/0/dice",),
        ("8", "8"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.rule for case in CASES])
def test_an_impossible_position_is_named_with_rule_sentence_pieces_and_pages(case: Case) -> None:
    """Each rule id for positions, alone."""
    (found,) = impossible(case.seat, {}, **case.table)
    assert (found.rule, found.text, found.pieces) == (case.rule, case.text, case.pieces)
    assert (found.pages["fr"], found.pages["de"]) == case.pages
    assert not found.assumed


def test_a_possible_position_has_no_fault() -> None:
    """FR p.2-9, DE p.2-9: 13 workers, three dice on a space, one upgrade of each kind."""
    island = {**CAPITOL, (1, 0): "05/1 standing joker banner:science production:gear", (0, 1): "02"}
    seat = a_seat(island, dock=11, used_dice=[6, 6])
    assert impossible(seat, {"used_dice": []}, forge={"4": [4, 4, 4]}) == ()


@pytest.mark.parametrize(("players", "dice"), [(2, 5), (3, 7), (4, 9)])
def test_all_dice_of_the_round_must_be_somewhere(players: int, dice: int) -> None:
    """FR p.4, DE p.4: 5, 7, 9 dice, on the Forge or used."""
    forge = {"1": [1, 1, 1], "2": [2, 2, 2], "3": [3, 3]}
    used = dice - 8
    seats = [{"used_dice": [4] * max(used, 0)}, {}]
    found = [reason.rule for reason in impossible(*seats, forge=forge, players=players)]
    assert found == ([] if used >= 0 else ["forge.extra-dice"])


def test_dice_that_nobody_looked_at_are_not_missed() -> None:
    """Unknown things are not checked."""
    assert impossible({"used_dice": [1]}, {}) == ()


def test_a_bad_die_on_the_dock_is_seen_too() -> None:
    """FR p.8, DE p.8: two used dice."""
    (found,) = impossible({"used_dice": [9]}, {})
    assert (found.rule, found.pieces) == ("forge.bad-die", ("dock/0/dice",))


def test_a_second_upgrade_of_a_kind_never_has_a_slot() -> None:
    """FR p.9, DE p.9: at most one of each kind; this is certain."""
    (found,) = impossible(a_seat({**CAPITOL, (1, 0): "05/1 banner:science banner:culture"}))
    assert (found.rule, found.assumed) == ("island.upgrade-slot", False)
    assert found.text == ("There is no free slot on the workshop for this upgrade: culture banner.")


@pytest.mark.parametrize(
    ("tile", "assumed"),
    [("02 production:gear", False), ("14 production:gear", False), ("01 joker", False),
     ("02 joker", False), ("08/1 production:gear", True), ("14 banner:science", True),
     ("01 banner:science", True), ("01 production:energy", True)],
)  # fmt: skip
def test_a_missing_slot_is_certain_or_assumed(tile: str, assumed: bool) -> None:
    """Specification 16: no joker without a number, no production without an activation."""
    island = {(0, 0): tile} if tile.startswith("01") else {**CAPITOL, (1, 0): tile}
    (found,) = impossible(a_seat(island))
    assert (found.rule, found.assumed) == ("island.upgrade-slot", assumed)


def test_more_copies_than_the_data_has_are_only_assumed_to_be_wrong() -> None:
    """Specification 16: copies are assumed data; the market and all islands count together."""
    seat = a_seat({**CAPITOL, (1, 0): "14"})
    assert impossible(seat, {}) == ()
    (found,) = impossible(seat, a_seat({(0, 0): "01", (1, 0): "14"}))
    assert (found.rule, found.assumed) == ("island.too-many-copies", True)
    assert found.pieces == ("island/0/(1,0)", "island/1/(1,0)")
    assert found.text == "Tile 14 lies there 2 times; there are 1. (This rests on assumed data.)"
    (found,) = impossible(seat, {}, market={"C1": "14"})
    assert found.pieces == ("island/0/(1,0)", "market/C1")


def test_an_island_may_be_typed_without_its_capitol() -> None:
    """A position may be partial: then the first tile is where the island begins."""
    assert impossible(a_seat({(3, 3): "05/1", (4, 3): "05/2"})) == ()
    (found,) = impossible(a_seat({(3, 3): "05/1", (5, 3): "05/2"}))
    assert found.pieces == ("island/0/(5,3)",)


def test_floating_tiles_are_all_named_as_seen_from_the_capitol() -> None:
    """FR p.7, DE p.7: every tile touches the island."""
    island = {(5, 0): "05/1", (6, 0): "05/2", **CAPITOL, (1, 0): "06/1"}
    found = impossible(a_seat(island))
    assert [reason.pieces for reason in found] == [("island/0/(5,0)",), ("island/0/(6,0)",)]


def test_a_game_in_play_is_a_possible_position() -> None:
    """The same eyes look at a running game."""
    empty = dict.fromkeys(SLOTS)
    assert GAME.status(a_turn(dice="12345", market=empty).state) == ()
    missing = a_turn(dice="1234", market=empty)
    assert [reason.rule for reason in GAME.status(missing.state)] == ["forge.missing-dice"]
    taken = a_turn(4, market=empty)
    assert GAME.status(taken.state) == (), "a die in the hand is not missing"
