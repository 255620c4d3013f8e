"""Looking at labelled photos with exported weights, through the very code that ships."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from models.augment import TURNS
from models.measure import Seen
from models.progress import progress
from models.sources import Photo
from vision.finder import THOROUGH, Effort, Finder
from vision.reader import Reader
from vision.session import Network

# Far below any threshold that will be chosen, so that one look serves every choice.
LOWEST = 0.05


@dataclass(frozen=True)
class Sight:
    """What was seen in one photo."""

    photo: Photo
    seen: tuple[Seen, ...]


def look_at(
    photos: Sequence[Photo], finder: Path, reader: Path, threads: int = 2, effort: Effort = THOROUGH
) -> list[Sight]:
    """Finds and reads in every photo, keeping even what is unlikely."""
    finding = Finder(Network(finder, threads=threads), threshold=LOWEST)
    reading = Reader(Network(reader, threads=threads), channels=3, turns=TURNS)
    sights = []
    for photo in progress(photos, photos[0].source if photos else "photos"):
        pixels = photo.pixels()
        found = finding.find(pixels, effort)
        chances = reading.read(pixels, found.boxes.tolist())
        seen = tuple(
            Seen(
                tuple(np.round(box, 1).tolist()),
                round(float(score), 5),
                tuple(np.round(c, 6).tolist()),
            )
            for box, score, c in zip(found.boxes, found.scores, chances, strict=True)
        )
        sights.append(Sight(photo, seen))
    return sights


def keep_sights(sights: Sequence[Sight], path: Path) -> None:
    """Writes what was seen, so that calibrating again needs no second look."""
    told = {str(s.photo.path.name): [asdict(one) for one in s.seen] for s in sights}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told))


def kept_sights(photos: Sequence[Photo], path: Path) -> list[Sight]:
    """Reads what `keep_sights` wrote."""
    told = json.loads(path.read_text())
    return [
        Sight(
            photo,
            tuple(
                Seen(tuple(o["box"]), o["score"], tuple(o["chances"]))
                for o in told[photo.path.name]
            ),
        )
        for photo in photos
    ]
