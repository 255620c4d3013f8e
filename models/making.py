"""Filling folders with labelled pictures, on all cores, going on where it stopped."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from companion.common.terminal import progress
from models.photos.book import Labelled, write_picture
from models.photos.photo_pieces import pieces, recoloured
from models.photos.sources import Box, Photo
from models.scenes.compose import Studio
from models.scenes.lens import enlarged
from models.scenes.scene import DIE
from models.scenes.tables import table_photos
from models.sprites.bank import load_bank

# What kind of table, sprites, photos to put them on, where to put the picture, and its seed.
Job = tuple[str, Path, Path | None, Path, int]

# Dice are small beside a board that is seen whole.
SIZES_ON_BOARDS = (12.0, 90.0)
# So they are looked at once more, enlarged; a finder that knew sharp dice alone overlooked those.
ENLARGED = 0.6
# Where the seeds of carpets begin: with those of the scenes, the same dice would lie there too.
_CARPETS = 500_000_000


def make_tables(
    kind: str, sprites: Path, photos: Path | None, folder: Path, count: int, *, seed: int = 0
) -> list[Path]:
    """Draws `count` synthetic tables; those that are there already stay.

    Args:
        kind: `scenes`: tables of all sorts. `boards`: photos of boards; a finder that knows boards
            without dice alone takes every small die on one for a part of it. `carpets`: where dice
            hide. `faint`: tables on which everything is faint; where dice alone hardly show their
            pips, every pale disc is taken for a 1.
        sprites: The dice.
        photos: Of table tops or boards; carpets need none.
        folder: Gets the pictures.
        count: How many.
        seed: Another seed gives other pictures.
    """
    first = seed * 1_000_000
    made = {n: folder / "images" / f"{n:08}.jpg" for n in range(first, first + count)}
    missing = [(kind, sprites, photos, folder, n) for n, path in made.items() if not path.exists()]
    with _crew() as pool:
        for _ in progress(pool.map(_make_table, missing, chunksize=20), kind, len(missing)):
            pass
    return list(made.values())


def _crew() -> ProcessPoolExecutor:
    # A forked process would wait forever for OpenCV's threads, which stay behind.
    return ProcessPoolExecutor(os.cpu_count(), get_context("spawn"))


def make_pieces(
    photos: Sequence[Photo],
    folder: Path,
    each: int,
    around: Mapping[str, Sequence[Box]] | None = None,
) -> dict[str, list[Path]]:
    """Cuts pieces out of real photos, `each` times per photo; returns them by source.

    Args:
        photos: To be cut up.
        folder: Gets a folder for each source.
        each: How many pieces per photo.
        around: By the photos' file names, the only places to look at; a photo without is left out.
    """
    jobs = [
        (
            photo,
            folder / photo.source,
            number,
            each,
            tuple(around[photo.path.name]) if around else (),
        )
        for number, photo in enumerate(photos)
        if around is None or around.get(photo.path.name)
    ]
    found: dict[str, list[Path]] = {}
    with _crew() as pool:
        done = progress(pool.map(_make_pieces, jobs, chunksize=10), "photos", len(jobs))
        for (photo, *_), paths in zip(jobs, done, strict=True):
            found.setdefault(photo.source, []).extend(paths)
    return found


@lru_cache(maxsize=1)
def _studio(kind: str, sprites: Path, photos: Path | None) -> Studio:
    cv2.setNumThreads(1)
    bank, tops = load_bank(sprites), table_photos(photos) if photos else ()
    if kind == "boards":
        smallest, largest = SIZES_ON_BOARDS
        return Studio(bank, tops, 1.0, smallest=smallest, largest=largest)
    return Studio(bank, tops, hiding=kind == "carpets", pale=kind == "faint")


def _make_table(job: Job) -> None:
    kind, sprites, photos, folder, seed = job
    studio = _studio(kind, sprites, photos)
    labelled = studio.picture(studio.scene(seed + _CARPETS if kind == "carpets" else seed))
    if kind == "boards":
        labelled = _closer(labelled, seed)
    write_picture(folder, f"{seed:08}", labelled)


def _closer(labelled: Labelled, seed: int) -> Labelled:
    """The same board as bright as a camera makes it, in other colours, often enlarged.

    Photos of boards were taken by dim lamps; a camera looks at the brightest parts.
    """
    pixels, labels = labelled
    taken = np.asarray(pixels, np.float32)
    wanted = np.random.default_rng(seed).uniform(130, 250)
    bright = taken * np.float32(wanted / max(float(np.percentile(taken, 98)), 1.0))
    rng = np.random.default_rng([seed, 1])
    shot = recoloured(rng, np.clip(bright, 0, 255).astype(np.uint8))
    if rng.random() < ENLARGED:
        dice = [one.box for one in labels if one.kind == DIE]
        smallest = min((x1 - x0 for x0, _, x1, _ in dice), default=SIZES_ON_BOARDS[1])
        shot = enlarged(rng, shot, smallest)
    return shot, labels


def _make_pieces(job: tuple[Photo, Path, int, int, tuple[Box, ...]]) -> list[Path]:
    photo, folder, number, each, around = job
    cv2.setNumThreads(1)
    paths = [folder / "images" / f"{photo.path.stem}-{i}.jpg" for i in range(each)]
    if all(path.exists() for path in paths):
        return paths
    for path, piece in zip(paths, pieces(photo, number, each, around=around), strict=True):
        write_picture(folder, path.stem, piece)
    return paths
