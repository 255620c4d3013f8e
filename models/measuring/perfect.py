"""What the labels allow: the count of an eye that makes no mistake."""

from collections.abc import Sequence

import numpy as np

from models.measuring.looking import PhotoSight
from models.measuring.measure import LOOSE, NO_DIE, Count, SeenDie, count, match, total
from models.photos.sources import Box, with_contested_labels
from vision.dice.boxes import iou


def perfect(sights: Sequence[PhotoSight]) -> Count:
    """Counts an eye that reports just the dice that a person can read, as a person reads them.

    A die's box is the one that the finder found for it, if there is one: the boxes that count as
    loose end where the dice do, and the labels don't.
    """
    return total(_count(sight) for sight in sights)


def _count(sight: PhotoSight) -> Count:
    labels = sight.photo
    truth = with_contested_labels(labels)
    found = np.array([one.box for one in sight.seen], np.float32).reshape(-1, 4)
    seen = [_seen(box, value, found) for box, value in zip(truth.boxes, truth.values, strict=True)]
    return count(len(labels.boxes), *match(seen, labels.boxes, labels.values, labels.ignored))


def _seen(box: Box, value: int, found: np.ndarray) -> SeenDie:
    overlaps = iou(np.array([box], np.float32), found)[0]
    if overlaps.max(initial=0.0) >= LOOSE:
        x0, y0, x1, y1 = map(float, found[overlaps.argmax()])
        box = (x0, y0, x1, y1)
    return SeenDie(box, 1.0, tuple(float(face == value - 1) for face in range(NO_DIE + 1)))
