"""The small set of our own synthetic photos in git: for tests that need no photo of anybody's."""

import json
from dataclasses import asdict
from pathlib import Path

import cv2

from models.photos.sources import Photo
from models.places import ROOT, Folders
from models.scenes.compose import Studio
from models.scenes.scene import DIE
from models.sprites.bank import load_bank
from models.sprites.sketches import make_sketches

FOLDER = ROOT / "tests" / "data" / "dice"
COUNT = 24
# Far from the seeds of the training scenes; the dice are ones that no training scene shows.
FIRST_SEED = 900_000_000
# The same for the tables that thresholds are chosen on.
DRAWN_COUNT, DRAWN_FIRST_SEED = 160, 910_000_000
DRAWN_SHEETS, DRAWN_SPRITES = 6, 2


def make_own_pictures(
    sprites: Path, folder: Path = FOLDER, *, count: int = COUNT, first_seed: int = FIRST_SEED
) -> None:
    """Draws the set anew from a bank of sprites that training does not use.

    Only on tables that we draw ourselves: what is in git is ours alone.
    """
    studio = Studio(load_bank(sprites), side=480, smallest=26, largest=150)
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for number in range(count):
        picture, labels = studio.picture(studio.scene(first_seed + number))
        name = f"table{number:02}.jpg"
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
        told[name] = [asdict(label) for label in labels]
    (folder / "labels.json").write_text(json.dumps(told, indent=1) + "\n")


def drawn_tables(places: Folders) -> tuple[Photo, ...]:
    """More such pictures with other dice, drawn when first asked for: to choose thresholds on.

    Photos show hardly anything that is printed like a die; these show plenty.
    """
    folder = places.runs / "drawn"
    if not (folder / "labels.json").exists():
        make_sketches(folder / "sprites", places.rooms, DRAWN_SHEETS, seed=DRAWN_SPRITES)
        make_own_pictures(
            folder / "sprites", folder, count=DRAWN_COUNT, first_seed=DRAWN_FIRST_SEED
        )
    return own_photos(folder)


def own_photos(folder: Path = FOLDER) -> tuple[Photo, ...]:
    """Reads the set, as photos like any other."""
    told = json.loads((folder / "labels.json").read_text())
    photos = []
    for name in sorted(told):
        dice = [one for one in told[name] if one["kind"] == DIE]
        boxes = tuple(tuple(one["box"]) for one in dice)
        photos.append(Photo(folder / name, "own", boxes, tuple(one["value"] for one in dice), ()))
    return tuple(photos)
