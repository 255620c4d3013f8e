"""A hexagonal lattice as it lies in a picture.

The lattice's own plane has neighbouring middles one apart; `companion.tabletop.hexes` says which
cells are neighbours. A homography carries that plane into the picture, so turn, size, offset and
tilt of the camera are all in its nine numbers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from companion.tabletop.hexes import Cell
from vision.geometry import Matrix, Points, carry, inverse, unit

_ROW = np.sqrt(3) / 2
_ANGLES = np.deg2rad(30 + 60 * np.arange(6))

CORNERS: Points = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1) / np.sqrt(3)
"""The corners of the cell at the origin, clockwise, the first between east and south-east."""


def middle(cells: npt.ArrayLike) -> Points:
    """The middles of cells (... x 2, axial) in the lattice's plane."""
    q, r = np.moveaxis(np.asarray(cells, dtype=np.float64), -1, 0)
    return np.stack([q + r / 2, r * _ROW], axis=-1)


def cell_of(point: npt.ArrayLike) -> Cell:
    """The cell in which a point of the lattice's plane lies."""
    x, y = np.asarray(point, dtype=np.float64)
    r = y / _ROW
    q = x - r / 2
    # Round the three cube coordinates and mend the one that was rounded most.
    cube = np.array([q, r, -q - r])
    near = np.rint(cube)
    worst = int(np.abs(near - cube).argmax())
    near[worst] -= near.sum()
    return int(near[0]), int(near[1])


@dataclass(frozen=True, eq=False)
class Tile:
    """A tile that lies in a cell.

    Attributes:
        cell: Axial coordinates from the lattice's origin.
        outline: The six corners in pixels, as the tile lies: perhaps a little crooked.
        confidence: How likely it is that a tile lies there.
        certain: Whether that may be taken as a fact.
    """

    cell: Cell
    outline: Points
    confidence: float
    certain: bool


@dataclass(frozen=True, eq=False)
class Lattice:
    """A lattice in a picture, and the tiles on it.

    Attributes:
        homography: From the lattice's plane to pixels.
        tiles: What lies where.
        support: Share of the tiles' sides that the picture's edges agree with, 0 to 1.
        doubtful: Cells of which it is not certain whether a tile lies there or not.
    """

    homography: Matrix
    tiles: Mapping[Cell, Tile]
    support: float
    doubtful: frozenset[Cell] = frozenset()

    def outline(self, cell: Cell) -> Points:
        """Where the corners of a cell are in the picture, whether a tile lies there or not."""
        return np.asarray(outlines(self.homography, [cell])[0])

    def cell_at(self, point: npt.ArrayLike) -> Cell:
        """Which cell a pixel belongs to."""
        return cell_of(carry(inverse(self.homography), point))

    def from_origin(self, origin: Cell) -> "Lattice":
        """The same lattice with another cell as (0, 0)."""
        step = np.eye(3)
        step[:2, 2] = middle(origin)
        return self._renamed(step, lambda cell: (cell[0] - origin[0], cell[1] - origin[1]))

    def upright(self) -> "Lattice":
        """The same lattice, turned so that direction (1, 0) points east in the picture, or nearly.

        Of the six ways to name the directions one must be chosen; neighbours stay neighbours.
        """
        at = carry(self.homography, [(0.0, 0.0), (1.0, 0.0)])
        angle = float(np.arctan2(*(at[1] - at[0])[::-1]))
        return self.turned(round(-angle / (np.pi / 3)) % 6)

    def turned(self, steps: int) -> "Lattice":
        """The same lattice with its directions named anew, so many sixths of a turn further."""
        turn = np.eye(3)
        cos, sin = np.cos(steps * np.pi / 3), np.sin(steps * np.pi / 3)
        turn[:2, :2] = [[cos, -sin], [sin, cos]]
        return self._renamed(turn, lambda cell: cell_of(turn[:2, :2].T @ middle(cell)))

    def _renamed(self, step: Matrix, name: Callable[[Cell], Cell]) -> "Lattice":
        return replace(
            self,
            homography=unit(self.homography @ step),
            tiles={name(cell): replace(tile, cell=name(cell)) for cell, tile in self.tiles.items()},
            doubtful=frozenset(map(name, self.doubtful)),
        )

    def scaled(self, factor: float) -> "Lattice":
        """The same lattice in a picture that is `factor` times as large."""
        grow = np.diag([factor, factor, 1.0])
        tiles = {
            cell: replace(tile, outline=tile.outline * factor) for cell, tile in self.tiles.items()
        }
        return replace(self, homography=unit(grow @ self.homography), tiles=tiles)


def outlines(homography: Matrix, cells: Iterable[Cell]) -> Points:
    """The corners of cells in the picture: N x 6 x 2."""
    return carry(homography, middle(list(cells))[:, None] + CORNERS)
