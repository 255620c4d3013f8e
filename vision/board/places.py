"""Named places on the board, and which of them a point lies in."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points


@dataclass(frozen=True)
class NamedPlace:
    """Where a point lies.

    Attributes:
        name: The place, or None when it is in none.
        certain: False near a border: it might as well be next door.
    """

    name: str | None
    certain: bool


class Places:
    """Places that don't overlap, as outlines in millimetres.

    Args:
        outlines: For each name a polygon, N x 2.

    Raises:
        ValueError: An outline is no polygon.
    """

    def __init__(self, outlines: Mapping[str, npt.ArrayLike]) -> None:
        self._outlines: dict[str, Points] = {}
        for name, outline in outlines.items():
            polygon = np.asarray(outline, np.float32).reshape(-1, 2)
            if len(polygon) < 3 or cv2.contourArea(polygon) <= 0:
                raise ValueError(f"the outline of {name} encloses nothing")
            self._outlines[name] = polygon.astype(np.float64)

    def at(self, point: npt.ArrayLike, margin: float) -> NamedPlace:
        """Say where a point lies.

        Args:
            point: x, y in millimetres.
            margin: How far the point may be off; nearer to a border nothing is certain.
        """
        x, y = np.asarray(point, np.float64)
        depths = sorted(
            (
                (_depth(outline, float(x), float(y)), name)
                for name, outline in self._outlines.items()
            ),
            reverse=True,
        )
        if not depths:
            return NamedPlace(None, True)
        depth, name = depths[0]
        if depth < 0:
            return NamedPlace(None, depth < -margin)
        # Places may touch: then the border between them counts, however deep both are elsewhere.
        return NamedPlace(name, depth >= margin)


def _depth(outline: Points, x: float, y: float) -> float:
    return float(cv2.pointPolygonTest(outline.astype(np.float32), (x, y), measureDist=True))
