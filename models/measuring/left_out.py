"""What the weights that leave a source out saw in that source, kept in git.

Those weights are five times as large as what ships, and nobody ever uses them. What they saw is
small, and enough to count again and to choose every threshold again on any machine. What was seen
on the drawn tables is kept beside it, with their labels.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from models.measuring.calibrate import THRESHOLD
from models.measuring.looking import PhotoSight
from models.measuring.measure import SeenDie, together
from models.photos.sources import Photo
from models.places import ROOT

DRAWN = "drawn"
LEFT_OUT = ROOT / "models" / "left_out.json.gz"


def keep_sights(
    by_source: Mapping[str, Sequence[PhotoSight]],
    drawn: Sequence[PhotoSight] = (),
    path: Path = LEFT_OUT,
) -> None:
    """Writes what was seen, without what is below every threshold; the same bytes each time."""
    told: dict[str, Any] = {
        source: {sight.photo.path.name: _rows(sight) for sight in sights}
        for source, sights in by_source.items()
    }
    told[DRAWN] = {
        sight.photo.path.name: [
            [[*box, v] for box, v in zip(sight.photo.boxes, sight.photo.values, strict=True)],
            _rows(sight),
        ]
        for sight in drawn
    }
    text = json.dumps(told, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def kept_sights(photos: Sequence[Photo], source: str, path: Path = LEFT_OUT) -> list[PhotoSight]:
    """What was seen in the photos of a source; nothing if that source was never left out."""
    told = _kept(path, source)
    return [PhotoSight(photo, _seen(told[photo.path.name])) for photo in photos] if told else []


def kept_drawn(path: Path = LEFT_OUT) -> list[PhotoSight]:
    """What was seen on the drawn tables; nothing if that was never kept."""
    sights = []
    for name, (dice, rows) in _kept(path, DRAWN).items():
        boxes = tuple((x0, y0, x1, y1) for x0, y0, x1, y1, _ in dice)
        photo = Photo(Path(name), DRAWN, boxes, tuple(int(die[-1]) for die in dice), ())
        sights.append(PhotoSight(photo, _seen(rows)))
    return sights


def _kept(path: Path, source: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if path.exists():
        found = json.loads(gzip.decompress(path.read_bytes())).get(source, found)
    return found


def _rows(sight: PhotoSight) -> list[list[float]]:
    return [[*one.box, one.score, *one.chances] for one in sight.seen if one.score >= THRESHOLD]


def _seen(rows: Sequence[Sequence[float]]) -> tuple[SeenDie, ...]:
    return together(
        [
            SeenDie((x0, y0, x1, y1), score, tuple(chances))
            for x0, y0, x1, y1, score, *chances in rows
        ]
    )
