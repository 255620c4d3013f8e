"""Tiles that lie apart on a table: hexagons, rectangles and round ones, each by its own rim.

What differs from the table's colour stands out in patches. A patch counts as a tile when it fills
a hexagon, a rectangle or an ellipse; nothing is said about its size but that tiles of one picture
are about equally large.
"""

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Image, Points, overlap, shrunk

_LONGEST = 1024
_SMALLEST, _LARGEST = 0.0015, 0.5
"""The share of the picture that a tile may take."""
_FILLS = 0.94
"""How much of a patch and of its shape must be the same."""
_SAME = 0.3
"""Two outlines that overlap by more are about one tile."""
_ODD = 2.5
"""How many times larger or smaller than usual a tile may be: some lie farther away."""
_CORNERS = 24
"""So many points go around something round."""
_CLEAR = 0.5
"""How clear the outer edge of a tile must be, compared with the clearest."""
_BORDER = 0.03
_LIGHT = 0.6
"""How much brightness counts beside colour: a table is never lit evenly."""


def find_shapes(image: Image) -> list[Points]:
    """The outlines of tiles that touch nothing, in pixels: 4 corners, 6, or 24 around a circle."""
    small, factor = shrunk(image, _LONGEST)
    tiles: list[list[Points]] = []
    for outline in (each for mask in _masks(small) for each in _tiles(mask)):
        same = [tile for tile in tiles if overlap(outline, tile[0]) > _SAME]
        if same:
            same[0].append(outline)
        else:
            tiles.append([outline])
    rims = _Rims(small)
    found = [rims.outermost(tile) for tile in tiles]
    sizes = [_area(outline) for outline in found]
    usual = float(np.median(sizes)) if sizes else 0.0
    return [
        outline / factor
        for outline, size in zip(found, sizes, strict=True)
        if usual / _ODD < size < usual * _ODD
    ]


class _Rims:
    """How much the picture changes across an outline."""

    def __init__(self, image: Image) -> None:
        soft = cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.float32)
        across, down = (cv2.Scharr(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
        self._changes = np.sqrt((across**2 + down**2).sum(axis=-1))

    def outermost(self, outlines: list[Points]) -> Points:
        """Of several outlines of one tile the largest that is a clear edge.

        A line within a printed rim is an edge as good as the tile's end, but smaller; a shadow is
        larger, but no clear edge.
        """
        clear = [self._clearness(outline) for outline in outlines]
        enough = _CLEAR * max(clear)
        good = [o for o, each in zip(outlines, clear, strict=True) if each >= enough]
        return max(good, key=_area)

    def _clearness(self, outline: Points) -> float:
        ahead = np.roll(outline, -1, axis=0)
        shares = np.linspace(0.1, 0.9, 9)[:, None, None]
        points = np.rint(outline * (1 - shares) + ahead * shares).astype(np.intp).reshape(-1, 2)
        height, width = self._changes.shape
        x, y = points[:, 0].clip(0, width - 1), points[:, 1].clip(0, height - 1)
        return float(np.median(self._changes[y, x]))


def _masks(image: Image) -> Iterator[npt.NDArray[np.uint8]]:
    """What is not table, guessed in several ways."""
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 0] *= _LIGHT
    far = np.sqrt(((lab - _table(lab)) ** 2).sum(axis=-1))
    scaled = np.asarray(np.clip(4 * far, 0, 255), np.uint8)
    otsu, _ = cv2.threshold(scaled, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    for level in (otsu, 0.6 * otsu, 0.35 * otsu, 0.2 * otsu):
        yield _closed(np.asarray(scaled > level, np.uint8))
    edges = cv2.Canny(cv2.GaussianBlur(image, (0, 0), 1.2), 30, 90)
    rims, _ = cv2.findContours(
        _closed(np.asarray(edges, np.uint8)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    filled = np.zeros(image.shape[:2], np.uint8)
    cv2.drawContours(filled, rims, -1, 1, cv2.FILLED)
    yield filled


def _table(lab: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The colour of the table everywhere: a plane through the colours along the picture's border.

    Things that reach over the border are few, so what is far from the plane is left out and the
    plane is laid again.
    """
    height, width = lab.shape[:2]
    rim = max(2, round(_BORDER * min(height, width)))
    y, x = np.mgrid[0:height, 0:width]
    near = (x < rim) | (y < rim) | (x >= width - rim) | (y >= height - rim)
    base = np.stack([np.ones_like(x), x / width, y / height], axis=-1).astype(np.float32)
    places, colours = base[near][::3], lab[near][::3]
    keep = np.ones(len(places), np.bool_)
    plane = np.zeros((3, 3), np.float32)
    for _ in range(4):
        plane = np.asarray(np.linalg.lstsq(places[keep], colours[keep], rcond=None)[0], np.float32)
        off = np.sqrt(((colours - places @ plane) ** 2).sum(axis=-1))
        keep = off <= max(6.0, float(np.percentile(off, 70)))
    return np.asarray(base @ plane)


def _closed(mask: Image) -> npt.NDArray[np.uint8]:
    round_ = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, round_), np.uint8)


def _tiles(mask: npt.NDArray[np.uint8]) -> Iterator[Points]:
    height, width = mask.shape
    rims, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for rim in rims:
        size = cv2.contourArea(rim)
        x, y, wide, high = cv2.boundingRect(rim)
        inside = x > 0 and y > 0 and x + wide < width and y + high < height
        if inside and _SMALLEST < size / (width * height) < _LARGEST:
            outline = _shape(np.asarray(rim, np.int32), size)
            if outline is not None:
                yield outline


def _shape(rim: npt.NDArray[np.int32], size: float) -> Points | None:
    """The hexagon, rectangle or circle that a patch fills; None when it fills none of them."""
    hull = np.asarray(cv2.convexHull(rim), np.int32)
    if size < _FILLS * cv2.contourArea(hull):
        return None
    around = np.asarray(hull[:, 0], np.float64)
    for corners in (4, 6):
        polygon = _polygon(hull, corners)
        if polygon is not None:
            straight = _straightened(polygon, np.asarray(rim[:, 0], np.float64))
            if overlap(straight, around) > _FILLS:
                return straight
    middle, axes, degrees = cv2.fitEllipse(rim)
    turns = 2 * np.pi * np.arange(_CORNERS) / _CORNERS
    spots = np.stack([axes[0] / 2 * np.cos(turns), axes[1] / 2 * np.sin(turns)], axis=-1)
    angle = np.deg2rad(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    ellipse = np.asarray(spots @ turn + middle)
    return ellipse if overlap(ellipse, around) > _FILLS else None


def _polygon(hull: npt.NDArray[np.int32], corners: int) -> Points | None:
    """The hull with so many corners; None when it can't be said with that many."""
    length = cv2.arcLength(hull, True)
    for share in np.linspace(0.005, 0.08, 26):
        found = cv2.approxPolyDP(hull, share * length, True)
        if len(found) == corners:
            return np.asarray(found[:, 0], np.float64)
        if len(found) < corners:
            return None
    return None


def _straightened(polygon: Points, rim: Points) -> Points:
    """The polygon with each side laid along the rim, so that rounded corners do no harm."""
    ahead = np.roll(polygon, -1, axis=0)
    lines = []
    for start, end in zip(polygon, ahead, strict=True):
        way = end - start
        length = float(np.linalg.norm(way))
        along = (rim - start) @ way / length**2
        across = (rim - start) @ np.array([-way[1], way[0]]) / length
        near = rim[(along > 0.15) & (along < 0.85) & (np.abs(across) < 0.06 * length)]
        if len(near) < 5:
            return polygon
        dx, dy, x, y = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((-dy, dx, dy * x - dx * y))
    corners = [np.cross(lines[index - 1], lines[index]) for index in range(len(lines))]
    found = np.array([corner[:2] / corner[2] for corner in corners if abs(corner[2]) > 1e-6])
    moved = found if len(found) == len(polygon) else polygon
    far = float(np.linalg.norm(moved - polygon, axis=1).max())
    return moved if far < 0.2 * np.sqrt(_area(polygon)) else polygon


def _area(outline: Points) -> float:
    return float(cv2.contourArea(outline.astype(np.float32)))
