"""Outlines, turns and boxes of what lies on a table."""

import math

import pytest

from companion.tabletop.observation import Point
from companion.tabletop.outlines import disc, hexagon, inside, middle, moved, rectangle
from companion.tabletop.scenery import Cube, Figure, FlatPiece, Print, Scenery, Thing


def area(outline):
    ahead = (*outline[1:], outline[0])
    return sum(a.x * b.y - b.x * a.y for a, b in zip(outline, ahead, strict=True)) / 2


@pytest.mark.parametrize("outline", [hexagon(55), rectangle(3, 4), disc(7)])
def test_outlines_go_around_their_middle_clockwise(outline):
    assert area(outline) > 0
    assert math.hypot(*middle(outline)) < 1e-9
    assert inside(Point(0, 0), outline)


def test_a_hexagon_is_as_wide_as_it_says():
    xs = [corner.x for corner in hexagon(55)]
    assert max(xs) - min(xs) == pytest.approx(55)
    assert area(hexagon(55)) == pytest.approx(55**2 * math.sqrt(3) / 2)


def test_a_quarter_turn_goes_clockwise_as_seen_from_above():
    face = FlatPiece(
        Point(100, 50), 90, (Point(10, 0), Point(0, 10), Point(-10, -10)), Print("paper")
    )
    assert face.corners()[0] == pytest.approx((100, 60))


def test_a_lying_figure_is_longer_than_a_standing_one():
    lying, standing = (Figure(Point(0, 0), 0, 16, down, "red") for down in (True, False))
    assert area(lying.corners()) > 1.5 * area(standing.corners())


def test_the_bounds_hold_everything_or_a_region():
    cube = Cube(Point(50, 20), 0, 16, 3, 1)
    region = moved(rectangle(10, 10), Point(0, 0), 0)
    table = Scenery((Thing("die", "a", (cube,), value=3),), regions={"tray": region})
    assert table.bounds() == (Point(42, 12), Point(58, 28))
    assert table.bounds("tray") == (Point(-5, -5), Point(5, 5))
