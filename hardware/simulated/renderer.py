"""From scenery to a picture: the flat table in perspective, shadows, solid pieces, and a hand.

Everything that costs time is kept: drawings of faces, the flat picture, the way from its pixels to
the camera's, and each solid piece. A new picture pays for what has changed.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenery import Face, Point, Scenery
from hardware.simulated.flat import FlatPicture
from hardware.simulated.hands import draw_hand
from hardware.simulated.light import Light
from hardware.simulated.shadows import ShadowPlane
from hardware.simulated.shapes import SolidBody
from hardware.simulated.solids import Sprite, draw_solid, paste
from hardware.simulated.viewpoint import Viewpoint

Floats = NDArray[np.float32]
Map = tuple[NDArray[Any], NDArray[Any]]
_SHADOW_SCALE = 0.9
"""Pixels a millimetre of the shadows, at most: they have no fine print."""
_LARGEST_FLAT = 9_000_000
"""Pixels of the flat picture, at most."""


class Renderer:
    """What one camera sees under one light, in one style of drawing."""

    def __init__(
        self, view: Viewpoint, light: Light | None = None, *, style: int = 0, seed: int = 0
    ) -> None:
        self.view, self.light, self.style = view, light or Light(), style
        low, high = _visible_ground(view)
        scale = _scale(view, low, high)
        self._flat = FlatPicture(low, high, scale, light=self.light, style=style, seed=seed)
        height, width = self._flat.image.shape[:2]
        coarse = min(scale / 2, _SHADOW_SCALE)
        size = (round(width * coarse / scale) + 1, round(height * coarse / scale) + 1)
        self._shadows = ShadowPlane(low, size, coarse, self.light)
        self._maps, self._shadow_maps = _maps(view, low, (scale, coarse))
        self._field = self.light.field(view.size)
        self._sprites: dict[SolidBody, Sprite | None] = {}
        self._still: tuple[Scenery | None, Floats] = (None, np.empty(0, np.float32))
        self._ground: Floats = np.empty(0, np.float32)

    def picture(self, scenery: Scenery) -> Floats:
        """The light that falls on the sensor, BGR from 0 to 255 (H x W x 3)."""
        bare = Scenery(scenery.things, scenery.props)
        if scenery.hand is None and self._still[0] == bare:
            return self._still[1]
        faces = [body for _, body in scenery.bodies() if isinstance(body, Face)]
        if self._flat.show(faces) or not self._ground.size:
            self._ground = self._seen(self._flat.image, self._maps)
        solids = [body for _, body in scenery.bodies() if not isinstance(body, Face)]
        dark = self._seen(self._shadows.cast(solids, scenery.hand), self._shadow_maps)
        found = self._ground * (1 - (1 - self.light.ambient) * dark)[..., None]
        for sprite in self.sprites(scenery):
            paste(found, sprite)
        found *= self._field
        if scenery.hand is None:
            self._still = (bare, found)
        elif (hand := draw_hand(scenery.hand, self.view, self.light, self.style)) is not None:
            paste(found, hand._replace(colour=hand.colour * self.light.tint))
        return found

    def sprites(self, scenery: Scenery) -> list[Sprite]:
        """The solid pieces that are in the picture, the farthest first."""
        wanted = [body for _, body in scenery.bodies() if not isinstance(body, Face)]
        found = [sprite for body in wanted if (sprite := self.sprite(body)) is not None]
        gone = self._sprites.keys() - set(wanted)
        for body in gone:
            del self._sprites[body]
        return sorted(found, key=lambda sprite: -sprite.distance)

    def sprite(self, body: SolidBody) -> Sprite | None:
        """A solid piece as it is seen; None when it is outside of the picture."""
        if body not in self._sprites:
            self._sprites[body] = draw_solid(body, self.view, self.light, self.style)
        return self._sprites[body]

    def _seen(self, flat: NDArray[Any], maps: Map) -> Floats:
        warped = cv2.remap(flat, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(warped, np.float32)


def _visible_ground(view: Viewpoint) -> tuple[Point, Point]:
    """The box around the part of the table that is in the picture."""
    wide, high = view.size
    edge = [(x, y) for x in np.linspace(0, wide - 1, 9) for y in (0, high - 1)]
    edge += [(x, y) for y in np.linspace(0, high - 1, 9) for x in (0, wide - 1)]
    points = view.ground(edge)
    most = 4 * view.distance
    centre = np.array(view.aim)
    low = np.maximum(points.min(0), centre - most)
    high_ = np.minimum(points.max(0), centre + most)
    return Point(float(low[0]), float(low[1])), Point(float(high_[0]), float(high_[1]))


def _scale(view: Viewpoint, low: Point, high: Point) -> float:
    """Pixels a millimetre of the flat picture: as many as the camera has where it is nearest."""
    wide, tall = view.size
    spots = np.array([(x, y) for x in (0, wide / 2, wide - 1) for y in (0, tall / 2, tall - 1)])
    steps = np.linalg.norm(view.ground(spots + np.array([1, 0])) - view.ground(spots), axis=1)
    wanted = 1.15 / float(steps.min())
    room = (high.x - low.x) * (high.y - low.y)
    return round(min(wanted, float(np.sqrt(_LARGEST_FLAT / room))), 2)


def _maps(view: Viewpoint, low: Point, scales: tuple[float, ...]) -> list[Map]:
    """Where each pixel of the camera is in flat pictures with so many pixels a millimetre."""
    wide, high = view.size
    pixels = np.mgrid[:high, :wide][::-1].reshape(2, -1).T
    ground = view.ground(pixels) - np.array(low)
    found: list[Map] = []
    for scale in scales:
        where = (ground * scale - 0.5).astype(np.float32).reshape(high, wide, 2)
        found.append(cv2.convertMaps(where[..., 0], where[..., 1], cv2.CV_16SC2))
    return found
