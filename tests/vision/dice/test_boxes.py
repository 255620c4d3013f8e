import numpy as np
import pytest

from vision.dice.boxes import covered, iou, suppress


def boxes(*rows: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32).reshape(-1, 4)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1.0),
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3),
        ((0, 0, 10, 10), (5, 5, 15, 15), 25 / 175),
        ((0, 0, 10, 10), (2, 2, 4, 4), 0.04),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0.0),
        ((0, 0, 10, 10), (30, 30, 40, 40), 0.0),
        ((5, 5, 5, 5), (5, 5, 5, 5), 0.0),
    ],
)
def test_overlap_is_intersection_over_union(one, other, expected):
    assert iou(boxes(one), boxes(other))[0, 0] == pytest.approx(expected, abs=1e-6)
    assert iou(boxes(other), boxes(one))[0, 0] == pytest.approx(expected, abs=1e-6)


def test_overlap_compares_each_with_each():
    assert iou(boxes((0, 0, 1, 1), (1, 1, 2, 2)), boxes((0, 0, 1, 1))).shape == (2, 1)


def test_a_face_within_its_die_is_fully_covered():
    die, face = boxes((0, 0, 10, 10)), boxes((2, 1, 8, 7))
    assert covered(die, face)[0, 0] == pytest.approx(1.0)
    assert covered(face, die)[0, 0] == pytest.approx(1.0)


def test_the_best_of_overlapping_boxes_stays():
    heap = boxes((0, 0, 10, 10), (1, 0, 11, 10), (50, 50, 60, 60), (0, 1, 10, 11))
    scores = np.array([0.6, 0.9, 0.4, 0.8], dtype=np.float32)
    assert suppress(heap, scores, most_iou=0.5).tolist() == [1, 2]


def test_a_box_gone_takes_no_other_with_it():
    # The middle one overlaps both ends, but the ends do not overlap each other enough.
    row = boxes((0, 0, 10, 10), (3, 0, 13, 10), (6, 0, 16, 10))
    scores = np.array([0.9, 0.8, 0.7], dtype=np.float32)
    assert suppress(row, scores, most_iou=0.5).tolist() == [0, 2]


def test_touching_dice_both_stay():
    pair = boxes((0, 0, 10, 10), (9, 2, 19, 12))
    scores = np.array([0.9, 0.8], dtype=np.float32)
    assert len(suppress(pair, scores, most_iou=0.5, most_covered=0.8)) == 2


def test_a_face_within_a_better_die_goes_only_when_asked():
    nested = boxes((0, 0, 20, 20), (5, 5, 15, 15))
    scores = np.array([0.9, 0.8], dtype=np.float32)
    assert len(suppress(nested, scores, most_iou=0.5)) == 2
    assert suppress(nested, scores, most_iou=0.5, most_covered=0.8).tolist() == [0]


def test_equal_scores_keep_their_order():
    twins = boxes((0, 0, 10, 10), (0, 0, 10, 10), (20, 0, 30, 10))
    scores = np.full(3, 0.5, dtype=np.float32)
    assert suppress(twins, scores, most_iou=0.5).tolist() == [0, 2]


def test_nothing_stays_nothing():
    assert suppress(boxes(), np.zeros(0, dtype=np.float32), most_iou=0.5).tolist() == []
