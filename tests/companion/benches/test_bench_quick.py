"""`make bench-quick` says what got worse, and only that."""

from pathlib import Path

import pytest

from tests.bench_quick import FIGURES, QUICK, Recorded, line, read_last, spread, write


@pytest.mark.parametrize(
    ("value", "last", "noise", "more_is_better", "is_worse"),
    [
        (0.77, 1.1, 0.1, True, True),
        (1.05, 1.1, 0.1, True, False),
        (1.5, 1.1, 0.1, True, False),
        (3.0, 2.0, 0.2, False, True),
        (2.2, 2.0, 0.2, False, False),
        (1.0, 2.0, 0.2, False, False),
        (0.98, 1.0, 0.0, True, False),
        (0.95, 1.0, 0.0, True, True),
    ],
)
def test_a_figure_is_worse_on_the_wrong_side_by_more_than_its_noise(
    value: float, last: float, noise: float, more_is_better: bool, is_worse: bool
) -> None:
    told = line("a ratio", value, Recorded(last, noise), more_is_better)
    assert ("WORSE" in told) == is_worse
    assert f"{value:.3f}" in told
    assert f"last {last:.3f}" in told


def test_what_nobody_recorded_is_not_judged(tmp_path: Path) -> None:
    assert read_last(tmp_path / "none.json") == {}
    assert line("a ratio", 1.0, None, more_is_better=True).endswith("(never recorded)")


def test_figures_come_back_as_they_were_recorded(tmp_path: Path) -> None:
    figures = {"a": Recorded(0.8, 0.25), "b": Recorded(2.0, 0.0)}
    write(tmp_path / "figures.json", figures)
    assert read_last(tmp_path / "figures.json") == figures


def test_noise_is_the_spread_without_the_two_outermost() -> None:
    assert spread([5.0, 0.9, 1.0, 1.1, 0.1]) == pytest.approx(0.2)


def test_every_figure_was_recorded() -> None:
    assert read_last(FIGURES).keys() == QUICK.keys()
