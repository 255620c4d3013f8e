"""The sentences of the rules: `data/rules.json` holds text and pages of each rule id."""

import re
from collections.abc import Callable, Iterator
from functools import cache, wraps
from typing import ParamSpec

from companion.common.words import joined, player_name, say, say_n
from companion.games.propeller_islands.told.words import RULES
from companion.games.protocol import Violation
from companion.tabletop.hexes import Cell

Reasons = Iterator[Violation]
P = ParamSpec("P")

_CELL = re.compile(r"island/(\d+)/\((-?\d+),(-?\d+)\)")

ASSUMED_NOTE = say("(This rests on assumed data.)")

_SEATS = frozenset({"seat", "owner", "turn"})


def ruling(rule: str, *pieces: str, assumed: bool = False, **facts: object) -> Violation:
    """A violation of this rule, its sentence filled with the facts; seats become players.

    A sentence in the singular and in the plural is chosen by the fact `n`.
    """
    entry = RULES[rule]
    for name in _SEATS.intersection(facts):
        facts[name] = player_name(int(str(facts[name])))
    text = entry["text"]["en"]
    if isinstance(text, str):
        said: str = say(text, **facts)
    else:
        one, many = text
        said = say_n(one, many, int(str(facts.pop("n"))), **facts)
    return Violation(
        rule, joined([said, ASSUMED_NOTE]) if assumed else said, entry["pages"], pieces, assumed
    )


def all_of(find: Callable[P, Reasons]) -> Callable[P, tuple[Violation, ...]]:
    """Everything that a generator finds, as a decorator."""

    @wraps(find)
    def found(*args: P.args, **kwargs: P.kwargs) -> tuple[Violation, ...]:
        return tuple(find(*args, **kwargs))

    return found


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
