"""How each game looks: a painter turns its view into the shapes that the templates draw."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from companion.common.json_reading import Json
from companion.games.capabilities import Rules
from companion.games.protocol import Breakdown, Outcome, Seat
from web.drawings.shapes import HexBoard, SeatDetails, TablePicture

View = Mapping[str, Json]

#: (view, view before, scores, outcome) -> picture
Painter = Callable[
    [View, View | None, Mapping[Seat, Breakdown], Outcome | None],
    TablePicture,
]

#: (game, state, seat, places with their numbers) -> that seat's tiles and the places to choose
Charter = Callable[[Rules[Any, Any], Any, Seat, Mapping[str, int]], HexBoard | None]
#: (game, view, seat) -> that seat from close by, as far as the view knows it
Describer = Callable[[Rules[Any, Any], View, Seat], SeatDetails]


class GameDrawings(Protocol):
    """What a module that draws a game offers."""

    chart: Charter
    details: Describer

    def paint_for(self, game: Rules[Any, Any]) -> Painter:
        """The painter for this game."""

    def category(self, rule: str) -> str:
        """What a kind of points is called on the score sheet."""

    def reason(self, decided_by: str) -> str:
        """Why somebody has won."""


#: Game id -> module.
_DRAWINGS: Mapping[str, str] = {"propeller-islands": "web.drawings.propeller_islands"}


def drawings_of(game: Rules[Any, Any]) -> GameDrawings:
    """How this game is drawn."""
    drawings: GameDrawings = import_module(_DRAWINGS[game.id])
    return drawings


def painter_of(game: Rules[Any, Any]) -> Painter:
    """The painter for this game."""
    return drawings_of(game).paint_for(game)
