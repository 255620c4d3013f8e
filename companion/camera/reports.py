"""A picture that was misread, with all that is needed to find out why, as one file.

It is a ZIP file: the picture as the eye got it (`picture.png`), the same with what was believed
(`seen.jpg`), the look (`look.json`), the state of the game (`state.json`), what the referee thought
(`opinion.json`), the last lines of the log (`log.jsonl`), and versions and numbers (`about.json`).
"""

import json
import platform
import sys
import time
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.archive.parcel import to_lines
from companion.common.archives import open_archive
from companion.common.errors import CompanionError
from companion.common.json_reading import Json, Node, parse_bytes
from companion.common.packages import versions
from companion.log.events import Event, from_line
from companion.referee.opinions import Opinion
from companion.table.table import Table
from companion.tabletop.observation import Observation

if TYPE_CHECKING:
    from companion.camera.lookout import Sighting
    from vision.geometry import Image
    from vision.reading.look import Look

FORMAT = 1
EVENTS = 30
"""So many of the last events are in a report."""
LARGEST_TEXT, LARGEST_PICTURE = 500_000, 60_000_000
PARTS = (
    "about.json", "picture.png", "seen.jpg", "look.json", "state.json", "opinion.json", "log.jsonl"
)  # fmt: skip


@dataclass(frozen=True)
class Report:
    """A report that was read again.

    Attributes:
        about: Versions and numbers.
        size: Width and height of the picture.
        look: What the eye made of the picture.
        states: What was going on in each zone.
        opinion: What the referee made of that.
        observations: What was read of each zone.
        state: The state of the game in the log, as JSON.
        events: The last lines of the log.
        picture: The PNG file.
    """

    about: dict[str, Json]
    size: tuple[int, int]
    look: dict[str, Json]
    states: dict[str, str]
    opinion: dict[str, Json]
    observations: tuple[Observation, ...]
    state: Json
    events: tuple[Event, ...]
    picture: bytes


def write_report(
    folder: Path,
    sighting: "Sighting",
    seen: "Image",
    *,
    table: Table,
    opinion: Opinion,
    trouble: str = "",
) -> Path:
    """Write a report into a folder, under a name of its own; `seen` is the picture drawn upon."""
    from companion.camera.encoding import as_jpeg, as_png

    now = table.now
    about: dict[str, Json] = {
        "format": FORMAT,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "companion": __version__,
        "python": sys.version.split()[0],
        "system": platform.platform(),
        "packages": {name: found or "not installed" for name, found in versions().items()},
        "game": table.game.id,
        "event": now.number,
        "mode": now.mode,
        "camera": sighting.frame.camera,
        "taken": round(sighting.frame.taken, 3),
        "size": [sighting.frame.image.shape[1], sighting.frame.image.shape[0]],
        "trouble": trouble,
    }
    texts = {
        "about.json": about,
        "look.json": look_to_json(sighting.look),
        "state.json": table.game.state_to_json(now.state),
        "opinion.json": _opinion(opinion),
    }
    parts = {name: json.dumps(value, indent=1).encode() for name, value in texts.items()}
    parts["log.jsonl"] = to_lines(table.events(max(0, now.number - EVENTS))).encode()
    parts["picture.png"] = as_png(sighting.frame.image)
    parts["seen.jpg"] = as_jpeg(seen)
    return _write(folder, parts)


def read_report(path: Path) -> Report:
    """A report, checked.

    Raises:
        CompanionError: It can't be read, or it is none; the message says what is wrong with it.
    """
    with open_archive(path, "report") as file:
        parts = {
            name: file.read(name, LARGEST_TEXT if _is_text(name) else LARGEST_PICTURE)
            for name in PARTS
        }
    nodes = {
        name: parse_bytes(data, f"{path.name}: {name}", LARGEST_TEXT)
        for name, data in parts.items()
        if name.endswith(".json")
    }
    about = _object(nodes["about.json"], "game", "event", "written", "companion", "python",
                    "system", "camera", "size", "format")  # fmt: skip
    number = nodes["about.json"].field("format")
    if number.integer(1) > FORMAT:
        number.wrong(f"written by a newer companion; this one reads up to {FORMAT}")
    look = nodes["look.json"]
    wide, high = (item.integer(1) for item in nodes["about.json"].field("size").list(2, 2))
    states = _object(look.field("states"))
    return Report(
        about=about,
        size=(wide, high),
        look=_object(look),
        states={zone: str(state) for zone, state in states.items()},
        opinion=_object(nodes["opinion.json"], "headline", "reason", "differences"),
        observations=tuple(map(Observation.from_json, look.field("observations").list())),
        state=nodes["state.json"].value,
        events=tuple(map(from_line, parts["log.jsonl"].decode("utf-8", "replace").splitlines())),
        picture=parts["picture.png"],
    )


def look_to_json(look: "Look") -> dict[str, Json]:
    """A look as JSON: states, what was read, and everything that is believed."""
    return {
        "states": {zone: state.value for zone, state in look.states.items()},
        "reason": str(look.reason or ""),
        "camera_moved": look.camera_moved,
        "observations": [seen.to_json() for seen in look.observations],
        "beliefs": [
            {
                "zone": belief.zone,
                "kind": belief.kind,
                "label": belief.label,
                "place": belief.place,
                "confidence": round(float(belief.confidence), 4),
                "certain": bool(belief.certain),
                "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in belief.outline],
            }
            for belief in look.beliefs
        ],
    }


def _opinion(opinion: Opinion) -> dict[str, Json]:
    return {
        "word": opinion.word,
        "headline": opinion.headline,
        "reason": opinion.reason,
        "answers": list(opinion.answers),
        "differences": [str(difference) for difference in opinion.differences],
    }


def _write(folder: Path, parts: dict[str, bytes]) -> Path:
    """All of it or nothing; pictures are packed already."""
    name = time.strftime("report-%Y%m%d-%H%M%S")
    path, number = folder / f"{name}.zip", 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.zip"
    unfinished = path.with_suffix(".unfinished")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(unfinished, "w") as file:
            for part in PARTS:
                packing = zipfile.ZIP_DEFLATED if _is_text(part) else None
                file.writestr(part, parts[part], packing)
        unfinished.rename(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CompanionError(f"{path}: {error.strerror}") from error
    return path


def _is_text(part: str) -> bool:
    return part.endswith(("json", "jsonl"))


def _object(node: Node, *needed: str) -> dict[str, Json]:
    return {key: field.value for key, field in node.object(needed, None).items()}
