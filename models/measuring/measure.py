"""Comparing what was seen with what is there: matching, counting, intervals."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.photos.sources import Box
from vision.dice.boxes import iou, shared
from vision.dice.dice import one_face
from vision.dice.neighbours import ALONE, Neighbours, neighbours

OVERLAP = 0.5
# From here to `OVERLAP`, with the right value: the label is loose, or the box is. It counts as
# false and as missed, but says nothing about how well values are read.
LOOSE = 0.25
NO_DIE = 6


@dataclass(frozen=True)
class SeenDie:
    """One thing the finder found, with all that finder and reader say about it."""

    box: Box
    score: float
    chances: tuple[float, ...]
    others: Neighbours = ALONE

    @property
    def value(self) -> int:
        """The most likely face."""
        return int(np.argmax(self.chances[:NO_DIE])) + 1

    @property
    def chance_of_value(self) -> float:
        """How likely that face is, to the reader."""
        return self.chances[self.value - 1]

    @property
    def chance_of_die(self) -> float:
        """How likely it is any face at all, to the reader."""
        return 1 - self.chances[NO_DIE]

    @property
    def one_face(self) -> float:
        """How likely the likeliest face is, if it is any."""
        return one_face(self.chances)

    @property
    def readable(self) -> bool:
        """Whether a face is likelier than "no die here"."""
        return max(self.chances[:NO_DIE]) >= self.chances[NO_DIE]


def together(seen: Sequence[SeenDie]) -> tuple[SeenDie, ...]:
    """The same things, each knowing what else is in its picture."""
    boxes = np.array([one.box for one in seen], np.float32).reshape(-1, 4)
    chances = [one.chance_of_die for one in seen]
    around = neighbours(boxes, [one.score for one in seen], chances)
    return tuple(replace(one, others=others) for one, others in zip(seen, around, strict=True))


@dataclass(frozen=True)
class Reported:
    """One die as it would be reported, and what became of it against the labels."""

    seen: SeenDie
    fate: str
    """`right`, `wrong` (a die, another value), or `false` (no die there)."""
    loose: bool = False
    """Whether it is false only because its box and the label's overlap too little."""


@dataclass(frozen=True)
class Count:
    """How a set of photos went."""

    photos: int = 0
    dice: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    false: int = 0
    certain: int = 0
    certain_right: int = 0
    loose: int = 0
    certain_loose: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def reported(self) -> int:
        """How many dice were reported at all."""
        return self.right + self.wrong + self.false


def match(
    seen: Sequence[SeenDie], boxes: Sequence[Box], values: Sequence[int], ignored: Sequence[Box]
) -> tuple[list[Reported], list[int]]:
    """Pairs what was seen with the labels, best score first.

    Returns:
        What was reported with its fate, and the indices of the dice that nobody found. What lies
        on an ignored box is neither.
    """
    free = set(range(len(boxes)))
    told = np.array(boxes, np.float32).reshape(-1, 4)
    reported = []
    for one in sorted(seen, key=lambda s: -s.score):
        ours = np.array([one.box], np.float32)
        overlaps = iou(ours, told)[0]
        fitting = [i for i in free if overlaps[i] >= OVERLAP]
        if fitting:
            best = max(fitting, key=lambda i: overlaps[i])
            free.remove(best)
            reported.append(Reported(one, "right" if one.value == values[best] else "wrong"))
        elif not _ignorable(ours, ignored):
            reported.append(Reported(one, "false"))
    return [_loosened(one, free, told, values) for one in reported], sorted(free)


def _loosened(
    one: Reported, free: set[int], told: NDArray[np.float32], values: Sequence[int]
) -> Reported:
    """The same, marked if it shows a die that nobody found and has its value."""
    if one.fate != "false" or not free:
        return one
    overlaps = iou(np.array([one.seen.box], np.float32), told)[0]
    loose = any(overlaps[i] >= LOOSE and values[i] == one.seen.value for i in free)
    return Reported(one.seen, one.fate, loose)


def count(
    dice: int,
    reported: Sequence[Reported],
    missed: Sequence[int],
    is_certain: Callable[[SeenDie], bool] = lambda _: False,
) -> Count:
    """How one photo went that shows so many dice."""
    sure = [one for one in reported if is_certain(one.seen)]
    fates = Counter(one.fate for one in reported)
    return Count(
        photos=1,
        dice=dice,
        right=fates["right"],
        wrong=fates["wrong"],
        missed=len(missed),
        false=fates["false"],
        certain=len(sure),
        certain_right=sum(one.fate == "right" for one in sure),
        loose=sum(one.loose for one in reported),
        certain_loose=sum(one.loose for one in sure),
    )


def _ignorable(ours: NDArray[np.float32], ignored: Sequence[Box]) -> bool:
    if not ignored:
        return False
    theirs = np.array(ignored, np.float32)
    area = float(np.prod(ours[0, 2:] - ours[0, :2]))
    return bool((shared(ours, theirs)[0] / max(area, 1e-9)).max() >= 0.4)


def total(counts: Iterable[Count]) -> Count:
    """Adds counts up."""
    return sum(counts, Count())
