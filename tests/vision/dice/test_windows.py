import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.windows import around, grid, whole


def test_whole_picture_is_one_view():
    view = whole(4000, 3000, 640)
    assert (view.x0, view.y0, view.x1, view.y1) == (0, 0, 4000, 3000)
    assert view.longest == 640


@given(
    width=st.integers(1, 5000),
    height=st.integers(1, 5000),
    scale=st.floats(0.1, 1.0),
    x=st.floats(0, 1),
    y=st.floats(0, 1),
)
def test_every_small_thing_lies_wholly_in_one_part(width, height, scale, x, y):
    size = 96 / scale
    left, top = x * max(0, width - size), y * max(0, height - size)
    right, bottom = min(width, left + size), min(height, top + size)
    parts = list(grid(width, height, scale, side=640, overlap=96))
    assert any(
        part.x0 <= left + 1e-6
        and part.y0 <= top + 1e-6
        and part.x1 >= right - 1e-6
        and part.y1 >= bottom - 1e-6
        for part in parts
    )


@given(width=st.integers(1, 5000), height=st.integers(1, 5000), scale=st.floats(0.1, 1.0))
def test_parts_stay_within_picture_and_network(width, height, scale):
    for part in grid(width, height, scale, side=640, overlap=96):
        assert 0 <= part.x0 < part.x1 <= width
        assert 0 <= part.y0 < part.y1 <= height
        assert part.longest <= 642


def test_a_small_picture_is_one_part():
    assert len(list(grid(600, 400, 1.0, side=640, overlap=96))) == 1


def boxes(*rows: tuple[float, float, float, float]) -> np.ndarray:
    return np.array(rows, dtype=np.float32).reshape(-1, 4)


def test_neighbours_share_a_window_and_strangers_do_not():
    dice = boxes((100, 100, 120, 120), (130, 100, 150, 120), (900, 900, 920, 920))
    views = around(dice, 1000, 1000, 0.5, context=1.5, side=640)
    assert len(views) == 2


def test_each_window_shows_what_is_around():
    (view,) = around(boxes((100, 200, 120, 220)), 1000, 1000, 1.0, context=1.5, side=640)
    assert (view.x0, view.y0, view.x1, view.y1) == (70, 170, 150, 250)


def test_windows_end_at_the_edge_of_the_picture():
    (view,) = around(boxes((0, 980, 20, 1000)), 1000, 1000, 1.0, context=1.5, side=640)
    assert (view.x0, view.y0, view.x1, view.y1) == (0, 950, 50, 1000)


def test_no_window_grows_beyond_the_largest_part():
    row = boxes(*((x, 0, x + 20, 20) for x in range(0, 2000, 25)))
    for view in around(row, 2000, 100, 1.0, context=1.5, side=320):
        assert view.longest <= 320


@pytest.mark.parametrize("count", [1, 7, 40, 400])
def test_every_box_is_in_some_window(count):
    chance = np.random.default_rng(3)
    corners = chance.uniform(0, 960, (count, 2)).astype(np.float32)
    dice = np.hstack([corners, corners + 40])
    views = around(dice, 1000, 1000, 0.5, context=1.0, side=320)
    for x0, y0, x1, y1 in dice:
        assert any(v.x0 <= x0 and v.y0 <= y0 and v.x1 >= x1 and v.y1 >= y1 for v in views)


def test_nothing_to_look_at_needs_no_window():
    assert around(boxes(), 100, 100, 1.0, context=1.5, side=640) == []
