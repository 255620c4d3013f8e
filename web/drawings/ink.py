"""Draws hexagons as SVG, each once in a language: most of a board lies there as it did before."""

from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion.common.remembering import remembering
from web.drawings.shapes import Hexagon, HexBoard
from web.translation import current

#: How many drawn hexagons are kept: five boards in three languages, with news or not.
MOST = 2048


class Ink:
    """Draws the hexagons of boards for the templates."""

    def __init__(self, templates: Environment) -> None:
        def draw(hexagon: Hexagon, seat: int | None, _: str) -> Markup:
            shapes: Any = templates.get_template("shapes.html").module
            return Markup(shapes.hexagon(hexagon, seat))  # nosec B704 # a template escapes it

        self._draw = remembering(MOST)(draw)

    def __call__(self, board: HexBoard) -> Markup:
        """All hexagons of a board; what is new lies on top, so that its edge is seen."""
        language = current()
        # Whatever is written on a tile may tell of somebody.
        telling = f"{language.code} {language.names}"
        ordered = sorted(board.hexagons, key=lambda hexagon: hexagon.fresh)
        drawn = (self._draw(each, board.seat, telling) for each in ordered)
        return Markup("\n".join(drawn))  # nosec B704 # all of it is Markup
