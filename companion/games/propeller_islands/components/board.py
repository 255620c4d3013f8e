"""The Forge and the dock: which space touches which slot, which cell lies in which line.

The twelve market slots lie around the Forge, clockwise C1, E1, C2, E2, ... A corner slot C
touches one space of the Forge, an edge slot E lies between two (specification, section 3).
"""

from functools import cache
from itertools import pairwise

from companion.tabletop.hexes import DIRECTIONS, Cell

FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE_ON_A_SPACE = 3
SLOTS = tuple(f"{kind}{number}" for number in FACES for kind in "CE")


@cache
def slot_cells() -> tuple[Cell, ...]:
    """The cells of the market slots in the order of their names, around the Forge's (0, 0)."""
    cells: list[Cell] = []
    for (q, r), (next_q, next_r) in pairwise((*DIRECTIONS, DIRECTIONS[0])):
        cells += [(2 * q, 2 * r), (q + next_q, r + next_r)]
    return tuple(cells)


@cache
def slots_around(value: int, forge_order: tuple[int, ...] = FACES) -> tuple[str, str, str]:
    """The three market slots that touch the Forge space of this value."""
    corner = 2 * forge_order.index(value)
    return SLOTS[corner - 1], SLOTS[corner], SLOTS[corner + 1]


@cache
def spaces_around(slot: str, forge_order: tuple[int, ...] = FACES) -> tuple[int, ...]:
    """The values of the Forge spaces that touch this market slot."""
    return tuple(value for value in FACES if slot in slots_around(value, forge_order))


def turned(value: int, change: int) -> int:
    """A die's value after a change, 6 and 1 being neighbours (FR p.6, DE p.6)."""
    return (value - 1 + change) % 6 + 1


@cache
def emptied_lines(cell: int, dock: int, rows: int, columns: int) -> tuple[str, ...]:
    """Which of the lines of a dock cell have no worker any more; each bit of `dock` is a worker."""
    row, column = divmod(cell, columns)
    lines = {
        f"row{row + 1}": range(row * columns, (row + 1) * columns),
        f"column{column + 1}": range(column, rows * columns, columns),
    }
    return tuple(line for line, cells in lines.items() if not any(dock >> at & 1 for at in cells))


def dock_cell_name(cell: int, columns: int) -> str:
    """Such as `b2`: the column's letter, the row's number."""
    row, column = divmod(cell, columns)
    return f"{'abcdefgh'[column]}{row + 1}"
