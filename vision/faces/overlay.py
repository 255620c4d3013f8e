"""What disagrees between a tile and the face that lies over it, and what that says.

Small differences are excused where the face has fine details: no two photos are equally sharp. A
large compact patch that differs as a whole is excused as something that stands on the tile, at a
price. Whatever else differs speaks against the face: a printed number, an emblem, a picture.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.alignment import FINE, WITHIN, Alignment, Floats, disc
from vision.faces.details import FaceDetails, compare_details
from vision.faces.light import Exposure
from vision.geometry import Truths

_NOISE, _SHIFT, _FOCUS, _GLARE = 0.05, 0.12, 0.12, 6.0
"""What may differ anyway: by noise, by so much of a pixel of shift or of another focus, and by so
many shades of stray light."""
_GRAINS = 1.5 * 1.4826
"""How many times what half of the points stay below counts as noise: pictures differ in grain."""
_NOISIER = 1.2
"""How much more noise than usual there may be."""
_CHANNELS = np.array([0.25, 0.375, 0.375], np.float32)
"""What brightness and the two colours count."""
_WHITE_COLOUR = 0.8
"""How little the colour of something too bright says."""
_MOST, _EXCUSED = 16.0, 0.8
_DIFFERS = 2.5
_WHOLE = 9.0
_FILLED = 0.75
_LEAST_COVERED, _MOST_COVERED = 0.085, 0.4
"""How much of a tile something on it covers: less is print, more is another tile."""
_POINTS = int(WITHIN.sum())
_RIM = ~disc(FINE, 0.84)
"""Where something else may show when a tile was not cut out to the pixel."""
_NEAR, _SPOT, _PATCH = (3, 3), (5, 5), np.ones((5, 5), np.uint8)


@dataclass(frozen=True)
class Evidence:
    """What speaks against a face.

    Attributes:
        against: How much of it there is in all, apart from what something may cover.
        worst: How strong it is where it is strongest.
        covered: The share of the tile that something may cover.
        agrees: The share of the tile that agrees.
        details: What its details say, where they were compared.
        exposure: How the face came out.
        borrowed: How much of what differs in a part another face explains, where one was asked.
    """

    against: float
    worst: float
    covered: float
    agrees: float
    exposure: Exposure
    details: FaceDetails | None = None
    borrowed: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        return self.against + (0.0 if self.details is None else self.details.share)


def grain_of(alignment: Alignment) -> Floats:
    """What noise is in each channel, if this is the right face: half of the tile tells."""
    off, _ = alignment.differences()
    excused = alignment.excused()
    seen = off if excused is None or excused.all() else off[~excused]
    most = np.maximum(_NOISIER * np.array(alignment.noisiest), _NOISE)
    grain = np.clip(_GRAINS * np.median(np.abs(seen), axis=0), _NOISE, most)
    return np.asarray(grain, np.float32)


def cover_of(alignment: Alignment, grain: Floats) -> Truths | None:
    """Where something may stand on the tile, on its crop, if it shows this face."""
    differs = _differences(alignment, grain)
    excused = alignment.excused()
    if excused is not None:
        differs = np.where(excused, 0, differs)
    patch = _cover(differs)
    return None if patch is None else alignment.on_crop(_as_map(patch))


def differing(alignment: Alignment, grain: Floats) -> Floats:
    """1 where a tile differs from the face that lies over it, on the face."""
    near = cv2.blur(_as_map(np.minimum(_differences(alignment, grain), _WHOLE)), _NEAR)
    return np.asarray(near > _DIFFERS, np.float32)


def weigh(
    alignment: Alignment, grain: Floats, cover: Truths | None = None, *, closely: bool = False
) -> Evidence:
    """Compare a tile with the face that was laid over it, `closely` its details as well.

    What may `cover` it is the same for every face: each by itself would excuse what it is not.
    """
    hidden = np.zeros(_POINTS, np.bool_)
    for each in (alignment.excused(), None if cover is None else alignment.on_face(cover)):
        if each is not None:
            hidden |= each
    differs = np.where(hidden, 0, _differences(alignment, grain))
    near = cv2.blur(_as_map(np.minimum(differs, _MOST)), _SPOT)[WITHIN]
    against = np.maximum(near - _EXCUSED, 0)
    agrees = float(((differs < _DIFFERS) & ~hidden).mean())
    seen = max(1, int((~hidden).sum()))
    return Evidence(
        float(against.sum()) / seen,
        float(against.max()),
        float(hidden.mean()),
        agrees,
        alignment.exposure(grain),
        _details(alignment, hidden) if closely else None,
    )


def _details(alignment: Alignment, hidden: Truths) -> FaceDetails:
    off, _ = alignment.differences()
    face = alignment.face()
    return compare_details(off + face, face, grain_of(alignment), hidden)


def _differences(alignment: Alignment, grain: Floats) -> Floats:
    """How much each point differs, in units of what is usual for such a point, squared."""
    face = alignment.points
    off, white = alignment.differences()
    usual = (
        grain**2
        + _SHIFT**2 * face.steepness
        + _FOCUS**2 * face.sharpness
        + _GLARE**2 * face.darkness[:, None]
    )
    # What is as bright as can be in one photo may be brighter in truth, but not darker.
    told = np.where(off[:, 0] > 0, 1 - face.white, 1 - white)
    colour = 1 - _WHITE_COLOUR * np.maximum(face.white, white)
    off = off * np.stack([told, colour, colour], axis=-1)
    return _without_slivers(np.asarray((off**2 / usual) @ _CHANNELS))


def _without_slivers(differs: Floats) -> Floats:
    """What differs, but for thin strips along the rim: a neighbour, or the table, shows there."""
    whole = _as_map(differs)
    return np.where(_RIM, cv2.morphologyEx(whole, cv2.MORPH_OPEN, _PATCH), whole)[WITHIN]


def _cover(differs: Floats) -> Truths | None:
    """The one patch that may be something on the tile, with its rim."""
    near = cv2.blur(_as_map(np.minimum(differs, _WHOLE)), _NEAR) > _DIFFERS
    opened = cv2.morphologyEx(near.astype(np.uint8), cv2.MORPH_OPEN, _PATCH)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    points = cv2.findNonZero((labels == largest).astype(np.uint8))
    whole = cv2.fillConvexPoly(np.zeros((FINE, FINE), np.uint8), cv2.convexHull(points), 1)
    patch = (whole > 0) & WITHIN
    share = float(patch.sum()) / _POINTS
    if not _LEAST_COVERED < share < _MOST_COVERED or float(near[patch].mean()) < _FILLED:
        return None
    rim = cv2.dilate(patch.astype(np.uint8), _PATCH)
    return np.asarray(rim > 0)[WITHIN]


def _as_map(values: npt.NDArray[np.generic]) -> Floats:
    found = np.zeros((FINE, FINE), np.float32)
    found[WITHIN] = values
    return found
