"""The step `evaluate`: looks at photos nobody trained on, chooses thresholds, counts."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from models.export.export import FINDER_FILE, READER_FILE, checksum
from models.export.export_step import FIRST_CHOICE, describe
from models.learning.training import checkpoints
from models.measuring.calibrate import choose, judge
from models.measuring.left_out import keep_sights, kept_sights
from models.measuring.looking import PhotoSight, find_in, keep_found, kept_found, read_in
from models.measuring.perfect import perfect
from models.photos.own_pictures import drawn_tables, own_photos
from models.photos.sources import (
    LOOSE,
    TEST,
    Photo,
    read_source,
    training_sources,
    with_contested_labels,
    with_tight_boxes,
)
from models.places import ROOT
from models.steps import Workshop, fingerprint
from vision.dice.finder import THOROUGH

FIGURES = ROOT / "models" / "figures.json"


def evaluate(workshop: Workshop) -> None:
    """Measures everything the model card tells, and sets the thresholds that ship."""
    left_out = {
        source: sights
        for source in training_sources()
        if workshop.photos_here and (sights := _left_out(workshop, source))
    }
    # What the weights that ship see on tables that nobody has learnt from.
    drawn = _sights(workshop, drawn_tables(workshop.places), "drawn", workshop.weights)
    if left_out:
        keep_sights(left_out, drawn)
    # A wrong label says nothing about how sure a reading is; figures are given for both.
    ours = {s: _relabelled(v, with_contested_labels) for s, v in left_out.items()}
    choice = choose(ours, drawn) if ours else FIRST_CHOICE
    if len(left_out) < len(training_sources()):
        # A few sources know too few things that are no dice: boards full of number tokens gave
        # four false dice a photo at the threshold that plain tables had asked for.
        choice = replace(choice, threshold=max(choice.threshold, FIRST_CHOICE.threshold))
    (workshop.places.runs / "choice.json").write_text(json.dumps(asdict(choice)))
    describe(workshop.weights, choice)
    # The thresholds were chosen with the sources left out; each source is also judged with
    # thresholds that its own photos had no say in.
    fair = {
        source: choose({k: v for k, v in ours.items() if k != source}, drawn)
        for source in left_out
        if len(left_out) > 1
    }

    def judged(sights: Mapping[str, Sequence[PhotoSight]]) -> dict[str, dict[str, int]]:
        return {s: asdict(judge(v, fair.get(s, choice))) for s, v in sights.items()}

    own = _sights(workshop, own_photos(), "own", workshop.weights)
    figures: dict[str, Any] = {
        "weights": {name: checksum(workshop.weights / name) for name in (FINDER_FILE, READER_FILE)},
        "recipe": dict(workshop.recipe),
        "choice": asdict(choice),
        "left_out": judged(left_out),
        "left_out_contested": judged(ours),
        "left_out_tight": judged(
            {s: _relabelled(v, with_tight_boxes) for s, v in ours.items() if s in LOOSE}
        ),
        "left_out_perfect": {s: asdict(perfect(v)) for s, v in left_out.items()},
        "seen": {s: asdict(judge(v, choice)) for s, v in _seen_in_training(workshop).items()},
        "test": {},
        "own": asdict(judge(own, choice)),
    }
    for source in TEST:
        if (workshop.places.dice_photos / source).is_dir():
            sights = sights_of(workshop, source, workshop.weights)
            figures["test"][source] = asdict(judge(sights, choice))
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n")
    for group in ("left_out", "seen", "test"):
        for source, count in figures[group].items():
            print(f"{group} {source}: {count}")
    print(f"own pictures: {figures['own']}\nchosen: {choice}")


def sights_of(workshop: Workshop, source: str, weights: Path) -> list[PhotoSight]:
    """What one pair of weights sees in one source; it is searched once, and read each time."""
    photos = list(read_source(workshop.places.dice_photos / source))
    return _sights(workshop, photos, source, weights)


def _left_out(workshop: Workshop, source: str) -> list[PhotoSight]:
    """What weights that never saw a source see in it: now, or when they were made."""
    weights = checkpoints(workshop, source)
    if (weights / READER_FILE).exists():
        return sights_of(workshop, source, weights)
    print(f"{source}: no weights without it here, counting what they saw when they were made")
    return kept_sights(list(read_source(workshop.places.dice_photos / source)), source)


def _sights(
    workshop: Workshop, photos: Sequence[Photo], name: str, weights: Path
) -> list[PhotoSight]:
    names = [photo.path.name for photo in photos]
    mark = fingerprint(checksum(weights / FINDER_FILE), asdict(THOROUGH), names)
    kept = workshop.places.runs / "seen" / f"{name}-{mark}.json"
    if kept.exists():
        print(f"{name}: searched already with this finder")
        found = kept_found(kept)
    else:
        found = find_in(photos, weights / FINDER_FILE, workshop.threads)
        keep_found(found, kept)
    return read_in(photos, found, weights / READER_FILE, workshop.threads)


def _seen_in_training(workshop: Workshop) -> dict[str, list[PhotoSight]]:
    """Every ninth photo that the shipped weights learnt from: no measure, but it shows trouble."""
    if not workshop.photos_here:
        return {}
    return {
        source: _sights(
            workshop,
            list(read_source(workshop.places.dice_photos / source))[::9],
            f"seen-{source}",
            workshop.weights,
        )
        for source in training_sources()
    }


def _relabelled(
    sights: Sequence[PhotoSight], relabel: Callable[[Photo], Photo]
) -> list[PhotoSight]:
    """The same sights, judged by other labels."""
    return [replace(sight, photo=relabel(sight.photo)) for sight in sights]
