import dataclasses

import numpy as np
import pytest

from hardware.frame import Frame


def test_a_frame_can_not_be_changed():
    frame = Frame(np.zeros((4, 6, 3), dtype=np.uint8), 12.5, "0")
    with pytest.raises(dataclasses.FrozenInstanceError):
        frame.taken = 3.0
    with pytest.raises(ValueError, match="read-only"):
        frame.image[0, 0] = 1


@pytest.mark.parametrize(
    "image", [np.zeros((4, 6), np.uint8), np.zeros((4, 6, 4), np.uint8), np.zeros((4, 6, 3))]
)
def test_only_colour_pictures_make_frames(image):
    with pytest.raises(ValueError, match="H x W x 3"):
        Frame(image, 0.0, "0")
