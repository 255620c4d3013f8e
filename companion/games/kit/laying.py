"""A table as people lay it, in millimetres: everything that lies there by the kit's places.

A game says where its places are and what is printed on things; how each lies follows from that, and
from a seed. A piece stays as it is while others come and go.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.games.kit.places import Table
from companion.tabletop.chart import Chart, on_track
from companion.tabletop.crooked import Crooked
from companion.tabletop.hexes import Cell
from companion.tabletop.observation import Die, Piece, Point
from companion.tabletop.outlines import HexGrid, hexagon, middle, moved
from companion.tabletop.scenery import Body, Cube, Figure, FlatPiece, Peg, Print, Thing

#: A flat thing by its kind, its identity and its place, wherever it lies.
Looks = Callable[[str, str, str], FlatPiece]


@dataclass(frozen=True)
class Row:
    """Flat things side by side.

    Attributes:
        key: Its name, which decides how they lie.
        at: The middle of the first.
        turn: How all of them are turned; they go on to the right of whoever reads them.
        step: How far it is to the next.
        most: So many lie side by side; the next lie below.
        down: How far below.
    """

    key: str
    at: Point
    turn: float
    step: float
    most: int = 1000
    down: float = 0.0

    def spot(self, number: int) -> Point:
        """Where the thing with this number lies."""
        down, right = divmod(number, self.most)
        return moved((Point(right * self.step, down * self.down),), self.at, self.turn)[0]


class Laying:
    """A table that is being laid.

    Attributes:
        boards: The boards of the chart, by name.
        spots: Places on boards: the board, and where things lie on it, one after the other.
        cells: Places that are cells of a grid: a tile lies there, and other things on that.
        rows: Places where things lie side by side.
        tiles: The tiles that lie in cells.
    """

    def __init__(  # noqa: PLR0917 - all of it is what a table is
        self,
        chart: Chart,
        prints: Iterable[Print],
        looks: Looks,
        on_tile: Callable[[str], Point],
        seed: int | str,
        throw: object = "",
    ) -> None:
        """The table of a chart, with what is printed on its boards.

        `on_tile` says where figures (by their kind) and tokens (by their identity) lie on a tile;
        `throw` is what makes a roll of the dice another one, such as the round.
        """
        self.crooked = Crooked(seed)
        self._measures, self._looks, self._on_tile = chart.measures, looks, on_tile
        self._throw = throw
        self._tracks = {board.track.place: board for board in chart.boards if board.track}
        self.boards = {
            board.name: FlatPiece(board.at, board.turn, board.outline, print_)
            for board, print_ in zip(chart.boards, prints, strict=True)
        }
        self.spots = {
            spot.place: (self.boards[board.name], [middle(spot.outline)])
            for board in chart.boards
            for spot in board.spots
        }
        self.cells: dict[str, tuple[HexGrid, Cell]] = {}
        self.rows: dict[str, Row] = {}
        self.tiles: dict[str, FlatPiece] = {}

    def things(self, table: Table[Any], state: Any) -> Iterator[Thing]:
        """Everything that lies on the table of a state."""
        lying: Counter[tuple[str, str]] = Counter()
        for each in table.things(state):
            place = str(each.place)
            kind = "die" if isinstance(each, Die) else each.kind
            number = lying[kind, place]
            lying[kind, place] += 1
            if isinstance(each, Die):
                yield Thing(kind, place, (self._die(each.value, place, number),), value=each.value)
            else:
                bodies = tuple(self._bodies(each, place, number))
                yield Thing(kind, place, bodies, each.identity, each.pose)

    def _die(self, value: int, place: str, number: int) -> Cube:
        key, size = f"{place}/{self._throw}", self._measures.die
        if place in self.cells:
            grid, cell = self.cells[place]
            return self.crooked.die_on_space(grid.middle(cell), key, number, value, size)
        if place in self.rows:
            at = self.rows[place].spot(number)
            return self.crooked.die(at, f"{key}/{number}", value, size)
        board, spots = self.spots[place]
        at, turn = self.crooked.on(board, spots[number], place)
        return self.crooked.die(at, f"{key}/{number}", value, size, turn)

    def _bodies(self, piece: Piece, place: str, number: int) -> Iterator[Body]:
        kind, of = piece.kind, piece.identity or ""
        if kind == self._measures.figure_kind:
            yield self._figure(place, of, piece.pose or "")
            return
        face = self._looks(kind, of, place)
        if kind == "pile":
            yield from self._pile(place, int(of), face)
        elif place in self.tiles:
            spot = self._on_tile(of)
            yield _at(face, *self.crooked.on(self.tiles[place], spot, f"{place}/{of}"))
        elif place in self.cells:
            grid, cell = self.cells[place]
            off, turn = self.crooked.in_cell(f"{place}/{of}", face.outline, hexagon(grid.pitch))
            self.tiles[place] = _at(face, grid.middle(cell, off), grid.turn + turn)
            yield self.tiles[place]
        else:
            yield self._in_row(place, number, face)

    def _figure(self, place: str, of: str, pose: str) -> Figure:
        lies, sizes = pose == "lying", self._measures
        if place in self.tiles:
            board, at = self.tiles[place], self._on_tile(sizes.figure_kind)
            lain = self.crooked.on(board, at, f"{place}/{pose}", free=lies)
        else:
            board, (at,) = self.spots[place]
            lain = self.crooked.on(board, at, place, free=lies)
        return Figure(*lain, sizes.figure, lies, of)

    def _pile(self, place: str, count: int, face: FlatPiece) -> Iterator[Body]:
        """Tokens in rows; of a track its marker, and a token for each time around."""
        board = self._tracks.get(place)
        if board and board.track:
            count, box = on_track(count, len(board.track.boxes) - 1)
            (at,), size = board.laid((board.track.boxes[box],)), board.track.marker
            yield Peg(at, size / 2, size, board.owner)
        for number in range(count):
            yield self._in_row(place, number, face)

    def _in_row(self, place: str, number: int, face: FlatPiece) -> FlatPiece:
        row = self.rows[place]
        return self.put(f"{row.key}/{number}", _at(face, row.spot(number), row.turn))

    def put(self, key: str, face: FlatPiece) -> FlatPiece:
        """Something flat as somebody puts it down there."""
        return _at(face, *self.crooked.put(face.at, face.turn, key))


def _at(face: FlatPiece, at: Point, turn: float) -> FlatPiece:
    return replace(face, at=at, turn=turn)
