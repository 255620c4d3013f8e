"""Moves as a line of text, which the log keeps, together with the moves that it stands for.

Text becomes moves once: when somebody has typed it, or when the moves of an opened log are first
asked for. Whoever has moves makes their line, and nobody has to read that again.
"""

from collections.abc import Iterable
from typing import Any

from companion.games.capabilities import Rules


class MoveLine(str):
    """A line of moves; the text is what is compared, hashed and written."""

    _moves: tuple[Any, ...] | None = None

    def moves(self, game: Rules[Any, Any]) -> tuple[Any, ...]:
        """The moves (an empty line has none); `InputError` when it makes no sense."""
        if self._moves is None:
            self._moves = tuple(game.parse_moves(str(self))) if self.strip() else ()
        return self._moves


def write(game: Rules[Any, Any], moves: Iterable[Any]) -> MoveLine:
    """The line of these moves."""
    moves = tuple(moves)
    line = MoveLine(" ".join(map(game.move_text, moves)))
    line._moves = moves
    return line


def moves_of(game: Rules[Any, Any], action: object) -> tuple[Any, ...]:
    """The moves that an action of the log holds; `InputError` when they can't be read."""
    line = getattr(action, "moves", "")
    return (line if isinstance(line, MoveLine) else MoveLine(line)).moves(game)
