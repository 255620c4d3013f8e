"""The sentences of the rules: `data/rules.json` holds text and pages of each rule id."""

import json
import re
from functools import cache
from pathlib import Path

from companion.games.protocol import Violation
from companion.hexes import Cell

_RULES = json.loads((Path(__file__).parent / "data" / "rules.json").read_text("utf-8"))

_CELL = re.compile(r"island/(\d+)/\((-?\d+),(-?\d+)\)")

ASSUMED_NOTE = " (This rests on assumed data.)"


def ruling(rule: str, *pieces: str, assumed: bool = False, **facts: object) -> Violation:
    """A violation of this rule, its sentence filled with the facts."""
    entry = _RULES[rule]
    text = entry["text"]["en"].format(**facts) + (ASSUMED_NOTE if assumed else "")
    return Violation(rule, text, entry["pages"], pieces, assumed)


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
