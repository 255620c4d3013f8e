"""The real photos, and which sources are trained on and which are kept for testing."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

TRAINING = ("aws_vegas", "byler_d6", "roboflow_dice", "epanemu", "matteo")
# Photographed from so high above that no side of a die can be taken for its top.
FROM_ABOVE = ("byler_d6",)
# Their boxes are so much wider and higher than the dice; finders that never saw them agree on it.
LOOSE = {"byler_d6": 1.19}
TEST = ("damian_phone", "skovy")
# Photos of a board full of pieces, by yet another person, on which no die lies.
NO_DICE = "boards"

# Labels that we think are wrong, by source, file and line: what the die shows to our eyes.
CONTESTED = Path(__file__).with_name("contested_labels.json")
UNLABELLED = Path(__file__).with_name("unlabelled_dice.json")

Box = tuple[float, float, float, float]


class ForbiddenSourceError(ValueError):
    """Somebody asked to train on what is kept for testing."""


@dataclass(frozen=True)
class Photo:
    """One photo with its labels; boxes are x0, y0, x1, y1 in pixels."""

    path: Path
    source: str
    boxes: tuple[Box, ...]
    values: tuple[int, ...]
    ignored: tuple[Box, ...]

    def pixels(self) -> NDArray[np.uint8]:
        """Reads the picture (H x W x 3, BGR)."""
        return _read_picture(self.path)


def training_sources(without: str | None = None) -> tuple[str, ...]:
    """The sources to learn from, perhaps with one left out to be tested on.

    Raises:
        ForbiddenSourceError: `without` is no training source.
    """
    if without is not None and without not in TRAINING:
        raise ForbiddenSourceError(
            f"{without} is never trained on; leave out one of {', '.join(TRAINING)}"
        )
    return tuple(source for source in TRAINING if source != without)


def photos_to_learn_from(folder: Path, sources: tuple[str, ...]) -> tuple[Photo, ...]:
    """Reads the photos of training sources; those that are missing are simply not there.

    Raises:
        ForbiddenSourceError: One of the sources is kept for testing.
    """
    for source in sources:
        if source not in TRAINING:
            raise ForbiddenSourceError(f"{source} is kept for testing: it must never be trained on")
    return tuple(photo for source in sources for photo in read_source(folder / source))


def photos_without_dice(folder: Path) -> tuple[Photo, ...]:
    """Photos on which everything is something else; those that are missing are not there."""
    paths = sorted((folder / "images").glob("*.jpg"))
    return tuple(Photo(path, NO_DICE, (), (), ()) for path in paths)


def read_source(folder: Path) -> Iterator[Photo]:
    """Reads all labelled photos of one source in a stable order."""
    for path in sorted((folder / "images").glob("*")):
        height, width = _read_picture(path).shape[:2]
        size = (width, height)
        rows = _read_rows(folder / "labels" / f"{path.stem}.txt")
        ignored = _read_rows(folder / "ignore" / f"{path.stem}.txt")
        yield Photo(
            path,
            folder.name,
            tuple(_box(row[1:5], size) for row in rows),
            tuple(int(row[0]) + 1 for row in rows),
            tuple(_box(row[-4:], size) for row in ignored),
        )


def contested_labels() -> dict[str, dict[str, dict[int, int]]]:
    """The values that we would have given, by source, file and number of the die in its file."""
    told = json.loads(CONTESTED.read_text())
    return {
        source: {name: {int(i): v for i, v in dice.items()} for name, dice in files.items()}
        for source, files in told.items()
    }


def unlabelled_dice() -> dict[str, dict[str, list[tuple[Box, int]]]]:
    """Dice that nobody labelled, by source and file, with the value that we see.

    The value is 0 where a die is cut off or too blurred to say.
    """
    told = json.loads(UNLABELLED.read_text())
    return {
        source: {
            name: [((x0, y0, x1, y1), int(value)) for x0, y0, x1, y1, value in dice]
            for name, dice in files.items()
        }
        for source, files in told.items()
    }


def with_contested_labels(photo: Photo) -> Photo:
    """The same photo with the labels that we would have given."""
    ours = contested_labels().get(photo.source, {}).get(photo.path.name, {})
    added = unlabelled_dice().get(photo.source, {}).get(photo.path.name, [])
    values = tuple(ours.get(i, v) for i, v in enumerate(photo.values))
    return replace(
        photo,
        boxes=photo.boxes + tuple(box for box, value in added if value),
        values=values + tuple(value for _, value in added if value),
        ignored=photo.ignored + tuple(box for box, value in added if not value),
    )


def with_tight_boxes(photo: Photo) -> Photo:
    """The same photo with boxes that end where the dice do, as those of the other sources."""
    return replace(
        photo, boxes=tuple(_shrunk(box, LOOSE.get(photo.source, 1.0)) for box in photo.boxes)
    )


def _shrunk(box: Box, by: float) -> Box:
    x0, y0, x1, y1 = box
    right, down = (x1 - x0) * (1 - 1 / by) / 2, (y1 - y0) * (1 - 1 / by) / 2
    return (x0 + right, y0 + down, x1 - right, y1 - down)


def _read_rows(path: Path) -> list[list[float]]:
    """The numbers of a label file; a file that is missing holds none."""
    if not path.exists():
        return []
    rows = [[float(word) for word in line.split()] for line in path.read_text().splitlines()]
    return [row for row in rows if row]


def _read_picture(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} can't be read as a picture: remove it or repair it")
    return np.asarray(picture, np.uint8)


def _box(row: list[float], size: tuple[int, int]) -> Box:
    cx, cy, w, h = row[0] * size[0], row[1] * size[1], row[2] * size[0], row[3] * size[1]
    return (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)
