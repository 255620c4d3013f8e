"""Rings around what is wrong, drawn on a picture that an eye has looked at."""

from collections.abc import Collection

import cv2
import numpy as np

from vision.geometry import Image
from vision.reading.look import Look

_RED, _WHITE = (40, 30, 230), (255, 255, 255)


def ring(image: Image, look: Look, places: Collection[str]) -> Image:
    """The picture with a ring around all that is believed to be at these places, if any is."""
    flagged = [belief for belief in look.beliefs if belief.place and belief.place in places]
    if not flagged:
        return image
    canvas = image.copy()
    size = max(canvas.shape[:2]) / 1280
    for belief in flagged:
        (x, y), radius = cv2.minEnclosingCircle(belief.outline.astype(np.float32))
        middle, around = (round(x), round(y)), round(radius + 5 * size)
        cv2.circle(canvas, middle, around, _WHITE, max(3, round(6 * size)), cv2.LINE_AA)
        cv2.circle(canvas, middle, around, _RED, max(2, round(3 * size)), cv2.LINE_AA)
    return canvas
