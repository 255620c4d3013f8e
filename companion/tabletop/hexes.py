"""Hexagonal grids in axial coordinates: what is next to what.

By hand, because libraries for it bring maps and drawings and leave fifty lines as they are.

>>> neighbours((0, 0))[0]
(1, 0)
>>> distance((0, 0), (2, -1))
2
"""

from collections.abc import Collection
from functools import cache

Cell = tuple[int, int]

ORIGIN: Cell = (0, 0)

#: The six directions in clockwise order, starting to the east.
DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around `cell`, in the order of `DIRECTIONS`."""
    q, r = cell
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(a: Cell, b: Cell) -> int:
    """How many steps lead from `a` to `b`."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def turned(cell: Cell) -> Cell:
    """Where a cell comes to lie after a sixth of a turn around the origin, as `DIRECTIONS` go."""
    q, r = cell
    return -r, q + r


def frontier(cells: Collection[Cell]) -> tuple[Cell, ...]:
    """The empty cells that touch at least one of `cells`, in a stable order."""
    taken = set(cells)
    return tuple(sorted({near for cell in taken for near in neighbours(cell)} - taken))


def reachable(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """The members of `cells` that hang together with `start`."""
    todo, left = [start], set(cells)
    found: set[Cell] = set()
    while todo:
        cell = todo.pop()
        if cell in left:
            left.remove(cell)
            found.add(cell)
            todo.extend(neighbours(cell))
    return found
