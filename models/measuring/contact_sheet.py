"""Pictures of mistakes: what was missed, misread or made up, side by side, to be looked at."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.measuring.calibrate import Thresholds, report
from models.measuring.looking import PhotoSight
from models.measuring.measure import match
from models.photos.sources import Box
from vision.dice.reader import cut

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
        bad = [r for r in reported if r.fate != "right"]
        if not bad and not missed:
            continue
        pixels = photo.pixels()
        for index in missed:
            found.append(_tile(pixels, photo.boxes[index], f"missed {photo.values[index]}"))
        for one in bad:
            found.append(
                _tile(pixels, one.seen.box, f"{one.fate} {one.seen.value} {one.seen.score:.2f}")
            )
    return found


def sheet(tiles: Sequence[tuple[Pixels, str]], across: int = 12) -> Pixels:
    """Lays tiles out in rows."""
    squares = [picture for picture, _ in tiles]
    squares += [np.zeros((TILE, TILE, 3), np.uint8)] * (-len(squares) % across)
    rows = [np.hstack(squares[i : i + across]) for i in range(0, len(squares), across)]
    return np.vstack(rows) if rows else np.zeros((TILE, TILE, 3), np.uint8)


def _tile(pixels: Pixels, box: Box, words: str) -> tuple[Pixels, str]:
    picture = cut(pixels, box, size=TILE, margin=2.2).copy()
    edge = round(TILE / 2.2 / 2)
    cv2.rectangle(
        picture,
        (TILE // 2 - edge, TILE // 2 - edge),
        (TILE // 2 + edge, TILE // 2 + edge),
        (0, 255, 0),
        1,
    )
    cv2.putText(
        picture, words, (2, 10), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (0, 0, 255), 1, cv2.LINE_AA
    )
    return picture, words


def main() -> None:
    """`python -m models.measuring.contact_sheet SOURCE OUT.png`: the mistakes on one source."""
    from models.export.export_step import FIRST_CHOICE, kept_choice
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
    tiles = mistakes(
        sights_of(workshop, options.source, weights), kept_choice(workshop) or FIRST_CHOICE
    )
    cv2.imwrite(str(options.out), sheet(tiles[:144]))
    print(f"{len(tiles)} mistakes")


if __name__ == "__main__":
    main()
