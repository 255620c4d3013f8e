"""`companion bench hexes`: hexagonal tiles in real photos, found and put on a lattice.

Six of the twelve photos served to choose the numbers in `vision`; the other six were only looked
at for this measurement, and are counted apart.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.common.errors import CompanionError
from companion.common.intervals import share
from companion.common.terminal import progress
from companion.tabletop.hexes import distance
from models.places import find_places
from vision.geometry import Points, area, carry, inverse, overlap
from vision.lattice.hexes import LatticeError, find_lattices
from vision.lattice.lattice import Lattice, cell_of, middle
from vision.photo.picture import load

NAME = "hexes"
HELP = "hexagonal tiles in real photos: found, overlap, lattice right"

TUNED_ON = frozenset({"board1", "board3", "board5", "board7", "board9", "board11"})
OVERLAP = 0.7
_STRAY = 0.25
"""How far from the middle of its cell a labelled tile may be, as a share of the pitch."""


@dataclass(frozen=True)
class HexCount:
    """How one photo went."""

    name: str
    tiles: int
    found: int = 0
    false: int = 0
    overlaps: tuple[float, ...] = ()
    lattice: bool = False
    seconds: float = 0.0


def run() -> Mapping[str, object]:
    """Measure and return the figures."""
    folder = find_places().shared / "data" / "hex" / "settlerseye_tiles"
    outcomes = measure(folder)
    return {
        "held out": figures(each for each in outcomes if each.name not in TUNED_ON),
        "tuned on": figures(each for each in outcomes if each.name in TUNED_ON),
        "not perfect": [
            each.name
            for each in outcomes
            if not each.lattice or each.false or each.found < each.tiles
        ],
    }


def measure(folder: Path, names: str = "*") -> Sequence[HexCount]:
    """Look at every photo so named of a folder with `images/` and `polygons/`.

    Raises:
        CompanionError: There are none.
    """
    paths = sorted((folder / "images").glob(f"{names}.jpg"))
    if not paths:
        raise CompanionError(f"bench hexes needs the labelled photos in {folder}")
    outcomes = []
    for path in progress(paths, "photos"):
        image = load(path)
        height, width = image.shape[:2]
        truth = read_polygons(folder / "polygons" / f"{path.stem}.txt", width, height)
        start = time.process_time()
        try:
            (lattice,) = find_lattices(image, most=1)
        except LatticeError:
            outcome = HexCount(path.stem, len(truth))
        else:
            outcome = judge(path.stem, lattice, truth, time.process_time() - start)
        outcomes.append(outcome)
    return outcomes


def read_polygons(path: Path, width: int, height: int) -> list[Points]:
    """Labelled outlines in pixels: a class and then x, y as shares of the picture, line by line."""
    polygons = []
    for line in path.read_text().splitlines():
        numbers = np.array(line.split()[1:], dtype=np.float64)
        polygons.append(numbers.reshape(-1, 2) * (width, height))
    return polygons


def judge(name: str, lattice: Lattice, truth: Sequence[Points], seconds: float = 0.0) -> HexCount:
    """Compare a lattice with the labelled outlines."""
    best = [
        max((overlap(tile.outline, outline), cell) for cell, tile in lattice.tiles.items())
        for outline in truth
    ]
    taken = {cell for how_much, cell in best if how_much >= OVERLAP}
    return HexCount(
        name=name,
        tiles=len(truth),
        found=len(taken),
        false=len(lattice.tiles) - len(taken),
        overlaps=tuple(how_much for how_much, _ in best),
        lattice=lattice_is_right(lattice, truth),
        seconds=seconds,
    )


def lattice_is_right(lattice: Lattice, truth: Sequence[Points]) -> bool:
    """Whether each labelled tile has a cell of its own, and touching tiles are neighbours.

    Two labelled tiles touch when their middles are about as far apart as those of neighbours.
    """
    back = inverse(lattice.homography)
    middles = [carry(back, outline).mean(axis=0) for outline in truth]
    cells = [cell_of(each) for each in middles]
    if len(set(cells)) < len(cells):
        return False
    stray = max(float(np.linalg.norm(at - middle(c))) for at, c in zip(middles, cells, strict=True))
    return stray < _STRAY and all(
        _touch(truth[i], truth[j]) == (distance(cells[i], cells[j]) == 1)
        for i in range(len(truth))
        for j in range(i)
    )


def _touch(one: Points, other: Points) -> bool:
    """Whether two outlines share a side: two corners lie close to corners of the other."""
    gaps = np.linalg.norm(one[:, None] - other[None], axis=-1).min(axis=1)
    close = 0.2 * np.sqrt(min(area(one), area(other)))
    # An outline ends where it began, so its first corner stands there twice.
    corners = {tuple(corner) for corner, gap in zip(one.tolist(), gaps, strict=True) if gap < close}
    return len(corners) >= 2


def figures(outcomes: Iterable[HexCount]) -> dict[str, object]:
    """The figures of some photos, with 95 % intervals."""
    every = list(outcomes)
    if not every:
        return {"photos": 0}
    tiles = sum(each.tiles for each in every)
    found = sum(each.found for each in every)
    right = sum(each.lattice for each in every)
    overlaps = [one for each in every for one in each.overlaps]
    return {
        "photos": len(every),
        "tiles": tiles,
        "found": found,
        "found_percent": share(found, tiles),
        "false": sum(each.false for each in every),
        "mean_overlap": round(sum(overlaps) / max(len(overlaps), 1), 3),
        "lattice_right": right,
        "lattice_percent": share(right, len(every)),
        "seconds_a_photo": round(sum(each.seconds for each in every) / len(every), 2),
    }
