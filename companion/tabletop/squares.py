"""Square grids: what is next to what, and what a piece becomes when it is turned or flipped.

>>> neighbours((0, 0))[0]
(1, 0)
>>> turned((2, 1))
(-1, 2)
"""

from companion.tabletop.hexes import Cell

#: The four directions, a quarter turn each, starting to the east.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The four cells around `cell`, in the order of `DIRECTIONS`."""
    x, y = cell
    return tuple((x + dx, y + dy) for dx, dy in DIRECTIONS)


def turned(cell: Cell) -> Cell:
    """Where a cell comes to lie after a quarter turn around the origin."""
    x, y = cell
    return -y, x


def flipped(cell: Cell) -> Cell:
    """Where it lies on the other side of a piece."""
    x, y = cell
    return -x, y
