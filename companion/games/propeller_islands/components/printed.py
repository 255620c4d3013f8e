"""What is printed on tiles, boards, cards and tokens, in words: the drawing decides how it looks.

The art is ours, so nothing here is more than the names and numbers of the edition's data.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.games.propeller_islands.components.boards import (
    DATA,
    ON_TILE,
    SIZES,
    TILE,
    dock,
    forge_cells,
    forge_outline,
)
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import (
    RESOURCES,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.tabletop.observation import Point
from companion.tabletop.outlines import disc, rectangle
from companion.tabletop.scenery import Cutout, Inlay, Mark, Print

FIRST_PLAYER = Print("goods-first", picture="propeller")
TILE_BACK = Print("back-tile", picture="propeller")
CARD = rectangle(*SIZES.card)
TOKEN, COIN = disc(SIZES.upgrade / 2), disc(SIZES.resource / 2)


def _row(of: str, name: str) -> tuple[Mark, ...]:
    return tuple(Mark(*sign.split("/")) for sign in DATA[of][name])


def tile_print(edition: Edition, tile: Tile, seat: int | None = None) -> Print:
    """The face of a tile; a capitol has the colour of its seat."""
    room = disc(SIZES.upgrade / 2 + 0.6)
    inlays = [
        Inlay(ON_TILE[kind], room, Print("slot", picture=kind)) for kind in edition.slots_of(tile)
    ]
    if tile.has_worker_cell:
        inlays.append(Inlay(ON_TILE["worker"], disc(7.5), Print("cell", picture="worker")))
    emblems = (Mark(what, of) for what, of in (("banner", tile.banner), ("hub", tile.hub)) if of)
    return Print(
        ground=f"seat-{seat}" if tile.is_capitol and seat is not None else tile.family,
        picture=DATA["pictures"][tile.id],
        title=edition.names[tile.id]["en"],
        corner=tile.id,
        die="?" if tile.is_capitol else str(tile.number or ""),
        emblem=next(emblems, None),
        row=_effect(edition, tile),
        inlays=tuple(inlays),
    )


def _effect(edition: Edition, tile: Tile) -> tuple[Mark, ...]:
    if tile.is_depot:
        workers = (Mark("worker", "ink"),) * edition.depot_deploys[tile.id]
        return (*_goods(edition.depot_resources[tile.id]), *workers)
    if tile.id in edition.monument_sets:
        numbers = (Mark("die", "ink", str(n)) for n in edition.monument_sets[tile.id])
        return (*numbers, Mark("arrow"), Mark("points", "fame", "5"))
    return _row("rows", tile.id)


def _goods(stock: Stock) -> tuple[Mark, ...]:
    return tuple(Mark(name, name) for name, count in stock.counts().items() for _ in range(count))


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
        emblem=upgrade_print(plan.upgrade).emblem,
        row=_goods(plan.cost),
    )


@cache
def plan_back(level: str) -> Print:
    """The back of a plan card: only its level."""
    return Print(f"back-{level}", picture="propeller", number=level)


def coin(of: str, number: str = "") -> Print:
    """A token for one of a resource, or for as much fame as the track is long."""
    return Print(f"goods-{of}", number=number, picture="" if number else of)


def forge_print(edition: Edition) -> Print:
    """The board in the middle: a space for each value of a die, around a propeller."""
    centre = Inlay(Point(0, 0), TILE, Print("forge-centre", picture="propeller"))
    spaces = (
        Inlay(at, TILE, Print("space", number=place.removeprefix("forge/")))
        for place, at in forge_cells(edition).items()
        if place.startswith("forge/")
    )
    return Print("forge", inlays=(centre, *spaces))


def dock_print(edition: Edition, seat: int, character: str | None) -> Print:
    """A player's board: cells for workers with their rewards, for used dice, and the fame track."""
    here = dock(edition)
    name = Print("name", title=(character or "").replace("-", " ").title())
    plate = Inlay(Point(48 - here.width / 2, here.height / 2 - 26), rectangle(84, 12), name)
    return Print(f"dock-{seat}", inlays=(plate, *_dock_inlays(edition)))


def _dock_inlays(edition: Edition) -> Iterator[Inlay]:
    here, last = dock(edition), edition.columns - 1
    above = zip(edition.column_rewards, here.workers, strict=False)
    beside = zip(edition.row_rewards, here.workers[last :: edition.columns], strict=True)
    yield from _cells("worker", here.workers, SIZES.dock_cell)
    for reward, at in (
        *((reward, Point(at.x, at.y - 16)) for reward, at in above),
        *((reward, Point(at.x + 20, at.y)) for reward, at in beside),
    ):
        sign = rectangle(SIZES.dock_cell - 3, 9)
        yield Inlay(at, sign, Print("reward", row=_row("rewards", reward)))
    yield from _cells("die", here.dice, SIZES.dice_cell)
    box = rectangle((here.width - 8) / len(here.fame) - 0.6, 11)
    for step, at in enumerate(here.fame):
        ground = "trumpet" if step in edition.trumpets else "box"
        yield Inlay(at, box, Print(ground, number=str(step)))


def _cells(picture: str, middles: tuple[Point, ...], size: float) -> Iterator[Inlay]:
    square = rectangle(size - 2, size - 2)
    return (Inlay(at, square, Print("cell", picture=picture)) for at in middles)


def cutouts(edition: Edition) -> Iterator[Cutout]:
    """The boards, every tile, card and token, each as often as it is in the box."""
    seats, here = range(max(edition.dice)), dock(edition)
    yield Cutout("Forge", forge_outline(), forge_print(edition))
    for seat in seats:
        board = dock_print(edition, seat, None)
        yield Cutout(f"Dock {seat + 1}", rectangle(here.width, here.height), board)
    for face in dict.fromkeys(tile for tile in edition.tiles if tile.is_capitol):
        for seat in seats:
            capitol = tile_print(edition, face, seat)
            yield Cutout(f"{face} {seat + 1}", TILE, capitol, 1, "tile", str(face))
    tiles = (tile for tile in edition.tiles if not tile.is_capitol)
    upgrades = (plan.upgrade for plan in edition.plans)
    pieces = (
        *(("tile", str(tile), TILE, tile_print(edition, tile)) for tile in tiles),
        *(("", str(plan), CARD, plan_print(plan)) for plan in edition.plans),
        *(("upgrade", str(upgrade), TOKEN, upgrade_print(upgrade)) for upgrade in upgrades),
    )
    for (kind, name, outline, print_), copies in Counter(pieces).items():
        yield Cutout(name, outline, print_, copies, kind, name if kind else "")
    for resource in RESOURCES:
        yield Cutout(resource, COIN, coin(resource), 20)
    fame = f"+{edition.fame_track}"
    yield Cutout(f"{fame} fame", COIN, coin("fame", fame), len(seats))
    yield Cutout("first player", disc(11.0), FIRST_PLAYER)
