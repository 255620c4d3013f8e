import numpy as np
import pytest

from vision.dice.letterbox import decode, letterbox


@pytest.mark.parametrize(
    ("width", "height", "longest", "expected"),
    [
        (640, 480, 640, (480, 640)),
        (4000, 3000, 640, (480, 640)),
        (768, 1024, 640, (640, 480)),
        (1024, 576, 640, (384, 640)),
        (1000, 500, 640, (320, 640)),
        (512, 384, 320, (256, 320)),
        (30, 30, 64, (64, 64)),
        (9000, 10, 640, (32, 640)),
        (1, 1, 320, (320, 320)),
    ],
)
def test_input_has_whole_strides_and_no_more_grey_than_needed(width, height, longest, expected):
    blob, _ = letterbox(np.zeros((height, width, 3), dtype=np.uint8), longest)
    assert blob.shape == (1, 3, *expected)
    assert blob.dtype == np.float32


def test_colours_arrive_as_rgb_from_0_to_1():
    image = np.zeros((32, 32, 3), dtype=np.uint8)
    image[:] = (255, 102, 0)  # blue, green, red
    blob, _ = letterbox(image, 32)
    assert blob[0, :, 7, 7] == pytest.approx([0.0, 0.4, 1.0])


def test_grey_lies_evenly_on_both_sides():
    blob, fit = letterbox(np.full((20, 64, 3), 255, dtype=np.uint8), 64)
    assert (fit.left, fit.top) == (0, 6)
    assert np.allclose(blob[0, :, :6], 114 / 255)
    assert np.allclose(blob[0, :, 6:26], 1.0)
    assert np.allclose(blob[0, :, 26:], 114 / 255)


@pytest.mark.parametrize(("width", "height"), [(4000, 3000), (333, 1000), (97, 41), (640, 640)])
def test_boxes_find_the_way_back(width, height):
    box = np.array([[0.1 * width, 0.2 * height, 0.5 * width, 0.9 * height]], dtype=np.float32)
    _, fit = letterbox(np.zeros((height, width, 3), dtype=np.uint8), 320)
    scale = np.array([fit.scale_x, fit.scale_y] * 2)
    there = box * scale + np.array([fit.left, fit.top] * 2)
    assert fit.back(there.astype(np.float32)) == pytest.approx(box, abs=0.01)


def test_boxes_never_leave_the_picture():
    _, fit = letterbox(np.zeros((100, 200, 3), dtype=np.uint8), 320)
    outside = np.array([[-50, -50, 999, 999]], dtype=np.float32)
    assert fit.back(outside).tolist() == [[0, 0, 200, 100]]


def test_shrinking_keeps_fine_pips():
    # One white line in 16: sampling would see it or miss it, averaging always keeps its share.
    image = np.zeros((1600, 1600, 3), dtype=np.uint8)
    image[::16] = 255
    blob, _ = letterbox(image, 160)
    assert blob.mean() == pytest.approx(1 / 16, abs=0.005)
    assert blob.max() < 0.2


def test_raw_answers_become_corners():
    raw = np.array(
        [[50, 10, 30], [60, 20, 30], [20, 8, 4], [10, 6, 4], [0.9, 0.2, 0.3]], dtype=np.float32
    )
    boxes, scores = decode(raw, 0.3)
    assert boxes.tolist() == [[40, 55, 60, 65], [28, 28, 32, 32]]
    assert scores == pytest.approx([0.9, 0.3])


def test_an_answer_without_dice_has_no_boxes():
    boxes, scores = decode(np.zeros((5, 8400), dtype=np.float32), 0.1)
    assert boxes.shape == (0, 4)
    assert scores.shape == (0,)
