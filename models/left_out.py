"""What the weights that leave a source out saw in that source, kept in git.

Those weights are five times as large as what ships, and nobody ever uses them. What they saw is
small, and enough to count again and to choose every threshold again on any machine.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from models.calibrate import THRESHOLD
from models.looking import Sight
from models.measure import Seen, together
from models.places import ROOT
from models.sources import Photo

LEFT_OUT = ROOT / "models" / "left_out.json.gz"


def keep_sights(by_source: Mapping[str, Sequence[Sight]], path: Path = LEFT_OUT) -> None:
    """Writes what was seen, without what is below every threshold; the same bytes each time."""
    told = {
        source: {
            sight.photo.path.name: [
                [*one.box, one.score, *one.chances] for one in sight.seen if one.score >= THRESHOLD
            ]
            for sight in sights
        }
        for source, sights in by_source.items()
    }
    text = json.dumps(told, separators=(",", ":"))
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def kept_sights(photos: Sequence[Photo], source: str, path: Path = LEFT_OUT) -> list[Sight]:
    """What was seen in the photos of a source; nothing if that source was never left out."""
    if not path.exists():
        return []
    told = json.loads(gzip.decompress(path.read_bytes())).get(source, {})
    return [Sight(photo, _seen(told[photo.path.name])) for photo in photos] if told else []


def _seen(rows: Sequence[Sequence[float]]) -> tuple[Seen, ...]:
    return together(
        [Seen((x0, y0, x1, y1), score, tuple(chances)) for x0, y0, x1, y1, score, *chances in rows]
    )
