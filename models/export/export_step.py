"""The step `export`: ONNX files for what ships and for each model that leaves a source out."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from models.export.export import (
    FINDER_FILE,
    READER_FILE,
    checksum,
    export_finder,
    export_reader,
    write_manifest,
)
from models.export.parity import compare
from models.learning.training import checkpoints
from models.measuring.calibrate import Thresholds
from models.photos.augment import MARGIN, SIDE
from models.photos.own_pictures import own_photos
from models.photos.sources import training_sources
from models.steps import Workshop, fingerprint, once
from vision.dice.weights import AS_TRAINED, Joint

# So many of our own pictures show whether an export went well.
COMPARED = 8
# Until `evaluate` has chosen better ones.
FIRST_CHOICE = Thresholds(threshold=0.5, certain=0.97, joint=Joint(), least=0.5, die=Joint())


def export(workshop: Workshop) -> None:
    """Exports every trained pair; what ships is compared with its checkpoints first."""
    for without in (None, *training_sources()):
        folder = checkpoints(workshop, without)
        if (folder / "finder.pt").exists() and (folder / "reader.pt").exists():
            _export_pair(workshop, folder, ships=without is None)


def _export_pair(workshop: Workshop, folder: Path, ships: bool) -> None:
    mark = fingerprint(checksum(folder / "finder.pt"), checksum(folder / "reader.pt"))

    def make() -> None:
        export_finder(folder / "finder.pt", folder / FINDER_FILE, workshop.places.runs)
        export_reader(folder / "reader.pt", folder / READER_FILE, workshop.places.runs)
        if ships:
            _ship(workshop, folder)

    once(workshop, f"export-{folder.name}", mark, make)


def _ship(workshop: Workshop, folder: Path) -> None:
    parity = compare(
        folder,
        folder / FINDER_FILE,
        folder / READER_FILE,
        [photo.pixels() for photo in own_photos()[:COMPARED]],
        runs=workshop.places.runs,
        threads=workshop.threads,
    )
    print(f"the export decides as the checkpoints do: {parity}")
    (workshop.places.runs / "parity.json").write_text(json.dumps(asdict(parity)))
    workshop.weights.mkdir(parents=True, exist_ok=True)
    for name in (FINDER_FILE, READER_FILE):
        shutil.copyfile(folder / name, workshop.weights / name)
    describe(workshop.weights, kept_choice(workshop))


def describe(folder: Path, choice: Thresholds) -> Path:
    """Writes the manifest of a pair with the thresholds that were chosen."""
    finder: dict[str, Any] = {
        "stride": 32,
        "input": 640,
        "threshold": choice.threshold,
        "iou": 0.5,
        "die_size": [16, 170],
    }
    reader = {
        "crop": SIDE,
        "margin": MARGIN,
        "certain": choice.certain,
        **AS_TRAINED,
        "joint": asdict(choice.joint),
        "least": choice.least,
        "die": asdict(choice.die),
    }
    return write_manifest(folder, finder, reader)


def kept_choice(workshop: Workshop) -> Thresholds:
    """The choice of the last evaluation, or the first one if there was none."""
    path = workshop.places.runs / "choice.json"
    if not path.exists():
        return FIRST_CHOICE
    told = json.loads(path.read_text())
    return Thresholds(**{**told, "joint": Joint(**told["joint"]), "die": Joint(**told["die"])})
