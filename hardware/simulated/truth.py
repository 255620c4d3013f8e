"""The truth about a simulated picture: where every piece is, and how much of it can be seen."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tabletop.scenery import Body, Cube, FlatPiece, Scenery, Thing
from hardware.simulated.renderer import Renderer
from hardware.simulated.solids import SolidPicture, inside
from hardware.simulated.viewpoint import Points, Viewpoint


@dataclass(frozen=True, eq=False)
class VisibleThing:
    """One body in the picture.

    Attributes:
        thing: What it belongs to, named as the referee names it.
        body: The body itself.
        outline: Its rim in pixels (N x 2); it may reach beyond the picture.
        foot: The pixel of the point of the table that it stands above.
        visible: The share of it that is in the picture and that nothing covers, 0 to 1.
    """

    thing: Thing
    body: Body
    outline: Points
    foot: tuple[float, float]
    visible: float


def truth(renderer: Renderer, scenery: Scenery) -> tuple[VisibleThing, ...]:
    """Every body of which some part is in the picture."""
    view = renderer.view
    owners = np.zeros(view.size[::-1], np.int32)
    found: list[tuple[Thing, Body, Points, float]] = []
    standing: list[tuple[int, SolidPicture]] = []
    for thing, body in scenery.bodies():
        number = len(found) + 1
        if isinstance(body, FlatPiece):
            outline = view.rim(body.corners())
            cv2.fillPoly(owners, [np.round(outline).astype(np.int32)], number)
            found.append((thing, body, outline, float(cv2.contourArea(outline.astype(np.float32)))))
        elif (sprite := renderer.sprite(body)) is not None:
            outline = _silhouette(sprite, isinstance(body, Cube))
            found.append((thing, body, outline, float(sprite.cover.sum())))
            standing.append((number, sprite))
    for number, sprite in sorted(standing, key=lambda item: -item[1].distance):
        _stamp(owners, sprite, number)
    hand = renderer.hand(scenery)
    if hand is not None:
        _stamp(owners, hand, 0)
    left = np.bincount(owners.ravel(), minlength=len(found) + 1)
    return tuple(
        VisibleThing(
            thing, body, outline, _foot(body, view), min(1.0, float(left[number]) / max(area, 1.0))
        )
        for number, (thing, body, outline, area) in enumerate(found, 1)
        if _touches(outline, view)
    )


def _silhouette(sprite: SolidPicture, convex: bool) -> Points:
    mask = (sprite.cover > 0.5).astype(np.uint8)
    rims, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not rims:
        return np.array([(sprite.left, sprite.top)], float)
    rim = max(rims, key=len)
    if convex:
        rim = cv2.convexHull(rim)
    found: Points = rim.reshape(-1, 2).astype(float) + np.array([sprite.left, sprite.top])
    return found


def _foot(body: Body, view: Viewpoint) -> tuple[float, float]:
    x, y = view.project([(body.at.x, body.at.y, 0.0)])[0]
    return float(x), float(y)


def _stamp(owners: NDArray[np.int32], sprite: SolidPicture, number: int) -> None:
    window = inside(sprite, owners.shape)
    if window is not None:
        view, part = window
        owners[view][sprite.cover[part] > 0.5] = number


def _touches(outline: Points, view: Viewpoint) -> bool:
    low, high = outline.min(0), outline.max(0)
    return bool((high >= 0).all() and (low < view.size).all())
