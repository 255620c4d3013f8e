"""Filling folders with labelled pictures, on all cores, going on where it stopped."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path

import cv2

from models.book import write_picture
from models.photo_pieces import pieces
from models.progress import progress
from models.scenes.compose import Studio
from models.scenes.tables import table_photos
from models.sources import Box, Photo
from models.sprites.bank import load_bank


def make_scenes(
    sprites: Path, textures: Path, folder: Path, count: int, seed: int = 0
) -> list[Path]:
    """Draws `count` synthetic tables; those that are there already stay."""
    wanted = [(sprites, textures, folder, seed * 1_000_000 + i) for i in range(count)]
    missing = [job for job in wanted if not _scene_path(folder, job[3]).exists()]
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for _ in progress(pool.map(_make_scene, missing, chunksize=20), "scenes", len(missing)):
            pass
    return [_scene_path(folder, job[3]) for job in wanted]


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
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        done = progress(pool.map(_make_pieces, jobs, chunksize=10), "photos", len(jobs))
        for (photo, *_), paths in zip(jobs, done, strict=True):
            found.setdefault(photo.source, []).extend(paths)
    return found


@lru_cache(maxsize=1)
def _studio(sprites: Path, textures: Path) -> Studio:
    cv2.setNumThreads(1)
    return Studio(load_bank(sprites), table_photos(textures))


def _scene_path(folder: Path, seed: int) -> Path:
    return folder / "images" / f"{seed:08}.jpg"


def _make_scene(job: tuple[Path, Path, Path, int]) -> None:
    sprites, textures, folder, seed = job
    studio = _studio(sprites, textures)
    write_picture(folder, f"{seed:08}", studio.picture(studio.scene(seed)))


def _make_pieces(job: tuple[Photo, Path, int, int, tuple[Box, ...]]) -> list[Path]:
    photo, folder, number, each, around = job
    cv2.setNumThreads(1)
    paths = [folder / "images" / f"{photo.path.stem}-{i}.jpg" for i in range(each)]
    if all(path.exists() for path in paths):
        return paths
    for path, piece in zip(paths, pieces(photo, number, each, around=around), strict=True):
        write_picture(folder, path.stem, piece)
    return paths
