"""Dice that are seen aslant: the camera knows which face is on top."""

from typing import Any

import cv2
import numpy as np
import pytest

from vision.board.standing import backed_by, box_of, foot_of, read_at
from vision.dice.dice import DiceEye, DieReading
from vision.dice.reader import FACES
from vision.dice.weights import Joint
from vision.viewpoint.table_camera import TableCamera

SIDE = 16.0
TOP, FRONT = (255, 255, 255), (90, 90, 90)


def camera() -> TableCamera:
    """One that hangs 500 mm above the table, 30 degrees aslant."""
    tilt = np.deg2rad(30)
    return TableCamera(
        (640, 480), 600.0, 0.0, np.array([tilt, 0.0, 0.0]), np.array([0.0, 0.0, 500.0])
    )


class Told:
    """A reader that says one thing of the picture, and another of a top seen straight."""

    def __init__(self, aslant: dict[int, float], straight: dict[int, float]) -> None:
        self._aslant, self._straight = aslant, straight
        self.tops: list[Any] = []

    def read(self, image: Any, boxes: Any) -> Any:
        whole = image.shape[:2] == (480, 640)
        if not whole:
            self.tops += [(image, box) for box in boxes]
        chances = np.full(FACES + 1, 0.01, np.float32)
        for value, chance in (self._aslant if whole else self._straight).items():
            chances[value - 1] = chance
        return np.array([chances for _ in boxes])


def die_at(view: TableCamera, at: tuple[float, float]) -> Any:
    picture = np.zeros((480, 640, 3), np.uint8)
    half = SIDE / 2
    square = np.array(at) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    solid = np.vstack([np.column_stack([square, np.full(4, z)]) for z in (0.0, SIDE)])
    seen = view.pixels(solid).astype(np.float32)
    cv2.fillConvexPoly(picture, np.rint(cv2.convexHull(seen)).astype(np.int32), FRONT)
    cv2.fillConvexPoly(picture, np.rint(seen[4:]).astype(np.int32), TOP)
    return picture


def read(reader: Told, at: tuple[float, float]) -> DieReading:
    view = camera()
    eye = DiceEye(None, reader, certain=0.9)  # type: ignore[arg-type]
    box = box_of(view, np.array(at), SIDE)
    (die,) = read_at(eye, die_at(view, at), [box], [0.9], backed=[0.9], camera=view, side=SIDE)
    return die


@pytest.mark.parametrize("at", [(0.0, 0.0), (60.0, -40.0)])
def test_a_top_seen_straight_is_a_square_in_the_middle_without_the_sides(
    at: tuple[float, float],
) -> None:
    reader = Told({5: 0.9}, {5: 0.9})
    assert read(reader, at).value == 5
    for top, (x0, y0, x1, y1) in reader.tops:
        assert top.shape[0] == top.shape[1]
        assert (x0 + x1, y0 + y1) == pytest.approx(top.shape[:2])
        bright = (top > 200).all(axis=-1)
        rows, columns = np.nonzero(bright)
        middle = (len(top) - 1) / 2
        assert (columns.mean(), rows.mean()) == pytest.approx((middle, middle), abs=2)
        assert np.ptp(rows) == pytest.approx(np.ptp(columns), abs=2)


def test_a_clear_top_decides_what_a_slanted_look_can_not() -> None:
    die = read(Told({4: 0.5, 5: 0.45}, {5: 0.94}), (0.0, 0.0))
    assert die.value == 5


def test_what_the_two_looks_disagree_about_is_no_fact() -> None:
    assert read(Told({5: 0.94}, {5: 0.94}), (0.0, 0.0)).certain
    assert not read(Told({4: 0.94}, {5: 0.94}), (0.0, 0.0)).certain


def test_a_foot_is_where_its_box_says() -> None:
    view = camera()
    at = np.array([35.0, 20.0])
    assert foot_of(view, box_of(view, at, SIDE), SIDE) == pytest.approx(at, abs=0.5)


def test_what_two_have_seen_is_asked_where_neither_was_sure_enough() -> None:
    view, at = camera(), (0.0, 0.0)
    joint = Joint(bias=-3.0, finder=2.0, reader=1.4)
    reader: Any = Told({5: 0.86}, {5: 0.86})
    eye = DiceEye(None, reader, certain=0.9, joint=joint, least=0.8, die=Joint(0.0, 1.0, 0.0))  # type: ignore[arg-type]

    def seen(score: float, backed: float) -> tuple[DieReading, ...]:
        box, picture = box_of(view, np.array(at), SIDE), die_at(view, at)
        return read_at(eye, picture, [box], [score], backed=[backed], camera=view, side=SIDE)

    assert seen(0.5, 0.5) == ()
    (asked,) = seen(0.5, 0.95)
    assert (asked.value, asked.certain) == (5, False)
    (sure,) = seen(0.9, 0.95)
    assert sure.certain


def test_only_what_was_seen_in_another_way_and_close_by_backs_a_die() -> None:
    feet = [
        np.array([0.0, 0.0]),
        np.array([50.0, 0.0]),
        np.array([3.0, 0.0]),
        np.array([90.0, 0.0]),
    ]
    backed = backed_by(feet, [0.5, 0.6, 0.7, 0.8], range(2, 4), near=8.0)
    assert backed == pytest.approx([0.85, 0.6, 0.85, 0.8])


def test_nothing_is_read_where_nothing_is() -> None:
    nobody: Any = None
    picture = np.zeros((9, 9, 3), np.uint8)
    assert read_at(nobody, picture, [], [], backed=[], camera=camera(), side=SIDE) == ()
