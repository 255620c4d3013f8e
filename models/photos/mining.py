"""What fooled the finder: places on training photos to show it, and the reader, more often.

The finder that saw synthetic tables alone looks at all photos once. What it takes for a die though
nothing is labelled there, and the dice it overlooks, are worth more lessons than places at random.
It never saw a photo, so what it finds on one source says nothing about another: a training that
leaves a source out may use it as it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from models.measuring.measure import SeenDie, match
from models.photos.sources import Box, Photo
from vision.dice.boxes import shared
from vision.dice.finder import Effort

# A quick look at two scales, as a camera's frames get.
GLANCE = Effort(wholes=(320, 640), sweep=0, looks=0)
# From this score on, something was taken for a die, or at least nearly.
FOOLED = 0.15
# A die that got less than this was overlooked, or nearly.
OVERLOOKED = 0.35


@dataclass(frozen=True)
class Hard:
    """The hard places of one photo: boxes that are no dice, and dice that were overlooked."""

    false: tuple[Box, ...]
    overlooked: tuple[Box, ...]

    @property
    def places(self) -> tuple[Box, ...]:
        """All of them."""
        return self.false + self.overlooked


NOTHING = Hard((), ())


def hard_in(photo: Photo, found: Sequence[tuple[Box, float]]) -> Hard:
    """Compares what was found in one photo with what is labelled."""
    seen = [SeenDie(box, score, (1.0,)) for box, score in found]
    surely = [one for one in seen if one.score >= OVERLOOKED]
    _, missed = match(surely, photo.boxes, photo.values, photo.ignored)
    fooled = [one for one in seen if one.score >= FOOLED]
    reported, _ = match(fooled, photo.boxes, photo.values, photo.ignored)
    false = [r.seen.box for r in reported if r.fate == "false" and not _on_a_die(r.seen.box, photo)]
    return Hard(tuple(false), tuple(photo.boxes[i] for i in missed))


def _on_a_die(box: Box, photo: Photo) -> bool:
    """Whether the box shows part of a die after all: that teaches nothing about tables."""
    theirs = np.array(photo.boxes + photo.ignored, np.float32).reshape(-1, 4)
    return bool((shared(np.array([box], np.float32), theirs) > 0).any())


def keep(places: Mapping[str, Hard], path: Path) -> None:
    """Writes hard places to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({name: asdict(hard) for name, hard in places.items()}))


def kept(path: Path) -> dict[str, Hard]:
    """Reads hard places back; a file that is missing holds none."""
    if not path.exists():
        return {}
    told = json.loads(path.read_text())
    return {
        name: Hard(_boxes(hard["false"]), _boxes(hard["overlooked"])) for name, hard in told.items()
    }


def _boxes(rows: Sequence[Sequence[float]]) -> tuple[Box, ...]:
    return tuple((x0, y0, x1, y1) for x0, y0, x1, y1 in rows)
