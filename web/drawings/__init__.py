"""How each game looks: a painter turns its view into the shapes that the templates draw."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

from companion.common.json_reading import Json
from companion.games.protocol import Breakdown, Game, Outcome, Seat
from web.drawings.details import SeatDetails
from web.drawings.shapes import HexBoard, TablePicture

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


#: (game, state, seat, places with their numbers) -> that seat's tiles and the places to choose
Charter = Callable[[Game[Any, Any], Any, Seat, Mapping[str, int]], HexBoard | None]


def chart_of(game: Game[Any, Any]) -> Charter:
    """How the places that somebody can choose from are drawn in this game."""
    charter: Charter = import_module(_PAINTERS[game.id]).chart
    return charter


#: (game, view, seat) -> that seat from close by, as far as the view knows it
Describer = Callable[[Game[Any, Any], View, Seat], SeatDetails]

_DETAILS: Mapping[str, str] = {"propeller-islands": "web.drawings.propeller_details"}


def details_of(game: Game[Any, Any]) -> Describer:
    """How a seat of this game is described to its player."""
    describer: Describer = import_module(_DETAILS[game.id]).details
    return describer


class Names(Protocol):
    """What a game calls its categories of points and its tie-breaks."""

    def category(self, rule: str) -> str:
        """A kind of points."""

    def reason(self, decided_by: str) -> str:
        """Why somebody has won."""


def names_of(game: Game[Any, Any]) -> Names:
    """The words of this game's score sheet."""
    names: Names = import_module(_PAINTERS[game.id])
    return names
