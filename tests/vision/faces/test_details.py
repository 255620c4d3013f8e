"""What is printed is compared patch by patch: shift and focus are excused, a shape is not."""

import cv2
import numpy as np
import pytest

from vision.faces.alignment import FINE, WITHIN
from vision.faces.details import compare_details

_NOISE = np.full(3, 0.1, np.float32)


def _face(emblem: str, shift: tuple[int, int] = (0, 0), soft: float = 0.0):
    """A dark house on a ground, with an emblem below it; in the order of `WITHIN`."""
    picture = np.zeros((FINE, FINE, 3), np.float32)
    cv2.rectangle(picture, (22, 14), (42, 26), (-0.6, 0.2, 0.0), -1)
    if emblem == "ring":
        cv2.circle(picture, (32, 42), 7, (-0.5, 0.9, 0.3), -1)
        cv2.circle(picture, (32, 42), 4, (0.5, 0.0, 0.0), -1)
        cv2.circle(picture, (32, 42), 1, (-0.5, 0.9, 0.3), -1)
    else:
        cv2.fillPoly(
            picture,
            [np.array([(26, 36), (39, 36), (35, 42), (39, 48), (26, 48)])],
            (-0.5, 0.9, 0.3),
        )
        cv2.circle(picture, (31, 42), 2, (0.5, 0.0, 0.0), -1)
    picture = np.roll(picture, shift, axis=(1, 0))
    if soft:
        picture = cv2.GaussianBlur(picture, (0, 0), soft)
    noise = np.random.default_rng(3).normal(0, 0.04, picture.shape)
    return (picture + noise).astype(np.float32)[WITHIN]


@pytest.mark.parametrize(("shift", "soft"), [((0, 0), 0.8), ((1, 0), 0.0), ((-1, 1), 0.6)])
def test_a_little_shift_and_another_focus_are_excused(shift, soft):
    found = compare_details(_face("ring", shift, soft), _face("ring"), _NOISE, None)
    assert found.worst < 0.35
    assert found.share < 0.12


def test_another_emblem_of_the_same_colours_in_the_same_place_is_not():
    same = compare_details(_face("ring", soft=0.8), _face("ring"), _NOISE, None)
    other = compare_details(_face("flag", soft=0.8), _face("ring"), _NOISE, None)
    assert other.worst > 0.5
    assert other.worst > 2 * same.worst
    assert other.share > 2 * same.share


def test_what_is_hidden_is_not_compared():
    hidden = np.zeros((FINE, FINE), np.uint8)
    cv2.fillPoly(hidden, [np.array([(22, 32), (42, 32), (42, 52), (22, 52)])], 1)
    seen = _face("flag")
    found = compare_details(seen, _face("ring"), _NOISE, hidden[WITHIN] > 0)
    assert found.worst < 0.35


def test_a_tile_without_any_print_says_nothing():
    plain = np.zeros((int(WITHIN.sum()), 3), np.float32)
    found = compare_details(plain, plain, _NOISE, None)
    assert (found.worst, found.share) == (0.0, 0.0)
    covered = compare_details(plain, plain, _NOISE, np.ones(len(plain), np.bool_))
    assert (covered.worst, covered.share) == (0.0, 0.0)
