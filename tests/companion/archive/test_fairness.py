"""Fair dice: exact where they are few, honest in words."""

import math
from itertools import product

import pytest

from companion.archive.fairness import COUNTED, Fairness, chi_square_tail, examine


def by_counting(dice: int, squares: int) -> float:
    """The same by looking at every outcome, one by one."""
    outcomes = list(product(range(6), repeat=dice))
    found = sum(sum(o.count(f) ** 2 for f in range(6)) >= squares for o in outcomes)
    return found / len(outcomes)


@pytest.mark.parametrize("counts", [(1, 0, 0, 0, 0, 0), (2, 1, 0, 0, 0, 0), (3, 1, 1, 0, 0, 0),
                                    (1, 1, 1, 1, 1, 1), (4, 0, 1, 0, 0, 1)])  # fmt: skip
def test_few_dice_are_counted_exactly(counts: tuple[int, ...]) -> None:
    found = examine(counts)
    assert found.exact
    squares = sum(count * count for count in counts)
    assert found.p == pytest.approx(by_counting(sum(counts), squares))


def test_the_curve_is_that_of_the_tables_in_every_textbook() -> None:
    for x, p in ((11.070, 0.05), (15.086, 0.01), (4.351, 0.5), (20.515, 0.001)):
        assert chi_square_tail(x) == pytest.approx(p, rel=2e-3)
    assert chi_square_tail(0.0) == 1.0


def test_counting_and_curve_agree_where_they_meet() -> None:
    counts = (10, 8, 3, 6, 4, 5)
    assert sum(counts) == COUNTED
    found = examine(counts)
    assert found.exact
    assert found.p == pytest.approx(chi_square_tail(found.chi_square), abs=0.04)
    assert not examine((10, 8, 3, 6, 4, 6)).exact


def words(*counts: int) -> str:
    return examine(counts).words


def test_the_words_promise_no_more_than_the_numbers_hold() -> None:
    assert "No dice" in words(0, 0, 0, 0, 0, 0)
    assert "too few" in words(9, 0, 0, 0, 0, 0)
    assert "Nothing unusual" in words(10, 10, 11, 9, 12, 8)
    assert "Rather uneven" in words(20, 4, 10, 9, 12, 5)
    assert "Look at the dice" in words(60, 10, 10, 10, 10, 10)


def test_impossible_luck_is_no_division_by_zero() -> None:
    assert math.isfinite(examine((5000, 0, 0, 0, 0, 0)).chi_square)
    assert "Look at the dice" in Fairness((5000, 0, 0, 0, 0, 0), 25000.0, 0.0, False).words
