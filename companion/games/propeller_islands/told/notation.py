"""Moves as short text, and back: `d4+1 build E4 @1,-1` is two moves.

>>> [str(move) for move in parse("d4+1 build E4 @1,-1")]
['d4+1', 'build E4 @1,-1']
"""

import re
from collections.abc import Callable, Mapping

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
    if word not in _PARSERS:
        raise InputError(f"no move '{word}'; there is d4, d4+1, {', '.join(_PARSERS)}")
    try:
        return _PARSERS[word](words)
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
    option = words.pop() if words and _is_option(words[-1]) else None
    return moves.Activate(cell, option)


def _is_option(word: str) -> bool:
    return any(word in bar for bar in activation.BARS.values())


def _deploy(words: list[str]) -> Move:
    dock_cell = words.pop()
    return moves.Deploy(dock_cell, _cell(words))


def _build(words: list[str]) -> Move:
    slot = words.pop()
    return moves.Build(slot, _cell(words))


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


def _hold(words: list[str]) -> Move:
    seat = _number(words)
    return moves.Hold(seat, Plan.parse(words.pop()))


_PARSERS: Mapping[str, Callable[[list[str]], Move]] = {
    "keep": lambda words: moves.Change(0),
    "build": _build,
    "scrap": lambda words: moves.Scrap(words.pop()),
    "activate": _activate,
    "pass": lambda words: moves.PASS,
    "deploy": _deploy,
    "place": lambda words: moves.Place(_cell(words)),
    "claim": lambda words: moves.Claim(words.pop()),
    "depot": lambda words: moves.UseDepot(_cell(words)),
    "gain": lambda words: moves.Gain(words.pop()),
    "plan": _complete,
    "draw": _draw,
    "shared": lambda words: moves.UseShared(_number(words)),
    "roll": _roll,
    "tile": lambda words: moves.Reveal(Tile.parse(words.pop())),
    "card": _card,
    "character": lambda words: moves.Character(words.pop()),
    "hold": _hold,
    "stack": lambda words: moves.CountStack(_number(words)),
}
