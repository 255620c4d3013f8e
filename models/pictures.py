"""The steps that make pictures: `prepare`, `sprites`, `sketches`, `scenes` and `renders`."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from models.making import (
    draw_tops,
    make_boards,
    make_carpets,
    make_faint,
    make_pieces,
    make_scenes,
    photograph_renders,
)
from models.photos.sources import (
    photos_to_learn_from,
    photos_without_dice,
    training_sources,
    with_tight_boxes,
)
from models.places import ROOT
from models.sprites.sketches import make_sketches
from models.steps import Workshop, fingerprint, folder_print, mark_of, once

BLENDER_VARIABLE = "COMPANION_BLENDER_PYTHON"


class NoBlenderError(RuntimeError):
    """The renderer is not installed; its message says how to install it."""


def prepare(workshop: Workshop) -> None:
    """Cuts the real photos into pieces for the finder, or says that there are none."""
    if not workshop.photos_here:
        print(
            f"prepare: no dice photos in {workshop.places.dice_photos}; "
            "going on with synthetic pictures alone"
        )
        return
    each = workshop.recipe["prepare"]["pieces_per_photo"]
    folder = workshop.places.dice_photos
    held = [folder_print(folder / source) for source in training_sources()]
    held.append(folder_print(workshop.places.board_photos))

    def make() -> None:
        photos = photos_to_learn_from(folder, training_sources())
        photos += photos_without_dice(workshop.places.board_photos)
        tight = [with_tight_boxes(photo) for photo in photos]
        made = make_pieces(tight, workshop.places.runs / "photos", each)
        print("pieces:", {source: len(paths) for source, paths in made.items()})

    once(workshop, "prepare", fingerprint(each, held), make)


def sprites(workshop: Workshop) -> None:
    """Renders the dice with Cycles, two at a time on two cores."""
    recipe = workshop.recipe["sprites"]

    def make() -> None:
        if not recipe["sheets"]:
            return
        command = ["blender", "--sheets", str(recipe["sheets"]), "--seed", str(recipe["seed"])]
        _render(workshop, workshop.places.sprites, command, recipe["sheets"])

    once(workshop, "sprites", fingerprint(recipe), make)


def sketches(workshop: Workshop) -> None:
    """Draws many more dice with our own small ray tracer."""
    recipe = workshop.recipe.get("sketches", {"sheets": 0, "seed": 0})
    places = workshop.places

    def make() -> None:
        make_sketches(places.sprites, places.rooms, recipe["sheets"], recipe["seed"])

    once(workshop, "sketches", fingerprint(recipe), make)


def renders(workshop: Workshop) -> None:
    """Renders whole tables: what no composed picture has, such as dice mirrored in each other."""
    recipe = workshop.recipe.get("renders", {"count": 0, "seed": 0})
    raw = workshop.places.renders / "raw"

    def make() -> None:
        if not recipe["count"]:
            return
        draw_tops(workshop.places.textures, raw / "tops", recipe["count"], recipe["seed"])
        command = ["whole_tables", "--count", str(recipe["count"]), "--seed", str(recipe["seed"])]
        _render(workshop, raw, command, recipe["count"])
        made = photograph_renders(raw, workshop.places.renders)
        print(f"renders: {len(made)} pictures")

    once(workshop, "renders", fingerprint(recipe), make)


def scenes(workshop: Workshop) -> None:
    """Composes the synthetic tables."""
    recipe = workshop.recipe["scenes"]
    places = workshop.places

    def make() -> None:
        make_scenes(places.sprites, places.textures, places.scenes, recipe["count"], recipe["seed"])

    below = [mark_of(workshop, step) for step in ("sprites", "sketches")]
    once(workshop, "scenes", fingerprint(recipe, below), make)
    _boards(workshop, below)
    _carpets(workshop, below)
    _faint(workshop)


def _boards(workshop: Workshop, below: list[str]) -> None:
    """Puts the same dice on photos of boards, where there are any."""
    recipe = workshop.recipe.get("boards", {"count": 0, "seed": 0})
    places = workshop.places

    def make() -> None:
        if places.board_photos.is_dir():
            make_boards(
                places.sprites, places.board_photos, places.boards, recipe["count"], recipe["seed"]
            )

    held = folder_print(places.board_photos)
    once(workshop, "boards", fingerprint(recipe, below, held), make)


def _carpets(workshop: Workshop, below: list[str]) -> None:
    """Hides the same dice on carpets."""
    recipe = workshop.recipe.get("carpets", {"count": 0, "seed": 0})
    places = workshop.places

    def make() -> None:
        make_carpets(places.sprites, places.carpets, recipe["count"], recipe["seed"])

    once(workshop, "carpets", fingerprint(recipe, below), make)


def _faint(workshop: Workshop) -> None:
    """Draws dice whose pips hardly show, and tables with them and with prints that hardly do."""
    recipe = workshop.recipe.get("faint", {"sheets": 0, "count": 0, "seed": 0})
    places = workshop.places

    def make() -> None:
        if recipe["count"]:
            sheets, seed = recipe["sheets"], recipe["seed"]
            make_sketches(places.faint_sprites, places.rooms, sheets, seed, faint=True)
            make_faint(places.faint_sprites, places.textures, places.faint, recipe["count"], seed)

    once(workshop, "faint", fingerprint(recipe), make)


def _render(workshop: Workshop, folder: Path, command: list[str], count: int) -> None:
    """Lets Blender render into a folder, on every core, going on where it stopped."""
    program, *options = command
    full = [str(_blender_python(workshop)), "-m", f"models.sprites.{program}", str(folder)]
    full += options
    if workshop.places.rooms.is_dir():
        full += ["--light", str(workshop.places.rooms)]
    for claim in folder.glob("*.claim"):
        claim.unlink()
    crew = [
        subprocess.Popen(full, cwd=ROOT, stdout=subprocess.DEVNULL)
        for _ in range(os.cpu_count() or 1)
    ]
    while any(worker.poll() is None for worker in crew):
        print(f"rendered: {len(list(folder.glob('*.json')))}/{count}", flush=True)
        time.sleep(10)
    if any(worker.returncode for worker in crew):
        raise RuntimeError("the renderer stopped; run the step again to go on where it was")


def _blender_python(workshop: Workshop) -> Path:
    told = os.environ.get(BLENDER_VARIABLE)
    python = Path(told) if told else workshop.places.runs / "blender" / "bin" / "python"
    if not python.exists():
        raise NoBlenderError(
            "rendering dice needs Blender as a Python module, in a Python 3.11 of its own:\n"
            f"  python3.11 -m venv {python.parent.parent}\n"
            f"  {python} -m pip install 'bpy==4.5.*' 'numpy<2'\n"
            f"or name another such Python by {BLENDER_VARIABLE}"
        )
    return python
