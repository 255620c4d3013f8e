"""Where a camera has to look for what, in millimetres: the Forge, the docks and the islands."""

from collections.abc import Iterator

from companion.games.propeller_islands.components import layout, printed
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.sizes import SIZES
from companion.tabletop.chart import Board, Chart, Measures, Spot, TileField, Track
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, moved, rectangle

_DIE, _TILE, _WORKER = frozenset({"die"}), frozenset({"tile"}), frozenset({"worker"})
#: How far islands reach: nobody builds farther outwards than twelve tiles.
_FAR = 12 * SIZES.pitch
_HIGH = 8 * SIZES.pitch


def chart(edition: Edition, players: int) -> Chart:
    """The table of so many players."""
    seats = range(players)
    homes = layout.HOMES[players]
    fields = tuple(
        TileField(
            zone=f"island:{seat}",
            place=f"island/{seat}/({{q}},{{r}})",
            origins=frozenset(str(tile) for tile in edition.tiles if tile.is_capitol),
            turn=homes[seat].turn,
            owner=f"seat-{seat}",
        )
        for seat in seats
    )
    docks = tuple(_dock(edition, seat, homes[seat]) for seat in seats)
    regions = {"forge": layout.FORGE_REGION}
    for seat, dock in zip(seats, docks, strict=True):
        regions[dock.zone] = dock.laid(dock.outline)
        regions[f"island:{seat}"] = _island_region(homes[seat])
    return Chart(
        boards=(_forge(edition), *docks),
        fields=fields,
        measures=Measures(
            SIZES.tile,
            SIZES.pitch,
            SIZES.die,
            SIZES.worker,
            SIZES.upgrade,
            figure_kind="worker",
            token_kind="upgrade",  # nosec B106: a piece, no password
        ),
        regions=regions,
    )


def _forge(edition: Edition) -> Board:
    spots = tuple(
        Spot(place, outline, _DIE if place.startswith("forge/") else _TILE)
        for place, outline in layout.forge_places(edition).items()
    )
    return Board("forge", "forge", printed.forge_outline(), Point(0, 0), 0.0, spots)


def _dock(edition: Edition, seat: int, home: layout.Home) -> Board:
    at, turn = layout.dock_at(edition, home)
    return Board(
        name=f"dock-{seat}",
        zone=f"dock:{seat}",
        outline=rectangle(*printed.dock_size(edition)),
        at=at,
        turn=turn,
        spots=tuple(_dock_spots(edition, seat)),
        owner=f"seat-{seat}",
        track=Track(
            f"dock/{seat}/fame",
            tuple(printed.track_box_at(edition, box) for box in range(edition.fame_track + 1)),
            SIZES.marker,
        ),
    )


def _dock_spots(edition: Edition, seat: int) -> Iterator[Spot]:
    square = rectangle(SIZES.dock_cell, SIZES.dock_cell)
    for cell, name in enumerate(edition.dock_names):
        yield Spot(
            f"dock/{seat}/{name}", moved(square, printed.dock_cell_at(edition, cell), 0), _WORKER
        )
    first, last = (printed.dice_cell_at(edition, index) for index in (0, 1))
    height = last.y - first.y + SIZES.dice_cell
    middle = Point(first.x, (first.y + last.y) / 2)
    both = moved(rectangle(SIZES.dice_cell, height), middle, 0)
    yield Spot(f"dock/{seat}/dice", both, _DIE)


def _island_region(home: layout.Home) -> Outline:
    """The side of the table where a seat builds."""
    begin = layout.ISLANDS_BEGIN - 6
    x = home.side * (begin + _FAR / 2)
    if not home.shares_side:
        return moved(rectangle(_FAR, 2 * _HIGH), Point(x, 0), 0)
    return moved(rectangle(_FAR, _HIGH), Point(x, home.edge * _HIGH / 2), 0)
