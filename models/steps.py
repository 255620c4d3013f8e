"""The steps of the pipeline: each makes one thing, and is skipped when nothing changed."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from models.photos.sources import TRAINING
from models.places import ROOT, Folders

# Raise this when the code of a step changes what it makes.
EDITION = 8


@dataclass(frozen=True)
class Workshop:
    """Where the pipeline works, and by which recipe."""

    places: Folders
    recipe: Mapping[str, Any]
    weights: Path = ROOT / "models" / "weights"
    threads: int = 2

    @property
    def photos_here(self) -> bool:
        """Whether all real photos for training are there."""
        return all((self.places.dice_photos / source).is_dir() for source in TRAINING)


def read_recipe(path: Path | None = None) -> dict[str, Any]:
    """Reads the numbers that decide about the training."""
    return tomllib.loads((path or ROOT / "models" / "recipe.toml").read_text())


def fingerprint(*things: Any) -> str:
    """A short name for a set of settings and inputs; another setting gives another name."""
    text = json.dumps([EDITION, *things], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def folder_print(folder: Path) -> str:
    """A name for what a folder holds, by names and sizes: reading it all would take minutes."""
    if not folder.is_dir():
        return "nothing"
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return fingerprint([(str(p.relative_to(folder)), p.stat().st_size) for p in files])


def once(workshop: Workshop, name: str, mark: str, make: Callable[[], object]) -> bool:
    """Does a step unless it was done with the same mark; returns whether it was done now."""
    note = workshop.places.runs / "done" / f"{name}.txt"
    if note.exists() and note.read_text() == mark:
        print(f"{name}: nothing changed, skipped")
        return False
    print(f"{name}: making it")
    make()
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(mark)
    return True


def mark_of(workshop: Workshop, name: str) -> str:
    """The mark of a step that was done, for those that build on it."""
    note = workshop.places.runs / "done" / f"{name}.txt"
    return note.read_text() if note.exists() else "not made"
