"""Dice and markers on a board: where something stands that its bare picture doesn't show.

A die hides a patch of the board that the camera tells beforehand: its foot, its top, and all in
between, away from the camera. Where the board differs from its picture in such a patch, a die may
stand; the reader then says which face is on top, or that it is none. The finder's boxes are asked
too: on boards as pale as the dice it sees what comparing doesn't.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.chart import Track
from vision.dice.dice import DiceEye, DieReading
from vision.dice.finder import Effort
from vision.dice.neighbours import neighbours
from vision.dice.reader import FACES
from vision.faces.bare import Bare, BoardDifference
from vision.geometry import Image, Points, Truths
from vision.viewpoint.table_camera import TableCamera

Floats = npt.NDArray[np.float32]
Box = tuple[float, float, float, float]

_SOLID = 0.62
"""Radius of a round pillar that looks as wide as a die on average, in sides of the die."""
_AROUND = np.deg2rad(np.arange(0, 360, 20))
_RING: Points = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=-1)
_SHADOW = 0.5
"""What a shadow counts beside something solid."""
_LEAST = 0.3
"""How much of a patch must differ, beyond what differs around it."""
_GROWN = (0.93, 1.07)
_TOPS = (0.6, 0.7)
"""Half of a die's top with what is around it, in sides of the die."""
_STRAIGHT, _FINEST = 1.4, 4.0
"""How far around it the top is looked at, in sides, and at how many pixels a millimetre at most."""
_NO_CHANCE = 1e-4
_CLEAR, _LIKELY = 0.7, 0.45
_MOST = 5
"""Dice on one place that are looked for at most."""


def pillar(camera: TableCamera, foot: Points, side: float, size: float = _SOLID) -> Points:
    """The pixels of a round pillar's rims, as high as a die."""
    ring = foot + size * side * _RING
    low = np.column_stack([ring, np.zeros(len(ring))])
    high = np.column_stack([ring, np.full(len(ring), side)])
    return camera.pixels(np.vstack([low, high]))


def box_of(camera: TableCamera, foot: Points, side: float) -> Box:
    """The box in which a die is seen that stands at a point of the table."""
    seen = pillar(camera, foot, side)
    (x0, y0), (x1, y1) = seen.min(axis=0), seen.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def foot_of(camera: TableCamera, box: Box, side: float) -> Points:
    """Where on the table a die stands whose box was seen."""
    seen = np.array([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2])
    at = camera.table(seen, side / 2)
    for _ in range(3):
        now = box_of(camera, at, side)
        missed = seen - [(now[0] + now[2]) / 2, (now[1] + now[3]) / 2]
        at = at + (camera.table(seen + missed, side / 2) - camera.table(seen, side / 2))
    return np.asarray(at)


@dataclass(frozen=True, eq=False)
class Patch:
    """What a die at a place hides, and what is around it, on a picture from above."""

    inner: Floats
    ring: Floats

    @classmethod
    def at(cls, camera: TableCamera, foot: Points, side: float, per_mm: float) -> "Patch":
        """The patch of a die that stands at a point."""

        def hidden(size: float) -> Truths:
            seen = camera.table(pillar(camera, foot, side, size)) - foot
            half = int(np.ceil(2.2 * side * per_mm))
            hull = cv2.convexHull(np.asarray(seen * per_mm + half, np.float32))
            mask = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
            cv2.fillConvexPoly(mask, np.rint(hull).astype(np.int32), 1)
            return mask > 0

        inner = hidden(0.5)
        ring = hidden(0.85) & ~hidden(0.66)
        return cls(
            (inner / inner.sum()).astype(np.float32), (ring / max(1, ring.sum())).astype(np.float32)
        )


def propose(
    difference: BoardDifference,
    bare: Bare,
    patches: Mapping[str, tuple[Points, Patch]],
    *,
    reach: float,
    apart: float,
) -> Iterator[tuple[Points, float]]:
    """Points where dice may stand, with how much speaks for each.

    Args:
        difference: Of the board from its bare picture.
        bare: The board as it is without anything on it.
        patches: For each place its middle and what a die there hides.
        reach: How far from a place's middle a die may stand.
        apart: How far apart dice stand at least.
    """
    low, per_mm = bare.low, bare.per_mm
    evidence = np.where(difference.solid, 1.0, _SHADOW * difference.differs).astype(np.float32)
    weight = bare.known.astype(np.float32)
    for middle, patch in patches.values():
        half = patch.inner.shape[0] // 2
        radius = round(reach * per_mm) + half
        column, row = np.rint((middle - low) * per_mm).astype(int)
        here = square(evidence, row, column, radius)
        there = square(weight, row, column, radius)
        if here.max() == 0:
            continue
        inner_known = cv2.filter2D(there, -1, patch.inner, borderType=cv2.BORDER_CONSTANT)
        ring_known = cv2.filter2D(there, -1, patch.ring, borderType=cv2.BORDER_CONSTANT)
        y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
        allowed = (np.hypot(x, y) <= reach * per_mm) & (inner_known > 0.4)
        for _ in range(_MOST):
            inner = cv2.filter2D(here, -1, patch.inner, borderType=cv2.BORDER_CONSTANT)
            ring = cv2.filter2D(here, -1, patch.ring, borderType=cv2.BORDER_CONSTANT)
            score = inner / np.maximum(inner_known, 0.1) - 0.5 * ring / np.maximum(ring_known, 0.3)
            score = np.where(allowed, score, -1)
            best = int(score.argmax())
            if score.flat[best] < _LEAST:
                break
            at = np.array([best % score.shape[1], best // score.shape[1]])
            yield middle + (at - radius) / per_mm, float(score.flat[best])
            gone = np.hypot(x - (at[0] - radius), y - (at[1] - radius)) < 0.75 * apart * per_mm
            allowed &= ~gone
            _erase(here, patch.inner > 0, at)


def square(whole: Floats, row: int, column: int, radius: int) -> Floats:
    """A square out of a picture; what is beyond the picture is nothing."""
    padded = np.zeros((2 * radius + 1, 2 * radius + 1), np.float32)
    top, left = max(0, row - radius), max(0, column - radius)
    part = whole[top : row + radius + 1, left : column + radius + 1]
    y, x = top - (row - radius), left - (column - radius)
    padded[y : y + part.shape[0], x : x + part.shape[1]] = part
    return padded


def _erase(where: Floats, shape: Truths, at: npt.NDArray[np.int_]) -> None:
    half = shape.shape[0] // 2
    top, left = at[1] - half, at[0] - half
    y0, x0 = max(0, top), max(0, left)
    y1, x1 = min(where.shape[0], at[1] + half + 1), min(where.shape[1], at[0] + half + 1)
    where[y0:y1, x0:x1][shape[y0 - top : y1 - top, x0 - left : x1 - left]] = 0


def read_at(
    dice: DiceEye,
    image: Image,
    boxes: Sequence[Box],
    scores: Sequence[float],
    *,
    backed: Sequence[float],
    camera: TableCamera,
    side: float,
) -> tuple[DieReading, ...]:
    """Read boxes as they are seen, and the tops of the dice in them from straight above.

    Seen aslant, a die shows two or three faces, and a foreshortened 5 above a 6 looks like
    neither; the camera knows which of them is the top. Each is read twice, a little smaller and
    larger: a box is never quite right.

    What is believed only because of its `backed` score (see `backed_by`) is a question: that two
    saw something there says that it is a die, but not what it shows.
    """
    if not boxes:
        return ()
    exact = np.array(boxes, np.float32).reshape(-1, 4)
    middle = (exact[:, :2] + exact[:, 2:]) / 2
    grown = [
        np.hstack(
            [middle + grow * (exact[:, :2] - middle), middle + grow * (exact[:, 2:] - middle)]
        )
        for grow in _GROWN
    ]
    aslant = dice.chances(image, np.concatenate(grown)).reshape(len(_GROWN), len(exact), -1)
    straight = [_chances_of_top(dice, image, box, camera, side) for box in boxes]
    both = np.log(np.maximum([aslant.mean(axis=0), straight], _NO_CHANCE)).mean(axis=0)
    chances = np.exp(both)
    chances /= chances.sum(axis=1, keepdims=True)
    others = neighbours(exact, scores, (1 - chances[:, FACES]).tolist())
    judged = (
        _believed(dice.judge(box, score, chance, other), score)
        or (_asked(dice.judge(box, back, chance, other)) if back > score else None)
        for box, score, back, chance, other in zip(
            exact, scores, backed, chances, others, strict=True
        )
    )
    return tuple(die for die in judged if die is not None)


def _believed(die: DieReading | None, score: float) -> DieReading | None:
    """What one way of looking saw, and not clearly, is a die only if it can be read."""
    clear = die is not None and (score >= _CLEAR or die.confidence >= _LIKELY)
    return die if clear else None


def _asked(die: DieReading | None) -> DieReading | None:
    return None if die is None else replace(die, certain=False)


def backed_by(
    feet: Sequence[Points], scores: Sequence[float], others: range, near: float
) -> list[float]:
    """Scores that count what stands by them: two looks at the same die are both believed more.

    Args:
        feet: Where each die would stand.
        scores: How sure each is by itself.
        others: Which of them were seen in another way than the rest.
        near: How far apart two feet of one die may be.
    """
    backed = list(scores)
    for i, j in product(range(others.start), others):
        if np.linalg.norm(feet[i] - feet[j]) <= near:
            both = 1 - (1 - scores[i]) * (1 - scores[j])
            backed[i], backed[j] = max(backed[i], both), max(backed[j], both)
    return backed


def _chances_of_top(
    dice: DiceEye, image: Image, box: Box, camera: TableCamera, side: float
) -> Floats:
    """What the reader says about the top of a die, seen from straight above."""
    foot = foot_of(camera, box, side)
    half = _STRAIGHT * side
    around = foot + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    corners = camera.pixels(np.column_stack([around, np.full(4, side)])).astype(np.float32)
    wide = round(2 * half * min(_FINEST, max(1.0, camera.scale(foot))))
    square = np.array([(0, 0), (wide, 0), (wide, wide), (0, wide)], np.float32)
    way = cv2.getPerspectiveTransform(corners, square)
    top = np.asarray(
        cv2.warpPerspective(image, way, (wide, wide), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
    reach = np.array([size * side * wide / (2 * half) for size in _TOPS], np.float32)[:, None]
    boxes = wide / 2 + reach * np.array([[-1, -1, 1, 1]], np.float32)
    return np.asarray(dice.chances(top, boxes).mean(axis=0), np.float32)


CLOSE = Effort(wholes=(320, 416), sweep=0, looks=0, small=0.0)
"""How the finder looks at the places for dice: twice, at sizes at which it overlooks other dice, a
white one on a white board, or a pale one in the dark."""


_STANDS, _AHEAD = 0.5, 0.2
"""How much of what a marker hides must be of its colour, and how far it must be ahead of others."""
_BESIDE = 0.5
"""What the colour around a marker counts against it: whatever is larger is none."""


def read_track(
    track: Track, evidence: Floats, bare: Bare, camera: TableCamera
) -> tuple[int | None, Points]:
    """The box of the marker, or None if nobody can say, and the marker's outline in the picture.

    Args:
        track: Where its boxes are.
        evidence: Where the board has the marker's colour and did not before, from above.
        bare: The board as it is without anything on it.
        camera: How the board is seen.
    """
    boxes = np.array(track.boxes)
    scores = np.array([_score(at, track.marker, evidence, bare, camera) for at in boxes])
    best = int(scores.argmax())
    outline = pillar(camera, boxes[best], track.marker, 0.5)
    others = np.delete(scores, best)
    sure = scores[best] > _STANDS and scores[best] - others.max(initial=0.0) > _AHEAD
    return (best if sure else None), outline


def _score(at: Points, marker: float, evidence: Floats, bare: Bare, camera: TableCamera) -> float:
    """How much of what a marker would hide has its colour, beyond what is around it."""
    patch = Patch.at(camera, at, marker, bare.per_mm)
    column, row = np.rint((at - bare.low) * bare.per_mm).astype(int)
    here = square(evidence, row, column, patch.inner.shape[0] // 2)
    return float((here * patch.inner).sum() - _BESIDE * (here * patch.ring).sum())
