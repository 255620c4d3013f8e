"""Carries zones from the table onto a picture and back: proposed by the set-up, drawn by people."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from companion.camera.setup.board_taps import shares
from companion.camera.setup.stills import Held
from companion.common.errors import InputError
from companion.common.words import say
from companion.games.kit.defaults import zone_name
from companion.games.protocol import Game
from companion.phones.camera_record.shapes import MOST_CORNERS, checked_zone
from companion.phones.camera_record.zones import as_drawn, editable
from companion.phones.setup_view import ZoneDrawing
from companion.tabletop.chart import Chart
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline
from vision.geometry import Points
from vision.viewpoint.table_camera import TableCamera

_SAME = 0.004
"""Shares of the picture within which a corner has not been moved."""
_RIM = 0.006
_BEYOND = 1.3
"""A zone that ends at the picture's rim goes on behind it, by this much."""
_FARTHEST = 3000.0
"""Millimetres from the board that a table may reach."""
_SHARED = 0.15
"""Share of a zone that another one may cover."""
#: For a zone of which nothing is in the picture: a box at its rim, to be pulled where it belongs.
_NOWHERE = (Point(0.02, 0.8), Point(0.2, 0.8), Point(0.2, 0.98), Point(0.02, 0.98))


def zones_in(
    game: Game, chart: Chart, drawn: Mapping[str, Outline], still: Held
) -> tuple[ZoneDrawing, ...]:
    """Where zones are in a picture.

    Raises:
        InputError: The board was not found in it.
    """
    camera = _camera(still)
    regions = as_drawn(chart, drawn).regions
    owners = [field.owner for field in chart.fields]
    of = {field.zone: owners.index(field.owner) for field in chart.fields}
    of |= {board.zone: owners.index(board.owner) for board in chart.boards[1:]}
    return tuple(
        ZoneDrawing(
            zone,
            zone_name(game, zone),
            of[zone],
            _seen(np.array(regions[zone]), camera),
            zone in drawn,
        )
        for zone in editable(chart)
    )


def drawn_on(
    game: Game,
    chart: Chart,
    before: Mapping[str, Outline],
    still: Held,
    outlines: Mapping[str, Outline],
) -> dict[str, Outline]:
    """All zones that people drew, with what they drew now; what they left as it was stays.

    Raises:
        InputError: An outline is folded, too small, beyond the table, or another seat's.
    """
    camera = _camera(still)
    shown = {zone.zone: zone.outline for zone in zones_in(game, chart, before, still)}
    unknown = outlines.keys() - shown.keys()
    if unknown:
        raise InputError(say("There is no such zone at this table."))
    found = dict(before)
    for zone, outline in outlines.items():
        if not _is_same(outline, shown[zone]):
            found[zone] = _on_table(game, zone, checked_zone(outline), camera, chart)
    _refuse_overlaps(game, chart, as_drawn(chart, found).regions, found)
    return found


def _camera(still: Held) -> TableCamera:
    if still.camera is None:
        raise InputError(say("The board is not found: tap its corners."))
    return still.camera


def _seen(region: Points, camera: TableCamera) -> Outline:
    """The part of a region that is in the picture, with few corners."""
    ahead = np.roll(region, -1, axis=0)
    steps = np.linspace(0, 1, 12, endpoint=False)[None, :, None]
    rim = (region[:, None] * (1 - steps) + ahead[:, None] * steps).reshape(-1, 2)
    wide, high = camera.size
    pixels = np.clip(camera.pixels(rim), -4 * max(camera.size), 5 * max(camera.size))
    frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    hull = cv2.convexHull(pixels.astype(np.float32))
    area, part = cv2.intersectConvexConvex(hull, frame)
    if part is None or area < 0.002 * wide * high:
        return _NOWHERE
    corners = _simple(np.asarray(part, np.float32), max(wide, high))
    return shares(np.clip(corners, 0, [wide, high]), camera.size)


def _simple(part: "np.ndarray[Any, np.dtype[np.float32]]", longer: int) -> Points:
    """The same outline with at most eight corners, clockwise."""
    for share in (0.004, 0.01, 0.02, 0.04):
        corners = cv2.approxPolyDP(part, share * longer, closed=True).reshape(-1, 2)
        if len(corners) <= MOST_CORNERS:
            break
    corners = np.asarray(cv2.convexHull(corners[:MOST_CORNERS])).reshape(-1, 2)
    clockwise = cv2.contourArea(corners, oriented=True) > 0
    return np.asarray(corners if clockwise else corners[::-1], np.float64)


def _is_same(one: Outline, other: Outline) -> bool:
    return len(one) == len(other) and all(
        abs(a.x - b.x) < _SAME and abs(a.y - b.y) < _SAME for a, b in zip(one, other, strict=True)
    )


def _on_table(
    game: Game, zone: str, outline: Outline, camera: TableCamera, chart: Chart
) -> Outline:
    """An outline of a picture in the table's millimetres."""
    drawn = np.array(outline)
    table = camera.table(drawn * camera.size)
    middle = camera.table(np.array(camera.size) / 2)
    at_rim = ((drawn < _RIM) | (drawn > 1 - _RIM)).any(axis=1)
    table[at_rim] = middle + _BEYOND * (table[at_rim] - middle)
    name = zone_name(game, zone)
    if not np.isfinite(table).all() or np.abs(table).max() > _FARTHEST:
        raise InputError(say("{zone}: that is far beyond the table.", zone=name))
    hull = np.asarray(cv2.convexHull(table.astype(np.float32)), np.float64).reshape(-1, 2)
    if cv2.contourArea(hull.astype(np.float32)) < chart.measures.tile**2:
        raise InputError(say("{zone}: not even one tile has room in it.", zone=name))
    return tuple(Point(round(float(x), 1), round(float(y), 1)) for x, y in hull)


def _refuse_overlaps(
    game: Game, chart: Chart, regions: Mapping[str, Outline], drawn: Mapping[str, Outline]
) -> None:
    """A tile belongs to one field: two of them can't share much of the table."""
    fields = [field.zone for field in chart.fields]
    for number, one in enumerate(fields):
        for other in fields[number + 1 :]:
            if one in drawn or other in drawn:
                ours, theirs = (
                    cv2.convexHull(np.array(regions[zone], np.float32)) for zone in (one, other)
                )
                both, _ = cv2.intersectConvexConvex(ours, theirs)
                least = min(cv2.contourArea(ours), cv2.contourArea(theirs))
                if both > _SHARED * least:
                    names = zone_name(game, one), zone_name(game, other)
                    raise InputError(
                        say("Both claim the same part of the table: {one}, {other}. "
                            "Pull them apart.", one=names[0], other=names[1])
                    )  # fmt: skip
