"""Compares what the companion read on two processors: `same_answers.py HERE.json THERE.json...`.

The files are what `companion look --json` printed for the same photos; there, several parts of them
make up the whole. Values and certainty must be equal; a box may be off by a pixel, since processors
round differently.
"""

import json
import sys
from pathlib import Path
from typing import Any

PIXEL = 1.0

Photo = dict[str, Any]


def read(paths: list[str]) -> list[Photo]:
    """The photos of these files by name, each with its dice from the top to the bottom."""
    photos: list[Photo] = [
        photo for path in paths for photo in json.loads(Path(path).read_text("utf-8"))
    ]
    for photo in photos:
        photo["photo"] = Path(photo["photo"]).name
        photo["dice"].sort(key=lambda die: (round(die["box"][1] / 4), die["box"][0]))
    return sorted(photos, key=lambda photo: str(photo["photo"]))


def main() -> int:
    """Print what differs; the exit status is 1 if anything does."""
    here, there = read(sys.argv[1:2]), read(sys.argv[2:])
    faults = [] if len(here) == len(there) else ["not the same number of photos"]
    furthest = 0.0
    for ours, theirs in zip(here, there, strict=False):
        name = ours["photo"]
        readings = [
            [(die["value"], die["certain"]) for die in photo["dice"]] for photo in (ours, theirs)
        ]
        if name != theirs["photo"] or readings[0] != readings[1]:
            faults.append(f"{name}: {readings[0]} here, {readings[1]} there")
            continue
        for one, other in zip(ours["dice"], theirs["dice"], strict=True):
            off = max(abs(a - b) for a, b in zip(one["box"], other["box"], strict=True))
            furthest = max(furthest, off)
            if off > PIXEL:
                faults.append(f"{name}: a box is off by {off:.1f} pixels")
    dice = sum(len(photo["dice"]) for photo in here)
    print(f"{len(here)} photos, {dice} dice, boxes at most {furthest:.1f} pixels apart")
    print("\n".join(faults) or "the same values, and the same of them certain")
    return 1 if faults or not dice else 0


if __name__ == "__main__":
    sys.exit(main())
