"""What is printed on tiles, boards, cards and tokens, in words: the drawing decides how it looks.

The art is ours, so nothing here is more than the names and numbers of the edition's data.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import (
    RESOURCES,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.components.sizes import SIZES, UPGRADE_SLOTS, WORKER_CELL
from companion.tabletop import hexes
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, hexagon, rectangle
from companion.tabletop.scenery import Cutout, Inlay, Mark, Print

_DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "printed.toml").read_text("utf-8"))
FIRST_PLAYER = Print("goods-first", picture="propeller")
TILE_BACK = Print("back-tile", picture="propeller")
_ARROW, _WORKER = Mark("arrow"), Mark("worker", "ink")


def _row(of: str, name: str) -> tuple[Mark, ...]:
    return tuple(Mark(*sign.split("/")) for sign in _DATA[of][name])


def tile_print(edition: Edition, tile: Tile, seat: int | None = None) -> Print:
    """The face of a tile; a capitol has the colour of its seat."""
    slots = edition.slots_of(tile)
    inlays = [
        Inlay(UPGRADE_SLOTS[kind], disc(SIZES.upgrade / 2 + 0.6), Print("slot", picture=kind))
        for kind in slots
    ]
    if tile.has_worker_cell:
        inlays.append(Inlay(WORKER_CELL, disc(7.5), Print("cell", picture="worker")))
    return Print(
        ground=f"seat-{seat}" if tile.is_capitol and seat is not None else tile.family,
        picture=_DATA["pictures"][tile.id],
        title=edition.names[tile.id]["en"],
        corner=tile.id,
        die="?" if tile.is_capitol else str(tile.number or ""),
        emblem=_emblem(tile),
        row=_effect(edition, tile),
        inlays=tuple(inlays),
    )


def _emblem(tile: Tile) -> Mark | None:
    if tile.banner:
        return Mark("banner", tile.banner)
    return Mark("hub", tile.hub) if tile.hub else None


def _effect(edition: Edition, tile: Tile) -> tuple[Mark, ...]:
    if tile.is_depot:
        workers = (_WORKER,) * edition.depot_deploys[tile.id]
        return (*_goods(edition.depot_resources[tile.id]), *workers)
    if tile.id in edition.monument_sets:
        numbers = (Mark("die", "ink", str(n)) for n in edition.monument_sets[tile.id])
        return (*numbers, _ARROW, Mark("points", "fame", "5"))
    return _row("rows", tile.id)


def _goods(stock: Stock) -> tuple[Mark, ...]:
    return tuple(Mark(name, name) for name, count in stock._asdict().items() for _ in range(count))


@cache
def upgrade_print(upgrade: Upgrade) -> Print:
    """A round token."""
    return Print("token", picture=upgrade.kind, emblem=Mark(upgrade.kind, upgrade.of or "joker"))


@cache
def plan_print(plan: Plan) -> Print:
    """The front of a plan card."""
    return Print(
        ground=f"plan-{plan.level}",
        picture="propeller",
        number=str(plan.points),
        corner=plan.level,
        emblem=Mark(plan.upgrade.kind, plan.upgrade.of or "joker"),
        row=_goods(plan.cost),
    )


@cache
def plan_back(level: str) -> Print:
    """The back of a plan card: only its level."""
    return Print(f"back-{level}", picture="propeller", number=level)


def fame_token(fame: int) -> Print:
    """Stands for as much fame as the track is long."""
    return Print("goods-fame", number=f"+{fame}")


def resource_print(resource: str) -> Print:
    """A resource token."""
    return Print(f"goods-{resource}", picture=resource)


def forge_outline() -> Outline:
    """The rim of the seven hexes of the Forge, clockwise from the upper left."""
    corners = hexagon(SIZES.pitch)
    rim: list[Point] = []
    for step, direction in enumerate((4, 5, 0, 1, 2, 3)):
        centre = cell_middle(hexes.DIRECTIONS[direction])
        # A hex on the rim shows four of its corners; the last is the first of the next one.
        shown = (corners[(step + 4 + k) % 6] for k in range(3))
        rim += (Point(centre.x + corner.x, centre.y + corner.y) for corner in shown)
    return tuple(rim)


def cell_middle(cell: hexes.Cell) -> Point:
    """The middle of a cell, the cell (0, 0) being around (0, 0)."""
    q, r = cell
    return Point(SIZES.pitch * (q + r / 2), SIZES.pitch * 3**0.5 / 2 * r)


@cache
def forge_print(forge_order: tuple[int, ...]) -> Print:
    """The board in the middle: a space for each value of a die, around a propeller."""
    shape = hexagon(SIZES.tile)
    spaces = (
        Inlay(cell_middle(cell), shape, Print("space", number=str(value)))
        for value, cell in zip(forge_order, hexes.DIRECTIONS, strict=True)
    )
    centre = Inlay(Point(0, 0), shape, Print("forge-centre", picture="propeller"))
    return Print("forge", inlays=(centre, *spaces))


def dock_size(edition: Edition) -> tuple[float, float]:
    """How wide and high a dock board is."""
    width = max(
        edition.columns * SIZES.dock_cell + 76, (edition.fame_track + 1) * SIZES.track_box + 8
    )
    return width, edition.rows * SIZES.dock_cell + 54


def dock_cell_at(edition: Edition, cell: int) -> Point:
    """The middle of a worker's cell, from the middle of the board."""
    width, height = dock_size(edition)
    row, column = divmod(cell, edition.columns)
    return Point(
        (column + 0.5) * SIZES.dock_cell + 6 - width / 2,
        (row + 0.5) * SIZES.dock_cell + 18 - height / 2,
    )


def dice_cell_at(edition: Edition, index: int) -> Point:
    """The middle of a cell for a used die."""
    width, height = dock_size(edition)
    return Point(width / 2 - 20, 22 + index * (SIZES.dice_cell + 2) - height / 2)


def track_box_at(edition: Edition, box: int) -> Point:
    """The middle of a box of the fame track."""
    width, height = dock_size(edition)
    step = (width - 8) / (edition.fame_track + 1)
    return Point((box + 0.5) * step + 4 - width / 2, height / 2 - 10)


def dock_print(edition: Edition, seat: int, character: str | None) -> Print:
    """A player's board: cells for workers with their rewards, for used dice, and the fame track."""
    width, height = dock_size(edition)
    name = Print("name", title=(character or "").replace("-", " ").title())
    plate = Inlay(Point(48 - width / 2, height / 2 - 26), rectangle(84, 12), name)
    return Print(f"dock-{seat}", inlays=(plate, *_dock_inlays(edition)))


def _dock_inlays(edition: Edition) -> Iterator[Inlay]:
    cell = rectangle(SIZES.dock_cell - 2, SIZES.dock_cell - 2)
    for number in range(edition.dock_cells):
        at = dock_cell_at(edition, number)
        yield Inlay(at, cell, Print("cell", picture="worker"))
    sign = rectangle(SIZES.dock_cell - 3, 9)
    for column, reward in enumerate(edition.column_rewards):
        at = dock_cell_at(edition, column)
        yield Inlay(Point(at.x, at.y - 16), sign, Print("reward", row=_row("rewards", reward)))
    for row, reward in enumerate(edition.row_rewards):
        at = dock_cell_at(edition, row * edition.columns + edition.columns - 1)
        yield Inlay(Point(at.x + 20, at.y), sign, Print("reward", row=_row("rewards", reward)))
    for index in range(2):
        square = rectangle(SIZES.dice_cell - 2, SIZES.dice_cell - 2)
        yield Inlay(dice_cell_at(edition, index), square, Print("cell", picture="die"))
    width = dock_size(edition)[0]
    box = rectangle((width - 8) / (edition.fame_track + 1) - 0.6, 11)
    for step in range(edition.fame_track + 1):
        ground = "trumpet" if step in edition.trumpets else "box"
        yield Inlay(track_box_at(edition, step), box, Print(ground, number=str(step)))


def cutouts(edition: Edition) -> Iterator[Cutout]:
    """The boards, every tile, card and token, each as often as it is in the box."""
    seats = range(max(edition.dice))
    yield Cutout("Forge", forge_outline(), forge_print(edition.forge_order))
    for seat in seats:
        board = dock_print(edition, seat, None)
        yield Cutout(f"Dock {seat + 1}", rectangle(*dock_size(edition)), board)
    tile = hexagon(SIZES.tile)
    for face, copies in Counter(edition.tiles).items():
        if face.is_capitol:
            for seat in seats:
                capitol = tile_print(edition, face, seat)
                yield Cutout(f"{face} {seat + 1}", tile, capitol, 1, "tile", str(face))
        else:
            yield Cutout(str(face), tile, tile_print(edition, face), copies, "tile", str(face))
    card = rectangle(*SIZES.card)
    for plan, copies in Counter(edition.plans).items():
        yield Cutout(str(plan), card, plan_print(plan), copies)
    token = disc(SIZES.upgrade / 2)
    for upgrade, copies in Counter(plan.upgrade for plan in edition.plans).items():
        face_up = upgrade_print(upgrade)
        yield Cutout(str(upgrade), token, face_up, copies, "upgrade", str(upgrade))
    coin = disc(SIZES.resource / 2)
    for resource in RESOURCES:
        yield Cutout(resource, coin, resource_print(resource), 20)
    fame = edition.fame_track
    yield Cutout(f"+{fame} fame", coin, fame_token(fame), len(seats))
    yield Cutout("first player", disc(11.0), FIRST_PLAYER)
