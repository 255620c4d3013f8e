"""The steps that make pictures: `sprites`, `scenes` and `prepare`."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from models.making import make_pieces, make_scenes
from models.places import ROOT
from models.sources import photos_to_learn_from, training_sources
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

    def make() -> None:
        photos = photos_to_learn_from(folder, training_sources())
        made = make_pieces(photos, workshop.places.runs / "photos", each)
        print("pieces:", {source: len(paths) for source, paths in made.items()})

    once(workshop, "prepare", fingerprint(each, held), make)


def sprites(workshop: Workshop) -> None:
    """Renders the dice with Cycles, two at a time on two cores."""
    recipe = workshop.recipe["sprites"]

    def make() -> None:
        python = _blender_python(workshop)
        for claim in workshop.places.sprites.glob("*.claim"):
            claim.unlink()
        command = [str(python), "-m", "models.sprites.blender", str(workshop.places.sprites)]
        command += ["--sheets", str(recipe["sheets"]), "--seed", str(recipe["seed"])]
        if workshop.places.rooms.is_dir():
            command += ["--light", str(workshop.places.rooms)]
        crew = [
            subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            for _ in range(os.cpu_count() or 1)
        ]
        while any(worker.poll() is None for worker in crew):
            done = len(list(workshop.places.sprites.glob("*.json")))
            print(f"sheets of dice: {done}/{recipe['sheets']}", flush=True)
            time.sleep(10)
        if any(worker.returncode for worker in crew):
            raise RuntimeError("the renderer stopped; run the step again to go on where it was")

    once(workshop, "sprites", fingerprint(recipe), make)


def scenes(workshop: Workshop) -> None:
    """Composes the synthetic tables."""
    recipe = workshop.recipe["scenes"]
    places = workshop.places

    def make() -> None:
        make_scenes(places.sprites, places.textures, places.scenes, recipe["count"], recipe["seed"])

    once(workshop, "scenes", fingerprint(recipe, mark_of(workshop, "sprites")), make)


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
