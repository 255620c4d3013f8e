"""What an eye has to know about our own print-and-play set, drawn when it is needed."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.errors import InputError
from companion.games.protocol import Game, Laid
from companion.own_art import own_gallery

if TYPE_CHECKING:
    from companion.chart import Chart
    from companion.scenery import Face, Scenery
    from vision.eye import Eye, Kit
    from vision.gallery import Gallery
    from vision.geometry import Image

_SCALE = 2.5
"""Pixels a millimetre of a board's picture."""
_GREY = 128
"""What is around a board that is no rectangle."""


class OwnEyes:
    """Opens eyes for tables of our own set; drawings and networks are made once for all of them.

    `tiles` are the faces of somebody's own copy instead of ours.

    Raises:
        InputError: Nobody has said what the game's pieces look like.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        tiles: "Gallery | None" = None,
        threads: int | None = None,
    ) -> None:
        from companion.eyes import open_dice_eye
        from vision.board import BoardSize, Reference

        if not isinstance(game, Laid):
            raise InputError(f"{game.title}: nobody has said what its pieces look like")
        self.chart: Chart = game.chart(state)
        self.kit = own_kit(game, state, tiles)
        self.dice = open_dice_eye(threads)
        main = self.chart.main
        self._size = BoardSize(*main.size)
        self._reference = Reference(self.kit.pictures[main.name], self._size, main.outline)

    def open(self, rest: int = 3, chart: "Chart | None" = None) -> "Eye":
        """An eye that has seen nothing yet; after `rest` frames alike a zone has settled.

        With a `chart` it looks at nothing but what is in that one.
        """
        from vision.eye import Eye
        from vision.keeper import BoardKeeper

        keeper = BoardKeeper(self._size, self._reference)
        return Eye(chart or self.chart, self.kit, self.dice, keeper, rest=rest)

    def open_marked(self, rest: int = 3) -> "Eye":
        """An eye for a main board that looks otherwise, with printed markers around it.

        Nobody has shown it any board, so other boards are not read, and dice are found without
        comparing with a bare board.
        """
        from companion.marked import marker_places
        from vision.board import Markers
        from vision.eye import Eye
        from vision.keeper import BoardKeeper

        kit = replace(self.kit, pictures={})
        keeper = BoardKeeper(self._size, Markers(marker_places(self.chart)))
        return Eye(self.chart, kit, self.dice, keeper, rest=rest)


def own_kit(game: Game[Any, Any], state: Any, tiles: "Gallery | None" = None) -> "Kit":
    """Tiles, tokens, boards and colours as we draw them."""
    from hardware.art.style import style
    from vision.eye import Kit

    assert isinstance(game, Laid)
    chart: Chart = game.chart(state)
    edition = state.edition.name
    owners = {board.owner for board in chart.boards} | {field.owner for field in chart.fields}
    look = style(0)
    return Kit(
        tiles=own_gallery(game, edition) if tiles is None else tiles,
        tokens=own_gallery(game, edition, kind="upgrade"),
        pictures=_boards(game.scenery(state), {board.name for board in chart.boards}),
        colours={owner: look.colour(owner) for owner in owners if owner},
    )


def _boards(scenery: "Scenery", names: set[str]) -> "dict[str, Image]":
    """The boards from straight above, by their names."""
    from companion.scenery import Face

    return {
        thing.identity: _drawn(body)
        for thing in scenery.props
        for body in thing.bodies
        if thing.identity in names and isinstance(body, Face)
    }


def _drawn(face: "Face") -> "Image":
    import numpy as np

    from hardware.art.faces import draw_face

    drawn = draw_face(face.print, face.outline, _SCALE)
    share = drawn[..., 3:].astype(np.float32) / 255
    image: Image = (drawn[..., :3] * share + _GREY * (1 - share)).astype(np.uint8)
    return image
