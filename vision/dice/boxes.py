"""Boxes as plain arrays: N x 4, each x0, y0, x1, y1 in pixels."""

import numpy as np
import numpy.typing as npt

from vision.dice.session import Floats


def areas(boxes: Floats) -> Floats:
    """How many square pixels each box covers."""
    sides = np.maximum(boxes[..., 2:] - boxes[..., :2], 0)
    return np.asarray(sides[..., 0] * sides[..., 1], dtype=np.float32)


def longer_sides(boxes: Floats) -> Floats:
    """The longer side of each box: what we call the size of a die."""
    return np.asarray((boxes[..., 2:] - boxes[..., :2]).max(axis=-1), dtype=np.float32)


def shared(ours: Floats, theirs: Floats) -> Floats:
    """How many square pixels each of our boxes (rows) shares with each of theirs (columns)."""
    start = np.maximum(ours[:, None, :2], theirs[None, :, :2])
    end = np.minimum(ours[:, None, 2:], theirs[None, :, 2:])
    return areas(np.concatenate([start, end], axis=-1))


def iou(ours: Floats, theirs: Floats) -> Floats:
    """Intersection over union of each of our boxes (rows) with each of theirs (columns)."""
    both = shared(ours, theirs)
    union = areas(ours)[:, None] + areas(theirs)[None] - both
    return np.asarray(both / np.maximum(union, 1e-9), dtype=np.float32)


def covered(ours: Floats, theirs: Floats) -> Floats:
    """How much of the smaller box of each pair lies within the other, 0 to 1."""
    smaller = np.minimum(areas(ours)[:, None], areas(theirs)[None])
    return np.asarray(shared(ours, theirs) / np.maximum(smaller, 1e-9), dtype=np.float32)


def suppress(
    boxes: Floats, scores: Floats, *, most_iou: float, most_covered: float = 1.0
) -> npt.NDArray[np.intp]:
    """Keep the best of each heap of boxes that mean the same thing (non-maximum suppression).

    Args:
        boxes: N x 4.
        scores: N; the higher one stays. Equal scores keep their order.
        most_iou: A box that overlaps a better one by more than this goes.
        most_covered: So does one of which more than this lies within a better one (or the
            other way round): a die's top face found again inside the whole die.

    Returns:
        The indices that stay, best first.
    """
    order = np.argsort(-scores, kind="stable")
    boxes = boxes[order]
    same = (iou(boxes, boxes) > most_iou) | (covered(boxes, boxes) > most_covered)
    alive = np.ones(len(boxes), dtype=bool)
    for index in range(len(boxes)):
        if alive[index]:
            alive[index + 1 :] &= ~same[index, index + 1 :]
    return np.asarray(order[alive], dtype=np.intp)
