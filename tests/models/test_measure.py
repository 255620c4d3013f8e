"""Counting is strict, and intervals are honest."""

import pytest

from companion.common.intervals import wilson
from models.measuring.calibrate import (
    CERTAIN_RIGHT,
    DieEvidence,
    Thresholds,
    choose,
    choose_certain,
    fit,
    judge,
    report,
)
from models.measuring.looking import PhotoSight
from models.measuring.measure import Count, Reported, SeenDie, match
from models.measuring.perfect import perfect
from models.photos.sources import Photo
from models.places import ROOT
from vision.dice.weights import Joint

BOX = (10.0, 10.0, 30.0, 30.0)
OTHER = (60.0, 60.0, 80.0, 80.0)


def seen(value: int, box=BOX, score: float = 0.9, sure: float = 0.99) -> SeenDie:
    chances = [(1 - sure) / 6] * 7
    chances[value - 1] = sure
    return SeenDie(box, score, tuple(chances))


def fates(things, boxes=(BOX,), values=(3,), ignored=()):
    reported, missed = match(things, boxes, values, ignored)
    return [r.fate for r in reported], missed


def test_a_die_is_right_when_box_and_value_agree() -> None:
    assert fates([seen(3)]) == (["right"], [])


def test_another_value_is_wrong_but_not_missed() -> None:
    assert fates([seen(4)]) == (["wrong"], [])


def test_a_box_that_is_off_is_both_false_and_a_miss() -> None:
    assert fates([seen(3, (25, 25, 45, 45))]) == (["false"], [0])


def test_the_right_value_in_a_box_that_fits_badly_is_told_apart_from_nothing_there() -> None:
    half = (20.0, 10.0, 40.0, 30.0)
    reported, missed = match([seen(3, half)], (BOX,), (3,), ())
    assert ([(r.fate, r.loose) for r in reported], missed) == ([("false", True)], [0])
    reported, _ = match([seen(4, half)], (BOX,), (3,), ())
    assert [(r.fate, r.loose) for r in reported] == [("false", False)]


def test_a_die_reported_twice_counts_once() -> None:
    assert fates([seen(3, score=0.9), seen(3, score=0.8)]) == (["right", "false"], [])


def test_what_lies_on_an_ignored_die_counts_neither_for_nor_against() -> None:
    assert fates([seen(2, OTHER)], ignored=(OTHER,)) == ([], [0])


def test_counts_add_up() -> None:
    photo = Photo(ROOT / "x.jpg", "s", (BOX, OTHER), (3, 5), ())
    choice = Thresholds(0.4, 0.9, Joint(), 0.5, Joint())
    count = judge([PhotoSight(photo, (seen(3), seen(1, (100, 100, 120, 120))))], choice)
    assert count == Count(
        photos=1, dice=2, right=1, wrong=0, missed=1, false=1, certain=2, certain_right=1
    )
    assert (count + count).dice == 4


def test_what_finder_and_reader_together_take_for_a_die_is_reported() -> None:
    choice = Thresholds(0.4, 0.9, Joint(), 0.5, Joint(0.0, 1.0, 1.0))
    denied = SeenDie(BOX, 0.6, (0.0, 0.1, 0.0, 0.0, 0.0, 0.0, 0.9))
    assert report([denied], choice) == []
    assert len(report([SeenDie(BOX, 0.95, denied.chances)], choice)) == 1
    any_face = SeenDie(BOX, 0.6, (0.2, 0.2, 0.2, 0.15, 0.1, 0.1, 0.05))
    assert report([any_face], choice) == [any_face]


def test_what_is_mostly_no_die_is_left_out_once_that_pays() -> None:
    photo = Photo(ROOT / "x.jpg", "s", (BOX,), (3,), ())
    disc = SeenDie(OTHER, 0.75, (0.05, 0.2, 0.05, 0.0, 0.0, 0.0, 0.7))
    choice = choose({"s": [PhotoSight(photo, (seen(3, score=0.75), disc))] * 50})
    assert report([seen(3, score=0.75), disc], choice) == [seen(3, score=0.75)]
    assert judge([PhotoSight(photo, (seen(3, score=0.75), disc))], choice).certain_right == 1


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (172, 172, 0.978, 1.0), (50, 100, 0.404, 0.596)],
)
def test_wilson_intervals_are_the_published_ones(
    hits: int, cases: int, low: float, high: float
) -> None:
    assert wilson(hits, cases) == pytest.approx((low, high), abs=0.001)


def test_nothing_is_known_of_no_cases() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_certain_begins_where_practically_all_are_right() -> None:
    good = [Reported(seen(3, sure=0.9 + n / 20000), "right") for n in range(1000)]
    bad = [Reported(seen(3, sure=0.5 + n / 1000), "wrong") for n in range(30)]
    bar = choose_certain(good + bad, Joint())
    above = [r for r in good + bad if max(r.seen.chances) >= bar - 1e-6]
    assert sum(r.fate == "right" for r in above) / len(above) >= CERTAIN_RIGHT
    assert len(above) >= 1000


def test_joined_confidence_rises_with_both_of_its_parts() -> None:
    chances = [(s / 10, p / 20) for s in range(2, 10) for p in range(8, 20)]
    heard = [DieEvidence(s, p) for s, p in chances]
    joint = fit(heard, [s + p > 1.2 + 0.1 * (n % 3) for n, (s, p) in enumerate(chances)])
    assert joint.finder > 0
    assert joint.reader > 0


def test_an_eye_without_fault_has_only_the_labels_against_it(monkeypatch) -> None:
    wrong_label, no_label = {"s": {"x.jpg": {1: 6}}}, {"s": {"x.jpg": [((90, 0, 99, 9), 2)]}}
    monkeypatch.setattr("models.photos.sources.contested_labels", lambda: wrong_label)
    monkeypatch.setattr("models.photos.sources.unlabelled_dice", lambda: no_label)
    loose = (100.0, 100.0, 130.0, 130.0)
    tight = seen(1, (105.0, 105.0, 125.0, 125.0))
    photo = Photo(ROOT / "x.jpg", "s", (BOX, OTHER, loose), (3, 5, 1), ())
    assert perfect([PhotoSight(photo, (tight, seen(6, (0, 0, 5, 5))))]) == Count(
        photos=1, dice=3, right=1, wrong=1, missed=1, false=2, loose=1
    )
    assert perfect([PhotoSight(photo, ())]).right == 2
