"""Soft shadows on the table: sharp where a piece touches it, wider the higher the piece reaches."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.tabletop.observation import Point
from companion.tabletop.outlines import moved, rectangle
from companion.tabletop.scenery import Hand
from hardware.frame import Image
from hardware.simulated.light import Light
from hardware.simulated.shapes import SolidBody, solid, turn_of
from hardware.simulated.viewpoint import Floats

#: Around the foot of a piece it is dark wherever the lamp is.
_CONTACT = 0.45


class ShadowPlane:
    """How dark shadows make each part of the table, as a coarse picture from above."""

    def __init__(self, low: Point, size: tuple[int, int], scale: float, light: Light) -> None:
        self.low, self.scale, self._light = low, scale, light
        self._size = size
        self._slope = -light.towards[:2] / light.towards[2]

    def cast(self, bodies: Iterable[SolidBody], hand: Hand | None = None) -> Floats:
        """The share of the lamp's light that does not arrive, 0 to 1 (H x W)."""
        near, far, contact = (np.zeros(self._size[::-1], np.uint8) for _ in range(3))
        tallest = 1.0
        for body in bodies:
            shape = solid(body)
            tallest = max(tallest, shape.height)
            low, middle, high = (self._ring(body, *part) for part in shape.slices)
            cv2.fillConvexPoly(near, cv2.convexHull(np.vstack([low, middle])), 255)
            cv2.fillConvexPoly(far, cv2.convexHull(np.vstack([middle, high])), 255)
            cv2.fillConvexPoly(contact, low, 255)
        soft = self._light.softness * self.scale
        found: Floats = np.maximum(
            _blurred(near, 0.25 * tallest * soft), _blurred(far, 0.75 * tallest * soft)
        )
        found = np.maximum(found, _CONTACT * _blurred(contact, 1.6 * self.scale))
        if hand is not None:
            arm = np.zeros_like(near)
            for limb in hand.limbs():
                ends = [self._pixel(p, limb.height) for p in (limb.start, limb.end)]
                thick = max(1, round(2 * limb.radius * self.scale))
                cv2.line(arm, ends[0], ends[1], 255, thick)
            found = np.maximum(found, 0.85 * _blurred(arm, hand.height * soft * 0.6))
        return found

    def _ring(self, body: SolidBody, wide: float, deep: float, z: float) -> NDArray[np.int32]:
        """The shadow of a slice of a body."""
        corners = moved(rectangle(2 * wide, 2 * deep), body.at, turn_of(body))
        return np.array([self._pixel(corner, z) for corner in corners], np.int32)

    def _pixel(self, point: Point, z: float) -> tuple[int, int]:
        """Where the shadow of a point at this height falls."""
        x = (point.x + z * self._slope[0] - self.low.x) * self.scale
        y = (point.y + z * self._slope[1] - self.low.y) * self.scale
        return round(float(x)), round(float(y))


def _blurred(mask: Image, sigma: float) -> Floats:
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, sigma))
    return np.asarray(soft * np.float32(1 / 255), np.float32)
