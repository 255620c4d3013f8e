"""Cutting all tiles out of one picture, whether they touch or lie apart, whatever their shape."""

from dataclasses import dataclass

import numpy as np

from vision.faces.crops import cut_out
from vision.geometry import Image, Points, overlap
from vision.lattice.hexes import LatticeError, find_lattices
from vision.lattice.shapes import find_shapes

_SAME = 0.2
_ROW = 0.6
"""Tiles whose middles are less than this share of a tile apart, up or down, are in one row."""


@dataclass(frozen=True, eq=False)
class CutOut:
    """One tile of a picture: its outline in pixels, and its crop as a gallery keeps it."""

    outline: Points
    crop: Image


def cut_out_tiles(image: Image) -> list[CutOut]:
    """Every tile of a picture, row by row from the upper left.

    Tiles that lie apart are found by their rims. Hexagons that touch are found as a lattice, unless
    the tiles that lie apart are no hexagons: then there are none.
    """
    outlines = find_shapes(image)
    if all(len(outline) == 6 for outline in outlines):
        outlines += [
            tile
            for tile in _side_by_side(image)
            if all(overlap(tile, other) < _SAME for other in outlines)
        ]
    return [CutOut(outline, cut_out(image, outline)) for outline in in_rows(outlines)]


def _side_by_side(image: Image) -> list[Points]:
    try:
        lattices = find_lattices(image)
    except LatticeError:
        return []
    return [tile.outline for lattice in lattices for tile in lattice.tiles.values() if tile.certain]


def in_rows(outlines: list[Points]) -> list[Points]:
    """As people read: row by row, each from left to right."""
    rows: list[list[Points]] = []
    for outline in sorted(outlines, key=lambda each: float(each[:, 1].mean())):
        height = float(np.ptp(outline[:, 1]))
        last = float(np.mean([each[:, 1].mean() for each in rows[-1]])) if rows else -np.inf
        if outline[:, 1].mean() - last < _ROW * height:
            rows[-1].append(outline)
        else:
            rows.append([outline])
    return [each for row in rows for each in sorted(row, key=lambda each: float(each[:, 0].mean()))]
