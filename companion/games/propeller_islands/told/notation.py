"""Moves as short text, and back: `d4+1 build E4 @1,-1` is two moves.

>>> [str(move) for move in parse("d4+1 build E4 @1,-1")]
['d4+1', 'build E4 @1,-1']
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from companion.common.errors import InputError
from companion.games.propeller_islands.components.pieces import LEVELS, Plan, Tile
from companion.games.propeller_islands.rules import activation, moves
from companion.games.propeller_islands.rules.moves import Move
from companion.tabletop.hexes import Cell

_TAKE = re.compile(r"d([1-6])(r|[+-][1-3])?")
_CHANGE = re.compile(r"[+-][1-3]")
_CELL = re.compile(r"@(-?[0-9]{1,3}),(-?[0-9]{1,3})")


def parse(text: str) -> tuple[Move, ...]:
    """The moves that a line stands for."""
    words = text.split()[::-1]
    found: list[Move] = []
    while words:
        found.append(_next_move(words))
    return tuple(found)


def _next_move(words: list[str]) -> Move:
    word = words.pop()
    take = _TAKE.fullmatch(word)
    if take:
        die, how = int(take.group(1)), take.group(2) or "0"
        return moves.Take(die, reroll=True) if how == "r" else moves.Take(die, _steps(how))
    if _CHANGE.fullmatch(word):
        return moves.Change(_steps(word))
    if word not in _VERBS:
        raise InputError(f"no move '{word}'; there is d4, d4+1, {', '.join(_VERBS)}")
    try:
        if word in _SPECIAL:
            return _SPECIAL[word](words)
        move: Move = _VERBS[word](*(_FIELDS[field.type](words) for field in fields(_VERBS[word])))
        return move
    except IndexError:
        raise InputError(f"'{word}' needs more words behind it") from None


def _steps(text: str) -> int:
    """A change of a die; three steps down are three steps up."""
    steps = int(text)
    return 3 if steps == -3 else steps


def _cell(words: list[str]) -> Cell:
    word = words.pop()
    match = _CELL.fullmatch(word)
    if not match:
        raise InputError(f"'{word}' is no cell; write @1,-1")
    return int(match.group(1)), int(match.group(2))


def _activate(words: list[str]) -> Move:
    cell = _cell(words)
    is_option = words and any(words[-1] in bar for bar in activation.BARS.values())
    return moves.Activate(cell, words.pop() if is_option else None)


def _complete(words: list[str]) -> Move:
    plan = Plan.parse(words.pop())
    if words and words[-1] == "aside":
        words.pop()
        return moves.Complete(plan)
    return moves.Complete(plan, _cell(words))


def _draw(words: list[str]) -> Move:
    word = words.pop()
    if word in LEVELS:
        return moves.Draw(word)
    plan = Plan.parse(word)
    return moves.Draw(plan.level, plan)


def _card(words: list[str]) -> Move:
    word = words.pop()
    return moves.Card(None if word == "?" else Plan.parse(word))


def _number(words: list[str]) -> int:
    word = words.pop()
    if not re.fullmatch(r"[0-9]{1,3}", word):
        raise InputError(f"'{word}' is no number")
    return int(word)


def _roll(words: list[str]) -> Move:
    word = words.pop()
    if not re.fullmatch("[0-9]{1,20}", word):
        raise InputError(f"'{word}' is no roll; write 11346")
    return moves.Roll(tuple(int(digit) for digit in word))


#: The moves that are told by a verb.
_VERBS = {cls.verb: cls for cls in get_args(Move) if issubclass(cls, moves.Worded)}
_SPECIAL: Mapping[str, Callable[[list[str]], Move]] = {
    "keep": lambda words: moves.Change(0),
    "activate": _activate,
    "plan": _complete,
    "draw": _draw,
    "roll": _roll,
    "card": _card,
}
#: All others: how each field is read.
_FIELDS: Mapping[object, Callable[[list[str]], Any]] = {
    str: list.pop,
    int: _number,
    Cell: _cell,
    Plan: lambda words: Plan.parse(words.pop()),
    Tile: lambda words: Tile.parse(words.pop()),
}
