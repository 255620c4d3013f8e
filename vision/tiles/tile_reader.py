"""Reading tiles that lie in known places, and remembering those that haven't changed."""

import itertools
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.crops import cut_tile
from vision.faces.gallery import Gallery, Match
from vision.faces.light import Exposure
from vision.geometry import Image, Points
from vision.lattice.lattice import CORNERS
from vision.viewpoint.table_camera import TableCamera

_STAYS = 2.5
"""Millimetres by which a tile may be found elsewhere and still be where it was."""
_COARSE = 24
_CHANGE = 14.0
"""Shades by which a patch of a tile changes when something is put on it or taken away."""
_STILL = 0.6
"""Share of a tile that must look as it did to be the same one with something on it."""
_MARGIN = 6


@dataclass(frozen=True, eq=False)
class TileReading:
    """A tile as it was read.

    Attributes:
        at: Its middle on the table.
        outline: Its six corners in pixels.
        crop: It, cut out.
        match: What it is.
        number: Another one for everything that looks different.
        usual: How faces come out in its picture, if that was known when it was read.
    """

    at: Points
    outline: Points
    crop: Image
    match: Match
    number: int = 0
    usual: Exposure | None = None


def tile_outline(camera: TableCamera, at: Points, tile: float, turn: float) -> Points:
    """The corners of a tile in pixels; `turn` in degrees."""
    return camera.pixels(tile_corners(at, tile, turn))


def tile_corners(at: Points, tile: float, turn: float) -> Points:
    """The corners of a tile in millimetres."""
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    return np.asarray(at + tile * CORNERS @ np.array([[c, s], [-s, c]]))


def cut(image: Image, outline: Points) -> Image:
    """A tile, cut out of its surroundings: large pictures are not copied as a whole."""
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - _MARGIN, 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + _MARGIN + 1
    return cut_tile(image[low[1] : high[1], low[0] : high[0]], outline - low)


class TileReader:
    """Knows tiles by a gallery. What looks as it did when it was read is not read again."""

    def __init__(self, gallery: Gallery, tile: float) -> None:
        self._gallery, self._tile = gallery, tile
        self._known: list[TileReading] = []
        self._numbers = itertools.count(1)

    def forget(self) -> None:
        """The camera has moved: nothing is where it was."""
        self._known.clear()

    def read(
        self, image: Image, camera: TableCamera, at: Points, turn: float, *, bare: bool = False
    ) -> TileReading:
        """Read the tile that lies around a point of the table.

        Args:
            image: The picture.
            camera: How the table is seen.
            at: The tile's middle.
            turn: How it lies, to a sixth of a turn, in degrees.
            bare: Nothing can stand on it.
        """
        near = [each for each in self._known if np.linalg.norm(each.at - at) < self._tile / 2]
        for known in near:
            stays = np.linalg.norm(known.at - at) < _STAYS
            if stays and not changed(cut(image, known.outline), known.crop):
                return known
        outline = tile_outline(camera, at, self._tile, turn)
        crop = cut(image, outline)
        usual = self.usual()
        match = self._gallery.recognise(crop, bare=bare, usual=usual)
        for known in near:
            if np.linalg.norm(known.at - at) < _STAYS:
                match = _remembered(match, known.match)
        reading = TileReading(at, outline, crop, match, next(self._numbers), usual)
        self._known = [each for each in self._known if each not in near] + [reading]
        return reading

    def usual(self) -> Exposure | None:
        """How faces come out in this picture: the tiles that leave no doubt tell."""
        facts = (each.match for each in self._known if each.match.is_fact)
        return Exposure.usual([match.exposure for match in facts if match.exposure])

    def again(self, tile: TileReading, *, bare: bool = False) -> TileReading:
        """Read a doubtful tile once more, now that others have told how faces come out."""
        usual = self.usual()
        if tile.match.is_fact or usual is None or tile not in self._known or tile.usual is not None:
            return tile
        match = self._gallery.recognise(tile.crop, bare=bare, usual=usual)
        reading = replace(tile, match=match, usual=usual)
        self._known = [reading if each is tile else each for each in self._known]
        return reading


def _remembered(now: Match, then: Match) -> Match:
    """A tile that was certain is still the same when something is put on it that hides a part."""
    if now.is_fact or not then.is_fact or now.best != then.name or now.agreement < _STILL:
        return now
    return replace(now, name=then.name, confidence=then.confidence, certain=True, covered=0.0)


def changed(now: Image, then: Image) -> bool:
    """Whether any patch of a crop looks different; another exposure is no change."""
    gap = _coarse(now) - _coarse(then)
    gap -= np.median(gap, axis=(0, 1))
    return bool(np.abs(gap[_INSIDE]).max() > _CHANGE)


def _coarse(crop: Image) -> npt.NDArray[np.float32]:
    small = cv2.resize(crop, (_COARSE, _COARSE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


_INSIDE = np.hypot(*np.meshgrid(*[np.arange(_COARSE) - (_COARSE - 1) / 2] * 2)) < 0.46 * _COARSE
