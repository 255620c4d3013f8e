"""The table as people lay it: where every piece of a state lies, in millimetres.

The Forge is in the middle, its market around it, the open plans behind it. Seats 0 and 1 (and the
last of three or four) sit at the near edge, the others opposite; docks lie between a seat and the
Forge, islands grow outwards to the left and the right. A piece stays where it is while others come
and go: how crooked it lies depends on the seed, its place and its name, and on nothing else. Only
an island that would grow into its neighbours is pushed outwards as a whole, by a tile's width.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.propeller_islands.components import goods_layout, printed
from companion.games.propeller_islands.components.board import SLOTS, slot_cells
from companion.games.propeller_islands.components.crooked import Crooked
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.sizes import SIZES, UPGRADE_SLOTS, WORKER_CELL
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import LYING, State
from companion.tabletop import hexes
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, hexagon, moved, rectangle
from companion.tabletop.scenery import Figure, FlatPiece, Print, Scenery, Thing

_TILE = hexagon(SIZES.tile)
_TOKEN = disc(SIZES.upgrade / 2)
#: Half of the Forge with its market.
_HALF = Point(2.5 * SIZES.pitch, 4 * SIZES.pitch / math.sqrt(3))
_FAR_DOCKS = -(_HALF.y + 3 * SIZES.gap + 2 * SIZES.card[1])
ISLANDS_BEGIN = 172.0
FORGE_REGION = rectangle(2 * _HALF.x + 6, 2 * _HALF.y + 6)


@dataclass(frozen=True)
class Home:
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


def scenery(state: State, seed: int | str = 0) -> Scenery:
    """The table of a state; another seed lays the same pieces a little differently."""
    return _Laying(state, Crooked(seed)).scenery()


def forge_places(edition: Edition) -> dict[str, Outline]:
    """The outlines of the Forge's spaces and of the market's slots, around the Forge's middle."""
    cell = hexagon(SIZES.pitch)
    found = {
        f"forge/{value}": moved(cell, printed.cell_middle(at), 0)
        for value, at in zip(edition.forge_order, hexes.DIRECTIONS, strict=True)
    }
    for slot, at in zip(SLOTS, slot_cells(), strict=True):
        found[f"market/{slot}"] = moved(cell, printed.cell_middle(at), 0)
    return found


def dock_at(edition: Edition, home: Home) -> tuple[Point, float]:
    """Where the middle of a seat's dock lies, and how it is turned."""
    width, height = printed.dock_size(edition)
    away = _HALF.y + SIZES.gap if home.edge > 0 else -_FAR_DOCKS + SIZES.gap
    return Point(home.side * (width / 2 + 3), home.edge * (away + height / 2)), home.turn


class _Laying:
    """One table being laid."""

    def __init__(self, state: State, crooked: Crooked) -> None:
        self.state = state
        self.crooked = crooked
        self.homes = HOMES[len(state.players)]
        self.dock_size = printed.dock_size(state.edition)

    def scenery(self) -> Scenery:
        things, props = [*self._forge()], [self._forge_board()]
        regions = {"forge": FORGE_REGION}
        cards = goods_layout.display(self.state, self.crooked, -_HALF.y - SIZES.gap)
        things += cards.things
        props += cards.props
        for seat in range(len(self.state.players)):
            things += self._island(seat)
            things += self._dock(seat)
            props.append(self._dock_board(seat))
            own = goods_layout.SeatLayout(
                self.state,
                seat,
                self.crooked,
                edge=self._own_edge(seat),
                width=self.dock_size[0],
                turn=self.homes[seat].turn,
            ).ground()
            things += own.things
            props += own.props
            regions[f"island:{seat}"] = self._island_region(seat)
            regions[f"dock:{seat}"] = moved(rectangle(*self.dock_size), *self._dock_at(seat))
            regions[f"goods:{seat}"] = own.region
        regions["plans"] = cards.region
        return Scenery(tuple(things), tuple(props), regions)

    # --- the Forge ---

    def _forge_board(self) -> Thing:
        print_ = printed.forge_print(self.state.edition.forge_order)
        face = FlatPiece(Point(0, 0), 0.0, printed.forge_outline(), print_)
        return Thing("board", Point(0, 0), (face,), "forge")

    def _forge(self) -> Iterator[Thing]:
        state = self.state
        for slot, cell in zip(SLOTS, slot_cells(), strict=True):
            tile = state.market[slot]
            if tile is not None:
                place = f"market/{slot}"
                at, turn = self.crooked.tile(place, str(tile))
                middle = printed.cell_middle(cell)
                spot = Point(middle.x + at.x, middle.y + at.y)
                face = FlatPiece(spot, turn, _TILE, printed.tile_print(state.edition, tile))
                yield Thing("tile", place, (face,), str(tile))
        cells = dict(zip(state.edition.forge_order, hexes.DIRECTIONS, strict=True))
        for value, count in state.spaces():
            middle = printed.cell_middle(cells[value])
            for index in range(count):
                place = f"forge/{value}"
                cube = self.crooked.die_on_space(middle, f"{place}/{state.round}", index, value)
                yield Thing("die", place, (cube,), value=value)

    # --- an island ---

    def _island(self, seat: int) -> Iterator[Thing]:
        state, (origin, turn) = self.state, self._island_at(seat)
        for cell, placed in state.players[seat].island.tiles.items():
            place, name = island_place(seat, cell), str(placed.tile)
            shift, own_turn = self.crooked.tile(place, name)
            middle = printed.cell_middle(cell)
            at = moved((Point(middle.x + shift.x, middle.y + shift.y),), origin, turn)[0]
            face = FlatPiece(
                at, turn + own_turn, _TILE, printed.tile_print(state.edition, placed.tile, seat)
            )
            yield Thing("tile", place, (face,), name)
            for upgrade in placed.upgrades:
                spot, off = self.crooked.on(face, UPGRADE_SLOTS[upgrade.kind], f"{place}/{upgrade}")
                token = FlatPiece(spot, off, _TOKEN, printed.upgrade_print(upgrade))
                yield Thing("upgrade", place, (token,), str(upgrade))
            if placed.worker is not None:
                lying = placed.worker == LYING
                spot, off = self.crooked.on(face, WORKER_CELL, f"{place}/{placed.worker}", lying)
                figure = Figure(spot, off, SIZES.worker, lying, f"seat-{seat}")
                yield Thing("worker", place, (figure,), f"seat-{seat}", placed.worker)

    def _island_at(self, seat: int) -> tuple[Point, float]:
        """Where the capitol's cell is, and how the island is turned."""
        home, pitch = self.homes[seat], SIZES.pitch
        row = pitch * math.sqrt(3) / 2
        turn = home.turn + self.crooked.island_turn(seat)
        room = 2 if home.shares_side else 3
        x = home.side * (ISLANDS_BEGIN + (room + 0.5) * pitch)
        y = home.edge * 3 * row if home.shares_side else 0.0
        corners = [
            corner
            for cell in self.state.players[seat].island.tiles
            for middle in moved((printed.cell_middle(cell),), Point(x, y), turn)
            for corner in moved(hexagon(pitch), middle, turn)
        ]
        inward = max(ISLANDS_BEGIN - home.side * p.x for p in corners)
        x += home.side * max(0, math.ceil(inward / pitch)) * pitch
        if home.shares_side:
            across = max(SIZES.gap / 2 - home.edge * p.y for p in corners)
            y += home.edge * max(0, math.ceil(across / row)) * row
        return Point(x, y), turn

    def _island_region(self, seat: int) -> Outline:
        """The box around an island and the cells next to it."""
        origin, turn = self._island_at(seat)
        island = self.state.players[seat].island
        middles = tuple(printed.cell_middle(cell) for cell in (*island.tiles, *island.edge))
        points = moved(middles, origin, turn)
        half = SIZES.pitch / math.sqrt(3)
        left, right = min(p.x for p in points) - half, max(p.x for p in points) + half
        top, bottom = min(p.y for p in points) - half, max(p.y for p in points) + half
        centre = Point((left + right) / 2, (top + bottom) / 2)
        return moved(rectangle(right - left, bottom - top), centre, 0)

    # --- a dock ---

    def _dock_at(self, seat: int) -> tuple[Point, float]:
        return dock_at(self.state.edition, self.homes[seat])

    def _own_edge(self, seat: int) -> Point:
        """The middle of the dock's outer edge, where a seat's other things begin."""
        at, _ = self._dock_at(seat)
        return Point(at.x, at.y + self.homes[seat].edge * (self.dock_size[1] / 2 + 6))

    def _dock_board(self, seat: int) -> Thing:
        at, turn = self._dock_at(seat)
        player = self.state.players[seat]
        print_ = printed.dock_print(self.state.edition, seat, player.character)
        face = FlatPiece(at, turn, rectangle(*self.dock_size), print_)
        return Thing("board", at, (face,), f"dock-{seat}")

    def _dock(self, seat: int) -> Iterator[Thing]:
        edition, player = self.state.edition, self.state.players[seat]
        at, turn = self._dock_at(seat)
        board = FlatPiece(at, turn, (), Print("dock"))
        for cell, name in enumerate(edition.dock_names):
            if player.dock >> cell & 1:
                place = f"dock/{seat}/{name}"
                spot, off = self.crooked.on(board, printed.dock_cell_at(edition, cell), place)
                figure = Figure(spot, off, SIZES.worker, False, f"seat-{seat}")
                yield Thing("worker", place, (figure,), f"seat-{seat}", "standing")
        for index, value in enumerate(player.used_dice):
            place = f"dock/{seat}/dice"
            spot, off = self.crooked.on(board, printed.dice_cell_at(edition, index), place)
            cube = self.crooked.die_at(spot, f"{place}/{self.state.round}/{index}", value, off)
            yield Thing("die", place, (cube,), value=value)
