"""Cutting a tile out of a picture: straight, upright to a sixth of a turn, always of one size."""

import cv2
import numpy as np

from vision.geometry import Image, Points
from vision.lattice import CORNERS

SIDE = 96
"""Pixels of a crop, both ways."""
REACH = 0.46
"""Half the distance between two flat sides of the tile, as a share of the crop."""

_TILE: Points = CORNERS * 2 * REACH * SIDE + (SIDE - 1) / 2


def cut_tile(image: Image, outline: Points) -> Image:
    """The tile within six corners, as seen from straight above.

    Which of the six corners comes first decides how it is turned, so a tile may come in any of six
    positions, and somewhat in between when it lies crooked.
    """
    matrix, _ = cv2.findHomography(np.asarray(outline, np.float64), _TILE)
    if matrix is None:
        raise ValueError("six corners that enclose nothing are no tile")
    size = float(np.sqrt(cv2.contourArea(np.asarray(outline, np.float32))))
    # Where the picture has more pixels than the crop, they are averaged rather than skipped.
    blur = size / SIDE / 2
    source = _softened(image, outline, blur) if blur > 0.6 else image
    return np.asarray(cv2.warpPerspective(source, matrix, (SIDE, SIDE)), np.uint8)


def _softened(image: Image, outline: Points, blur: float) -> Image:
    """The picture with the part around the tile blurred; the rest isn't needed."""
    low = np.maximum(np.floor(outline.min(axis=0) - 4 * blur), 0).astype(int)
    high = np.ceil(outline.max(axis=0) + 4 * blur).astype(int)
    soft = np.zeros_like(image)
    part = image[low[1] : high[1], low[0] : high[0]]
    soft[low[1] : high[1], low[0] : high[0]] = cv2.GaussianBlur(part, (0, 0), blur)
    return soft
