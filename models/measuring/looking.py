"""Looking at labelled photos with exported weights, through the very code that ships."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.common.terminal import progress
from models.measuring.measure import SeenDie, together
from models.photos.augment import MARGIN, SIDE
from models.photos.sources import Box, Photo
from vision.dice.finder import THOROUGH, Effort, Finder
from vision.dice.reader import Reader
from vision.dice.session import Floats, Network

# Far below any threshold that will be chosen, so that one look serves every choice.
LOWEST = 0.05

Found = list[tuple[Box, float]]


@dataclass(frozen=True)
class PhotoSight:
    """What was seen in one photo."""

    photo: Photo
    seen: tuple[SeenDie, ...]


def look_at(
    photos: Sequence[Photo], finder: Path, reader: Path, threads: int = 2
) -> list[PhotoSight]:
    """Finds and reads in every photo, keeping even what is unlikely."""
    return read_in(photos, find_in(photos, finder, threads), reader, threads)


def find_in(
    photos: Sequence[Photo], finder: Path, threads: int = 2, effort: Effort = THOROUGH
) -> list[Found]:
    """Where the finder sees dice in each photo, with its scores."""
    finding = Finder(Network(finder, threads=threads), threshold=LOWEST)
    answers = []
    for photo in progress(photos, "find"):
        found = finding.find(photo.pixels(), effort)
        answers.append(
            [
                (_box(box), round(float(score), 5))
                for box, score in zip(found.boxes.tolist(), found.scores, strict=True)
            ]
        )
    return answers


def read_in(
    photos: Sequence[Photo], found: Sequence[Found], reader: Path, threads: int = 2
) -> list[PhotoSight]:
    """What the reader makes of what was found."""
    reading = reader_with(Network(reader, threads=threads))
    sights = []
    for photo, dice in progress(list(zip(photos, found, strict=True)), "read"):
        chances = reading.read(photo.pixels(), [box for box, _ in dice])
        seen = tuple(
            SeenDie(box, score, tuple(round(part, 6) for part in chance.astype(float).tolist()))
            for (box, score), chance in zip(dice, chances, strict=True)
        )
        sights.append(PhotoSight(photo, together(seen)))
    return sights


def reader_with(network: Callable[[Floats], Floats]) -> Reader:
    """A reader that shows its network crops as training did."""
    return Reader(network, size=SIDE, margin=MARGIN)


def keep_found(found: Sequence[Found], path: Path) -> None:
    """Writes what was found, so that another reader needs no second search."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found))


def kept_found(path: Path) -> list[Found]:
    """Reads what `keep_found` wrote."""
    told = json.loads(path.read_text())
    return [[(_box(box), score) for box, score in dice] for dice in told]


def _box(edges: Sequence[float]) -> Box:
    x0, y0, x1, y1 = (round(edge, 1) for edge in edges)
    return (x0, y0, x1, y1)
