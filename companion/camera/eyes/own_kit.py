"""What an eye has to know about our own print-and-play set, drawn when it is needed."""

from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np

from companion.camera.eyes.opening import open_dice_eye
from companion.camera.eyes.own_art import drawn_on_grey, own_gallery
from companion.common.errors import InputError
from companion.common.words import say
from companion.games.capabilities import laid
from companion.games.protocol import Game
from companion.tabletop.chart import Chart
from companion.tabletop.scenery import FlatPiece, Scenery
from hardware.art.style import style
from hardware.printing.markers import CORNER_CUT, CORNER_SIZE, CORNERS
from vision.eye import Eye, Kit
from vision.faces.gallery import Gallery
from vision.geometry import Image, Points
from vision.motion.board_keeper import BoardKeeper, Finds
from vision.viewpoint.finding_board import Markers, Reference
from vision.viewpoint.table_camera import KnownLens
from vision.viewpoint.tapped import Tapped, Taps
from vision.viewpoint.view import BoardSize

_SCALE = 2.5
"""Pixels a millimetre of a board's picture."""


class OwnEyes:
    """Opens eyes for tables of our own set; drawings and networks are made once for all of them.

    `tiles` are the faces of somebody's own copy instead of ours.

    Raises:
        InputError: Nobody has said what the game's pieces look like.
    """

    def __init__(
        self, game: Game, state: Any, *, tiles: Gallery | None = None, threads: int | None = None
    ) -> None:
        self.chart: Chart = laid(game).chart(state)
        if not can_be_read(self.chart):
            raise InputError(say("{game}: no eye can read its pieces yet", game=game.title))
        self.kit = own_kit(game, state, tiles)
        self.dice = open_dice_eye(threads)
        main = self.chart.main
        self._size = BoardSize(*main.size)
        self._reference = Reference(self.kit.pictures[main.name], self._size, main.outline)

    def open(
        self,
        rest: int = 3,
        chart: Chart | None = None,
        lens: KnownLens | None = None,
        *,
        finds: Finds | None = None,
        is_ours: bool = True,
    ) -> Eye:
        """An eye that has seen nothing yet.

        Args:
            rest: After so many frames alike a zone has settled.
            chart: It looks at nothing but what is in this one.
            lens: What is known about the lens.
            finds: Finds the main board otherwise than by our drawing of it.
            is_ours: Whether the board looks like our drawing. Otherwise nobody has shown the eye
                any board: others are not read, and dice are found without a bare board.
        """
        kit = self.kit if is_ours else replace(self.kit, pictures={})
        keeper = BoardKeeper(self._size, finds or self._reference)
        return Eye(chart or self.chart, kit, self.dice, keeper, rest=rest, lens=lens)

    def markers(self) -> Finds:
        """Finds a main board by the printed markers around it."""
        return Markers(marker_places(self.chart))

    def tapped(self, taps: Taps) -> Finds:
        """Finds a main board whose corners somebody has tapped."""
        return Tapped(taps, self._size)


def can_be_read(chart: Chart) -> bool:
    """Whether an eye knows all that may lie on the boards: dice, tiles, figures."""
    known = {"die", "tile", chart.measures.figure_kind}
    return all(spot.kinds <= known for board in chart.boards for spot in board.spots)


def own_kit(game: Game, state: Any, tiles: Gallery | None = None) -> Kit:
    """Tiles, tokens, boards and colours as we draw them."""
    table = laid(game)
    chart: Chart = table.chart(state)
    edition = table.edition_of(state)
    owners = {board.owner for board in chart.boards} | {field.owner for field in chart.fields}
    look = style(0)
    return Kit(
        tiles=own_gallery(game, edition) if tiles is None else tiles,
        tokens=own_gallery(game, edition, kind=chart.measures.token_kind),
        pictures=_boards(table.scenery(state), {board.name for board in chart.boards}),
        colours={owner: look.colour(owner) for owner in owners if owner},
    )


def own_board(game: Game, state: Any) -> Image:
    """The main board from straight above, as we draw it."""
    table = laid(game)
    name = table.chart(state).main.name
    return _boards(table.scenery(state), {name})[name]


def _boards(scenery: Scenery, names: set[str]) -> dict[str, Image]:
    """The boards from straight above, by their names."""
    return {
        thing.identity: drawn_on_grey(body.print, body.outline, _SCALE)
        for thing in scenery.props
        for body in thing.bodies
        if thing.identity in names and isinstance(body, FlatPiece)
    }


_STEP = 10.0
"""Millimetres: people can measure whole centimetres."""
_SIDES = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Of the board, for each of the markers."""


def free_rectangle(chart: Chart) -> tuple[float, float]:
    """Width and height in millimetres that markers leave free around the main board's middle."""
    region = chart.regions[chart.main.zone]
    wide, high = 2 * max(abs(p.x) for p in region), 2 * max(abs(p.y) for p in region)
    return _STEP * ceil(wide / _STEP), _STEP * ceil(high / _STEP)


def marker_places(chart: Chart) -> dict[int, Points]:
    """The corners of each black square in the board's millimetres, as `Markers` wants them.

    Every marker stands upright, and touches the free rectangle with a corner of its cutting line.
    """
    half = np.array(free_rectangle(chart)) / 2 + CORNER_CUT / 2
    middle = np.array(chart.main.size) / 2
    square = np.array(_SIDES) * CORNER_SIZE / 2
    return {
        number: middle + np.array(side) * half + square
        for number, side in zip(CORNERS, _SIDES, strict=True)
    }
