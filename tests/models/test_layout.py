"""Where dice lie on tables that are rendered whole."""

from dataclasses import replace
from itertools import combinations

import pytest

from models.sprites.layout import Lying, lay_table, overlap

TABLES = [lay_table(1, number) for number in range(60)]


def test_the_same_numbers_lay_the_same_table() -> None:
    assert lay_table(3, 4) == lay_table(3, 4)
    assert lay_table(3, 4) != lay_table(3, 5)
    assert lay_table(4, 4) != lay_table(3, 4)


def test_no_die_stands_in_another() -> None:
    for table in TABLES:
        assert table.dice
        assert not any(overlap(a, b) for a, b in combinations(table.dice, 2))


def test_some_dice_touch_and_some_tables_show_one_set() -> None:
    pairs = [pair for table in TABLES for pair in combinations(table.dice, 2)]
    assert any((a.x - b.x) ** 2 + (a.y - b.y) ** 2 < 1.4 for a, b in pairs)
    assert any(a.look.body == b.look.body for a, b in pairs)
    assert any(a.look.body != b.look.body for a, b in pairs)


@pytest.mark.parametrize(
    ("heading", "away", "expected"),
    [(0, 0.9, True), (0, 1.02, False), (45, 1.02, True), (45, 1.25, False)],
)
def test_dice_that_are_turned_need_more_room(heading: float, away: float, expected: bool) -> None:
    look = replace(TABLES[0].dice[0].look, heading=0.0)
    one = Lying(look, 0.0, 0.0)
    assert overlap(one, Lying(replace(look, heading=heading), away, 0.0)) == expected
