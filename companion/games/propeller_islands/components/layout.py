"""The table as people lay it: where every piece of a state lies, in millimetres.

The Forge is in the middle, its market around it, the open plans behind it. Seats 0 and 1 (and the
last of three or four) sit at the near edge, the others opposite; docks lie between a seat and the
Forge, islands grow outwards to the left and the right. A piece stays where it is while others come
and go: how crooked it lies depends on the seed, its place and its name, and on nothing else. Only
an island that would grow into its neighbours is pushed outwards as a whole, by a tile's width.
"""

import math
from collections.abc import Iterator

from companion.games.propeller_islands.components import goods_layout, printed
from companion.games.propeller_islands.components.board import slot_cells
from companion.games.propeller_islands.components.boards import (
    CELL,
    FORGE,
    FORGE_REGION,
    HALF,
    HOMES,
    ISLANDS_BEGIN,
    ON_TILE,
    SIZES,
    TILE,
    chart,
    dock,
    forge_cells,
)
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import LYING, STANDING, State
from companion.tabletop.crooked import Crooked
from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Point
from companion.tabletop.outlines import HexGrid
from companion.tabletop.scenery import Figure, FlatPiece, Scenery, Thing

_ORIGIN = Point(0, 0)


def scenery(state: State, seed: int | str = 0) -> Scenery:
    """The table of a state; another seed lays the same pieces a little differently."""
    return _Laying(state, Crooked(seed)).scenery()


class _Laying:
    """One table being laid."""

    def __init__(self, state: State, crooked: Crooked) -> None:
        self.state, self.crooked = state, crooked
        self.homes, self.dock = HOMES[len(state.players)], dock(state.edition)
        self.forge_board, *self.boards = chart(state.edition, len(state.players)).boards
        self.islands = [self._island_at(seat) for seat in range(len(state.players))]

    def scenery(self) -> Scenery:
        """Board by board, with what lies on it."""
        print_ = printed.forge_print(self.state.edition)
        forge = FlatPiece(_ORIGIN, 0.0, self.forge_board.outline, print_)
        display = goods_layout.display(self.state, self.crooked, -HALF.y - SIZES.gap)
        things = [*self._forge(), *display.things]
        props = [Thing("board", _ORIGIN, (forge,), "forge"), *display.props]
        regions = {"forge": FORGE_REGION}
        for seat, board in enumerate(self.boards):
            own = goods_layout.SeatLayout(
                self.state,
                seat,
                self.crooked,
                dock=self.dock,
                at=board.at,
                edge=self.homes[seat].edge,
            ).ground()
            face = self._dock_face(seat)
            things += [*self._island(seat), *self._dock(seat, face), *own.things]
            props += [Thing("board", board.at, (face,), board.name), *own.props]
            island = self.state.players[seat].island
            regions[f"island:{seat}"] = self.islands[seat].box((*island.tiles, *island.edge))
            regions[board.zone] = face.corners()
            regions[f"goods:{seat}"] = own.region
        regions["plans"] = display.region
        return Scenery(tuple(things), tuple(props), regions)

    def _forge(self) -> Iterator[Thing]:
        state, middles = self.state, forge_cells(self.state.edition)
        for cell, (slot, tile) in zip(slot_cells(), state.market.items(), strict=True):
            place = f"market/{slot}"
            if tile is not None:
                face = self._tile(place, tile, FORGE, cell)
                yield Thing("tile", place, (face,), str(tile))
        for value, count in state.spaces():
            place = f"forge/{value}"
            for index in range(count):
                key = f"{place}/{state.round}"
                cube = self.crooked.die_on_space(middles[place], key, index, value, SIZES.die)
                yield Thing("die", place, (cube,), value=value)

    def _tile(
        self, place: str, tile: Tile, cells: HexGrid, cell: Cell, seat: int | None = None
    ) -> FlatPiece:
        """A tile in its cell of the Forge or of an island."""
        off, own_turn = self.crooked.in_cell(f"{place}/{tile}", TILE, CELL)
        print_ = printed.tile_print(self.state.edition, tile, seat)
        return FlatPiece(cells.middle(cell, off), cells.turn + own_turn, TILE, print_)

    # --- an island ---

    def _island(self, seat: int) -> Iterator[Thing]:
        for cell, placed in self.state.players[seat].island.tiles.items():
            place = island_place(seat, cell)
            face = self._tile(place, placed.tile, self.islands[seat], cell, seat)
            yield Thing("tile", place, (face,), str(placed.tile))
            for upgrade in placed.upgrades:
                spot, off = self.crooked.on(face, ON_TILE[upgrade.kind], f"{place}/{upgrade}")
                token = FlatPiece(spot, off, printed.TOKEN, printed.upgrade_print(upgrade))
                yield Thing("upgrade", place, (token,), str(upgrade))
            if placed.worker is not None:
                at, key = ON_TILE["worker"], f"{place}/{placed.worker}"
                lain = self.crooked.on(face, at, key, free=placed.worker == LYING)
                yield _worker(seat, place, lain, placed.worker)

    def _island_at(self, seat: int) -> HexGrid:
        """Where the cells of an island are."""
        home, pitch = self.homes[seat], SIZES.pitch
        row, room = pitch * math.sqrt(3) / 2, 2 if home.shares_side else 3
        x = home.side * (ISLANDS_BEGIN + (room + 0.5) * pitch)
        y = home.edge * 3 * row if home.shares_side else 0.0
        turn = home.turn + self.crooked.off(f"island/{seat}", 6)
        cells = HexGrid(pitch, Point(x, y), turn)
        tiles = self.state.players[seat].island.tiles
        corners = [corner for cell in tiles for corner in cells.outline(cell)]
        inward = max(ISLANDS_BEGIN - home.side * p.x for p in corners)
        x += home.side * max(0, math.ceil(inward / pitch)) * pitch
        if home.shares_side:
            across = max(SIZES.gap / 2 - home.edge * p.y for p in corners)
            y += home.edge * max(0, math.ceil(across / row)) * row
        return cells._replace(at=Point(x, y))

    # --- a dock ---

    def _dock_face(self, seat: int) -> FlatPiece:
        board, character = self.boards[seat], self.state.players[seat].character
        print_ = printed.dock_print(self.state.edition, seat, character)
        return FlatPiece(board.at, board.turn, board.outline, print_)

    def _dock(self, seat: int, face: FlatPiece) -> Iterator[Thing]:
        player = self.state.players[seat]
        for cell, name in enumerate(self.state.edition.dock_names):
            if player.dock >> cell & 1:
                place = f"dock/{seat}/{name}"
                spot = self.crooked.on(face, self.dock.workers[cell], place)
                yield _worker(seat, place, spot, STANDING)
        place = f"dock/{seat}/dice"
        for index, value in enumerate(player.used_dice):
            at, turn = self.crooked.on(face, self.dock.dice[index], place)
            key = f"{place}/{self.state.round}/{index}"
            cube = self.crooked.die(at, key, value, SIZES.die, turn)
            yield Thing("die", place, (cube,), value=value)


def _worker(seat: int, place: str, spot: tuple[Point, float], pose: str) -> Thing:
    figure = Figure(*spot, SIZES.worker, pose == LYING, f"seat-{seat}")
    return Thing("worker", place, (figure,), f"seat-{seat}", pose)
