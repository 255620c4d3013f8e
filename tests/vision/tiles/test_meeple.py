"""Standing or lying: the outline of a figure tells, or nothing is said."""

import cv2
import numpy as np
import pytest

from companion.tabletop.observation import Point
from companion.tabletop.scenery import Figure
from hardware.simulated.light import Light
from hardware.simulated.solids import draw_solid
from hardware.simulated.viewpoint import Viewpoint, above
from vision.tiles.meeple import Pose, fit_pose, outline_masks
from vision.viewpoint.table_camera import TableCamera
from vision.viewpoint.view import View

HEIGHT, PER_MM, HALF = 16.0, 2.0, 40


def camera_of(view: Viewpoint) -> TableCamera:
    """The same camera as the eye knows it, from a board it sees."""

    corners = np.array([(-150.0, -120.0), (150.0, -120.0), (150.0, 120.0), (-150.0, 120.0)])
    pixels = view.project(np.column_stack([corners, np.zeros(4)]))
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), pixels.astype(np.float32))
    return TableCamera.from_view(
        View(np.asarray(way, np.float64)), view.size, np.array([(-150.0, -120.0), (150.0, 120.0)])
    )


def pose_of(turn: float, *, lying: bool, tilt: float) -> Pose:
    view = above(Point(-150, -120), Point(150, 120), tilt=tilt, size=(1280, 960))
    sprite = draw_solid(Figure(Point(20, 10), turn, HEIGHT, lying, "seat-0"), view, Light(), 0)
    assert sprite is not None
    cover = np.zeros((960, 1280, 3), np.uint8)
    high, wide = sprite.cover.shape
    cover[sprite.top : sprite.top + high, sprite.left : sprite.left + wide] = (
        255 * (sprite.cover > 0.5)[..., None]
    )
    camera, foot = camera_of(view), np.array([20.0, 10.0])
    seen = camera.top(cover, foot - HALF / PER_MM, (2 * HALF + 1, 2 * HALF + 1), PER_MM)
    evidence = (seen[..., 0] > 127).astype(np.float32)
    shapes = [
        shape
        for lies in (False, True)
        for shape in outline_masks(camera, foot, HEIGHT, PER_MM, lying=lies)
    ]
    return fit_pose(evidence, np.array([HALF + 3.0, HALF - 2.0]), shapes, 9)


@pytest.mark.parametrize("tilt", [5, 20, 35])
@pytest.mark.parametrize("turn", [10, 100, 200, 320])
@pytest.mark.parametrize("lying", [False, True])
def test_a_pose_is_never_told_wrong(turn: float, lying: bool, tilt: float):
    pose = pose_of(turn, lying=lying, tilt=tilt)
    assert pose.share > 0.7
    assert pose.word in (None, "lying" if lying else "standing")


def test_most_poses_are_told():
    told = [
        pose_of(turn, lying=lying, tilt=10).word
        for turn in range(0, 360, 60)
        for lying in (False, True)
    ]
    assert sum(word is not None for word in told) >= 8


def test_one_that_leans_so_far_that_it_may_as_well_lie_is_left_open():
    """So a standing one was seen, aslant and beside a token."""
    assert Pose(standing=0.73, lying=0.8, at=(0, 0), lies=True, turn=0).word is None
    assert Pose(standing=0.73, lying=0.85, at=(0, 0), lies=True, turn=0).word == "lying"


def test_a_blot_is_no_figure():
    view = above(Point(-150, -120), Point(150, 120), tilt=10, size=(1280, 960))
    camera, foot = camera_of(view), np.array([20.0, 10.0])
    shapes = outline_masks(camera, foot, HEIGHT, PER_MM, lying=False)
    shapes += outline_masks(camera, foot, HEIGHT, PER_MM, lying=True)
    blot = np.zeros((2 * HALF + 1, 2 * HALF + 1), np.float32)
    blot[HALF - 3 : HALF + 4, HALF - 3 : HALF + 4] = 1
    assert fit_pose(blot, np.array([HALF, HALF]), shapes, 9).word is None
