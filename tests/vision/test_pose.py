"""Feet, places and the lens: from pixels to millimetres on the board."""

from dataclasses import astuple

import cv2
import numpy as np
import pytest

from hardware.printing.markers import LensSheet
from tests.vision.art.photos import camera
from vision.board.places import Places
from vision.pose import Pose, foot, pose_of
from vision.viewpoint.finding_board import View
from vision.viewpoint.lens import LensError, Sheet, estimate_lens

SIZE = (1280, 960)
SIDE = 16.0


def scene(tilt: float, turn: float) -> View:
    """A board of 400 x 300 mm under a tilted camera of 1.1 widths focal length."""
    return View(camera(SIZE, tilt=tilt, turn=turn) @ np.diag([4.0, 4.0, 1.0]))


def box_of(pose: Pose, at, turn: float):
    """The box around a die's eight corners."""
    cos, sin = np.cos(turn), np.sin(turn)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * SIDE / 2
    ring = np.asarray(at) + square @ np.array([[cos, sin], [-sin, cos]])
    corners = [(x, y, z) for x, y in ring for z in (0, SIDE)]
    pixels = pose.pixels(corners)
    return (*pixels.min(axis=0), *pixels.max(axis=0))


@pytest.mark.parametrize("tilt", [15, 35])
def test_the_slant_of_the_board_tells_where_the_camera_is(tilt):
    pose = pose_of(scene(tilt, 30), SIZE)
    height = pose.camera[2]
    far = 1.1 * SIZE[0] * (1600 / SIZE[0]) / 4.0
    assert height == pytest.approx(far * np.cos(np.deg2rad(tilt)), rel=0.02)


@pytest.mark.parametrize("tilt", [0, 20, 35])
def test_a_die_belongs_where_its_foot_is(tilt):
    rng = np.random.default_rng(tilt)
    view = scene(tilt, 40)
    true_pose = pose_of(view, SIZE, focal=1.1 * SIZE[0])
    pose = pose_of(view, SIZE)
    worst, worst_without = 0.0, 0.0
    for _ in range(40):
        at = rng.uniform((30, 30), (370, 270))
        box = box_of(true_pose, at, rng.uniform(0, np.pi))
        middle = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
        worst = max(worst, float(np.linalg.norm(foot(pose, view, box, SIDE) - at)))
        worst_without = max(worst_without, float(np.linalg.norm(view.millimetres(middle) - at)))
    assert worst < (2.0 if tilt else 3.5)
    assert worst < worst_without


def test_places_are_certain_inside_and_not_at_their_border():
    places = Places(
        {
            "left": [(0, 0), (50, 0), (50, 50), (0, 50)],
            "right": [(50, 0), (100, 0), (100, 50), (50, 50)],
        }
    )
    inside = places.at((20, 25), margin=4)
    assert (inside.name, inside.certain) == ("left", True)
    border = places.at((52, 25), margin=4)
    assert (border.name, border.certain) == ("right", False)
    assert places.at((98, 25), margin=4).certain is False
    outside = places.at((120, 25), margin=4)
    assert (outside.name, outside.certain) == (None, True)
    near = places.at((102, 25), margin=4)
    assert (near.name, near.certain) == (None, False)
    assert Places({}).at((1, 1), margin=1).name is None
    assert places.names == {"left", "right"}


def test_an_outline_must_enclose_something():
    with pytest.raises(ValueError, match="forge/1 encloses nothing"):
        Places({"forge/1": [(0, 0), (10, 0)]})


def bent_pictures(bending: np.ndarray) -> list[np.ndarray]:
    """The sheet from four sides through a lens that bends."""
    sheet = Sheet()
    flat = cv2.copyMakeBorder(sheet.picture(4.0), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    width, height, focal = 900, 900, 950.0
    inside = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2)
    straight = cv2.undistortPoints(grid.astype(np.float64), inside, bending, P=inside)
    lookup = straight.reshape(height, width, 2).astype(np.float32)
    pictures = []
    for x, y in ((0.45, 0.0), (-0.4, 0.2), (0.1, -0.45), (-0.2, 0.5)):
        turn, _ = cv2.Rodrigues(np.array([x, y, 0.1]))
        centre = np.array([[1, 0, -flat.shape[1] / 2], [0, 1, -flat.shape[0] / 2], [0, 0, 1.0]])
        view = np.column_stack([turn[:, 0], turn[:, 1], (0, 0, 1500.0)])
        seen = cv2.warpPerspective(flat, inside @ view @ centre, (width, height), borderValue=120)
        bent = cv2.remap(seen, lookup[..., 0], lookup[..., 1], cv2.INTER_LINEAR, borderValue=120)
        pictures.append(cv2.cvtColor(bent, cv2.COLOR_GRAY2BGR))
    return pictures


def test_a_bending_lens_is_estimated_from_the_sheet():
    bending = np.array([-0.18, 0.05, 0, 0, 0])
    lens = estimate_lens(bent_pictures(bending))
    assert lens.error < 0.6
    assert lens.matrix[0, 0] == pytest.approx(950, rel=0.03)
    inside = np.array([[950.0, 0, 450], [0, 950, 450], [0, 0, 1]])
    points = np.array([(100.0, 120.0), (800.0, 700.0), (450.0, 80.0)])
    right = cv2.undistortPoints(points.reshape(-1, 1, 2), inside, bending, P=inside).reshape(-1, 2)
    assert np.abs(lens.straighten(points) - right).max() < 4
    assert np.abs(points - right).max() > 6


def test_pictures_without_the_sheet_are_refused():
    with pytest.raises(LensError, match="0 of 2"):
        estimate_lens([np.zeros((100, 100, 3), np.uint8)] * 2)
    with pytest.raises(LensError, match="same size"):
        estimate_lens([])


def test_the_sheet_that_is_printed_is_the_one_that_is_looked_for():
    printed = LensSheet()
    assert Sheet() == Sheet(*astuple(printed))
    seen = cv2.copyMakeBorder(printed.picture(), 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    corners, *_ = cv2.aruco.CharucoDetector(Sheet().board()).detectBoard(seen)
    assert len(corners) == (printed.columns - 1) * (printed.rows - 1)
