"""What comes from a phone is checked: outside of the picture, crossed, nowhere, far too long."""

import pytest

from companion.common.errors import InputError
from companion.games import find
from companion.phones.camera_record.shapes import (
    as_text,
    checked_taps,
    checked_zone,
    read_points,
    tap_points,
)
from companion.phones.camera_record.zones import as_drawn, editable
from companion.tabletop.observation import Point
from companion.tabletop.outlines import moved, rectangle

GAME = find("propeller-islands")
SQUARE = "0.2,0.2 0.8,0.2 0.8,0.8 0.2,0.8"


def test_points_go_there_and_back() -> None:
    points = read_points(SQUARE)
    assert points[0] == Point(0.2, 0.2)
    assert read_points(as_text(points)) == points
    assert checked_taps(points) == points


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "1", "1,2,3", "0.1,", "nan,0.5", "0.5,inf", "-inf,0", "1e999,0", "0x1,0",
        "-0.01,0.5", "0.5,1.01", "1e300,0", "²,0.5", "0.1,0.1 " * 9, "0.1,0.1 " * 5000, "\0,\0",
    ],
)  # fmt: skip
def test_what_is_no_point_of_the_picture_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        read_points(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.2,0.2 0.8,0.8 0.8,0.2 0.2,0.8", "folded"),
        ("0.2,0.2 0.2,0.8 0.8,0.8 0.8,0.2", "the wrong way"),
        ("0.2,0.2 0.8,0.2 0.8,0.8", "Four corners"),
        ("0.2,0.2 0.2,0.2 0.8,0.8 0.2,0.8", "on top of each other"),
        ("0.2,0.2 0.8,0.2 0.3,0.3 0.2,0.8", "bent inwards"),
        ("0.2,0.2 0.4,0.2 0.6,0.2 0.8,0.2", "folded|too small"),
        ("0.5,0.5 0.51,0.5 0.51,0.51 0.5,0.51", "too small"),
    ],
)
def test_taps_that_go_around_no_board_are_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        checked_taps(read_points(text))


def test_a_star_turns_one_way_and_is_folded_all_the_same() -> None:
    star = "0.5,0.1 0.7,0.9 0.1,0.4 0.9,0.4 0.3,0.9"
    with pytest.raises(InputError, match="folded"):
        checked_zone(read_points(star))


def test_a_zone_may_go_around_either_way() -> None:
    points = read_points(SQUARE)
    assert checked_zone(points[::-1]) == points[::-1][::-1]


def test_the_corners_to_tap_are_corners_of_the_forge() -> None:
    board = GAME.chart(GAME.setup({"players": 2})).main
    taps = tap_points(board)
    assert set(taps) <= set(board.outline)
    assert [(p.x > 0, p.y > 0) for p in taps] == [
        (False, False), (True, False), (True, True), (False, True)
    ]  # fmt: skip


def test_drawn_zones_change_places_and_turns_and_nothing_else() -> None:
    chart = GAME.chart(GAME.setup({"players": 4}))
    assert as_drawn(chart, {}) is chart
    assert as_drawn(chart, {"forge": SQUARE, "nothing": SQUARE}) is chart
    assert chart.main.zone not in editable(chart)
    # Seat 0 sits where seat 2 usually sits: on the far side, so everything is turned around.
    there = chart.regions["island:2"]
    dock = moved(rectangle(150, 110), Point(90, -330), 0)
    drawn = as_drawn(chart, {"island:0": there, "dock:0": dock})
    fields = {field.zone: field for field in drawn.fields}
    assert fields["island:0"].turn == fields["island:2"].turn == 180
    assert fields["island:1"] == chart.fields[1]
    boards = {board.zone: board for board in drawn.boards}
    assert (boards["dock:0"].at, boards["dock:0"].turn) == (Point(90, -330), 180)
    assert drawn.main == chart.main
    assert drawn.regions["island:0"] == there
