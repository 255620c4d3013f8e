"""What is of the figures' colour: in one piece."""

import cv2
import numpy as np
import pytest

from vision.tiles.figures import blob_near

SIDE = 81


def drawn(*shapes) -> np.ndarray:
    picture = np.zeros((SIDE, SIDE), np.float32)
    for centre, axes in shapes:
        cv2.ellipse(picture, centre, axes, 0, 0, 360, 1.0, -1)
    return picture


def test_the_middle_and_the_area_of_a_disc_are_known():
    blob = blob_near(drawn(((30, 42), (11, 11))), np.array([34.0, 40.0]), 8)
    assert blob is not None
    assert blob.at == pytest.approx((30, 42), abs=0.5)
    assert blob.area == pytest.approx(np.pi * 11**2, rel=0.1)


def test_the_piece_that_is_nearest_counts_and_its_neighbour_does_not():
    both = drawn(((20, 40), (8, 8)), ((55, 40), (12, 12)))
    blob = blob_near(both, np.array([22.0, 40.0]), 8)
    assert blob is not None
    assert blob.at == pytest.approx((20, 40), abs=0.5)
    assert blob_near(both, np.array([20.0, 70.0]), 8) is None
