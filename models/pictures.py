"""The steps that make pictures: `prepare`, `sketches` and `scenes`."""

from functools import partial
from pathlib import Path

from models.making import make_pieces, make_tables
from models.photos.sources import (
    photos_to_learn_from,
    photos_without_dice,
    training_sources,
    with_tight_boxes,
)
from models.sprites.sketches import make_sketches
from models.steps import Workshop, fingerprint, folder_print, mark_of, once

# What a recipe does not mention is not made.
_NOTHING = {"sheets": 0, "count": 0, "seed": 0}


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


def sketches(workshop: Workshop) -> None:
    """Draws the dice, and apart from them those whose pips hardly show."""
    places = workshop.places
    for name, folder in (("sketches", places.sprites), ("faint", places.faint_sprites)):
        recipe = workshop.recipe.get(name, _NOTHING)
        sheets, seed = recipe["sheets"], recipe["seed"]
        draw = partial(
            make_sketches, folder, places.rooms, sheets, seed, faint=folder == places.faint_sprites
        )
        once(workshop, folder.name, fingerprint(sheets, seed), draw)


def scenes(workshop: Workshop) -> None:
    """Puts the drawn dice on tables, on photos of boards, on carpets, and the faint on tables."""
    places = workshop.places
    _tables(workshop, "scenes", places.sprites, places.textures)
    if places.board_photos.is_dir():
        _tables(workshop, "boards", places.sprites, places.board_photos)
    _tables(workshop, "carpets", places.sprites)
    _tables(workshop, "faint", places.faint_sprites, places.textures)


def _tables(workshop: Workshop, kind: str, sprites: Path, photos: Path | None = None) -> None:
    recipe = workshop.recipe.get(kind, _NOTHING)
    folder = workshop.places.tables(kind)
    count, seed = recipe["count"], recipe["seed"]
    draw = partial(make_tables, kind, sprites, photos, folder, count, seed=seed)
    below = mark_of(workshop, sprites.name)
    held = folder_print(photos) if kind == "boards" and photos else ""
    once(workshop, kind, fingerprint(recipe, below, held), draw)
