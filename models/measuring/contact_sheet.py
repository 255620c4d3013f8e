"""Pictures of mistakes: what was missed, misread or made up, side by side, to be looked at."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.measuring.calibrate import Thresholds, report
from models.measuring.looking import PhotoSight
from models.measuring.measure import match
from vision.dice.reader import cut
from vision.drawing.contact_sheet import contact_sheet

Pixels = NDArray[np.uint8]
TILE = 112


def mistakes(sights: Sequence[PhotoSight], choice: Thresholds) -> list[tuple[Pixels, str]]:
    """Every mistake as a square picture with a few words."""
    found = []
    for sight in sights:
        photo = sight.photo
        reported, missed = match(
            report(sight.seen, choice), photo.boxes, photo.values, photo.ignored
        )
        bad = [(photo.boxes[i], f"missed {photo.values[i]}") for i in missed]
        bad += [
            (one.seen.box, f"{one.fate} {one.seen.value} {one.seen.score:.2f}")
            for one in reported
            if one.fate != "right"
        ]
        if bad:
            pixels = photo.pixels()
            found += [(cut(pixels, box, size=TILE, margin=2.2), words) for box, words in bad]
    return found


def main() -> None:
    """`python -m models.measuring.contact_sheet SOURCE OUT.png`: the mistakes on one source."""
    from models.export.export_step import kept_choice
    from models.learning.training import checkpoints
    from models.measuring.evaluate import sights_of
    from models.photos.sources import TRAINING
    from models.places import find_places
    from models.steps import Workshop, read_recipe

    parser = argparse.ArgumentParser(description="Draw the mistakes on one source.")
    parser.add_argument("source")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    workshop = Workshop(find_places(), read_recipe())
    left_out = options.source in TRAINING
    weights = checkpoints(workshop, options.source) if left_out else workshop.weights
    tiles = mistakes(sights_of(workshop, options.source, weights), kept_choice(workshop))
    if tiles:
        shown = [(number, *tile) for number, tile in enumerate(tiles[:144], 1)]
        cv2.imwrite(str(options.out), contact_sheet(shown))
    print(f"{len(tiles)} mistakes")


if __name__ == "__main__":
    main()
