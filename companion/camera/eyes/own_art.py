"""A gallery of our own print-and-play drawings, for people who play with those.

Nothing is stored: a gallery is drawn when it is needed, in less than a second.
"""

import numpy as np

from companion.common.errors import InputError
from companion.games.capabilities import laid
from companion.games.positions import checked_edition
from companion.games.protocol import Game
from companion.tabletop.outlines import Outline
from companion.tabletop.scenery import Cutout, Print
from hardware.art.faces import draw_face, extent
from vision.faces.crops import cut_out
from vision.faces.gallery import Face, Gallery
from vision.geometry import Image

_SCALE = 3.2
"""Pixels a millimetre: twice as many as a crop has."""
_GREY = 128
"""What is around a piece."""


def own_gallery(
    game: Game, edition: str | None = None, *, kind: str = "tile", style: int = 0
) -> Gallery:
    """One picture of every face of a kind, named as `Game.project` names it.

    A name may have several faces, such as one for each seat's colour.

    Args:
        game: Whose pieces.
        edition: Which edition; the first unless told.
        kind: Which of its things, as `Game.project` calls them.
        style: Which of our styles; 0 is the house's own.

    Raises:
        InputError: Nobody has said what its pieces look like, or it has none of this kind.
    """
    pieces = laid(game).cutouts(checked_edition(game, edition))
    faces = [_face(cut, style) for cut in pieces if cut.kind == kind]
    if not faces:
        raise InputError(f"{game.title} has no {kind} that could be drawn")
    return Gallery(faces)


def _face(cutout: Cutout, style: int) -> Face:
    image = drawn_on_grey(cutout.print, cutout.outline, _SCALE, style)
    size = np.array(extent(cutout.outline))
    corners = np.array(cutout.outline) * _SCALE + (np.round(size * _SCALE) - 1) / 2
    return Face(cutout.identity, cut_out(image, corners))


def drawn_on_grey(what: Print, outline: Outline, scale: float, style: int = 0) -> Image:
    """A printed face as we draw it, from straight above, on a grey ground."""
    drawn = draw_face(what, outline, scale, style)
    share = drawn[..., 3:].astype(np.float32) / 255
    image: Image = (drawn[..., :3] * share + _GREY * (1 - share)).astype(np.uint8)
    return image
