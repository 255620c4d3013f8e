"""The boards in millimetres, and where a camera has to look for what."""

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from companion.games.propeller_islands.components.board import SLOTS, slot_cells
from companion.games.propeller_islands.components.edition import Edition
from companion.tabletop import hexes
from companion.tabletop.chart import Board, Chart, Measures, Spot, TileField, Track
from companion.tabletop.observation import Point
from companion.tabletop.outlines import HexGrid, Outline, hexagon, moved, rectangle

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


class Dock(NamedTuple):
    """A dock board around its middle: its size, and the middles of its cells and boxes."""

    width: float
    height: float
    workers: tuple[Point, ...]
    dice: tuple[Point, ...]
    fame: tuple[Point, ...]


def dock(edition: Edition) -> Dock:
    """The dock of an edition, which says how many cells it has and how long its track is."""
    boxes = edition.fame_track + 1
    width = max(edition.columns * SIZES.dock_cell + 76, boxes * SIZES.track_box + 8)
    height = edition.rows * SIZES.dock_cell + 54
    left, top = -width / 2, -height / 2
    cells = (divmod(cell, edition.columns) for cell in range(edition.dock_cells))
    return Dock(
        width,
        height,
        tuple(
            Point(
                (column + 0.5) * SIZES.dock_cell + 6 + left,
                (row + 0.5) * SIZES.dock_cell + 18 + top,
            )
            for row, column in cells
        ),
        tuple(Point(width / 2 - 20, 22 + n * (SIZES.dice_cell + 2) + top) for n in (0, 1)),
        tuple(
            Point((n + 0.5) * (width - 8) / boxes + 4 + left, height / 2 - 10) for n in range(boxes)
        ),
    )


def forge_outline() -> Outline:
    """The rim of the seven hexes of the Forge, clockwise from the upper left."""
    rim: list[Point] = []
    for step, direction in enumerate((4, 5, 0, 1, 2, 3)):
        corners = FORGE.outline(hexes.DIRECTIONS[direction])
        # A hex on the rim shows four of its corners; the last is the first of the next one.
        rim += (corners[(step + 4 + k) % 6] for k in range(3))
    return tuple(rim)


def forge_cells(edition: Edition) -> dict[str, Point]:
    """The middles of the Forge's spaces and of the market's slots."""
    spaces = (f"forge/{value}" for value in edition.forge_order)
    slots = (f"market/{slot}" for slot in SLOTS)
    cells = zip((*spaces, *slots), (*hexes.DIRECTIONS, *slot_cells()), strict=True)
    return {place: FORGE.middle(cell) for place, cell in cells}


def chart(edition: Edition, players: int) -> Chart:
    """The table of so many players: where a camera has to look."""
    homes = dict(enumerate(HOMES[players]))
    docks = [_dock_board(edition, seat, home) for seat, home in homes.items()]
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
        Spot(place, moved(CELL, at, 0), kinds[place.partition("/")[0]])
        for place, at in forge_cells(edition).items()
    )
    return Board("forge", "forge", forge_outline(), Point(0, 0), 0.0, spots)


def _dock_board(edition: Edition, seat: int, home: Home) -> Board:
    here, square = dock(edition), rectangle(SIZES.dock_cell, SIZES.dock_cell)
    away = HALF.y + SIZES.gap if home.edge > 0 else _FAR_DOCKS
    first, last = here.dice
    both = rectangle(SIZES.dice_cell, last.y - first.y + SIZES.dice_cell)
    spots = [
        Spot(f"dock/{seat}/{name}", moved(square, at, 0), frozenset({"worker"}))
        for name, at in zip(edition.dock_names, here.workers, strict=True)
    ]
    middle = Point(first.x, (first.y + last.y) / 2)
    spots.append(Spot(f"dock/{seat}/dice", moved(both, middle, 0), frozenset({"die"})))
    return Board(
        name=f"dock-{seat}",
        zone=f"dock:{seat}",
        outline=rectangle(here.width, here.height),
        at=Point(home.side * (here.width / 2 + 3), home.edge * (away + here.height / 2)),
        turn=home.turn,
        spots=tuple(spots),
        owner=f"seat-{seat}",
        track=Track(f"dock/{seat}/fame", here.fame, SIZES.marker),
    )


def _island_region(home: Home) -> Outline:
    """The side of the table where a seat builds."""
    x = home.side * (ISLANDS_BEGIN - 6 + _FAR / 2)
    if not home.shares_side:
        return moved(rectangle(_FAR, 2 * _HIGH), Point(x, 0), 0)
    return moved(rectangle(_FAR, _HIGH), Point(x, home.edge * _HIGH / 2), 0)
