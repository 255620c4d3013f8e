"""Finding hexagonal tiles: lattices in a picture, each with the tiles that lie on it.

1. Round patches come in pairs (`blobs`). Two neighbouring tiles and the slant of their patches give
   six neighbours, and so a guess for the lattice around them. A patch whose own outline is a
   hexagon is a guess by itself.
2. Guesses are judged by the picture's edges, and the better ones are pulled onto them (`fitting`).
3. From there the lattice grows, cell by cell, as long as the edges agree. More cells tell more
   about the tilt, and a better tilt finds more cells.
4. In the end each cell is asked whether a tile lies there (`occupancy`).

What is left of the picture may hold another lattice: several fields of tiles in one wide picture.
"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np

from companion.tabletop.hexes import ORIGIN, Cell, distance, neighbours, reachable
from vision.geometry import Image, Matrix, Truths, carry, depths, inverse, scale_at, shrunk, slopes
from vision.lattice.blobs import Blob, find_blobs
from vision.lattice.edges import EdgeField
from vision.lattice.fitting import pull, pull_tiles, support
from vision.lattice.lattice import CORNERS, Lattice, cell_of, middle
from vision.lattice.occupancy import Rims, in_view, settle_tiles

_LONGEST = 1024
_TRIED, _GROWN = 20, 8
_CELLS = 150
"""What grows larger is wallpaper: no table has room for so many tiles side by side."""
_ROUGHLY = (1.0, 0.8)
_ROUNDS = 12
_TELL_TILT = 5
_PAIR = (3.4, 6.0)
"""From middle to middle in standard deviations of a patch: 3.8 for whole tiles, more for pictures
with a rim."""
_TILE_AGREES, _SIDE_AGREES = 0.3, 0.12
_FOUND_TILE, _FOUND_SIDE = 0.48, 0.25
"""What is asked of a tile that had to be searched for: among many edges some fit by chance."""
_ASTRAY = 0.15
"""How far from its place a tile may be found, as a share of the pitch."""
_SPECK = 12.0
"""Pixels from middle to middle below which sides can't be told apart."""
_SLIVER = 5.0
"""How many times longer than high a tile may look: a camera that nearly lies on the table."""
_PAIRED: tuple[Cell, ...] = (ORIGIN, (1, 0))
_NEAR: tuple[Cell, ...] = tuple(sorted({near for cell in _PAIRED for near in neighbours(cell)}))


class LatticeError(ValueError):
    """There are no hexagonal tiles in the picture, or none that can be told; says why."""


def find_lattices(image: Image, most: int = 6) -> list[Lattice]:
    """All lattices of a picture (H x W x 3, BGR), the best supported first.

    Raises:
        LatticeError: None was found; the message says what was missing.
    """
    small, factor = shrunk(image, _LONGEST)
    field, rims = EdgeField(small), Rims(small)
    guesses = [guess for guess in _guesses(find_blobs(small)) if _fits(field, guess)]
    if not guesses:
        raise LatticeError("nothing in the picture looks like hexagonal tiles side by side")
    found: list[Lattice] = []
    while guesses and len(found) < most:
        lattice = _best(field, rims, guesses)
        if lattice is None:
            break
        found.append(lattice)
        guesses = [guess for guess in guesses if not _within(lattice, guess)]
    if not found:
        raise LatticeError(
            "some patches lie like hexagonal tiles, but their sides can't be made out: more light, "
            "a sharper picture or a steeper look would help"
        )
    return [lattice.scaled(1 / factor).upright() for lattice in found]


def _guesses(blobs: Sequence[Blob]) -> Iterator[Matrix]:
    for index, one in enumerate(blobs):
        for other in blobs[index + 1 :]:
            if 0.4 < other.area / one.area < 2.5:
                yield from _pair(one, other)


def _pair(one: Blob, other: Blob) -> Iterator[Matrix]:
    """Two neighbours, and the slant of both: in the straightened plane all six are equally far."""
    spread = (one.spread / one.area + other.spread / other.area) / 2
    values, axes = np.linalg.eigh(spread * np.sqrt(one.area * other.area))
    if values[0] <= 0.04 * values[1]:
        return
    slant = axes @ np.diag(np.sqrt(values)) @ axes.T
    step = other.middle - one.middle
    straight = np.linalg.solve(slant, step)
    if _PAIR[0] < np.linalg.norm(straight) < _PAIR[1]:
        aside = slant @ np.array([-straight[1], straight[0]])
        yield np.vstack([np.column_stack([step, aside, one.middle]), (0, 0, 1)])


def _fits(field: EdgeField, guess: Matrix) -> bool:
    return bool(field.inside(carry(guess, middle(_PAIRED))).all())


def _best(field: EdgeField, rims: Rims, guesses: Sequence[Matrix]) -> Lattice | None:
    promising = sorted(guesses, key=lambda guess: -_promise(field, guess, 3.0))[:_TRIED]
    pulled = [_first_pull(field, guess) for guess in promising]
    pulled.sort(key=lambda guess: -_promise(field, guess, 1.5))
    grown: list[Lattice] = []
    for guess in pulled[:_GROWN]:
        if not any(_same(lattice, guess) for lattice in grown):
            lattice = _grow(field, rims, guess)
            grown.extend([lattice] if lattice else [])
    return max(grown, key=lambda lattice: lattice.support * len(lattice.tiles), default=None)


def _same(lattice: Lattice, guess: Matrix) -> bool:
    """Whether a guess says about its own place what the lattice says already."""
    ours = carry(inverse(lattice.homography), carry(guess, middle(_NEAR)))
    cells = [cell_of(each) for each in ours]
    close = np.linalg.norm(ours - middle(cells), axis=1) < 0.25
    apart = len(set(cells)) == len(_NEAR)
    return apart and bool(close.all()) and not lattice.tiles.keys().isdisjoint(cells)


def _promise(field: EdgeField, guess: Matrix, reach: float) -> float:
    """How much the edges say for the cells around a guess; those they don't support are free."""
    tiles = support(field, guess, _NEAR, reach).mean(axis=1)
    return float(np.maximum(tiles - _TILE_AGREES, 0).sum())


def _first_pull(field: EdgeField, guess: Matrix) -> Matrix:
    pitch = scale_at(guess, (0.0, 0.0))
    for share in (0.12, 0.08):
        cells = sorted(_agreeing(field, guess, _NEAR).union(_PAIRED))
        reach = max(2.0, share * pitch)
        guess = pull(field, guess, cells, reach, tilt=False, rounds=1, sizes=_ROUGHLY)
    return guess


def _grow(field: EdgeField, rims: Rims, homography: Matrix) -> Lattice | None:
    cells = set(_PAIRED)
    for step in range(_ROUNDS):
        if not _visible(homography, cells):
            return None
        pitch = scale_at(homography, middle(sorted(cells)).mean(axis=0))
        tilt = len(cells) >= _TELL_TILT and step > 0
        reach = max(2.0, 0.08 * pitch)
        homography = pull(
            field, homography, sorted(cells), reach, tilt=tilt, rounds=1, sizes=_ROUGHLY
        )
        wider = cells | {near for cell in cells for near in neighbours(cell)}
        if not _visible(homography, wider):
            wider = cells
        agreeing = _agreeing(field, homography, sorted(wider))
        if not agreeing or len(agreeing) > _CELLS:
            return None
        if agreeing == cells:
            break
        cells = agreeing
    return settle_tiles(field, rims, homography, cells)


def _visible(homography: Matrix, cells: Collection[Cell]) -> bool:
    """Whether all cells lie well in front of the horizon, none a speck and none a sliver."""
    middles = middle(sorted(cells))
    depth = depths(homography, middles[:, None] + CORNERS)
    if not (depth > 0.2 * depth.max()).all():
        return False
    steps = np.array([slopes(homography, each) for each in middles])
    widths = np.linalg.svd(steps, compute_uv=False)
    narrow = widths[:, 1] > np.maximum(_SPECK, widths[:, 0] / _SLIVER)
    return bool(narrow.all())


def _agreeing(field: EdgeField, homography: Matrix, cells: Sequence[Cell]) -> set[Cell]:
    """The cells in or near which the picture shows a tile, as far as they hang together."""
    cells = [cell for cell in cells if in_view(field, homography, cell)]
    if not cells:
        return set()
    good = _agrees(support(field, homography, cells), _TILE_AGREES, _SIDE_AGREES)
    pitch = scale_at(homography, middle(cells).mean(axis=0))
    poses = pull_tiles(field, homography, cells, max(2.0, 0.08 * pitch), _ROUGHLY)
    near = np.linalg.norm(poses.middles - middle(cells), axis=1) < _ASTRAY
    good |= near & _agrees(poses.support, _FOUND_TILE, _FOUND_SIDE)
    left = {cell for cell, yes in zip(cells, good, strict=True) if yes}
    largest: set[Cell] = set()
    while left:
        part = reachable(min(left), left)
        left -= part
        largest = max(largest, part, key=len)
    return largest


def _agrees(sides: Matrix, tile: float, side: float) -> Truths:
    """Which tiles have enough support; one side may be hidden."""
    ordered = np.sort(sides, axis=1)
    return np.asarray((ordered[:, 1:].mean(axis=1) > tile) & (ordered[:, 1] > side))


def _within(lattice: Lattice, guess: Matrix) -> bool:
    cell = lattice.cell_at(carry(guess, (0.0, 0.0)))
    return any(distance(cell, taken) <= 1 for taken in lattice.tiles)
