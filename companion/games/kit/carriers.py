"""Pieces that carry places: a ring of discs, a tile of several hexes, a machine over six cells.

A piece has `faces`: what it shows on each of its own cells. How it lies is state: how often it was
turned, and where it was put. What can be seen is worked out from the pieces, the lowest first. What
a piece covers is never erased, so it is there again when the piece has gone.

>>> turned({0: "city", 1: "tool", 2: None, 3: "energy"}, lambda slot: (slot + 1) % 4)
{1: 'city', 2: 'tool', 3: None, 0: 'energy'}
>>> bar = {(0, 0): "coal", (1, 0): ""}
>>> tops([moved(bar, (4, 2)), {(5, 2): "machine"}])
{(4, 2): 'coal', (5, 2): 'machine'}
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from companion.common.errors import InputError
from companion.games.kit.places import Form
from companion.games.kit.texts import named
from companion.tabletop.hexes import Cell

C = TypeVar("C")
F = TypeVar("F")


def turned(faces: Mapping[C, F], step: Callable[[C], C], times: int = 1) -> dict[C, F]:
    """The faces after so many turns; `step` says where a cell comes to lie with one of them."""
    lying = dict(faces)
    for _ in range(times):
        lying = {step(cell): face for cell, face in lying.items()}
    return lying


def moved(faces: Mapping[Cell, F], by: Cell) -> dict[Cell, F]:
    """The faces of a piece that was put somewhere else."""
    return {(x + by[0], y + by[1]): face for (x, y), face in faces.items()}


def poses(
    faces: Mapping[Cell, F],
    step: Callable[[Cell], Cell],
    turns: int,
    flip: Callable[[Cell], Cell] | None = None,
) -> dict[int, dict[Cell, F]]:
    """Every different way to lay a piece, its lowest row and column at 0, by its number of turns.

    With the turns of the other side behind those of the front.

    >>> from companion.tabletop import squares
    >>> [*poses(dict.fromkeys([(0, 0), (1, 0), (2, 0)]), squares.turned, 4)]
    [0, 1]
    >>> s_piece = dict.fromkeys([(0, 0), (1, 0), (1, 1), (2, 1)])
    >>> [*poses(s_piece, squares.turned, 4, squares.flipped)]
    [0, 1, 4, 5]
    """
    sides = [faces, turned(faces, flip)] if flip else [faces]
    found: dict[int, dict[Cell, F]] = {}
    for number in range(turns * len(sides)):
        lying = turned(sides[number // turns], step, number % turns)
        corner = -min(x for x, _ in lying), -min(y for _, y in lying)
        if (lying := moved(lying, corner)) not in found.values():
            found[number] = lying
    return found


def tops(pieces: Iterable[Mapping[C, F]]) -> dict[C, F]:
    """What shows on each cell when these lie on each other, the first at the bottom."""
    return {cell: face for piece in pieces for cell, face in piece.items()}


def shown(place: str, faces: Callable[[Any], Mapping[C, Any]], values: Iterable[Any]) -> Form:
    """Places of which a field, such as a pose, decides what they show; `values` is all it may be.

    >>> halves = shown("coin/{}", lambda up: {1: "head" if up else "tail"}, [True, False])
    >>> halves.spread(None, 0, False), halves.gather(None, 0, {"coin/1": "head"})
    ({'coin/1': 'tail'}, True)
    """
    every = {
        value: {place.format(named(cell)): face for cell, face in faces(value).items()}
        for value in values
    }

    def gather(state: object, seat: int, there: Mapping[str, Any]) -> Any:
        for value, lying in every.items():
            if there == {name: face for name, face in lying.items() if face is not None}:
                return value
        raise InputError("what lies there can't lie so")

    return Form(lambda state, seat, value: every[value], gather)
