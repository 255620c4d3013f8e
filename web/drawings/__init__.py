"""How each game looks: a painter turns its view into the shapes that the templates draw."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from companion.games.protocol import Breakdown, Game, Outcome, Seat
from companion.reading import Json
from web.drawings.shapes import TablePicture

View = Mapping[str, Json]

#: (view, view before, scores, outcome) -> picture
Painter = Callable[
    [View, View | None, Mapping[Seat, Breakdown], Outcome | None],
    TablePicture,
]

#: Game id -> module; each module offers `paint_for(game)`.
_PAINTERS: Mapping[str, str] = {"propeller-islands": "web.drawings.propeller_islands"}


def painter_of(game: Game[Any, Any]) -> Painter:
    """The painter for this game."""
    painter: Painter = import_module(_PAINTERS[game.id]).paint_for(game)
    return painter
