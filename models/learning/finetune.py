"""`python -m models finetune FOLDER`: learn from a user's own photos with corrected labels.

FOLDER holds `images/` and `labels/` (class 0 to 5 for the faces 1 to 6, then centre and size as
shares of the picture), and `ignore/` if some dice can't be judged. The new weights go to a folder
of their own, beside the shipped ones; whether they are better is measured, not assumed.
"""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.export.export import FINDER_FILE, READER_FILE, export_finder, export_reader
from models.export.export_step import describe, kept_choice
from models.learning.finder import FinderCourse, train_finder
from models.learning.torch_setup import prepare_torch
from models.learning.training import checkpoints, crops_of_source, lesson, scene_crops
from models.making import make_pieces, make_tables
from models.measuring.calibrate import judge
from models.measuring.looking import look_at
from models.photos.augment import straight
from models.photos.crops import crops_of_photos, gather
from models.photos.own_pictures import own_photos
from models.photos.sources import TEST, ForbiddenSourceError, Photo, read_source, training_sources
from models.sprites.sketches import make_sketches
from models.steps import Workshop
from vision.dice.weights import read_weights

LEAST = 4
# Synthetic dice and tables for somebody who has none of ours: two minutes' work.
SHEETS, TABLES = 12, 300
# The reader's.
STEPS = 300
HELD_BACK = 5


def read_own(folder: Path) -> tuple[list[Photo], list[Photo]]:
    """Reads a user's photos; every fifth is held back to measure with.

    Raises:
        ValueError: There are too few photos, or no labels.
        ForbiddenSourceError: These are the photos that are kept for testing.
    """
    if folder.name in TEST:
        raise ForbiddenSourceError(
            f"{folder.name} is kept for testing: it must never be trained on"
        )
    photos = [replace(photo, source="own") for photo in read_source(folder)]
    if len(photos) < LEAST or not any(photo.boxes for photo in photos):
        raise ValueError(
            f"{folder}: need at least {LEAST} photos in images/ and their dice in labels/ "
            "(class cx cy w h, one line a die)"
        )
    return [p for i, p in enumerate(photos) if i % HELD_BACK], photos[::HELD_BACK]


def start_from(workshop: Workshop) -> Path:
    """The folder of the checkpoints to go on from: ours if they are here, else what ships."""
    trained = checkpoints(workshop, None)
    if (trained / "finder.pt").exists() and (trained / "reader.pt").exists():
        return trained
    from models.export.unpack import unpack_finder, unpack_reader

    shipped, photos = workshop.places.runs / "shipped", own_photos()
    pictures = [photo.pixels() for photo in photos]
    weights = read_weights(workshop.weights)
    unpack_finder(weights.finder.path, pictures, shipped / "finder.pt")
    crops = np.stack([straight(crop) for crop in crops_of_photos(photos, empty=0).pixels])
    unpack_reader(weights.reader.path, crops, shipped / "reader.pt")
    return shipped


def _some_tables(workshop: Workshop) -> None:
    """Draws a few synthetic tables where there are none, to be shown beside the new photos."""
    places = workshop.places
    scenes = places.tables("scenes")
    if not any((scenes / "images").glob("*.jpg")):
        make_sketches(places.sprites, places.rooms, SHEETS, seed=1)
        make_tables("scenes", places.sprites, places.textures, scenes, TABLES)


def finetune(workshop: Workshop, folder: Path) -> Path:
    """Goes on from the shipped weights and tells how the held-back photos went."""
    prepare_torch(workshop.places.runs, workshop.threads)
    from models.learning.reader import ReaderCourse, load_reader, train_reader

    learn, held = read_own(folder)
    start = start_from(workshop)
    _some_tables(workshop)
    out = workshop.places.runs / f"finetuned-{folder.name}"
    pieces = make_pieces(learn, out / "photos", each=6)["own"]
    sources = training_sources() if workshop.photos_here else ()
    # Old lessons are repeated beside the new ones, or they would be forgotten.
    old = lesson(workshop, sources, {"pictures_per_source": 60, "pictures_of_scenes": 300})
    pictures = pieces + old
    random.Random(0).shuffle(pictures)
    course = FinderCourse(epochs=2, rate=0.0002)
    train_finder(
        start / "finder.pt",
        pictures,
        course,
        out,
        runs=workshop.places.runs,
        threads=workshop.threads,
    )
    known = [crops_of_source(workshop, source) for source in sources]
    photos = gather([crops_of_photos(learn), *known])
    lessons = ReaderCourse(steps=STEPS, rate=0.0003, threads=workshop.threads)
    reader = load_reader(start / "reader.pt")
    train_reader(reader, photos, scene_crops(workshop), lessons, out / "reader.pt")
    weights = out / "weights"
    export_finder(out / "finder.pt", weights / FINDER_FILE, workshop.places.runs)
    export_reader(out / "reader.pt", weights / READER_FILE, workshop.places.runs)
    choice = kept_choice(workshop)
    describe(weights, choice)
    for name, place in (("before", workshop.weights), ("after", weights)):
        used = read_weights(place)
        sights = look_at(held, used.finder.path, used.reader.path, workshop.threads)
        print(f"{name}: {judge(sights, choice)}")
    print(f"new weights: {weights}")
    return weights
