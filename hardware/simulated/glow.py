"""The light that falls on a sensor, worked out strip by strip.

With numbers for light a large picture takes four times as much room as in bytes, and several copies
of it at that. Nobody ever needs more than a strip of them at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.frame import Image
from hardware.simulated.light import Light, Rows, strips
from hardware.simulated.shadows import ShadowPlane
from hardware.simulated.solids import SolidPicture, paste
from hardware.simulated.viewpoint import Floats, GroundMap

_FINE, _WHITE = 1.25, 275.0
"""Light is kept in steps of so many grey levels, up to a bit more than white."""
_COARSE, _BRIGHTEST = 6.75, 511.25
"""Above that in larger ones, up to twice as bright as white paper: it only shines over edges."""


@dataclass(frozen=True, eq=False)
class Glow:
    """A table in its light.

    Attributes:
        ground: The flat table as the camera sees it, without light.
        below: Where its pixels are on the table.
        light: The lamp.
        shadows: Where `dark` is.
        dark: How much of the lamp's light does not arrive.
        sprites: What stands on the table, the farthest first.
        hand: What is above all of them.
    """

    ground: Image
    below: GroundMap
    light: Light
    shadows: ShadowPlane
    dark: Floats
    sprites: Sequence[SolidPicture]
    hand: SolidPicture | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width, 3."""
        return self.ground.shape

    def __getitem__(self, rows: slice, /) -> Floats:
        """Some rows, BGR from 0 to 255 and beyond; they are the caller's own."""
        top, bottom, _ = rows.indices(len(self.ground))
        size = (self.shape[1], self.shape[0])
        plane = self.shadows
        where = self.below.part((0, top, size[0], bottom), plane.low, plane.scale)
        bright = seen(self.dark, where)
        bright *= np.float32(self.light.ambient - 1)
        bright += 1
        # Numpy is slow where the last axis is short: three equal channels at once are quicker.
        found: Floats = self.ground[top:bottom] * cv2.cvtColor(bright, cv2.COLOR_GRAY2BGR)
        for sprite in self.sprites:
            paste(found, sprite, top)
        field = self.light.field(size, top, bottom)
        found *= cv2.merge([field * share for share in self.light.tint])
        if self.hand is not None:
            paste(found, self.hand, top)
        return found


class KeptGlow:
    """The same, kept in one byte a number: for a table that is looked at again and again.

    A step is a third of what the sensor's own noise adds to it.
    """

    def __init__(self, glow: Rows) -> None:
        self._levels = np.empty(glow.shape, np.uint8)
        for top, bottom in strips(glow.shape):
            self._levels[top:bottom] = np.interp(glow[top:bottom], _LIGHT, np.arange(256)) + 0.5

    @property
    def shape(self) -> tuple[int, ...]:
        """Height, width, 3."""
        return self._levels.shape

    def __getitem__(self, rows: slice, /) -> Floats:
        """Some rows; they are the caller's own."""
        found: Floats = cv2.LUT(self._levels[rows], _LIGHT)  # type: ignore[assignment]
        return found


_LIGHT: Floats = np.append(
    np.arange(0, _WHITE, _FINE), np.arange(_WHITE, _BRIGHTEST + _COARSE / 2, _COARSE)
).astype(np.float32)
"""How bright each step is."""


def seen(flat: NDArray[Any], where: Floats) -> NDArray[Any]:
    """A flat picture at so many places, between its pixels too."""
    edge = cv2.BORDER_REPLICATE
    return cv2.remap(flat, where, None, cv2.INTER_LINEAR, borderMode=edge)  # type: ignore[call-overload, no-any-return]
