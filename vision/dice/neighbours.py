"""What boxes of one picture say about each other.

Two on one die are one die; and dice of one table are of one size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.boxes import areas, covered, suppress
from vision.dice.session import Floats

# What finder and reader are so sure of is a die whatever else there is.
_FOUND, _READ = 0.5, 0.8
# How much larger than another a die may seem to be because it is nearer.
_ALIKE = 1.43
# More of them say no more.
_MOST = 6
# Boxes that overlap by more, or of which more lies within the other, mean the same die. Without
# aws_vegas, this took a third of the false dice there; of all 6,162 dice of the sources that were
# left out in turn it costs one.
_ONE_DIE, _WITHIN = 0.4, 0.5
# A box of which so much lies within a likelier one, with so much less of a score, is its echo: the
# same die once more, half beside itself. A die behind another is found far better than that.
_ECHO_WITHIN, _ECHO_SCORE = 0.25, 0.2


@dataclass(frozen=True)
class Neighbours:
    """How many other things in the picture are surely dice: of about that size, and of another."""

    alike: int = 0
    unlike: int = 0


ALONE = Neighbours()


def distinct(
    boxes: Floats, likelihoods: Sequence[float], scores: Sequence[float] | None = None
) -> list[int]:
    """Which boxes show a die of their own: of two on one die, only what is likelier one stays.

    A finder sees two dice that touch as one large die, too, and a whole die where only a part of it
    is. Only the reader can tell which of them is meant, so this is asked after reading.

    Args:
        boxes: N x 4.
        likelihoods: How likely each of them is a die.
        scores: How sure the finder was of each; where they are told, echoes are left out too.
    """
    ranked = np.array(likelihoods, np.float32)
    kept = suppress(boxes, ranked, most_iou=_ONE_DIE, most_covered=_WITHIN)
    if scores is None or len(kept) < 2:
        return [int(index) for index in kept]
    best = boxes[kept]
    found = np.array(scores, np.float32)[kept]
    # Kept ones come likeliest first, so those before a box are likelier than it.
    echo = np.tril(covered(best, best) >= _ECHO_WITHIN, -1) & (found[:, None] < _ECHO_SCORE * found)
    return [int(index) for index in kept[~echo.any(axis=1)]]


def neighbours(
    boxes: Floats, scores: Sequence[float], chances_of_die: Sequence[float]
) -> tuple[Neighbours, ...]:
    """Which other dice each box has around it.

    Args:
        boxes: N x 4.
        scores: How sure the finder is of each.
        chances_of_die: How sure the reader is that there is a die to read.
    """
    sides = np.sqrt(areas(boxes))
    both = list(zip(scores, chances_of_die, strict=True))
    likely = [found if found >= _FOUND and read >= _READ else 0.0 for found, read in both]
    sure = [index for index in distinct(boxes, likely) if likely[index]]
    return tuple(_around(index, sides, sure) for index in range(len(boxes)))


def _around(index: int, sides: Floats, sure: Sequence[int]) -> Neighbours:
    others = [sides[other] / max(sides[index], 1e-6) for other in sure if other != index]
    alike = sum(1 / _ALIKE < ratio < _ALIKE for ratio in others)
    return Neighbours(min(alike, _MOST), min(len(others) - alike, _MOST))
