"""Corners found strip by strip are those that OpenCV finds at once."""

import cv2
import numpy as np
import pytest

from vision.motion.landmarks import landmarks


@pytest.mark.parametrize(("seed", "size"), [(1, (300, 400)), (2, (97, 640)), (3, (720, 960))])
def test_the_same_corners_are_found_as_at_once(seed: int, size: tuple[int, int]) -> None:
    source = np.random.default_rng(seed)
    noise = source.integers(0, 256, size, np.uint8)
    grey = np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)
    mask = np.zeros(size, np.uint8)
    mask[20:-20, 30:-40] = 255
    at_once = cv2.goodFeaturesToTrack(grey, 32, 0.02, 20.0, mask=mask).reshape(-1, 2)
    found = landmarks(grey, mask, most=32, quality=0.02, apart=20.0)
    assert np.array_equal(found, at_once)


def test_a_picture_of_nothing_has_none() -> None:
    nothing = np.full((100, 100), 7, np.uint8)
    assert len(landmarks(nothing, nothing, most=5, quality=0.02, apart=3.0)) == 0
