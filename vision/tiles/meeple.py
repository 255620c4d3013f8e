"""The outline of a wooden figure, as a camera sees it: standing, or lying on its back.

A figure is cut out of a board: a head, arms, a body and two legs in one plane, half as thick as it
is tall. Each of these is convex, and so is what a camera sees of it; all of them together are what
it hides of the table. One that lies shows its whole shape; one that stands shows little more than
its shoulders, and leans away from the camera.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, Truths
from vision.viewpoint.table_camera import TableCamera

Floats = npt.NDArray[np.float32]

_PARTS = (
    (((0.0, 0.81),), 0.19),
    (((-0.28, 0.5), (0.28, 0.5)), 0.12),
    (((0.0, 0.6), (0.0, 0.36)), 0.2),
    (((-0.04, 0.36), (-0.2, 0.1)), 0.13),
    (((0.04, 0.36), (0.2, 0.1)), 0.13),
)
"""In heights of the figure: the ends of each part's middle line, and how far it reaches around."""
_DEPTH = 0.5
_AROUND = np.deg2rad(np.arange(0, 360, 30))
_STEP = 15
OUTLINED, _STANDS, _LIES = 0.55, 0.13, 0.08
"""How much of a figure and its outline must be the same, and by how much more than if it lay, or
stood: seen aslant, one that stands hides about as much as one that lies."""
_SOFT = 0.6


@lru_cache(maxsize=2)
def _solid(lying: bool) -> tuple[Points, ...]:
    """The corners of each part in heights of the figure, around the middle of what it stands on."""
    parts = []
    for ends, reach in _PARTS:
        ring = np.concatenate(
            [end + reach * np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=-1) for end in ends]
        )
        ring[:, 1] = np.clip(ring[:, 1], 0, 1)
        sides = []
        for side in (-_DEPTH / 2, _DEPTH / 2):
            flat = np.full(len(ring), side)
            if lying:
                sides.append(np.column_stack([ring[:, 0], ring[:, 1] - 0.5, flat + _DEPTH / 2]))
            else:
                sides.append(np.column_stack([ring[:, 0], flat, ring[:, 1]]))
        parts.append(np.vstack(sides))
    return tuple(parts)


def outline_masks(
    camera: TableCamera, foot: Points, height: float, per_mm: float, *, lying: bool
) -> "list[Outlined]":
    """What a figure at a point hides, at every turn, on a picture from straight above."""
    half = int(np.ceil(1.7 * height * per_mm))
    turns = list(range(0, 360 if lying else 180, _STEP))
    parts = _solid(lying)
    x, y, z = height * np.vstack(parts).T
    angles = np.deg2rad(turns)[:, None]
    c, s = np.cos(angles), np.sin(angles)
    # All turns at once: asking the camera takes longer than drawing.
    high = np.broadcast_to(z, (len(turns), len(z)))
    solid = np.stack([foot[0] + c * x - s * y, foot[1] + s * x + c * y, high], axis=-1)
    seen = (camera.table(camera.pixels(solid.reshape(-1, 3))) - foot) * per_mm + half
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return [
        Outlined(lying, turn, _drawn(np.split(each, ends), half))
        for turn, each in zip(turns, seen.reshape(len(turns), -1, 2), strict=True)
    ]


@dataclass(frozen=True, eq=False)
class Outlined:
    """One way in which a figure may stand or lie: its mask, the foot being in the middle."""

    lying: bool
    turn: int
    mask: Truths


def _drawn(parts: list[Points], half: int) -> Truths:
    """What convex parts hide together, on a square around the foot."""
    mask = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    for part in parts:
        hull = cv2.convexHull(part.astype(np.float32))
        cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1)
    return mask > 0


@dataclass(frozen=True)
class Pose:
    """How well the best outline of each kind covers what is seen: shared by both, over either."""

    standing: float
    lying: float
    at: tuple[float, float]
    lies: bool
    turn: int

    @property
    def share(self) -> float:
        """How well the better one fits."""
        return max(self.standing, self.lying)

    @property
    def word(self) -> str | None:
        """`standing` or `lying`, if it is clear."""
        if self.share < OUTLINED:
            return None
        if self.lying - self.standing > _LIES:
            return "lying"
        return "standing" if self.standing - self.lying > _STANDS else None


def fit_pose(evidence: Floats, at: Points, shapes: "list[Outlined]", search: int) -> Pose:
    """Lay all outlines over what is seen around a point.

    Args:
        evidence: 1 where the figure is seen, from straight above.
        at: About where its foot is, in pixels.
        shapes: The outlines.
        search: By how many pixels the foot may be elsewhere.
    """
    half = shapes[0].mask.shape[0] // 2
    reach = half + search
    column, row = np.rint(at).astype(int)
    seen = cv2.copyMakeBorder(evidence, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    part = np.asarray(seen[row : row + 2 * reach + 1, column : column + 2 * reach + 1], np.float32)
    part = _alone(part, search)
    whole = float(part.sum())
    best: dict[bool, tuple[float, tuple[float, float], int]] = {}
    for shape in shapes:
        inner = cv2.matchTemplate(part, shape.mask.astype(np.float32), cv2.TM_CCORR)
        share = inner / np.maximum(whole + float(shape.mask.sum()) - inner, 1.0)
        where = int(share.argmax())
        y, x = divmod(where, share.shape[1])
        if shape.lying not in best or share.flat[where] > best[shape.lying][0]:
            spot = (float(column + x - search), float(row + y - search))
            best[shape.lying] = float(share.flat[where]), spot, shape.turn
    lies = best[True][0] > best[False][0]
    _, spot, turn = best[lies]
    return Pose(best[False][0], best[True][0], spot, lies, turn)


def _alone(part: Floats, near: int) -> Floats:
    """What belongs to the figure around the middle, without its neighbours."""
    count, labels = cv2.connectedComponents((part > _SOFT).astype(np.uint8))
    middle = np.zeros(part.shape, np.uint8)
    cv2.circle(middle, (part.shape[1] // 2, part.shape[0] // 2), near, 1, -1)
    here = np.bincount(labels[middle > 0], minlength=count)
    here[0] = 0
    return np.asarray((labels == int(here.argmax())) & (here.max() > 0), np.float32)


def silhouette(camera: TableCamera, at: Points, figure: float, lying: bool) -> Points:
    """What a figure hides, in pixels."""
    radius, height = (0.42, 0.5) if lying else (0.36, 1.0)
    angles = np.deg2rad(np.arange(0, 360, 30))
    ring = at + radius * figure * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    solid = np.vstack(
        [np.column_stack([ring, np.full(len(ring), z)]) for z in (0.0, height * figure)]
    )
    hull = cv2.convexHull(camera.pixels(solid).astype(np.float32))
    return np.asarray(hull, np.float64).reshape(-1, 2)
