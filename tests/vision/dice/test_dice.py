import numpy as np
import pytest

from vision.dice.dice import DiceEye, joint_confidence, one_face
from vision.dice.finder import QUICK, Finder
from vision.dice.neighbours import ALONE, Neighbours, distinct, neighbours
from vision.dice.reader import Reader
from vision.dice.weights import Joint


def test_each_die_gets_its_value(drawn_eye, draw_dice):
    laid = [(60 + 150 * n, 80 + 20 * n, 60, n) for n in range(1, 7)]
    dice = drawn_eye.look(draw_dice(1100, 600, laid))
    assert [die.value for die in dice] == [1, 2, 3, 4, 5, 6]
    for die, (x, y, side, _) in zip(dice, laid, strict=True):
        assert die.box == pytest.approx((x, y, x + side, y + side), abs=3)
        assert die.certain
        assert 0.9 < die.confidence <= 1


def test_small_dice_in_a_large_photo_are_read_at_full_sharpness(drawn_eye, draw_dice):
    # Shrunk to 640 these dice are 8 pixels wide; their pips could never be counted there.
    laid = [(500 + 300 * n, 700 + 200 * n, 50, n) for n in range(1, 7)]
    dice = drawn_eye.look(draw_dice(4000, 3000, laid))
    assert [die.value for die in dice] == [1, 2, 3, 4, 5, 6]


def test_dice_are_listed_in_reading_order(drawn_eye, draw_dice):
    dice = drawn_eye.look(
        draw_dice(640, 480, [(400, 300, 60, 5), (50, 60, 60, 2), (300, 60, 60, 4)])
    )
    assert [die.value for die in dice] == [2, 4, 5]


def test_looking_twice_sees_the_same(drawn_eye, draw_dice):
    image = draw_dice(2000, 1500, [(300 * n, 200 * n, 40 + n, n) for n in range(1, 7)])
    before = image.copy()
    assert drawn_eye.look(image) == drawn_eye.look(image)
    assert drawn_eye.look(image, QUICK) == drawn_eye.look(image, QUICK)
    assert np.array_equal(image, before)


def test_a_reading_is_certain_only_from_the_threshold(draw_dice, see_squares):
    def fairly_sure(crops):
        logits = np.zeros((len(crops), 7), dtype=np.float32)
        logits[:, 3] = 4.0
        return logits

    image = draw_dice(640, 480, [(100, 100, 60, 4)])
    for certain, expected in [(0.85, True), (0.95, False)]:
        eye = DiceEye(Finder(see_squares), Reader(fairly_sure), certain=certain)
        (die,) = eye.look(image)
        assert die.value == 4
        assert die.certain is expected


@pytest.mark.parametrize(("least", "reported"), [(0.5, 0), (0.0, 1)])
def test_what_can_not_be_read_is_a_question_or_nothing(
    draw_dice, see_squares, count_pips, least, reported
):
    eye = DiceEye(Finder(see_squares), Reader(count_pips), certain=0.9, least=least)
    dice = eye.look(draw_dice(640, 480, [(100, 100, 60, 0)]))
    assert len(dice) == reported
    assert not any(die.certain for die in dice)


def test_a_die_that_could_show_anything_is_a_question_and_not_a_silence(draw_dice, see_squares):
    def any_face(crops):
        return np.tile(np.array([[2, 2, 2, 2, 2, 2.1, -9]], np.float32), (len(crops), 1))

    eye = DiceEye(Finder(see_squares), Reader(any_face), certain=0.9, least=0.9)
    (die,) = eye.look(draw_dice(640, 480, [(100, 100, 30, 4)]))
    assert not die.certain
    assert die.confidence < 0.25


def test_two_dice_that_touch_are_not_a_third_large_one():
    left, right, both = (10, 10, 50, 50), (52, 10, 92, 50), (8, 8, 94, 52)
    boxes = np.array([both, left, right], np.float32)
    assert sorted(distinct(boxes, [0.7, 0.9, 0.8])) == [1, 2]
    assert distinct(boxes, [0.95, 0.9, 0.8]) == [0], "what is likelier a die stays"


def test_dice_that_hide_a_part_of_each_other_are_both_there():
    boxes = np.array([(10, 10, 60, 60), (38, 20, 88, 70)], np.float32)
    assert sorted(distinct(boxes, [0.9, 0.8])) == [0, 1]


def test_a_weak_box_half_beside_a_strong_one_is_its_echo() -> None:
    boxes = np.array([(10, 10, 50, 50), (14, 32, 54, 72), (60, 60, 100, 100)], np.float32)
    likely = [0.99, 0.8, 0.7]
    assert sorted(distinct(boxes, likely, [0.8, 0.1, 0.1])) == [0, 2]
    assert sorted(distinct(boxes, likely, [0.8, 0.4, 0.1])) == [0, 1, 2], "a die behind another"
    assert sorted(distinct(boxes, [0.6, 0.8, 0.7], [0.8, 0.1, 0.1])) == [0, 1, 2]
    assert sorted(distinct(boxes, likely)) == [0, 1, 2]


def test_dice_of_one_table_are_of_one_size():
    sure = [(0, 0, 40, 40), (100, 0, 142, 42)]
    like, large = (200, 0, 238, 38), (300, 0, 420, 120)
    boxes = np.array([*sure, like, large], np.float32)
    found = neighbours(boxes, [0.9, 0.8, 0.3, 0.3], [0.95, 0.9, 0.9, 0.9])
    assert found == (Neighbours(1, 0), Neighbours(1, 0), Neighbours(2, 0), Neighbours(0, 2))
    die = Joint(0.0, 1.0, 1.0, alike=0.5, unlike=-1.0)
    in_company = [joint_confidence(die, 0.5, 0.5, each) for each in (found[2], ALONE, found[3])]
    assert in_company == sorted(in_company, reverse=True)
    assert len(set(in_company)) == 3


def test_nobody_is_company_to_themselves():
    boxes = np.array([(0, 0, 40, 40), (2, 2, 41, 42)], np.float32)
    assert neighbours(boxes, [0.9, 0.8], [0.95, 0.9])[0] == ALONE
    assert neighbours(np.zeros((0, 4), np.float32), [], []) == ()


def test_what_shows_a_bit_of_several_faces_is_less_likely_a_die():
    one, several = (
        [0.9, 0.02, 0.02, 0.02, 0.02, 0.01, 0.01],
        [0.3, 0.3, 0.3, 0.06, 0.02, 0.01, 0.01],
    )
    assert one_face(one) == pytest.approx(0.9 / 0.99)
    assert one_face(several) == pytest.approx(0.3 / 0.99)
    assert one_face([0.0] * 6 + [1.0]) == 0
    die = Joint(bias=-2.0, finder=1.0, reader=0.5, face=1.0)
    clear, unclear = (joint_confidence(die, 0.6, 0.99, face=one_face(c)) for c in (one, several))
    assert clear > 0.5 > unclear


def test_joint_confidence_weighs_finder_and_reader():
    assert joint_confidence(Joint(), 0.1, 0.9) == pytest.approx(0.9)
    both = Joint(bias=0.0, finder=1.0, reader=1.0)
    assert joint_confidence(both, 0.5, 0.9) == pytest.approx(0.9)
    assert joint_confidence(both, 0.8, 0.9) > 0.9 > joint_confidence(both, 0.2, 0.9)
    assert 0 < joint_confidence(both, 0.0, 0.0) < 0.001
    assert 0.999 < joint_confidence(both, 1.0, 1.0) < 1
    assert 0 <= joint_confidence(Joint(bias=-5000.0), 0.0, 0.0) < 1e-9
