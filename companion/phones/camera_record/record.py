"""What was set up for one camera and one game, in a file of the data folder.

Every change is on disk before anybody hears of it, as a whole or not at all. A file that can't be
read is set aside, and that is said; nothing is guessed from half of it.
"""

import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.common.errors import CompanionError
from companion.common.files import write_whole
from companion.common.words import say
from companion.phones.camera_record.measures import Aim, Focus, LensFit, LightMeasure, Measure, Roll
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline

VERSION = 1
FOLDER = "cameras"
MOST_ROLLS = 40
BY_ITSELF, BY_TAPS = "itself", "taps"
_FARTHEST = 100_000.0


@dataclass(frozen=True)
class BoardSetup(Measure):
    """How the main board is found.

    Attributes:
        by: `itself` (by its picture or by markers), or `taps`.
        width: Of the picture that was tapped on, in pixels.
        height: The same.
        is_ours: Whether it looks like our own drawing.
    """

    by: str
    width: int = 0
    height: int = 0
    is_ours: bool = True

    def __post_init__(self) -> None:
        if self.by not in (BY_ITSELF, BY_TAPS):
            raise ValueError(f"a board is not found by '{self.by[:20]}'")


@dataclass(frozen=True)
class SheetPicture:
    """The lens sheet in one picture: names of its corners, and where they are, as shares."""

    names: tuple[int, ...]
    points: Outline


@dataclass(frozen=True)
class CameraRecord:
    """Everything that was set up.

    Attributes:
        aim: Where the camera looks.
        focus: How sharp it is.
        light: The light.
        lens: The lens, if it was measured.
        forge: How the main board is found.
        taps: Its four corners as shares of the picture, if it was tapped.
        zones: For each number of players the outlines that people drew, in the table's millimetres.
        rolls: Test rolls.
        sheets: Pictures of the lens sheet, until the lens is worked out.
        kept: Steps that were done and have no measure of their own.
        skipped: Steps that somebody did not want.
    """

    aim: Aim | None = None
    focus: Focus | None = None
    light: LightMeasure | None = None
    lens: LensFit | None = None
    forge: BoardSetup | None = None
    taps: Outline = ()
    zones: Mapping[int, Mapping[str, Outline]] = field(default_factory=dict)
    rolls: tuple[Roll, ...] = ()
    sheets: tuple[SheetPicture, ...] = ()
    kept: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()

    def to_json(self) -> dict[str, Any]:
        """All of it as values for JSON."""
        known = {name: value for name, value in asdict(self).items() if value is not None}
        return known | {"kept": sorted(self.kept), "skipped": sorted(self.skipped)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "CameraRecord":
        """What was kept; a `ValueError`, `TypeError` or `KeyError` where it is damaged."""
        measures: dict[str, Any] = {
            name: kind.from_json(data[name]) for name, kind in _MEASURES.items() if name in data
        }
        return cls(
            **measures,
            taps=_outline(data["taps"], 1.0),
            zones={
                int(players): {str(zone): _outline(o, _FARTHEST) for zone, o in drawn.items()}
                for players, drawn in data["zones"].items()
            },
            rolls=tuple(Roll.from_json(roll) for roll in data["rolls"]),
            sheets=tuple(
                SheetPicture(tuple(map(int, one["names"])), _outline(one["points"], 1.0))
                for one in data["sheets"]
            ),
            kept=frozenset(map(str, data["kept"])),
            skipped=frozenset(map(str, data["skipped"])),
        )


_MEASURES: dict[str, type[Measure]] = {
    "aim": Aim, "focus": Focus, "light": LightMeasure, "lens": LensFit, "forge": BoardSetup
}  # fmt: skip


def _outline(data: Any, most: float) -> Outline:
    points = tuple(Point(float(x), float(y)) for x, y in data)
    if not all(abs(x) <= most and abs(y) <= most for x, y in points):  # also refuses NaN
        raise ValueError("a point lies nowhere")
    return points


class SetupFile:
    """The set-up of one camera for one game; all methods may be called from any thread.

    Attributes:
        trouble: What was wrong with the file; empty when nothing was.
    """

    def __init__(self, folder: Path, camera: str, game: str) -> None:
        self.camera = camera
        stem = "".join(c if c.isalnum() else "-" for c in camera)[:40].strip("-") or "camera"
        # Two names may look the same without their marks.
        stem = f"{stem}-{hashlib.sha256(camera.encode()).hexdigest()[:6]}"
        self.path = folder / stem / f"{game}.json"
        self.trouble = ""
        self._lock = threading.RLock()
        self._version = 0
        self._record = self._read()

    @property
    def record(self) -> CameraRecord:
        """As it is now."""
        return self._record

    @property
    def version(self) -> int:
        """Goes up with every change that an eye must know."""
        return self._version

    @property
    def board(self) -> bytes | None:
        """The picture of the tapped board from above; None when there is none."""
        try:
            return self._picture.read_bytes()
        except OSError:
            return None

    def change(self, *, board: bytes | None = None, **changes: Any) -> CameraRecord:
        """Keep something else; `board` is a new picture of the tapped board.

        Raises:
            CompanionError: It can't be written. Nothing is changed then.
        """
        with self._lock:
            new = replace(self._record, **changes)
            if board is not None:
                write_whole(self._picture, board)
            text = {"version": VERSION, "camera": self.camera, **new.to_json()}
            write_whole(self.path, json.dumps(text, indent=1, allow_nan=False).encode())
            old, self._record = self._record, new
            if _for_eyes(old) != _for_eyes(new) or board is not None:
                self._version += 1
            return new

    @property
    def _picture(self) -> Path:
        return self.path.with_suffix(".board.png")

    def _read(self) -> CameraRecord:
        try:
            data = json.loads(self.path.read_text("utf-8"))
            if type(data["version"]) is int and data["version"] > VERSION:
                raise CompanionError(
                    f"{self.path} is from a newer Table Companion; "  # nosec B608 # no SQL
                    "update this one, or set it aside"
                )
            if data["version"] != VERSION or data["camera"] != self.camera:
                raise ValueError("another version, or another camera")
            return CameraRecord.from_json(data)
        except FileNotFoundError:
            return CameraRecord()
        except OSError as error:
            raise CompanionError(f"{self.path}: {error.strerror}") from error
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            aside = self.path.with_suffix(".damaged")
            self.path.replace(aside)
            self.trouble = say(
                "What was set up for this camera can't be read and was set aside ({file}); "
                "begin anew.",
                file=aside.name,
            )
            return CameraRecord()


def _for_eyes(record: CameraRecord) -> object:
    return record.lens, record.forge, record.taps, record.zones
