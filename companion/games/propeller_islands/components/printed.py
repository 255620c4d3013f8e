"""What is printed on tiles, boards, cards and tokens, in words: the drawing decides how it looks.

The art is ours, so nothing here is more than the names and numbers of the edition's data.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from companion.common.remembering import remembering
from companion.common.words import called
from companion.games.propeller_islands.components.boards import (
    DATA,
    FORGE,
    ON_TILE,
    SIZES,
    TILE,
    chart,
    dice_boxes,
    forge_cells,
)
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import (
    RESOURCES,
    Plan,
    Stock,
    Tile,
    Upgrade,
)
from companion.tabletop.chart import Board
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, middle, rectangle
from companion.tabletop.scenery import Cutout, FlatPiece, Inlay, Mark, Print

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
        title=called(edition.names[tile.id]),
        corner=tile.id,
        die="?" if tile.is_capitol else str(tile.number or ""),
        emblem=next(emblems, None),
        row=_effect(edition, tile),
        inlays=tuple(inlays),
    )


def _effect(edition: Edition, tile: Tile) -> tuple[Mark, ...]:
    if tile.is_depot:
        stock, deploys = edition.depots[tile.id]
        return (*_goods(stock), *[Mark("worker", "ink")] * deploys)
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


@remembering(most=512)
def looks(edition: Edition, kind: str, of: str, place: str = "") -> FlatPiece:
    """A flat thing that lies there, with the side up that can be seen."""
    match kind, place.split("/"):
        case "tile", ["island", seat, _]:
            return _flat(TILE, tile_print(edition, Tile.parse(of), int(seat)))
        case "tile", _:
            return _flat(TILE, tile_print(edition, Tile.parse(of)))
        case "plan", _:
            return _flat(CARD, plan_print(Plan.parse(of)))
        case "back", _:
            return _flat(CARD, plan_back(of))
        case "upgrade", _:
            return _flat(TOKEN, upgrade_print(Upgrade.parse(of)))
        case _, [*_, name]:
            return _flat(COIN, coin(name, f"+{edition.fame_track}" if name == "fame" else ""))
    raise AssertionError(kind)


def _flat(outline: Outline, print_: Print) -> FlatPiece:
    return FlatPiece(Point(0, 0), 0.0, outline, print_, 0.4 if outline is CARD else 2.0)


def forge_print(edition: Edition) -> Print:
    """The board in the middle: a space for each value of a die, around a propeller."""
    centre = Inlay(Point(0, 0), TILE, Print("forge-centre", picture="propeller"))
    spaces = (
        Inlay(FORGE.middle(cell), TILE, Print("space", number=place.removeprefix("forge/")))
        for place, cell in forge_cells(edition).items()
        if place.startswith("forge/")
    )
    return Print("forge", inlays=(centre, *spaces))


def dock_print(edition: Edition, dock: Board, character: str | None) -> Print:
    """A player's board: cells for workers with their rewards, for used dice, and the fame track."""
    width, height = dock.size
    name = Print("name", title=(character or "").replace("-", " ").title())
    plate = Inlay(Point(48 - width / 2, height / 2 - 26), rectangle(84, 12), name)
    return Print(dock.name, inlays=(plate, *_dock_inlays(edition, dock)))


def _dock_inlays(edition: Edition, dock: Board) -> Iterator[Inlay]:
    workers = [middle(spot.outline) for spot in dock.spots[:-1]]
    above = zip(edition.column_rewards, workers, strict=False)
    beside = zip(edition.row_rewards, workers[edition.columns - 1 :: edition.columns], strict=True)
    yield from _cells("worker", workers, SIZES.dock_cell)
    for reward, at in (
        *((reward, Point(at.x, at.y - 16)) for reward, at in above),
        *((reward, Point(at.x + 20, at.y)) for reward, at in beside),
    ):
        sign = rectangle(SIZES.dock_cell - 3, 9)
        yield Inlay(at, sign, Print("reward", row=_row("rewards", reward)))
    yield from _cells("die", dice_boxes(dock), SIZES.dice_cell)
    assert dock.track
    boxes = dock.track.boxes
    box = rectangle((dock.size[0] - 8) / len(boxes) - 0.6, 11)
    for step, at in enumerate(boxes):
        ground = "trumpet" if step in edition.trumpets else "box"
        yield Inlay(at, box, Print(ground, number=str(step)))


def _cells(picture: str, middles: Iterable[Point], size: float) -> Iterator[Inlay]:
    square = rectangle(size - 2, size - 2)
    return (Inlay(at, square, Print("cell", picture=picture)) for at in middles)


def cutouts(edition: Edition) -> Iterator[Cutout]:
    """The boards, every tile, card and token, each as often as it is in the box."""
    forge, *docks = chart(edition, max(edition.dice)).boards
    seats = range(len(docks))
    yield Cutout("Forge", forge.outline, forge_print(edition))
    for number, dock in enumerate(docks, 1):
        yield Cutout(f"Dock {number}", dock.outline, dock_print(edition, dock, None))
    for tile in dict.fromkeys(tile for tile in edition.tiles if tile.is_capitol):
        for seat in seats:
            capitol = tile_print(edition, tile, seat)
            yield Cutout(f"{tile} {seat + 1}", TILE, capitol, 1, "tile", str(tile))
    pieces = (
        *(("tile", str(tile)) for tile in edition.tiles if not tile.is_capitol),
        *(("plan", str(plan)) for plan in edition.plans),
        *(("upgrade", str(plan.upgrade)) for plan in edition.plans),
    )
    for (kind, name), copies in Counter(pieces).items():
        face, known = looks(edition, kind, name), ("", "") if kind == "plan" else (kind, name)
        yield Cutout(name, face.outline, face.print, copies, *known)
    for resource in RESOURCES:
        yield Cutout(resource, COIN, coin(resource), 20)
    fame = f"+{edition.fame_track}"
    yield Cutout(f"{fame} fame", COIN, coin("fame", fame), len(seats))
    yield Cutout("first player", disc(11.0), FIRST_PLAYER)
