import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.reader import Reader, cut, normalise, softmax


def picture(width: int = 100, height: int = 80) -> np.ndarray:
    """Every pixel tells where it is: red is its column, green its row."""
    image = np.zeros((height, width, 3), dtype=np.uint8)
    image[..., 2] = np.arange(width)
    image[..., 1] = np.arange(height)[:, None]
    return image


def test_a_crop_is_the_square_around_the_box():
    crop = cut(picture(), (40, 20, 60, 40), size=30, margin=1.5)
    assert crop.shape == (30, 30, 3)
    assert crop[0, 0].tolist() == [0, 15, 35]
    assert crop[-1, -1].tolist() == [0, 44, 64]


def test_a_squeezed_die_is_made_a_cube_again():
    crop = cut(picture(), (40, 20, 60, 50), size=30, margin=1.0)
    assert crop[0, 0].tolist() == [0, 20, 40]
    assert crop[-1, -1].tolist() == [0, 49, 59]


def test_half_a_die_is_not_drawn_out_to_a_whole_one():
    crop = cut(picture(), (40, 20, 44, 60), size=40, margin=1.0)
    assert crop[0, 0].tolist() == [0, 20, 32]
    assert crop[-1, -1].tolist() == [0, 59, 51]


def test_a_die_that_the_rim_of_the_picture_cuts_off_is_not_drawn_out_either():
    crop = cut(picture(), (0, 20, 20, 50), size=30, margin=1.0)
    assert crop[0, 20].tolist() == [0, 20, 15]
    assert crop[-1, -1].tolist() == [0, 49, 24]


def test_beyond_the_edge_the_edge_is_repeated():
    crop = cut(picture(), (0, 0, 20, 20), size=30, margin=1.5)
    assert crop[0, 0].tolist() == [0, 0, 0]
    assert crop[5, 5].tolist() == [0, 0, 0]
    assert crop[-1, -1].tolist() == [0, 24, 24]
    crop = cut(picture(), (90, 70, 100, 80), size=15, margin=1.5)
    assert crop[-1, -1].tolist() == [0, 79, 99]


@given(x=st.floats(-50, 150), y=st.floats(-50, 150), w=st.floats(0, 400), h=st.floats(0, 400))
def test_any_box_gives_a_crop(x, y, w, h):
    assert cut(picture(), (x, y, x + w, y + h)).shape == (64, 64, 3)


def test_brightness_and_contrast_do_not_matter():
    noise = np.random.default_rng(0).integers(0, 100, (1, 64, 64, 3))
    plain = normalise(noise.astype(np.uint8))
    bright = normalise((2 * noise + 50).astype(np.uint8))
    assert np.allclose(plain, bright, atol=1e-4)
    assert plain.mean() == pytest.approx(0, abs=1e-5)
    assert plain.std() == pytest.approx(1, abs=1e-4)


def test_each_crop_is_normalised_by_itself():
    dark, light = np.full((2, 64, 64, 3), 10, np.uint8), np.full((1, 64, 64, 3), 200, np.uint8)
    dark[:, 20:40] = 60
    together = normalise(np.concatenate([dark, light]))
    assert np.allclose(together[:2], normalise(dark))


def test_colours_arrive_as_rgb():
    crop = np.zeros((1, 64, 64, 3), dtype=np.uint8)
    crop[..., 2] = 200  # red
    red, green, blue = normalise(crop)[0, :, 0, 0]
    assert red > 0 > green == blue


def test_a_flat_crop_has_no_contrast_to_invent():
    assert not normalise(np.full((1, 64, 64, 3), 77, np.uint8)).any()


def test_probabilities_add_up_and_large_scores_do_not_overflow():
    chances = softmax(np.array([[1000, 999, 0], [0, 0, 0]], dtype=np.float32))
    assert chances.sum(axis=1) == pytest.approx([1, 1])
    assert chances[0, 0] == pytest.approx(1 / (1 + np.exp(-1)))


def bright_corner(crops):
    """Answers 1 where the top left corner is the brightest, and 2 otherwise."""
    logits = np.zeros((len(crops), 7), dtype=np.float32)
    upright = crops[:, :, :8, :8].mean(axis=(1, 2, 3)) > 0.5
    logits[np.arange(len(crops)), np.where(upright, 0, 1)] = 100
    return logits


def test_answers_are_averaged_with_those_of_the_mirror_image():
    image = np.zeros((64, 64, 3), dtype=np.uint8)
    image[:16, :16] = 255
    chances = Reader(bright_corner, margin=1.0).read(image, [(0, 0, 64, 64)])
    assert chances[0, :2] == pytest.approx([0.5, 0.5])


def test_no_boxes_need_no_reading():
    assert Reader(bright_corner).read(picture(), []).shape == (0, 7)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("side", [30, 64, 300])
def test_drawn_dice_are_read(draw_dice, count_pips, value, side):
    image = draw_dice(800, 600, [(200, 150, side, value)])
    chances = Reader(count_pips).read(image, [(200, 150, 200 + side, 150 + side)])
    assert chances[0].argmax() == value - 1
