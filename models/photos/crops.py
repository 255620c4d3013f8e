"""What the reader learns from: squares around dice, and around things that are none."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.photos.book import read_things
from models.photos.mining import NOTHING, Hard
from models.photos.sources import FROM_ABOVE, Box, Photo
from models.scenes.scene import DIE, Label
from vision.dice.boxes import iou
from vision.dice.reader import cut, window

Pixels = NDArray[np.uint8]
Corners = NDArray[np.float32]

NO_DIE = 6
# Kept wider and finer than what the reader is shown, so that turning and shifting find pixels.
STORED = 144
STORED_MARGIN = 1.9
# A photo of a crowded board could fill the lessons by itself.
MOST_FOOLED = 12
# From 50 to 55 degrees above the table on, a top face is that much of a die's width and height.
_MOSTLY = 0.6
_UNKNOWN: Corners = np.full((4, 2), np.nan, np.float32)


@dataclass(frozen=True, eq=False)
class Crops:
    """Squares with their answers.

    Attributes:
        pixels: N x STORED x STORED x 3.
        answers: 0 to 5 for the faces 1 to 6, 6 for no die.
        tops: N x 4 x 2, where the corners of the top face lie in the square; nan where nobody
            knows.
        turnable: Whether it may be turned any way: seen from high above, no side of a die can be
            taken for its top, and what is no die is none on its head either.
    """

    pixels: Pixels
    answers: NDArray[np.int64]
    tops: Corners
    turnable: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.answers)


_NO_CROPS = Crops(
    np.zeros((0, STORED, STORED, 3), np.uint8),
    np.zeros(0, np.int64),
    np.zeros((0, 4, 2), np.float32),
    np.zeros(0, bool),
)


def gather(many: Iterable[Crops]) -> Crops:
    """Puts crops together."""
    parts = [vars(crops) for crops in (_NO_CROPS, *many)]
    return Crops(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


def crops_of(
    picture: Pixels,
    labels: Sequence[Label],
    ignored: Sequence[Box],
    seed: int,
    empty: int,
    *,
    from_above: bool = False,
) -> Crops:
    """Cuts every labelled thing out of a picture, and `empty` squares that show no whole die."""
    rng = np.random.default_rng(seed)
    squares, answers, tops = [], [], []
    for label in labels:
        x0, y0, x1, y1 = label.box
        if min(x1 - x0, y1 - y0) < 8:
            continue
        if label.kind != DIE and _covered(label.box, labels):
            continue
        squares.append(_square(picture, label.box))
        answers.append(NO_DIE if label.value is None else label.value - 1)
        tops.append(_top_in_square(picture, label))
    taken = [one.box for one in labels if one.kind == DIE] + list(ignored)
    for box in _empty_boxes(rng, picture, taken, empty):
        squares.append(_square(picture, box))
        answers.append(NO_DIE)
        tops.append(_UNKNOWN)
    if not squares:
        return _NO_CROPS
    named = np.array(answers, np.int64)
    turnable = np.array([from_above or _is_mostly_top(top) for top in tops]) | (named == NO_DIE)
    return Crops(np.stack(squares), named, np.stack(tops), turnable)


def crops_of_photos(
    photos: Iterable[Photo], empty: int = 2, hard: Mapping[str, Hard] | None = None
) -> Crops:
    """Cuts up real photos; what fooled the finder there (by file name) is shown as no die."""
    found = []
    for number, photo in enumerate(photos):
        labels = [Label(DIE, b, v) for b, v in zip(photo.boxes, photo.values, strict=True)]
        fooled = hard.get(photo.path.name, NOTHING).false if hard else ()
        labels += [Label("fooled", box) for box in fooled[:MOST_FOOLED]]
        found.append(
            crops_of(
                photo.pixels(),
                labels,
                photo.ignored,
                number,
                empty,
                from_above=photo.source in FROM_ABOVE,
            )
        )
    return gather(found)


def crops_of_scenes(pictures: Iterable[Path], empty: int = 1) -> Crops:
    """Cuts up synthetic pictures."""
    found = []
    for number, path in enumerate(pictures):
        picture = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        found.append(crops_of(picture, read_things(path), (), number, empty))
    return gather(found)


def _square(picture: Pixels, box: Box) -> Pixels:
    return cut(picture, box, size=STORED, margin=STORED_MARGIN)


def _top_in_square(picture: Pixels, label: Label) -> Corners:
    if not label.top:
        return _UNKNOWN
    shape = picture.shape
    left, top, wide, high = window(shape, label.box, margin=STORED_MARGIN)
    share = (np.array(label.top, np.float32) - (left, top)) / (wide, high)
    return np.asarray(share * STORED, np.float32)


def _is_mostly_top(top: Corners) -> bool:
    """Whether a top face is so much of a die that the camera must be above, and not beside it."""
    return bool((np.ptp(top, axis=0) >= _MOSTLY * STORED / STORED_MARGIN).all())


def _covered(box: Box, labels: Sequence[Label]) -> bool:
    """Whether a die lies on this print: then its square would show a die after all."""
    dice = [one.box for one in labels if one.kind == DIE]
    if not dice:
        return False
    x0, y0, x1, y1 = box
    return any(d[0] < x1 and d[2] > x0 and d[1] < y1 and d[3] > y0 for d in dice)


def _empty_boxes(
    rng: np.random.Generator, picture: Pixels, taken: Sequence[Box], count: int
) -> list[Box]:
    height, width = picture.shape[:2]
    sizes = [max(b[2] - b[0], b[3] - b[1]) for b in taken] or [min(height, width) / 8]
    found: list[Box] = []
    for _ in range(count * 6):
        if len(found) == count:
            break
        size = float(rng.choice(sizes) * rng.uniform(0.4, 1.6))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if taken and rng.random() < 0.5:
            # Beside a die or half on it: the boxes a finder gets wrong.
            x0, y0, x1, y1 = taken[int(rng.integers(len(taken)))]
            turn = rng.uniform(0, 2 * np.pi)
            x, y = (x0 + x1) / 2 + size * np.cos(turn), (y0 + y1) / 2 + size * np.sin(turn)
        box = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
        if not taken or _clear(box, taken):
            found.append(box)
    return found


def _clear(box: Box, taken: Sequence[Box]) -> bool:
    ours = np.array([box], np.float32)
    theirs = np.array(taken, np.float32)
    inner = np.minimum(ours[:, 2:], theirs[:, 2:]) - np.maximum(ours[:, :2], theirs[:, :2])
    shown = np.prod(np.maximum(inner, 0), axis=1) / np.prod(theirs[:, 2:] - theirs[:, :2], axis=1)
    return bool(iou(ours, theirs).max() < 0.2 and shown.max() < 0.35)
