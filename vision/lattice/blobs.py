"""Round patches of one colour or brightness: where a tile may lie, for a first guess.

Only a few tiles of a board need to show up here, and much else may: patches are pairs of clues
for a lattice, which is then judged by its edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import Image, Matrix, Points

_LEAST, _MOST = 0.0008, 0.2
"""Share of the picture that a patch may cover."""
_SOLID = 0.85
"""Share of its convex hull that a patch fills at least."""
_ROUND = 0.0071
"""Spread over area, squared: 0.00633 for an ellipse, 0.00643 for a hexagon, 0.0069 for a square."""
_HEXAGON = 0.0064
_BLOCKS = (31, 61, 121)
_LEVELS = 9
_MOST_BLOBS = 150
"""More than any table shows. Every pair of them is a clue, so wallpaper would cost minutes."""


@dataclass(frozen=True, eq=False)
class Blob:
    """A patch: its middle, the covariance of its pixels, its area, and its convex outline."""

    middle: Points
    spread: Matrix
    area: float
    outline: Points
    score: float


def find_blobs(image: Image) -> list[Blob]:
    """Round patches, the best first; patches in the same place and of the same size are one."""
    seen = sorted(_patches(image), key=lambda blob: -blob.score)
    kept: list[Blob] = []
    for blob in seen:
        if not any(_same(blob, other) for other in kept):
            kept.append(blob)
        if len(kept) == _MOST_BLOBS:
            break
    return kept


def _same(blob: Blob, other: Blob) -> bool:
    near = float(np.hypot(*(blob.middle - other.middle))) < 0.2 * np.sqrt(other.area)
    return bool(near and 0.65 < blob.area / other.area < 1.5)


def _patches(image: Image) -> Iterator[Blob]:
    whole = float(image.shape[0] * image.shape[1])
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    for mask in _masks(image):
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, brush)
        outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            area = cv2.contourArea(outline)
            if _LEAST * whole < area < _MOST * whole:
                blob = _blob(outline, area)
                if blob is not None:
                    yield blob


def _masks(image: Image) -> Iterator[Image]:
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB)
    saturation = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)[..., 1]
    for channel in (*cv2.split(lab), saturation, image[..., 0]):
        smooth = cv2.GaussianBlur(channel, (5, 5), 0)
        for block in _BLOCKS:
            usual = cv2.blur(smooth, (block, block))
            yield _above(cv2.subtract(smooth, usual), 4)
            yield _above(cv2.subtract(usual, smooth), 4)
        low, high = np.percentile(smooth[::4, ::4], (10, 98))
        for level in np.linspace(low, high, _LEVELS):
            bright = _above(smooth, float(level))
            yield bright
            yield np.asarray(cv2.bitwise_not(bright), np.uint8)


def _above(channel: cv2.typing.MatLike, level: float) -> Image:
    return np.asarray(cv2.threshold(channel, level, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _blob(outline: cv2.typing.MatLike, area: float) -> Blob | None:
    hull = cv2.convexHull(outline)
    solid = area / cv2.contourArea(hull)
    if solid < _SOLID:
        return None
    m = cv2.moments(hull)
    mass = m["m00"]
    spread = np.array([[m["mu20"], m["mu11"]], [m["mu11"], m["mu02"]]]) / mass
    roundness = float(np.linalg.det(spread)) / mass**2
    if roundness > _ROUND:
        return None
    return Blob(
        middle=np.array([m["m10"] / mass, m["m01"] / mass]),
        spread=spread,
        area=area,
        outline=hull.reshape(-1, 2).astype(np.float64),
        score=solid - 50 * abs(roundness - _HEXAGON),
    )
