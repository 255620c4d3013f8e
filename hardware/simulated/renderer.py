"""From scenery to a picture: the flat table in perspective, shadows, solid pieces, and a hand.

What costs time is kept: drawings of faces, the flat table as the camera sees it, each solid piece,
and the last table without a hand. A new picture pays for what has changed.
"""

import math

import numpy as np

from companion.tabletop.observation import Point
from companion.tabletop.scenery import FlatPiece, Scenery
from hardware.art.style import Colour
from hardware.frame import Image
from hardware.simulated.flat import FlatPicture
from hardware.simulated.glow import Glow, KeptGlow, seen
from hardware.simulated.hands import draw_hand
from hardware.simulated.light import Light, Rows
from hardware.simulated.shadows import ShadowPlane
from hardware.simulated.shapes import SolidBody
from hardware.simulated.solids import SolidPicture, draw_solid
from hardware.simulated.viewpoint import Box, Floats, GroundMap, Viewpoint, blocks

_SHADOW_SCALE = 0.9
"""Pixels a millimetre of the shadows, at most: they have no fine print."""
_LARGEST_FLAT = 9_000_000
"""Pixels of the flat picture, at most."""
_BLOCK = (640, 360)
"""So many pixels of the flat table are seen at once."""


class Renderer:
    """What one camera sees under one light, in one style of drawing."""

    def __init__(
        self,
        view: Viewpoint,
        light: Light | None = None,
        *,
        style: int = 0,
        seed: int = 0,
        cloth: Colour | None = None,
    ) -> None:
        self.view, self.light, self.style = view, light or Light(), style
        low, high = _visible_ground(view)
        scale = _scale(view, low, high)
        self._flat = FlatPicture(
            low, high, scale, light=self.light, style=style, seed=seed, cloth=cloth
        )
        self._below = GroundMap(view)
        wide, tall = view.size
        self._ground: Image = np.empty((tall, wide, 3), np.uint8)
        self._see((0, 0, wide, tall))
        width, height = self._flat.size
        coarse = min(scale / 2, _SHADOW_SCALE)
        size = (round(width * coarse / scale) + 1, round(height * coarse / scale) + 1)
        self._shadows = ShadowPlane(low, size, coarse, self.light)
        self._sprites: dict[SolidBody, SolidPicture | None] = {}
        self._still: tuple[Scenery, KeptGlow] | None = None

    def picture(self, scenery: Scenery) -> Floats:
        """The light that falls on the sensor, BGR from 0 to 255 (H x W x 3)."""
        return self._lit(scenery)[: self.view.size[1]]

    def glow(self, scenery: Scenery) -> Rows:
        """The same, to be had in strips until the next one is asked for; the last is kept."""
        if self._still is not None and self._still[0] == scenery:
            return self._still[1]
        self._still = None  # two of them would be one too many, and a hand needs room itself
        found = self._lit(scenery)
        if scenery.hand is not None:
            return found
        self._still = (scenery, KeptGlow(found))
        return self._still[1]

    def _lit(self, scenery: Scenery) -> Glow:
        faces = (body for _, body in scenery.bodies() if isinstance(body, FlatPiece))
        for box in self._flat.show(faces):
            self._see(self._seen_box(box))
        solids = [body for _, body in scenery.bodies() if not isinstance(body, FlatPiece)]
        dark = self._shadows.cast(solids, scenery.hand)
        hand = self.hand(scenery)
        found = [sprite for body in solids if (sprite := self.sprite(body)) is not None]
        for gone in self._sprites.keys() - set(solids):
            del self._sprites[gone]
        sprites = sorted(found, key=lambda sprite: -sprite.distance)
        return Glow(self._ground, self._below, self.light, self._shadows, dark, sprites, hand)

    def hand(self, scenery: Scenery) -> SolidPicture | None:
        """The hand as it is seen, in the light of the lamp; None when there is none to be seen."""
        if scenery.hand is None:
            return None
        hand = draw_hand(scenery.hand, self.view, self.light, self.style)
        if hand is not None:
            np.multiply(hand.colour, self.light.tint, out=hand.colour)
        return hand

    def sprite(self, body: SolidBody) -> SolidPicture | None:
        """A solid piece as it is seen; None when it is outside of the picture."""
        if body not in self._sprites:
            self._sprites[body] = draw_solid(body, self.view, self.light, self.style)
        return self._sprites[body]

    # --- the flat table as the camera sees it -------------------------------------------------

    def _see(self, box: Box) -> None:
        """Look at the flat table again within a box of the camera's picture."""
        flat = self._flat
        for block in blocks(box, *_BLOCK):
            low, high = self._below.bounds(block)
            x0, y0 = (max(0, math.floor(at)) for at in flat.pixel(low))
            x1, y1 = (math.ceil(at) + 2 for at in flat.pixel(high))
            window = (x0, y0, min(x1, flat.size[0]), min(y1, flat.size[1]))
            corner = (flat.low.x + x0 / flat.scale, flat.low.y + y0 / flat.scale)
            left, top, right, bottom = block
            where = self._below.part(block, corner, flat.scale)
            self._ground[top:bottom, left:right] = seen(flat.paint(window), where)

    def _seen_box(self, box: Box) -> Box:
        """The box of the camera's picture in which a box of the flat table is seen."""
        left, top, right, bottom = box
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)]) + 0.5
        pixels = self.view.rim(corners / self._flat.scale + np.array(self._flat.low))
        size = np.array(self.view.size)
        x0, y0 = np.clip(np.floor(pixels.min(0)) - 2, 0, size).astype(int)
        x1, y1 = np.clip(np.ceil(pixels.max(0)) + 3, 0, size).astype(int)
        return int(x0), int(y0), int(x1), int(y1)


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
    return Point(*low.tolist()), Point(*high_.tolist())


def _scale(view: Viewpoint, low: Point, high: Point) -> float:
    """Pixels a millimetre of the flat picture: as many as the camera has where it is nearest."""
    wide, tall = view.size
    spots = np.array([(x, y) for x in (0, wide / 2, wide - 1) for y in (0, tall / 2, tall - 1)])
    steps = np.linalg.norm(view.ground(spots + np.array([1, 0])) - view.ground(spots), axis=1)
    wanted = 1.15 / float(steps.min())
    room = (high.x - low.x) * (high.y - low.y)
    return round(min(wanted, math.sqrt(_LARGEST_FLAT / room)), 2)
