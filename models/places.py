"""Where things are: what is made goes to one folder, what was given is read from another."""

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED_VARIABLE = "COMPANION_SHARED"
RUNS_VARIABLE = "COMPANION_RUNS"


@dataclass(frozen=True)
class Folders:
    """The folders of one run of the pipeline.

    Attributes:
        runs: Everything that is made: sprites, scenes, checkpoints, measurements. Large.
        shared: Real photos, textures and start weights; may be missing.
    """

    runs: Path
    shared: Path

    @property
    def sprites(self) -> Path:
        """The drawn dice."""
        return self.runs / "sprites"

    @property
    def faint_sprites(self) -> Path:
        """Drawn dice whose pips hardly show."""
        return self.runs / "faint-sprites"

    def tables(self, kind: str) -> Path:
        """Synthetic tables: `scenes`, `boards`, `carpets` or `faint` (see `making.py`)."""
        return self.runs / kind

    @property
    def dice_photos(self) -> Path:
        """The real photos, one folder a source."""
        return self.shared / "data" / "dice"

    @property
    def board_photos(self) -> Path:
        """Real photos of a board without dice."""
        return self.shared / "data" / "hex" / "settlerseye_tiles"

    @property
    def textures(self) -> Path:
        """Photos of table tops."""
        return self.shared / "data" / "textures"

    @property
    def rooms(self) -> Path:
        """Pictures of rooms that light the drawn dice."""
        return self.textures / "pmndrs_hdri"

    @property
    def start_weights(self) -> Path:
        """What the finder starts from."""
        return self.shared / "data" / "weights" / "yolov5n_coco_state_dict.pt"


def find_places(runs: Path | None = None, shared: Path | None = None) -> Folders:
    """The folders to use: as told, else by environment variable, else beside the project."""
    runs = runs or Path(os.environ.get(RUNS_VARIABLE) or ROOT / "runs")
    shared = shared or Path(os.environ.get(SHARED_VARIABLE) or ROOT.parent / "shared")
    return Folders(runs.resolve(), shared.resolve())
