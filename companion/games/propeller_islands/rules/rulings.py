"""What breaks a rule: `data/rules.json` holds text and pages of each; and how places are called."""

import re
from functools import cache, partial

from companion.games.kit import rulings
from companion.games.propeller_islands.told.words import RULES
from companion.tabletop.hexes import Cell

#: A violation of a rule, with the places and the values that its sentence names.
ruling = partial(rulings.ruling, RULES)

_CELL = re.compile(r"island/(\d+)/\((-?\d+),(-?\d+)\)")


@cache
def island_place(seat: int, cell: Cell) -> str:
    """The name of a cell of an island, as a camera's observation would call it."""
    return f"island/{seat}/({cell[0]},{cell[1]})"


def island_cell(place: str, seat: int) -> Cell | None:
    """The cell that such a name means; None when it is no cell of this seat's island."""
    match = _CELL.fullmatch(place)
    if match is None or int(match[1]) != seat:
        return None
    return int(match[2]), int(match[3])
