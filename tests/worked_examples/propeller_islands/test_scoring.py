"""The final scoring (FR p.10, DE p.10). Monuments: test_monuments.py; ties: test_tie_breaks.py."""

import pytest

from tests.worked_examples.propeller_islands.positions import a_row, items_of, score_of
from tests.worked_examples.propeller_islands.table import a_player, the_shared_die

SURROUNDED = {
    (0, 0): "16/banner:science",
    (1, 0): "01 standing",
    (0, 1): "02/hub:industry",
    (-1, 1): "03/hub:culture",
    (-1, 0): "04/hub:science",
    (0, -1): "05/1 standing",
    (1, -1): "05/1 standing",
}


def test_the_example_of_the_specification_adds_up_to_26() -> None:
    """PI-12. FR p.10, DE p.10: 11 fame, 7 energy, 3 steel, 2 gears, 3 tokens, plans of 3 and 6."""
    score = score_of(fame=11, energy=7, steel=3, gears=2, set_aside=3, plans=[3, 6])
    assert score.points == 26
    assert items_of(score) == {
        "fame": 11, "energy": 2, "steel": 1, "gears": 2, "set-aside": 1, "plans": 9
    }  # fmt: skip


def test_a_whole_end_position_adds_up_to_58() -> None:
    """PI-43. FR p.10, p.12, DE p.10, p.12: +50 token and 8 on the track."""
    island = {
        **SURROUNDED,
        (2, 0): "14/banner:culture standing",
        (3, 0): "15/banner:industry standing",
        (4, 0): "23/banner:culture standing",
        (5, 0): "05/2 lying",
        (6, 0): "06/3 standing",
        (7, 0): "06/3 standing",
        (8, 0): "06/3 lying",
        (9, 0): "02/hub:industry",
        (10, 0): "02/hub:industry",
        (11, 0): "03/hub:culture",
        (12, 0): "08/5 standing",
        (13, 0): "11/6 standing",
    }
    score = score_of(island, fame=17, energy=5, steel=4, set_aside=1, plans=[3, 3, 6])
    assert items_of(score) == {
        "fame": 17, "energy": 1, "steel": 2, "monument:14": 6, "monument:15": 10, "monument:16": 5,
        "monument:23": 5, "plans": 12,
    }  # fmt: skip
    assert score.points == 58
    assert divmod(score.points - 1, 50) == (1, 7), "one +50 token and the marker on 8"


@pytest.mark.parametrize("fame", [0, 1, 11, 15, 16, 31, 50, 51])
def test_each_fame_is_a_point(fame: int) -> None:
    """FR p.10 (1), DE p.10 (1): with 11 fame on space 11; +15 tokens count 15 each."""
    assert score_of(fame=fame).points == fame


@pytest.mark.parametrize(
    ("what", "counts"),
    [
        ("energy", [0, 0, 0, 1, 1, 1, 2]),
        ("steel", [0, 0, 1, 1, 2, 2, 3]),
        ("gears", [0, 1, 2, 3, 4, 5, 6]),
        ("set_aside", [0, 0, 1, 1, 2, 2, 3]),
    ],
)
def test_leftovers_are_rounded_down(what: str, counts: list[int]) -> None:
    """FR p.10 (2), DE p.10 (2): 3 energy, 2 steel, 1 gear, 2 unused upgrades a point."""
    assert [score_of({}, **{what: count}).points for count in range(7)] == counts


def test_all_kinds_of_unused_upgrades_count_together() -> None:
    """FR p.9-10, DE p.9-10: every two upgrades not used; specification 16: of any kind."""
    tokens = ["joker", "banner:science", "production:gear", "production:energy"]
    assert [score_of(set_aside=tokens[:count]).points for count in range(5)] == [0, 0, 1, 1, 2]


def test_placed_upgrades_and_plans_in_hand_are_no_points() -> None:
    """FR p.10, DE p.10: unused upgrades and completed plans only (specification 16)."""
    island = a_row("01 standing", "05/1 joker banner:science production:gear", "06/2 joker")
    assert score_of(island).points == 0
    me = {"island": {(0, 0): "01 lying"}, "hand": "I/e1/3/joker II/e2/6/joker"}
    table = the_shared_die(4, stack=0, others=[a_player({(0, 0): "01 lying"})], **me)
    assert table.state.over
    assert table.score.points == 0


def test_completed_plans_give_their_printed_points() -> None:
    """FR p.10 (4), DE p.10 (4): the points of all completed plans together."""
    score = score_of(plans=[3, 3, 6, 0])
    assert score.points == 12
    assert [leaf.points for leaf in score.parts[-1].leaves()] == [3, 3, 6, 0]
    assert [leaf.pieces for leaf in score.parts[-1].leaves()] == [
        ("plan/0/1",), ("plan/0/2",), ("plan/0/3",), ("plan/0/4",)
    ]  # fmt: skip


def test_the_leaves_of_a_score_name_rule_and_pieces_and_add_up() -> None:
    """A phone shows why: every leaf has its points, its rule and its pieces."""
    island = {**SURROUNDED, (2, 0): "15/banner:industry", (3, 0): "23/banner:culture"}
    score = score_of(island, fame=4, energy=3, steel=5, gears=1, set_aside=2, plans=[3])
    assert (
        sum(leaf.points for leaf in score.leaves()) == score.points == 4 + 1 + 2 + 1 + 1 + 5 + 5 + 3
    )
    gardens = next(part for part in score.parts if part.rule == "monument:16")
    assert gardens.pieces == ("island/0/(0,0)",)
    assert set(gardens.parts[0].pieces) == {f"island/0/({q},{r})" for q, r in SURROUNDED}
    assert gardens.text == "Floating gardens: 1 x 5 points"
    depots = next(part for part in score.parts if part.rule == "monument:15")
    assert depots.parts[0].pieces == (
        "island/0/(2,0)", "island/0/(0,1)", "island/0/(-1,1)", "island/0/(-1,0)"
    )  # fmt: skip
    assert [part.text for part in score.parts[:5]] == [
        "4 fame, 1 point each",
        "3 energy, 1 point for every 3",
        "5 steel, 1 point for every 2",
        "1 gear, 1 point each",
        "2 upgrades set aside, 1 point for every 2",
    ]
    assert [part.pieces for part in score.parts[:5]] == [
        ("fame/0",),
        ("stock/0/energy",),
        ("stock/0/steel",),
        ("stock/0/gears",),
        ("stock/0/set-aside",),
    ]


def test_a_running_game_is_scored_like_a_typed_position() -> None:
    """FR p.10, DE p.10: the same points, whether the table was watched or typed."""
    island = {(1, 0): "15/banner:industry", (2, 0): "02", (3, 0): "02", (4, 0): "03"}
    table = the_shared_die(
        4, island=island, stock="e7s3g2", fame=11, completed="I/e1/3/joker II/e1/6/joker",
        stack=0,
    )  # fmt: skip
    assert items_of(table.score) == {
        "fame": 11, "energy": 2, "steel": 1, "gears": 2, "monument:15": 5, "plans": 9
    }  # fmt: skip
    assert table.score.points == 30
