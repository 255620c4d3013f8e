"""Points and outlines that come from a phone, as shares of a picture: checked before they count."""

import math
from collections.abc import Sequence

from companion.common.errors import InputError
from companion.common.words import say
from companion.tabletop.chart import Board
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, rectangle

MOST_CORNERS = 8
#: Of an outline, as a share of the picture.
_LEAST_AREA = 0.0004
_LEAST_EDGE = 0.008
_LONGEST = 600
_NO_CORNERS = say("Those are no corners of anything: tap them on the picture.")


def read_points(text: str) -> Outline:
    """Points as a form brings them: `0.25,0.5 0.75,0.5`.

    Raises:
        InputError: That are no points of a picture.
    """
    parts = text.split() if len(text) <= _LONGEST else []
    if not 0 < len(parts) <= MOST_CORNERS:
        raise InputError(_NO_CORNERS)
    return tuple(_point(part) for part in parts)


def _point(text: str) -> Point:
    try:
        x, y = (float(number) for number in text.split(","))
    except ValueError:
        raise InputError(_NO_CORNERS) from None
    if not (math.isfinite(x) and math.isfinite(y) and 0 <= x <= 1 and 0 <= y <= 1):
        raise InputError(say("A corner lies outside of the picture: bring it inside."))
    return Point(x, y)


def as_text(points: Sequence[Point]) -> str:
    """The same points as a form sends them."""
    return " ".join(f"{x:.5f},{y:.5f}" for x, y in points)


def checked_taps(points: Outline) -> Outline:
    """Four corners of a board: upper left, upper right, lower right, lower left.

    Raises:
        InputError: They cross, or lie on top of each other.
    """
    if len(points) != 4:
        raise InputError(say("Four corners are needed, not {n}.", n=len(points)))
    _refuse_folds(points)
    if _area(points) < 0:
        raise InputError(
            say("The corners go around the wrong way: begin at the upper left, then clockwise.")
        )
    return points


def checked_zone(points: Outline) -> Outline:
    """An outline of a zone, clockwise.

    Raises:
        InputError: It crosses itself, is bent inwards or nearly nothing.
    """
    if not 3 <= len(points) <= MOST_CORNERS:
        raise InputError(
            say("An outline has 3 to {most} corners, not {n}.", most=MOST_CORNERS, n=len(points))
        )
    _refuse_folds(points)
    return points if _area(points) > 0 else points[::-1]


def _refuse_folds(points: Outline) -> None:
    ahead = (*points[1:], points[0])
    if any(math.dist(a, b) < _LEAST_EDGE for a, b in zip(points, ahead, strict=True)):
        raise InputError(say("Two corners lie on top of each other: pull them apart."))
    corners = [*zip(points, ahead, (*ahead[1:], ahead[0]), strict=True)]
    turns = [(b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) for a, b, c in corners]
    # All turns one way, and once around: a star turns one way too, but twice around.
    winds = sum(_angle(*corner) for corner in corners)
    is_convex = all(turn >= -1e-9 for turn in turns) or all(turn <= 1e-9 for turn in turns)
    if not is_convex or abs(abs(winds) - 2 * math.pi) > 0.1:
        raise InputError(
            say("The outline is folded or bent inwards: its corners must go around it.")
        )
    if abs(_area(points)) < _LEAST_AREA:
        raise InputError(say("The outline is too small: pull its corners apart."))


def _angle(a: Point, b: Point, c: Point) -> float:
    one, other = math.atan2(b.y - a.y, b.x - a.x), math.atan2(c.y - b.y, c.x - b.x)
    return (other - one + math.pi) % (2 * math.pi) - math.pi


def _area(points: Outline) -> float:
    """Positive for an outline that goes around clockwise (y pointing downwards)."""
    ahead = (*points[1:], points[0])
    return sum(a.x * b.y - b.x * a.y for a, b in zip(points, ahead, strict=True)) / 2


def tap_points(board: Board) -> Outline:
    """The four corners of a board that people can see: those nearest to the corners of its box.

    >>> tap_points(Board("b", "b", rectangle(4, 2), Point(0, 0), 0.0, ()))
    (Point(x=-2.0, y=-1.0), Point(x=2.0, y=-1.0), Point(x=2.0, y=1.0), Point(x=-2.0, y=1.0))
    """
    box = rectangle(*board.size)
    return tuple(min(board.outline, key=lambda point: math.dist(point, at)) for at in box)
