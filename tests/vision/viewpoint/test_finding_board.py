"""The board: found by its picture, by markers, by taps, and kept in sight."""

import cv2
import numpy as np
import pytest

from tests.vision.art.boards import BOARD, PER_MM, draw_board, take, truth
from vision.geometry import carry
from vision.motion.board_keeper import BoardKeeper
from vision.motion.watch import Steadiness, Watch
from vision.viewpoint.finding_board import BoardError, Markers, Reference
from vision.viewpoint.tapped import learn, view_from
from vision.viewpoint.view import View


@pytest.fixture(scope="module")
def board():
    return draw_board(5)


@pytest.fixture(scope="module")
def reference(board):
    return Reference(board, BOARD)


@pytest.fixture(scope="module")
def photo(board):
    return take(board, 1, tilt=30, turn=20)


def miss(view: View, photo) -> float:
    """By how many pixels the corners are off, the worst of them."""
    right = carry(truth(photo), BOARD.corners)
    return float(np.linalg.norm(view.pixels(BOARD.corners) - right, axis=1).max())


def test_the_board_is_found_by_its_picture(reference, photo):
    view = reference.find(photo.image)
    assert miss(view, photo) < 2.5
    assert view.score > 0.8


def test_it_is_found_turned_round_and_from_straight_above(board, reference):
    photo = take(board, 2, tilt=0, turn=200)
    assert miss(reference.find(photo.image), photo) < 2.5


def test_another_board_is_refused_with_a_reason(reference):
    other = take(draw_board(77), 3, tilt=20, turn=0)
    with pytest.raises(BoardError, match=r"details|looks like|be the board"):
        reference.find(other.image)


def test_a_black_picture_is_refused(reference):
    with pytest.raises(BoardError, match="only 0 details"):
        reference.find(np.zeros((480, 640, 3), np.uint8))


def test_four_taps_are_enough(photo):
    view = view_from(carry(truth(photo), BOARD.corners), BOARD.corners)
    assert miss(view, photo) < 0.01


@pytest.mark.parametrize(
    ("taps", "code"),
    [
        ([(0, 0), (100, 0), (100, 100)], "taps-not-four"),
        ([(0, 0), (100, 100), (100, 0), (0, 100)], "taps-not-around"),
        ([(0, 0), (100, 0), (10, 10), (0, 100)], "taps-not-around"),
        ([(0, 0), (0, 100), (100, 100), (100, 0)], "taps-from-below"),
    ],
)
def test_taps_that_are_no_corners_are_refused(taps, code):
    with pytest.raises(BoardError) as refused:
        view_from(np.array(taps, float), BOARD.corners)
    assert refused.value.problem.code == code


@pytest.fixture(scope="module")
def marked(board):
    """The board with a marker in each corner, and where they are."""
    flat = board.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side, rim = 120, 30
    places = {}
    for name, (x, y) in enumerate([(50, 50), (1400, 50), (1400, 1000), (50, 1000)]):
        flat[y : y + side + 2 * rim, x : x + side + 2 * rim] = 255
        left, top = x + rim, y + rim
        marker = cv2.aruco.generateImageMarker(dictionary, name, side)
        flat[top : top + side, left : left + side] = marker[..., None]
        square = np.add([(0, 0), (side, 0), (side, side), (0, side)], (left, top))
        places[name] = (square - 0.5) / PER_MM
    return flat, places


def test_markers_give_the_view(marked):
    flat, places = marked
    photo = take(flat, 4, tilt=25, turn=-30)
    assert miss(Markers(places).find(photo.image), photo) < 4


def test_one_marker_is_not_enough(marked):
    flat, places = marked
    photo = take(flat, 4, tilt=25, turn=0)
    with pytest.raises(BoardError, match="1 of the 1 markers"):
        Markers({0: places[0]}).find(photo.image)


def test_a_marker_that_was_moved_is_noticed(marked):
    flat, places = marked
    photo = take(flat, 4, tilt=25, turn=0)
    wrong = {0: places[0], 1: places[1] + 80}
    with pytest.raises(BoardError, match="moved"):
        Markers(wrong).find(photo.image)


def keeping(photo):
    """Somebody who knows where the board is, and learnt from that picture what it looks like."""
    view = View(truth(photo))
    keeper = BoardKeeper(BOARD, Reference(learn(photo.image, view, BOARD), BOARD))
    keeper.accept(photo.image, view)
    return keeper


def test_a_bump_is_noticed_and_the_board_found_again(board, photo):
    keeper = keeping(photo)
    same = take(board, 9, tilt=30, turn=20)
    steady = keeper.look(same.image)
    assert steady.view is not None
    assert not steady.moved
    bumped = take(board, 8, tilt=27, turn=26)
    again = keeper.look(bumped.image)
    assert again.moved
    assert again.view is not None
    assert miss(again.view, bumped) < 3
    assert not keeper.look(bumped.image).moved


def test_a_hand_over_the_board_is_no_bump(photo):
    keeper = keeping(photo)
    covered = photo.image.copy()
    cv2.ellipse(covered, (300, 300), (260, 220), 10, 0, 360, (120, 150, 210), cv2.FILLED)
    sighting = keeper.look(covered, at_rest=False)
    assert sighting.view is not None
    assert not sighting.moved


def test_a_board_that_is_gone_has_a_reason_and_no_view(photo):
    keeper = keeping(photo)
    gone = keeper.look(np.full_like(photo.image, 60))
    assert gone.view is None
    assert gone.moved
    assert gone.reason.code == "board-few-details"


def test_a_plain_picture_gives_nothing_to_watch():
    with pytest.raises(BoardError, match="too few details"):
        Watch(np.full((300, 300, 3), 90, np.uint8))


@pytest.mark.parametrize(("shift", "verdict"), [(0, Steadiness.STEADY), (4, Steadiness.MOVED)])
def test_a_glance_notices_a_shift(photo, shift, verdict):
    moved = np.roll(photo.image, shift, axis=1)
    assert Watch(photo.image).glance(moved) is verdict
