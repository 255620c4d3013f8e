"""Filling folders with labelled pictures, on all cores, going on where it stopped."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from models.photos.book import Labelled, write_picture
from models.photos.photo_pieces import pieces, recoloured
from models.photos.sources import Box, Photo
from models.progress import progress
from models.scenes.compose import Studio
from models.scenes.lens import Picture, enlarged, photograph
from models.scenes.scene import DIE, Label
from models.scenes.tables import table_photos
from models.sprites.bank import load_bank
from models.steps import fingerprint

# Sprites, photos of table tops, where to put the picture, and its seed.
Job = tuple[Path, Path, Path, int]

# Of a table top that is rendered: fine enough that prints stay sharp under a close camera.
TOP_SIDE = 1024
# Dice are small beside a board that is seen whole.
SIZES_ON_BOARDS = (12.0, 90.0)
# So they are looked at once more, enlarged; a finder that knew sharp dice alone overlooked those.
ENLARGED = 0.6
# Where the seeds of carpets begin: with those of the scenes, the same dice would lie there too.
_CARPETS = 500_000_000


def make_scenes(
    sprites: Path, textures: Path, folder: Path, count: int, seed: int = 0
) -> list[Path]:
    """Draws `count` synthetic tables; those that are there already stay."""
    return _draw(
        _make_scene, "scenes", [(sprites, textures, folder, n) for n in _seeds(count, seed)]
    )


def make_boards(sprites: Path, boards: Path, folder: Path, count: int, seed: int = 0) -> list[Path]:
    """Puts drawn dice on photos of boards; those that are there already stay.

    A finder that knows boards without dice alone takes every small die on one for a part of it.
    """
    return _draw(_make_board, "boards", [(sprites, boards, folder, n) for n in _seeds(count, seed)])


def make_carpets(sprites: Path, folder: Path, count: int, seed: int = 0) -> list[Path]:
    """Puts drawn dice on carpets where they hide; those that are there already stay."""
    return _draw(
        _make_carpet, "carpets", [(sprites, folder, folder, n) for n in _seeds(count, seed)]
    )


def make_faint(
    sprites: Path, textures: Path, folder: Path, count: int, seed: int = 0
) -> list[Path]:
    """Draws tables on which everything is faint; those that are there already stay.

    Where dice alone hardly show their pips, every pale disc is taken for a 1.
    """
    return _draw(
        _make_faint, "faint", [(sprites, textures, folder, n) for n in _seeds(count, seed)]
    )


def _seeds(count: int, seed: int) -> range:
    return range(seed * 1_000_000, seed * 1_000_000 + count)


def _draw(make: Callable[[Job], None], name: str, jobs: Sequence[Job]) -> list[Path]:
    missing = [job for job in jobs if not _scene_path(*job[2:]).exists()]
    with _crew() as pool:
        for _ in progress(pool.map(make, missing, chunksize=20), name, len(missing)):
            pass
    return [_scene_path(*job[2:]) for job in jobs]


def _crew() -> ProcessPoolExecutor:
    # A forked worker would wait forever for OpenCV's threads, which stay behind.
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


def draw_tops(textures: Path, folder: Path, count: int, seed: int = 0) -> None:
    """Draws table tops for the renderer, one for each table; those that are there already stay."""
    folder.mkdir(parents=True, exist_ok=True)
    studio = Studio((), table_photos(textures), side=TOP_SIDE)
    for number in progress(range(count), "tops"):
        path = folder / f"{number:04}.png"
        if not path.exists():
            cv2.imwrite(str(path), studio.top(seed * 1_000_000 + number))


def photograph_renders(raw: Path, folder: Path) -> list[Path]:
    """Takes photos of rendered tables, with the noise and blur that renders lack."""
    made = []
    for page in progress(sorted(raw.glob("*.json")), "renders"):
        path = folder / "images" / f"{page.stem}.jpg"
        if not path.exists():
            write_picture(folder, page.stem, _photographed(page))
        made.append(path)
    return made


def _photographed(page: Path) -> Labelled:
    told = json.loads(page.read_text())
    labels = []
    for die in told["dice"]:
        outline = np.clip(np.array(die["outline"]), 0, told["side"])
        box = (*outline.min(axis=0).tolist(), *outline.max(axis=0).tolist())
        labels.append(Label(DIE, box, die["value"]))
    render = cv2.imread(str(page.with_suffix(".png")), cv2.IMREAD_COLOR)
    if render is None:
        raise ValueError(f"no picture beside {page}: delete that file and render again")
    smallest = min((one.box[2] - one.box[0] for one in labels), default=60)
    camera = int(fingerprint(page.stem), 16) % (1 << 31)
    return photograph(_exposed(np.asarray(render, np.float32), camera), camera, smallest), tuple(
        labels
    )


def _exposed(render: Picture, seed: int) -> Picture:
    """Makes a render as bright as a camera would, which looks at the brightest parts."""
    wanted = np.random.default_rng(seed).uniform(130, 250)
    return render * np.float32(wanted / max(float(np.percentile(render, 98)), 1.0))


@lru_cache(maxsize=1)
def _studio(sprites: Path, textures: Path) -> Studio:
    cv2.setNumThreads(1)
    return Studio(load_bank(sprites), table_photos(textures))


def _scene_path(folder: Path, seed: int) -> Path:
    return folder / "images" / f"{seed:08}.jpg"


def _make_scene(job: Job) -> None:
    sprites, textures, folder, seed = job
    studio = _studio(sprites, textures)
    write_picture(folder, f"{seed:08}", studio.picture(studio.scene(seed)))


@lru_cache(maxsize=1)
def _faint_studio(sprites: Path, textures: Path) -> Studio:
    cv2.setNumThreads(1)
    return Studio(load_bank(sprites), table_photos(textures), pale=True)


def _make_faint(job: Job) -> None:
    sprites, textures, folder, seed = job
    studio = _faint_studio(sprites, textures)
    write_picture(folder, f"{seed:08}", studio.picture(studio.scene(seed)))


@lru_cache(maxsize=1)
def _board_studio(sprites: Path, boards: Path) -> Studio:
    cv2.setNumThreads(1)
    smallest, largest = SIZES_ON_BOARDS
    return Studio(load_bank(sprites), table_photos(boards), 1.0, smallest=smallest, largest=largest)


def _make_board(job: Job) -> None:
    sprites, boards, folder, seed = job
    studio = _board_studio(sprites, boards)
    pixels, labels = studio.picture(studio.scene(seed))
    # Those photos were taken by dim lamps.
    lit = np.clip(_exposed(np.asarray(pixels, np.float32), seed), 0, 255).astype(np.uint8)
    rng = np.random.default_rng([seed, 1])
    shot = recoloured(rng, lit)
    if rng.random() < ENLARGED:
        dice = [one.box for one in labels if one.kind == DIE]
        smallest = min((x1 - x0 for x0, _, x1, _ in dice), default=SIZES_ON_BOARDS[1])
        shot = enlarged(rng, shot, smallest)
    write_picture(folder, f"{seed:08}", (shot, labels))


@lru_cache(maxsize=1)
def _carpet_studio(sprites: Path) -> Studio:
    cv2.setNumThreads(1)
    return Studio(load_bank(sprites), hiding=True)


def _make_carpet(job: Job) -> None:
    sprites, _, folder, seed = job
    studio = _carpet_studio(sprites)
    write_picture(folder, f"{seed:08}", studio.picture(studio.scene(_CARPETS + seed)))


def _make_pieces(job: tuple[Photo, Path, int, int, tuple[Box, ...]]) -> list[Path]:
    photo, folder, number, each, around = job
    cv2.setNumThreads(1)
    paths = [folder / "images" / f"{photo.path.stem}-{i}.jpg" for i in range(each)]
    if all(path.exists() for path in paths):
        return paths
    for path, piece in zip(paths, pieces(photo, number, each, around=around), strict=True):
        write_picture(folder, path.stem, piece)
    return paths
