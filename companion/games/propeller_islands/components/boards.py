"""The boards in millimetres, and where a camera has to look for what."""

import math
import tomllib
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.games.propeller_islands.components.board import SLOTS, slot_cells
from companion.games.propeller_islands.components.edition import Edition
from companion.tabletop import hexes
from companion.tabletop.chart import Board, Chart, Measures, Spot, TileField, Track
from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Point
from companion.tabletop.outlines import HexGrid, Outline, hexagon, middle, moved, rectangle

DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "printed.toml").read_text("utf-8"))
SIZES: Any = SimpleNamespace(**DATA["sizes"])
#: Where things lie on a tile, from its middle.
ON_TILE: Mapping[str, Point] = {what: Point(*at) for what, at in DATA["on_tile"].items()}

TILE, CELL = hexagon(SIZES.tile), hexagon(SIZES.pitch)
FORGE = HexGrid(SIZES.pitch)
#: Half of the Forge with its market.
HALF = Point(2.5 * SIZES.pitch, 4 * SIZES.pitch / math.sqrt(3))
FORGE_REGION = rectangle(2 * HALF.x + 6, 2 * HALF.y + 6)
ISLANDS_BEGIN = 172.0

_FAR_DOCKS = HALF.y + 4 * SIZES.gap + 2 * SIZES.card[1]
#: How far islands reach: nobody builds farther outwards than twelve tiles.
_FAR, _HIGH = 12 * SIZES.pitch, 8 * SIZES.pitch


class Home(NamedTuple):
    """Where a seat is: left (-1) or right (1), near (1) or far (-1), with a neighbour or not."""

    side: int
    edge: int
    shares_side: bool

    @property
    def turn(self) -> float:
        """How the seat's boards are turned, so that the player can read them."""
        return 0.0 if self.edge > 0 else 180.0


HOMES: Mapping[int, tuple[Home, ...]] = {
    2: (Home(-1, 1, False), Home(1, 1, False)),
    3: (Home(-1, 1, True), Home(-1, -1, True), Home(1, 1, False)),
    4: (Home(-1, 1, True), Home(-1, -1, True), Home(1, -1, True), Home(1, 1, True)),
}


def forge_cells(edition: Edition) -> dict[str, Cell]:
    """The cells of the Forge's spaces and of the market's slots."""
    spaces = (f"forge/{value}" for value in edition.forge_order)
    slots = (f"market/{slot}" for slot in SLOTS)
    return dict(zip((*spaces, *slots), (*hexes.DIRECTIONS, *slot_cells()), strict=True))


def chart(edition: Edition, players: int) -> Chart:
    """The table of so many players: where a camera has to look."""
    homes = dict(enumerate(HOMES[players]))
    docks = [_dock(edition, seat, home) for seat, home in homes.items()]
    regions = {"forge": FORGE_REGION}
    for seat, board in enumerate(docks):
        regions[board.zone] = board.laid(board.outline)
        regions[f"island:{seat}"] = _island_region(homes[seat])
    capitols = frozenset(str(tile) for tile in edition.tiles if tile.is_capitol)
    return Chart(
        boards=(_forge(edition), *docks),
        fields=tuple(
            TileField(f"island:{n}", f"island/{n}/({{q}},{{r}})", capitols, home.turn, f"seat-{n}")
            for n, home in homes.items()
        ),
        measures=Measures(
            SIZES.tile, SIZES.pitch, SIZES.die, SIZES.worker, SIZES.upgrade, "worker", "upgrade"
        ),
        regions=regions,
    )


def _forge(edition: Edition) -> Board:
    kinds = {"forge": frozenset({"die"}), "market": frozenset({"tile"})}
    spots = tuple(
        Spot(place, FORGE.outline(cell), kinds[place.partition("/")[0]])
        for place, cell in forge_cells(edition).items()
    )
    rim: list[Point] = []
    for step, direction in enumerate((4, 5, 0, 1, 2, 3)):
        corners = FORGE.outline(hexes.DIRECTIONS[direction])
        # A hex on the rim shows four of its corners; the last is the first of the next one.
        rim += (corners[(step + 4 + k) % 6] for k in range(3))
    return Board("forge", "forge", tuple(rim), Point(0, 0), 0.0, spots)


def _dock(edition: Edition, seat: int, home: Home) -> Board:
    """The board of a seat; its edition says how many cells it has and how long its track is."""
    pitch, boxes = SIZES.dock_cell, edition.fame_track + 1
    width = max(edition.columns * pitch + 76, boxes * SIZES.track_box + 8)
    height = edition.rows * pitch + 54
    right, lower = width / 2, height / 2

    def spot(name: str, kind: str, outline: Outline, x: float, y: float) -> Spot:
        outline = moved(outline, Point(x - right, y - lower), 0)
        return Spot(f"dock/{seat}/{name}", outline, frozenset({kind}))

    square, dice = rectangle(pitch, pitch), rectangle(SIZES.dice_cell, 2 * SIZES.dice_cell + 2)
    cells = product(range(edition.rows), range(edition.columns))
    workers = (
        spot(name, "worker", square, (column + 0.5) * pitch + 6, (row + 0.5) * pitch + 18)
        for name, (row, column) in zip(edition.dock_names, cells, strict=True)
    )
    box, away = (width - 8) / boxes, HALF.y + SIZES.gap if home.edge > 0 else _FAR_DOCKS
    track = tuple(Point((n + 0.5) * box + 4 - right, lower - 10) for n in range(boxes))
    return Board(
        name=f"dock-{seat}",
        zone=f"dock:{seat}",
        outline=rectangle(width, height),
        at=Point(home.side * (right + 3), home.edge * (away + lower)),
        turn=home.turn,
        spots=(*workers, spot("dice", "die", dice, width - 20, 23 + SIZES.dice_cell / 2)),
        owner=f"seat-{seat}",
        track=Track(f"goods/{seat}/fame", track, SIZES.marker),
    )


def dice_boxes(dock: Board) -> list[Point]:
    """Where the used dice lie on a dock: the last of its places is that of both."""
    at, off = middle(dock.spots[-1].outline), SIZES.dice_cell / 2 + 1
    return [Point(at.x, at.y - off), Point(at.x, at.y + off)]


def _island_region(home: Home) -> Outline:
    """The side of the table where a seat builds."""
    x = home.side * (ISLANDS_BEGIN - 6 + _FAR / 2)
    if not home.shares_side:
        return moved(rectangle(_FAR, 2 * _HIGH), Point(x, 0), 0)
    return moved(rectangle(_FAR, _HIGH), Point(x, home.edge * _HIGH / 2), 0)
