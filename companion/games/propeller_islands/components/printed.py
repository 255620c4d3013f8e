"""What is printed on tiles, boards, cards and tokens, in words: the drawing decides how it looks.

The art is ours, so nothing here is more than the names and numbers of the edition's data.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import (
    RESOURCES,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.games.propeller_islands.components.sizes import (
    SIZES,
    UPGRADE_SLOTS,
    WORKER_CELL,
    Sizes,
)
from companion.tabletop import hexes
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, hexagon, rectangle
from companion.tabletop.scenery import Cutout, Inlay, Mark, Print

_PICTURES = {
    "01": "capitol",
    "02": "crate",
    "03": "barrel",
    "04": "crane",
    "05": "workshop",
    "06": "refinery",
    "07": "foundry",
    "08": "hotel",
    "09": "smelter",
    "10": "factory",
    "11": "radio",
    "12": "warehouse",
    "13": "crystal",
    "14": "apartments",
    "15": "parcel",
    "16": "garden",
    "17": "theatre",
    "18": "flask",
    "19": "book",
    "20": "newspaper",
    "21": "cup",
    "22": "zeppelin",
    "23": "telescope",
}
_ARROW, _OR = Mark("arrow"), Mark("slash")
_ENERGY, _STEEL, _GEAR = (Mark(name, name) for name in ("energy", "steel", "gear"))
_WORKER = Mark("worker", "ink")
_EFFECTS: dict[str, tuple[Mark, ...]] = {
    "01": (_WORKER, _OR, _STEEL, _ENERGY),
    "05": (_GEAR,),
    "06": (_ENERGY, _ENERGY),
    "07": (_STEEL,),
    "08": (_WORKER,),
    "09": (_ENERGY, _ENERGY, _ARROW, _GEAR, _STEEL),
    "10": (_STEEL, _ARROW, _GEAR, _GEAR),
    "11": (Mark("wave", "ink"), Mark("hexagon", "ink")),
    "12": (Mark("again", "ink"), Mark("crate", "ink")),
    "13": (_ENERGY, _ENERGY, Mark("exchange", "ink"), _STEEL, _OR, _GEAR),
}
#: What a monument's points are counted by, and how many there are for a full set.
_MONUMENTS = {
    "14": (Mark("worker", "ink", "6"), "3"),
    "15": (Mark("crate", "ink", "3"), "5"),
    "16": (Mark("hexagon", "ink", "6"), "5"),
    "17": (Mark("banner", "ink", "3"), "5"),
    "18": (Mark("banner", "science", "3"), "4"),
    "19": (Mark("banner", "culture", "3"), "4"),
    "20": (Mark("banner", "industry", "3"), "4"),
    "21": (Mark("die", "ink", "4"), "5"),
}
_REWARDS: dict[str, tuple[Mark, ...]] = {
    "tile": (Mark("hexagon", "ink"),),
    "activate-two": (Mark("wave", "ink", "2"),),
    "fame": (Mark("star", "fame", "3"),),
    "depots": (Mark("crate", "ink", "2"),),
    "resources": (_ENERGY, _STEEL),
    "deploy": (_WORKER,),
}


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
        picture=_PICTURES[tile.id],
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
    if tile.is_monument:
        counted, points = _MONUMENTS[tile.id]
        return (counted, _ARROW, Mark("points", "fame", points))
    return _EFFECTS[tile.id]


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


def first_player_print() -> Print:
    """Who begins."""
    return Print("goods-first", picture="propeller")


def tile_back() -> Print:
    """The back of a tile."""
    return Print("back-tile", picture="propeller")


def resource_print(resource: str) -> Print:
    """A resource token."""
    return Print(f"goods-{resource}", picture=resource)


def forge_outline(sizes: Sizes = SIZES) -> Outline:
    """The rim of the seven hexes of the Forge, clockwise from the upper left."""
    corners = hexagon(sizes.pitch)
    rim: list[Point] = []
    for step, direction in enumerate((4, 5, 0, 1, 2, 3)):
        centre = cell_middle(hexes.DIRECTIONS[direction], sizes)
        # A hex on the rim shows four of its corners; the last is the first of the next one.
        shown = (corners[(step + 4 + k) % 6] for k in range(3))
        rim += (Point(centre.x + corner.x, centre.y + corner.y) for corner in shown)
    return tuple(rim)


def cell_middle(cell: hexes.Cell, sizes: Sizes = SIZES) -> Point:
    """The middle of a cell, the cell (0, 0) being around (0, 0)."""
    q, r = cell
    return Point(sizes.pitch * (q + r / 2), sizes.pitch * 3**0.5 / 2 * r)


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


def dock_size(edition: Edition, sizes: Sizes = SIZES) -> tuple[float, float]:
    """How wide and high a dock board is."""
    width = max(
        edition.columns * sizes.dock_cell + 76, (edition.fame_track + 1) * sizes.track_box + 8
    )
    return width, edition.rows * sizes.dock_cell + 54


def dock_cell_at(edition: Edition, cell: int, sizes: Sizes = SIZES) -> Point:
    """The middle of a worker's cell, from the middle of the board."""
    width, height = dock_size(edition, sizes)
    row, column = divmod(cell, edition.columns)
    return Point(
        (column + 0.5) * sizes.dock_cell + 6 - width / 2,
        (row + 0.5) * sizes.dock_cell + 18 - height / 2,
    )


def dice_cell_at(edition: Edition, index: int, sizes: Sizes = SIZES) -> Point:
    """The middle of a cell for a used die."""
    width, height = dock_size(edition, sizes)
    return Point(width / 2 - 20, 22 + index * (sizes.dice_cell + 2) - height / 2)


def track_box_at(edition: Edition, box: int, sizes: Sizes = SIZES) -> Point:
    """The middle of a box of the fame track."""
    width, height = dock_size(edition, sizes)
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
        yield Inlay(Point(at.x, at.y - 16), sign, Print("reward", row=_REWARDS[reward]))
    for row, reward in enumerate(edition.row_rewards):
        at = dock_cell_at(edition, row * edition.columns + edition.columns - 1)
        yield Inlay(Point(at.x + 20, at.y), sign, Print("reward", row=_REWARDS[reward]))
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
    yield Cutout("first player", disc(11.0), first_player_print())
