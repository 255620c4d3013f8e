"""The main board by four taps of a person: proposes corners, keeps them, and notices a bump."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.camera.encoding import as_png
from companion.camera.eyes.own_kit import own_board
from companion.camera.lookout import Sighting
from companion.camera.setup.set_up_eye import board_points
from companion.camera.setup.stills import Held
from companion.common.finding import Finding, bad, good, warning
from companion.common.words import say
from companion.games.capabilities import laid
from companion.games.kit.defaults import place_name
from companion.games.protocol import Game
from companion.phones.camera_record.record import BY_TAPS, BoardSetup, CameraRecord
from companion.phones.camera_record.shapes import checked_taps, tap_points
from companion.phones.setup_view import BoardDrawing, StaleError
from companion.tabletop.chart import Chart
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline
from vision.geometry import Image, Points
from vision.motion.scene import ZoneState
from vision.reading.look import Look
from vision.viewpoint.finding_board import BoardError, Reference
from vision.viewpoint.tapped import learn, view_from
from vision.viewpoint.view import BoardSize, View

_HIGH = 0.4
"""Share of the picture's height that a board is taken to have before anybody has shown it."""
_NEAR = 0.03
"""Shares of the picture by which taps may miss our own drawing for it to be taken instead."""
_SAME = 0.5
"""Share of the board that must look as on the tapped picture for the camera not to have moved."""
_MOVED = 0.015
_SEES_NOTHING = frozenset({ZoneState.BLURRED, ZoneState.TOO_DARK})


@dataclass(frozen=True, eq=False)
class Kept:
    """Taps that count: the board's picture from above (PNG), how it is found, and its corners."""

    board: bytes
    forge: BoardSetup
    taps: Outline


def propose(chart: Chart, still: Held, record: CameraRecord) -> BoardDrawing:
    """Where the board is taken for: found, tapped before, or somewhere in the middle."""
    main = chart.main
    width, height = main.size
    points = tap_points(main)
    if still.camera is not None:
        corners = shares(still.camera.pixels(points), still.size)
    elif record.taps:
        corners = record.taps
    else:
        wide, high = still.size
        scale = _HIGH * high / height
        corners = tuple(Point(0.5 + x * scale / wide, 0.5 + y * scale / high) for x, y in points)
    drawn = [("", main.outline)] + [
        (spot.place.rpartition("/")[2], spot.outline) for spot in main.spots if "die" in spot.kinds
    ]
    return BoardDrawing(
        corners,
        _in_box(points, width, height),
        tuple((name, _in_box(outline, width, height)) for name, outline in drawn),
        still.camera is not None,
    )


def _in_box(outline: Outline, width: float, height: float) -> Outline:
    return tuple(Point(x / width + 0.5, y / height + 0.5) for x, y in outline)


def keep_taps(game: Game, state: Any, still: Held, corners: Outline, newest: Sighting) -> Kept:
    """Take taps on a picture over.

    Where the board looks like our own drawing and lies within reach of the taps, it is put exactly
    where the drawing fits: fingers are wide.

    Raises:
        InputError: They are no corners of a board.
        StaleError: The camera has moved since the picture was taken.
    """
    chart = laid(game).chart(state)
    taps = checked_taps(corners)
    size, image = BoardSize(*chart.main.size), still.image()
    points = board_points(chart)
    view = view_from(np.array(taps) * still.size, points)
    ours = Reference(own_board(game, state), size)
    exact = _exact(ours, image, view, points, still.size)
    view = exact or view
    flat = learn(image, view, size)
    if Reference(flat, size).agreement(_like(newest.frame.image, still.size), view) < _SAME:
        raise StaleError(
            say("The camera has moved since this picture was taken: here is a new one.")
        )
    wide, high = still.size
    kept = shares(view.pixels(points), still.size)
    return Kept(as_png(flat), BoardSetup(BY_TAPS, wide, high, exact is not None), kept)


def _exact(
    ours: Reference, image: Image, tapped: View, points: Points, size: tuple[int, int]
) -> View | None:
    """Our own drawing where the taps are; None when the board is another one."""
    try:
        found = ours.find(image)
    except BoardError:
        return None
    missed = (found.pixels(points) - tapped.pixels(points)) / size
    return found if float(np.abs(missed).max()) < _NEAR else None


def _like(image: Image, size: tuple[int, int]) -> Image:
    """A picture in the size of another one."""
    if image.shape[1::-1] == size:
        return image
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def board_finding(game: Game, chart: Chart, record: CameraRecord, look: Look | None) -> Finding:
    """How the board is found; `look` is the newest one, if there is any."""
    board = place_name(game, chart.main.zone)
    tapped = record.forge is not None and record.forge.by == BY_TAPS
    if look is not None and look.states and set(look.states.values()) <= _SEES_NOTHING:
        return bad(
            say("The camera sees nothing sharp."),
            say("Has it been moved, or is it dark? Look at the picture."),
        )
    if look is not None and look.camera is None:
        return bad(
            say("The camera does not find {board} any more.", board=board),
            say("Has the camera been moved? Tap its corners again.")
            if tapped
            else say("All of it must be in the picture, sharp and lit; or tap its corners."),
        )
    if not tapped:
        return good(say("{board}: found by itself.", board=board))
    if look is not None and look.camera is not None and _has_moved(chart, record, look):
        return warning(
            say("{board}: the camera was moved since its corners were tapped.", board=board),
            say("It was found again by itself. Look whether the outline is right, else tap again."),
        )
    return good(say("{board}: found by your four taps.", board=board))


def _has_moved(chart: Chart, record: CameraRecord, look: Look) -> bool:
    assert look.camera is not None
    now = look.camera.pixels(tap_points(chart.main)) / look.camera.size
    return bool(np.abs(now - np.array(record.taps)).max() > _MOVED)


def board_outlines(chart: Chart, look: Look) -> tuple[Outline, ...]:
    """The board and its places as they are seen, to be drawn on the picture."""
    camera = look.camera
    if camera is None:
        return ()
    spots = [spot.outline for spot in chart.main.spots if "die" in spot.kinds]
    drawn = (chart.main.outline, *spots, chart.regions[chart.main.zone])
    return tuple(shares(camera.pixels(outline), camera.size) for outline in drawn)


def shares(pixels: Points, size: tuple[int, int]) -> Outline:
    """Pixels as shares of a picture."""
    return tuple(Point(float(x), float(y)) for x, y in pixels / np.array(size))
