"""Draws pieces as SVG, each once in a language: most of a board lies there as it did before."""

from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from companion.common.remembering import remembering
from companion.games.panels import BoardPanel, DrawnPiece
from web.translation import current

#: How many drawn pieces are kept: five boards in three languages, with news or not.
MOST = 2048


class Ink:
    """Draws the pieces of boards for the templates."""

    def __init__(self, templates: Environment) -> None:
        def draw(piece: DrawnPiece, _: str) -> Markup:
            shapes: Any = templates.get_template("shapes.html").module
            return Markup(shapes.piece(piece))  # nosec B704 # a template escapes it

        self._draw = remembering(MOST)(draw)

    def __call__(self, board: BoardPanel) -> Markup:
        """All pieces of a board; what is new lies on top, so that its edge is seen."""
        language = current()
        # Whatever is written on a piece may tell of somebody.
        telling = f"{language.code} {language.names}"
        ordered = sorted(board.pieces, key=lambda piece: piece.fresh)
        drawn = (self._draw(each, telling) for each in ordered)
        return Markup("\n".join(drawn))  # nosec B704 # all of it is Markup


def in_lines(name: str) -> tuple[str, ...]:
    """A name on one line, or on two of similar length; a bar says where a long word may break.

    >>> in_lines("Observation deck")
    ('Observation', 'deck')
    >>> in_lines("Aussichts-|plattform")
    ('Aussichts-', 'plattform')
    """
    if "|" in name:
        return tuple(name.split("|"))
    words = name.split()
    if len(words) == 1 or len(name) <= 9:
        return (name,)
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(cuts, key=lambda lines: max(len(line) for line in lines))
