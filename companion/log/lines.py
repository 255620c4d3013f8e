"""Moves as a line of text, which the log keeps, together with the moves that it stands for.

Text becomes moves once: when somebody has typed it, or when a log is opened. Whoever has moves
makes their line, and nobody has to read that again.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.protocol import Game
from companion.log.events import Action, Confirm, Correct, Play


class MoveLine(str):
    """A line of moves that knows them: `moves`."""

    moves: tuple[Any, ...]

    def __new__(cls, text: str, moves: Iterable[Any]) -> "MoveLine":
        """The text is what is compared, hashed and written."""
        line = super().__new__(cls, text)
        line.moves = tuple(moves)
        return line


def write(game: Game[Any, Any], moves: Iterable[Any]) -> MoveLine:
    """The line of these moves."""
    moves = tuple(moves)
    return MoveLine(" ".join(map(game.move_text, moves)), moves)


def read(game: Game[Any, Any], text: str) -> MoveLine:
    """The line with its moves (an empty one has none); `InputError` when it makes no sense."""
    if isinstance(text, MoveLine):
        return text
    return MoveLine(text, game.parse_moves(text) if text.strip() else ())


def with_moves(game: Game[Any, Any], action: Action) -> Action:
    """The action with its line read; what can't be read stays text, and the fold says why."""
    if not isinstance(action, Play | Confirm | Correct) or isinstance(action.moves, MoveLine):
        return action
    try:
        return replace(action, moves=read(game, action.moves))
    except Exception:
        return action  # `step` comes to the same, and it tells people


def moves_of(game: Game[Any, Any], action: Action) -> tuple[Any, ...]:
    """The moves that an action holds; `InputError` when they can't be read."""
    return read(game, getattr(action, "moves", "")).moves
