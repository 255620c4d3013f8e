"""The step `train`: finder and reader, once for shipping and once without each source."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from models.export.export import FINDER_FILE, export_finder
from models.learning.finder import FinderCourse, start_checkpoint, train_finder
from models.learning.torch_setup import prepare_torch
from models.making import make_pieces
from models.measuring.looking import find_in
from models.photos import mining
from models.photos.crops import Crops, crops_of_photos, crops_of_scenes, gather
from models.photos.sources import (
    NO_DICE,
    Photo,
    photos_to_learn_from,
    photos_without_dice,
    training_sources,
    with_contested_labels,
    with_tight_boxes,
)
from models.steps import Workshop, fingerprint, mark_of, once

# Sheets of sprites and scenes are many; so many of the scenes are enough to read from.
SCENES_TO_READ = 5000
# Squares that show no die, of each photo; a board has more to mistake for one.
EMPTY_PER_PHOTO = 2
EMPTY_PER_BOARD = 40
PARTS = ("finder", "reader")
_DRAWN_TO_READ = ("scenes", "carpets", "faint")
# What is made again makes the trainings that build on it again.
_BELOW_BASE = {"finder": ("scenes",), "reader": (*_DRAWN_TO_READ, "finder-base")}
_BELOW = {
    "finder": ("prepare", "scenes", "boards", "carpets", "mine", "finder-base"),
    "reader": (*_DRAWN_TO_READ, "mine", "reader-base"),
}


def train(workshop: Workshop, only: str | None = None, parts: Sequence[str] = PARTS) -> None:
    """Trains what ships, then (where there are photos) once without each source.

    Args:
        workshop: Where and how.
        only: `ship`, or the name of a source: train without that one alone.
        parts: Which of the two; they don't need each other, so each may have a core of its own.
    """
    for part in parts:
        if only in (None, "ship"):
            train_one(workshop, part, None)
        if workshop.photos_here:
            for source in training_sources():
                if only in (None, source):
                    train_one(workshop, part, source)


def checkpoints(workshop: Workshop, without: str | None) -> Path:
    """The folder of a pair of checkpoints, `finder.pt` and `reader.pt`."""
    return workshop.places.runs / (f"without-{without}" if without else "ship")


def train_one(workshop: Workshop, part: str, without: str | None) -> None:
    """Trains finder or reader from a finder that never saw a photo, perhaps without one source.

    Each further round goes on from the one before, with other pictures and a rate that rises and
    falls again.
    """
    _train_base(workshop, "finder")
    if workshop.photos_here:
        mine(workshop)
    if part == "reader":
        _train_base(workshop, "reader")
    folder = checkpoints(workshop, without)
    sources = training_sources(without) if workshop.photos_here else ()
    recipe = dict(workshop.recipe[part]["without" if without else "final"])
    below = [mark_of(workshop, step) for step in _BELOW[part]]
    rounds = recipe.pop("rounds", 1)
    for number in range(rounds):
        last = number == rounds - 1
        name = f"{part}-{folder.name}" if last else f"{part}-{folder.name}-round-{number + 1}"
        mark = fingerprint(below, sources, recipe, *([number] if number else []))
        once(workshop, name, mark, partial(_TEACH[part], workshop, sources, recipe, folder, number))
        below = [mark]


def _train_base(workshop: Workshop, part: str) -> None:
    """Trains a finder or reader on synthetic tables alone; all others begin with it."""
    recipe = workshop.recipe[part]["base"]
    below = [mark_of(workshop, step) for step in _BELOW_BASE[part]]
    teach = partial(_TEACH[part], workshop, (), recipe, _base(workshop), 0)
    once(workshop, f"{part}-base", fingerprint(below, recipe), teach)


def _base(workshop: Workshop) -> Path:
    return workshop.places.runs / "base"


def _teach_finder(
    workshop: Workshop, sources: Sequence[str], recipe: dict[str, Any], folder: Path, number: int
) -> None:
    runs, base = workshop.places.runs, _base(workshop)
    if folder == base:
        start = start_checkpoint(workshop.places.start_weights, folder / "start.pt", runs)
    else:
        start = (folder if number else base) / "finder.pt"
    pictures = lesson(workshop, sources, {"seed": number, **recipe})
    course = FinderCourse(
        recipe["epochs"],
        recipe["rate"],
        frozen=recipe.get("frozen", 0),
        # The long first stage and later rounds need less warming up.
        warmup=0.1 if number or folder == base else FinderCourse.warmup,
        seed=number,
    )
    train_finder(start, pictures, course, folder, runs=runs, threads=workshop.threads)


def _teach_reader(
    workshop: Workshop, sources: Sequence[str], recipe: dict[str, Any], folder: Path, number: int
) -> None:
    base, threads = _base(workshop), workshop.threads
    prepare_torch(workshop.places.runs, threads)
    from models.learning.net import begin_with_finder
    from models.learning.reader import ReaderCourse, load_reader, train_reader

    done = folder / "reader.pt"
    if folder == base:
        net, photos = begin_with_finder(base / "finder.pt"), gather(())
    else:
        net = load_reader(done if number else base / "reader.pt")
        photos = gather(crops_of_source(workshop, source) for source in (*sources, NO_DICE))
    course = ReaderCourse(**{"seed": number, **recipe}, threads=threads)
    train_reader(net, photos, scene_crops(workshop), course, done)


_TEACH = {"finder": _teach_finder, "reader": _teach_reader}


def lesson(workshop: Workshop, sources: Sequence[str], recipe: dict[str, int]) -> list[Path]:
    """Chooses the finder's pictures: as many of each source, and synthetic ones beside them."""
    rng = random.Random(recipe.get("seed", 0))
    chosen: list[Path] = []
    for source in (*sources, NO_DICE) if sources else ():
        pieces = _pictures(workshop.places.runs / "photos" / source)
        rng.shuffle(pieces)
        wanted = recipe.get("pictures_per_source", 0)
        # A source with few photos is shown again, but not so often that it is learnt by heart.
        chosen += (pieces * 2)[:wanted]
        hard = _pictures(workshop.places.runs / "hard" / source)
        rng.shuffle(hard)
        chosen += hard[: recipe.get("hard_per_source", 0)]
    for kind in ("scenes", "boards", "carpets"):
        drawn = _pictures(workshop.places.tables(kind))
        rng.shuffle(drawn)
        chosen += drawn[: recipe.get(f"pictures_of_{kind}", 0)]
    rng.shuffle(chosen)
    return chosen


def crops_of_source(workshop: Workshop, source: str) -> Crops:
    """The reader's crops of one training source, kept on disk after the first time."""
    kept = workshop.places.runs / "crops" / f"{source}-{mark_of(workshop, 'mine')}.npz"
    photos = [with_tight_boxes(photo) for photo in _photos(workshop, source)]
    hard = mining.kept(_mined(workshop, source))
    empty = EMPTY_PER_BOARD if source == NO_DICE else EMPTY_PER_PHOTO
    return _kept(kept, lambda: crops_of_photos(photos, empty, hard))


def _photos(workshop: Workshop, source: str) -> tuple[Photo, ...]:
    if source == NO_DICE:
        return photos_without_dice(workshop.places.board_photos)
    photos = photos_to_learn_from(workshop.places.dice_photos, (source,))
    return tuple(with_contested_labels(photo) for photo in photos)


def scene_crops(workshop: Workshop) -> Crops:
    """The reader's crops of the synthetic tables."""
    pictures = _pictures(workshop.places.tables("scenes"))[:SCENES_TO_READ]
    for kind in ("carpets", "faint"):
        pictures += _pictures(workshop.places.tables(kind))
    made = fingerprint([mark_of(workshop, step) for step in _DRAWN_TO_READ])
    kept = workshop.places.runs / "crops" / f"scenes-{made}.npz"
    return _kept(kept, lambda: crops_of_scenes(pictures))


def _pictures(folder: Path) -> list[Path]:
    return sorted((folder / "images").glob("*.jpg"))


def mine(workshop: Workshop) -> None:
    """Looks for what is hard on the photos, and cuts more pieces there (see `mining.py`)."""
    runs, base = workshop.places.runs, _base(workshop)
    each = workshop.recipe["prepare"]["pieces_per_hard_photo"]

    def make() -> None:
        finder = export_finder(base / "finder.pt", base / FINDER_FILE, runs)
        for source in (*training_sources(), NO_DICE):
            photos = _photos(workshop, source)
            found = find_in(photos, finder, workshop.threads, mining.GLANCE)
            hard = {p.path.name: mining.hard_in(p, f) for p, f in zip(photos, found, strict=True)}
            mining.keep(hard, _mined(workshop, source))
            places = {name: one.places for name, one in hard.items()}
            tight = [with_tight_boxes(photo) for photo in photos]
            make_pieces(tight, runs / "hard", each, places)

    once(workshop, "mine", fingerprint(mark_of(workshop, "finder-base"), each), make)


def _mined(workshop: Workshop, source: str) -> Path:
    return workshop.places.runs / "hard" / f"{source}.json"


def _kept(path: Path, make: Callable[[], Crops]) -> Crops:
    if path.exists():
        with np.load(path) as stored:
            return Crops(**stored)
    crops = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **vars(crops))
    return crops
