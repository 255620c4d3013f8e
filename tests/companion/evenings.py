"""Evenings of one kind of table, for tests."""

from collections.abc import Callable
from typing import Any

from companion import games
from companion.archive.shelf import Shelf
from companion.phones.evening import Evening, Wish
from companion.phones.table_kind import TableKind, TableTools


def evening_at(kind: TableKind, shelf: Shelf, game: Any, players: int = 2) -> Evening:
    """A game that nobody has ended goes on, or one of this game begins."""
    first = Wish(name=shelf.unfinished(game.id), game=game.id, kind=kind.name)

    def find(name: str) -> Any:
        return game if name == game.id else games.find(name)

    return Evening(shelf, [kind], first, players, find=find, names=lambda: [game.id])


def tools(**there: Any) -> Callable[[], TableTools]:
    """The same tools all the time."""
    return lambda: TableTools(**there)
