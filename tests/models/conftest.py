"""A little bank of drawn dice, so that tables can be composed where nothing was rendered."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.photos.sources import TEST, TRAINING
from models.places import Folders, find_places
from models.sprites.bank import Sprite, load_bank
from models.sprites.look import pip_centres
from models.sprites.sketches import make_sketches

CELL = 96


@pytest.fixture(scope="session")
def sheet_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet of six flat dice, written the way the renderer writes it."""
    folder = tmp_path_factory.mktemp("sprites")
    sheet = np.zeros((2 * CELL, 3 * CELL, 4), np.uint8)
    dice = []
    for cell in range(6):
        row, column = divmod(cell, 3)
        view = sheet[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL]
        # A shadow that reaches the rim of its cell, as rendered ones do.
        view[..., 3] = 14
        outline = cv2.boxPoints(((48, 48), (44, 44), 17.0 * cell))
        view[
            cv2.fillConvexPoly(np.zeros((CELL, CELL), np.uint8), outline.astype(np.int32), 1) > 0
        ] = (200, 220, 240, 255)
        for x, y in pip_centres(cell + 1, 0.27):
            cv2.circle(view, (round(48 + 44 * x), round(48 + 44 * y)), 4, (20, 20, 20, 255), -1)
        top = (outline - 48) * 0.8 + 48
        dice.append(
            {
                "cell": cell,
                "value": cell + 1,
                "outline": outline.tolist(),
                "top": top.tolist(),
                "look": {"material": "opaque"},
            }
        )
    cv2.imwrite(str(folder / "sheet000.png"), sheet)
    told = {"cell": CELL, "across": 3, "elevation": 80.0, "dice": dice}
    (folder / "sheet000.json").write_text(json.dumps(told))
    return folder


@pytest.fixture(scope="session")
def bank(sheet_folder: Path) -> tuple[Sprite, ...]:
    return load_bank(sheet_folder)


@pytest.fixture(scope="session")
def sketches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sheets of traced dice, seen from two heights; drawing one takes seconds."""
    folder = tmp_path_factory.mktemp("sketches")
    make_sketches(folder, folder / "no rooms", 2, seed=3)
    return folder


@pytest.fixture(scope="session")
def faint_sketches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sheet of the same seed with dice whose pips are hard to see."""
    folder = tmp_path_factory.mktemp("faint")
    make_sketches(folder, folder / "no rooms", 1, seed=3, faint=True)
    return folder


@pytest.fixture(scope="session")
def photos_of_dice() -> Folders:
    """Where the real photos are; the test is skipped where they are missing."""
    places = find_places()
    if not all((places.dice_photos / source).is_dir() for source in TRAINING + TEST):
        pytest.skip(f"no dice photos in {places.dice_photos}; set COMPANION_SHARED to their folder")
    return places
