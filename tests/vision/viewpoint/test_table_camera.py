"""A camera worked out from what it sees."""

import numpy as np
import pytest

from companion.tabletop.observation import Point
from hardware.simulated.viewpoint import Viewpoint
from vision.lattice.lattice import middle
from vision.viewpoint.table_camera import Anchors, TableCamera, fit
from vision.viewpoint.view import View

CORNERS = np.array([(-85.0, -80.0), (85.0, 80.0)])


def seen_by(view: Viewpoint, points: np.ndarray, height: float = 0.0) -> np.ndarray:
    return view.project(np.column_stack([points, np.full(len(points), height)]))


def grid(reach: float) -> np.ndarray:
    x, y = np.meshgrid(np.linspace(-reach, reach, 7), np.linspace(-reach, reach, 7))
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def from_board(view: Viewpoint) -> TableCamera:
    import cv2

    points = grid(80)
    matrix, _ = cv2.findHomography(points, seen_by(view, points))
    return TableCamera.from_view(View(np.asarray(matrix)), view.size, CORNERS)


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (20, 10), (35, -170)])
def test_a_board_tells_where_the_camera_is(tilt: float, turn: float) -> None:
    view = Viewpoint(Point(-40, 30), 700, tilt, turn, focal=1088)
    camera = from_board(view)
    points = grid(80)
    assert np.abs(camera.pixels(points) - seen_by(view, points)).max() < 0.5
    tops = np.column_stack([points, np.full(len(points), 16.0)])
    assert np.abs(camera.pixels(tops) - seen_by(view, points, 16)).max() < 1.0
    assert camera.eye == pytest.approx(view.eye, abs=15)


def test_pixels_and_table_are_each_others_way_back() -> None:
    camera = from_board(Viewpoint(Point(0, 0), 600, 30, 5))
    bent = TableCamera(camera.size, camera.focal, -0.06, camera.turn, camera.away)
    points = grid(200)
    assert bent.table(bent.pixels(points)) == pytest.approx(points, abs=0.05)


def test_tiles_far_from_the_board_tell_the_lens() -> None:
    view = Viewpoint(Point(-170, 60), 720, 24, 6, focal=1180, bend=(-0.06, 0.015))
    cells = 57 * middle([(q, r) for q in range(-3, 4) for r in range(-3, 4)])
    island = cells + np.array([-330.0, 20.0])
    camera = from_board(view)
    board = Anchors(grid(80), seen_by(view, grid(80)), np.ones(49))
    tiles = Anchors(cells, seen_by(view, island), np.ones(len(cells)), free=True)
    before = np.linalg.norm(camera.table(seen_by(view, island)) - island, axis=1).max()
    better = fit(camera, [board, tiles], camera)
    after = np.linalg.norm(better.table(seen_by(view, island)) - island, axis=1).max()
    assert after < 3.0
    assert after < before / 3


def test_a_board_that_lies_elsewhere_has_millimetres_of_its_own() -> None:
    camera = from_board(Viewpoint(Point(0, 0), 600, 20, 0))
    over = camera.over((80.0, 150.0), 90.0)
    assert over.pixels([(10.0, 0.0)]) == pytest.approx(camera.pixels([(80.0, 160.0)]), abs=1e-6)
