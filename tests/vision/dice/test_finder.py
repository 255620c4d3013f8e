"""The finder with a network that sees drawn squares: what it does around the network."""

import numpy as np
import pytest

from vision.dice.finder import QUICK, THOROUGH, CloseLook, Effort, Finder
from vision.dice.windows import alone, grid


@pytest.fixture
def finder(see_squares):
    return Finder(see_squares, threshold=0.3, iou=0.5)


def assert_found(found, squares, within=3.0):
    """Each square was found, in its place, and nothing else was."""
    assert len(found) == len(squares), found
    for x, y, side in squares:
        off = np.abs(found.boxes - np.array([x, y, x + side, y + side])).max(axis=1)
        assert off.min() <= within, (x, y, side)


def test_dice_are_found_where_they_lie(finder, draw_table):
    squares = [(100, 80, 60), (300, 200, 50), (20, 380, 70)]
    found = finder.find(draw_table(640, 480, squares))
    assert_found(found, squares)


def test_empty_table_has_no_dice(finder, draw_table):
    found = finder.find(draw_table(3000, 2000, []))
    assert len(found) == 0
    assert found.boxes.shape == (0, 4)


SEAMS = sorted(
    {
        edge
        for part in grid(2560, 2560, 0.5, side=THOROUGH.part, overlap=THOROUGH.overlap)
        for edge in (part.x0, part.x1)
        if 0 < edge < 2560
    }
)
"""Where the sweep cuts a picture of 2560 x 2560, which it looks at halved."""


@pytest.mark.parametrize("seam", SEAMS)
@pytest.mark.parametrize("offset", range(-90, 91, 10))
def test_die_on_a_seam_is_counted_once(finder, draw_table, seam, offset):
    squares = [(seam - 30 + offset, seam - 30 + offset, 60), (seam - 30 - offset, 400, 60)]
    found = finder.find(draw_table(2560, 2560, squares), THOROUGH)
    assert_found(found, squares)


@pytest.mark.parametrize("side", [40, 80, 150, 300, 600, 1200])
def test_dice_of_any_size_are_counted_once(finder, draw_table, side):
    squares = [(1000, 900, side)]
    found = finder.find(draw_table(4000, 3000, squares), THOROUGH)
    assert_found(found, squares, within=5)


def test_die_too_small_for_the_first_look_is_found_in_a_large_photo(finder, draw_table):
    # 30 pixels of 4000 are 5 at the first look, which this network does not see.
    squares = [(1500, 1500, 30)]
    image = draw_table(4000, 3000, squares)
    assert len(finder.find(image, Effort(sweep=0))) == 0
    assert_found(finder.find(image, THOROUGH), squares)


def test_a_die_too_small_to_see_beside_a_small_one_is_found(finder, draw_table):
    squares = [(100, 100, 20), (400, 300, 5)]
    image = draw_table(640, 480, squares)
    assert_found(finder.find(image, Effort(sweep=0)), squares[:1])
    assert_found(finder.find(image, THOROUGH), squares)


@pytest.mark.parametrize(
    ("squares", "enlarged"),
    [([(100, 100, 60)], False), ([(100, 100, 60), (300, 300, 20)], True), ([], True)],
)
def test_a_small_picture_is_enlarged_only_where_dice_may_be_small(
    see_squares, draw_table, squares, enlarged
):
    widths = []

    def see(blob):
        widths.append(blob.shape[3])
        return see_squares(blob)

    Finder(see, threshold=0.3, iou=0.5).find(draw_table(640, 480, squares), THOROUGH)
    assert (max(widths) == 1280) == enlarged


def test_a_closer_look_sharpens_the_box(finder, draw_table):
    squares = [(501, 503, 50)]
    image = draw_table(2000, 1500, squares)
    coarse = finder.find(image, Effort(wholes=(320,), sweep=0, looks=0))
    closer = finder.find(image, Effort(wholes=(320,), sweep=0, looks=2))
    want = np.array([501, 503, 551, 553])
    assert np.abs(closer.boxes[0] - want).max() < np.abs(coarse.boxes[0] - want).max()


def test_a_closer_look_may_change_its_mind(draw_table):
    """Something that looks like a die from afar and does not from near is none."""

    def fooled_from_afar(blob):
        width = blob.shape[3]
        raw = np.zeros((1, 5, 1), dtype=np.float32)
        if width == 320:
            raw[0, :, 0] = (160, 120, 15, 15, 0.9)
        return raw

    finder = Finder(fooled_from_afar)
    image = draw_table(2000, 1500, [])
    assert len(finder.find(image, Effort(wholes=(320,), sweep=0, looks=0))) == 1
    assert len(finder.find(image, QUICK)) == 0


def test_many_dice_close_together_are_all_found(finder, draw_table):
    squares = [(x, y, 36) for x in range(500, 1000, 50) for y in range(500, 900, 50)]
    found = finder.find(draw_table(2600, 1950, squares), THOROUGH)
    assert_found(found, squares)


def test_weak_answers_count_only_from_the_threshold(draw_table):
    def unsure(blob):
        return np.array([[[100, 300], [100, 300], [60, 60], [60, 60], [0.5, 0.2]]], np.float32)

    image, once = draw_table(640, 480, []), Effort(wholes=(640,), sweep=0)
    assert len(Finder(unsure, threshold=0.4).find(image, once)) == 1
    assert len(Finder(unsure, threshold=0.1).find(image, once)) == 2
    assert len(Finder(unsure, threshold=0.6).find(image, once)) == 0


def test_best_comes_first(finder, draw_table):
    found = finder.find(draw_table(640, 480, [(50, 50, 20), (300, 300, 30)]))
    assert found.scores.tolist() == sorted(found.scores.tolist(), reverse=True)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 3000), (3000, 5), (31, 33)])
def test_odd_shapes_are_looked_at_without_complaint(finder, draw_table, width, height):
    assert len(finder.find(draw_table(width, height, []))) == 0


class Glances:
    """A network that sees drawn squares and remembers how large each picture was."""

    def __init__(self, see):
        self._see = see
        self.widths = []

    def __call__(self, blob):
        self.widths.append(blob.shape[3])
        return self._see(blob)


def test_a_quick_look_at_large_dice_is_one_small_glance(see_squares, draw_table):
    network = Glances(see_squares)
    squares = [(200, 100, 120), (600, 400, 120)]
    assert_found(Finder(network).find(draw_table(1280, 960, squares), QUICK), squares, within=6)
    assert network.widths == [384]


@pytest.mark.parametrize("squares", [[], [(300, 300, 30)], [(300, 300, 120), (700, 500, 40)]])
def test_a_quick_look_that_sees_nothing_or_small_dice_looks_at_everything_again(
    see_squares, draw_table, squares
):
    network = Glances(see_squares)
    assert_found(Finder(network).find(draw_table(1280, 960, squares), QUICK), squares, within=6)
    assert network.widths[:2] == [384, 640]


def test_a_doubtful_die_is_looked_at_again_from_near(see_squares, draw_table):
    def short_sighted(blob):
        raw = see_squares(blob)
        raw[:, 4] = np.where(raw[:, 2] < 60, 0.35, 0.9)
        return raw

    network = Glances(short_sighted)
    image = draw_table(1280, 960, [(400, 300, 160)])
    assert Finder(network).find(image, Effort(wholes=(320,), sweep=0)).scores[0] < 0.4
    network.widths.clear()
    found = Finder(network).find(image, Effort(wholes=(320,), sweep=0, sure=0.5))
    assert found.scores[0] > 0.8
    assert network.widths[0] == 320
    assert len(network.widths) == 2


def scored(see, whole: float, near: float):
    """A network that sees drawn squares, with one score in whole pictures and one from near."""

    def network(blob):
        raw = see(blob)
        raw[:, 4] = np.where(raw[:, 4] > 0, whole if blob.shape[3] == 640 else near, 0)
        return raw

    return network


def once(*glances: CloseLook, **more: int) -> Effort:
    return Effort(wholes=(640,), sweep=0, looks=0, glances=glances, **more)


SIZES = (CloseLook(36.0, mirrored=True), CloseLook(56.0))


def test_what_is_no_die_when_looked_at_by_itself_is_none(see_squares, draw_table):
    image, finder = draw_table(640, 480, [(300, 200, 50)]), scored(see_squares, 0.6, 0.02)
    assert len(Finder(finder, threshold=0.3).find(image, once())) == 1
    assert len(Finder(finder, threshold=0.3).find(image, once(*SIZES))) == 0


@pytest.mark.parametrize("glance", SIZES)
@pytest.mark.parametrize(("x", "y"), [(300, 200), (2, 100), (580, 425)])
def test_a_faint_die_that_is_clear_by_itself_is_found_even_at_the_rim(
    see_squares, draw_table, glance, x, y
):
    image, finder = draw_table(640, 480, [(x, y, 50)]), scored(see_squares, 0.1, 0.95)
    assert len(Finder(finder, threshold=0.3).find(image, once())) == 0
    found = Finder(finder, threshold=0.3).find(image, once(glance))
    assert_found(found, [(x, y, 50)])
    assert found.scores[0] == pytest.approx(0.592, abs=0.001)  # the mean of both log-odds


def test_only_doubtful_things_are_looked_at_by_themselves_and_not_too_many(see_squares, draw_table):
    squares = [(x, 200, 50) for x in range(40, 600, 100)]
    image = draw_table(640, 480, squares)
    for score, doubts, looks in ((0.9, 16, 0), (0.5, 16, 12), (0.5, 2, 4)):
        network = Glances(scored(see_squares, score, 0.5))
        assert_found(Finder(network).find(image, once(*SIZES, doubts=doubts)), squares)
        assert len(network.widths) == 1 + looks


def test_a_thing_by_itself_lies_in_the_middle_of_a_window_that_ends_with_the_picture():
    view = alone(np.array([100, 100, 150, 130], np.float32), 400, 300, 25)
    assert (view.x0, view.y0, view.x1, view.y1, view.scale) == (0, 0, 349, 300, 0.5)


def test_a_die_that_fills_the_picture_is_found(draw_table, see_squares):
    def knows_dice_up_to_170_pixels(blob):
        raw = see_squares(blob)
        return raw[:, :, raw[0, 2] <= 170]

    squares = [(200, 100, 300)]
    image = draw_table(640, 480, squares)
    assert_found(Finder(knows_dice_up_to_170_pixels).find(image, THOROUGH), squares, within=6)
