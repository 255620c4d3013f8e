"""The table as people lay it: where every piece of a state lies, in millimetres.

The Forge is in the middle, its market around it, the open plans behind it. Seats 0 and 1 (and the
last of three or four) sit at the near edge, the others opposite; docks lie between a seat and the
Forge, islands grow outwards to the left and the right. A piece stays where it is while others come
and go: how crooked it lies depends on the seed, its place and its name, and on nothing else. Only
an island that would grow into its neighbours is pushed outwards as a whole, by a tile's width.
"""

import math
from collections.abc import Iterator
from functools import partial

from companion.games.kit.laying import Laying, Row
from companion.games.propeller_islands.components import printed
from companion.games.propeller_islands.components.boards import (
    FORGE,
    HALF,
    HOMES,
    ISLANDS_BEGIN,
    ON_TILE,
    SIZES,
    TILE,
    chart,
    dice_boxes,
    forge_cells,
)
from companion.games.propeller_islands.components.pieces import LEVELS, RESOURCES
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import DISPLAY, TABLE, dice_place
from companion.tabletop.chart import Board
from companion.tabletop.observation import Point
from companion.tabletop.outlines import HexGrid, Outline, disc, moved, rectangle
from companion.tabletop.scenery import FlatPiece, Scenery, Thing

_CARD_STEP = SIZES.card[0] + 4
#: Where the middles of the open plans are, and of what lies face down behind them.
_PLANS = -HALF.y - SIZES.gap - SIZES.card[1] / 2
_BEHIND = _PLANS - SIZES.card[1] - SIZES.gap
#: So many tokens of a pile lie side by side.
_SIDE_BY_SIDE = 8


def scenery(state: State, seed: int | str = 0) -> Scenery:
    """The table of a state; another seed lays the same pieces a little differently."""
    edition, players = state.edition, state.players
    table = chart(edition, len(players))
    docks = table.boards[1:]
    characters = (player.character for player in players)
    prints = map(partial(printed.dock_print, edition), docks, characters)
    laying = Laying(
        table,
        (printed.forge_print(edition), *prints),
        partial(printed.looks, edition),
        lambda of: ON_TILE[of.partition(":")[0]],
        seed,
        state.round,
    )
    laying.cells |= {place: (FORGE, cell) for place, cell in forge_cells(edition).items()}
    left = Point(-2.5 * _CARD_STEP, _PLANS)
    laying.rows[DISPLAY] = Row("display", left, 0.0, _CARD_STEP)
    plans = moved(rectangle(6 * _CARD_STEP, SIZES.card[1] + 6), Point(0, _PLANS), 0)
    regions = {**table.regions, "plans": plans}
    for seat, (player, dock) in enumerate(zip(players, docks, strict=True)):
        place = dice_place(seat)
        laying.spots[place] = laying.spots[place][0], dice_boxes(dock)
        island, cells = _island_at(state, seat, laying), player.island.tiles
        laying.cells |= {island_place(seat, cell): (island, cell) for cell in cells}
        regions[f"island:{seat}"] = island.box((*cells, *player.island.edge))
        regions[f"goods:{seat}"] = _in_front_of(dock, state, seat, laying.rows)
    things = tuple(laying.things(TABLE, state))
    return Scenery(things, tuple(_props(state, laying, docks)), regions)


def _in_front_of(dock: Board, state: State, seat: int, rows: dict[str, Row]) -> Outline:
    """The rows from a dock outwards: the piles, the cards, what was set aside; and the whole."""
    width, height = dock.size
    begin, third = height / 2 + 6, width / 3
    lines = max(1, math.ceil(max(state.players[seat].stock) / _SIDE_BY_SIDE))
    cards = begin + 6 + lines * (SIZES.resource + 1)
    aside = cards + SIZES.card[1] + 4
    end = aside + SIZES.upgrade + 2

    def row(place: str, key: str, x: float, y: float, step: float, *, most: int = 1000) -> None:
        (at,) = dock.laid((Point(x - width / 2, y),))
        rows[place] = Row(f"{seat}/{key}", at, dock.turn, step, most, SIZES.resource + 1)

    coins, step = begin + 8 + SIZES.resource / 2, (third - SIZES.resource - 4) / (_SIDE_BY_SIDE - 1)
    for n, name in enumerate(RESOURCES):
        x = n * third + SIZES.resource / 2 + 2
        row(f"goods/{seat}/{name}", name, x, coins, step, most=_SIDE_BY_SIDE)
    row(f"goods/{seat}/fame", "fame", width - 44, -16, -3)
    fans = cards + SIZES.card[1] / 2
    row(f"hand/{seat}", "hand", 22, fans, 9)
    row(f"completed/{seat}", "completed", 86, fans, 8)
    row(f"aside/{seat}", "aside", 10, aside + 6, SIZES.upgrade + 3)
    region = moved(rectangle(width, end - begin), Point(0, (begin + end) / 2), 0)
    return dock.laid(region)


def _island_at(state: State, seat: int, laying: Laying) -> HexGrid:
    """Where the cells of an island are."""
    home, pitch = HOMES[len(state.players)][seat], SIZES.pitch
    row, room = pitch * math.sqrt(3) / 2, 2 if home.shares_side else 3
    x = home.side * (ISLANDS_BEGIN + (room + 0.5) * pitch)
    y = home.edge * 3 * row if home.shares_side else 0.0
    turn = home.turn + laying.crooked.off(f"island/{seat}", 6)
    cells = HexGrid(pitch, Point(x, y), turn)
    tiles = state.players[seat].island.tiles
    corners = [corner for cell in tiles for corner in cells.outline(cell)]
    inward = max(ISLANDS_BEGIN - home.side * p.x for p in corners)
    x += home.side * max(0, math.ceil(inward / pitch)) * pitch
    if home.shares_side:
        across = max(SIZES.gap / 2 - home.edge * p.y for p in corners)
        y += home.edge * max(0, math.ceil(across / row)) * row
    return cells._replace(at=Point(x, y))


def _props(state: State, laying: Laying, docks: tuple[Board, ...]) -> Iterator[Thing]:
    """What is only there to be seen: boards, piles that lie face down, the first player's token."""
    for name, board in laying.boards.items():
        yield Thing("board", board.at, (board,), name)
    for left, level in zip((-1.5, -0.5), LEVELS, strict=True):
        if count := state.piles[level]:
            at, back = Point(left * _CARD_STEP, _BEHIND), printed.plan_back(level)
            pile = FlatPiece(at, 0.0, printed.CARD, back, 0.3 * count)
            yield _stack(f"plans-{level}", laying.put(f"pile/{level}", pile))
    if state.stack:
        at, high = Point(1.5 * _CARD_STEP, _BEHIND), 2.0 * min(10, state.stack)
        stack = FlatPiece(at, 30.0, TILE, printed.TILE_BACK, high)
        yield _stack("tiles", laying.put("stack", stack))
    dock = docks[state.first]
    width, height = dock.size
    (at,) = dock.laid((Point(width / 2 - 20, height / 2 - 37),))
    first = FlatPiece(at, dock.turn, disc(11.0), printed.FIRST_PLAYER)
    token = laying.put(f"{state.first}/first", first)
    yield Thing("token", token.at, (token,), "first-player")


def _stack(name: str, body: FlatPiece) -> Thing:
    return Thing("stack", body.at, (body,), name)
