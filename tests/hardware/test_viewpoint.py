"""Which pixel shows which point of the table."""

import numpy as np
import pytest

from companion.tabletop.observation import Point
from hardware.simulated.viewpoint import Viewpoint, above

TILTED = Viewpoint(Point(30, -20), 600, tilt=35, turn=40, bend=(-0.05, 0.02))


def test_straight_from_above_the_picture_is_a_map():
    view = Viewpoint(Point(0, 0), 1000, focal=1000)
    middle = view.project([(0, 0, 0)])[0]
    assert middle == pytest.approx((639.5, 479.5))
    assert view.project([(100, 50, 0)])[0] - middle == pytest.approx((100, 50))


def test_what_is_higher_is_farther_from_the_middle():
    view = Viewpoint(Point(0, 0), 1000, focal=1000)
    foot, top = view.project([(100, 0, 0), (100, 0, 100)])[:, 0] - 639.5
    assert foot == pytest.approx(100)
    assert top == pytest.approx(100 * 1000 / 900)


def test_a_tilted_camera_stands_at_the_near_edge_and_sees_fronts():
    view = Viewpoint(Point(0, 0), 1000, tilt=30)
    assert view.eye[1] > 0
    foot, top = view.project([(0, 0, 0), (0, 0, 50)])
    assert top[1] < foot[1]


def test_a_turned_camera_turns_the_picture_the_other_way():
    view = Viewpoint(Point(0, 0), 1000, turn=90, focal=1000)
    assert view.project([(0, 100, 0)])[0] - (639.5, 479.5) == pytest.approx((100, 0), abs=1e-6)


def test_pixels_and_points_of_the_table_belong_together():
    pixels = np.array([(100.0, 80.0), (1200.0, 900.0), (640.0, 480.0), (5.0, 955.0)])
    ground = TILTED.ground(pixels)
    back = TILTED.project(np.column_stack([ground, np.zeros(4)]))
    assert np.abs(back - pixels).max() < 0.05


@pytest.mark.parametrize("tilt", [0, 20, 35])
@pytest.mark.parametrize("turn", [0, 50])
def test_a_box_fits_into_the_picture_and_fills_it(tilt, turn):
    low, high = Point(-200, -100), Point(200, 120)
    view = above(low, high, tilt=tilt, turn=turn, size=(800, 600))
    corners = view.project([(x, y, 0) for x in (low.x, high.x) for y in (low.y, high.y)])
    share = corners / (800, 600)
    assert share.min() >= 0.029
    assert share.max() <= 0.971
    assert min(share.min(), 1 - share.max()) < 0.04
