"""Cards and piles: the open plans behind the Forge, and what lies in front of a seat."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from companion.games.propeller_islands.components import printed
from companion.games.propeller_islands.components.board import on_track
from companion.games.propeller_islands.components.boards import SIZES, TILE, Dock
from companion.games.propeller_islands.components.pieces import LEVELS
from companion.games.propeller_islands.components.printed import CARD, COIN, TOKEN
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.games.propeller_islands.told.secrets import HANDS
from companion.tabletop.crooked import Crooked
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, moved, rectangle
from companion.tabletop.scenery import Body, FlatPiece, Peg, Print, Thing

_STEP = SIZES.card[0] + 4
#: How many tokens lie in one row of a pile before the next row begins, and how far apart rows are.
_IN_A_ROW, _ROW = 8, SIZES.resource + 1


class Ground(NamedTuple):
    """A part of the table: what lies there, what is only there to be seen, and its outline."""

    things: list[Thing]
    props: list[Thing]
    region: Outline


def display(state: State, crooked: Crooked, lower_edge: float) -> Ground:
    """The open plans in a row; behind them the two piles and the stack of tiles."""
    y = lower_edge - SIZES.card[1] / 2

    def face(x: float, y: float, key: str, print_: Print, thickness: float = 0.4) -> FlatPiece:
        at, turn = crooked.put(Point(x * _STEP, y), 0.0, key)
        return FlatPiece(at, turn, CARD, print_, thickness)

    things, props = [], []
    for index, plan in enumerate(state.display):
        card = face(index - 2.5, y, f"display/{index}/{plan}", printed.plan_print(plan))
        things.append(Thing("plan", DISPLAY, (card,), str(plan)))
    behind = y - SIZES.card[1] - SIZES.gap
    for index, level in enumerate(LEVELS):
        if state.piles[level]:
            back, high = printed.plan_back(level), 0.3 * state.piles[level]
            pile = face(index - 1.5, behind, f"pile/{level}", back, high)
            props.append(Thing("stack", pile.at, (pile,), f"plans-{level}"))
    if state.stack:
        at, turn = crooked.put(Point(1.5 * _STEP, behind), 30.0, "stack")
        stack = FlatPiece(at, turn, TILE, printed.TILE_BACK, 2.0 * min(10, state.stack))
        props.append(Thing("stack", at, (stack,), "tiles"))
    return Ground(things, props, moved(rectangle(6 * _STEP, SIZES.card[1] + 6), Point(0, y), 0))


class SeatLayout:
    """What lies between a dock and its player; x and y as this player sees them.

    They begin in the middle of the upper edge of this part, which is at the dock's outer edge.
    """

    def __init__(
        self, state: State, seat: int, crooked: Crooked, *, dock: Dock, at: Point, edge: int
    ) -> None:
        self.state, self.seat, self.crooked, self.dock = state, seat, crooked, dock
        self.player = state.players[seat]
        self.begin = Point(at.x, at.y + edge * (dock.height / 2 + 6))
        self.turn = 0.0 if edge > 0 else 180.0
        rows = max(1, math.ceil(max(self.player.stock) / _IN_A_ROW))
        self.cards_begin = 6 + rows * _ROW
        self.aside_begin = self.cards_begin + SIZES.card[1] + 4

    def ground(self) -> Ground:
        """The piles first, then the cards."""
        height = self.aside_begin + SIZES.upgrade + 2
        region = moved(rectangle(self.dock.width, height), self._at(0, height / 2), self.turn)
        return Ground([*self._piles(), *self._cards()], [*self._first_player()], region)

    def _at(self, x: float, y: float) -> Point:
        """A point of this part on the table."""
        return moved((Point(x, y),), self.begin, self.turn)[0]

    def _face(self, x: float, y: float, key: str, outline: Outline, print_: Print) -> FlatPiece:
        thickness = 0.4 if outline is CARD else 2.0
        at, turn = self.crooked.put(self._at(x, y), self.turn, f"{self.seat}/{key}")
        return FlatPiece(at, turn, outline, print_, thickness)

    def _piles(self) -> Iterator[Thing]:
        """The three resources in rows, and the fame marker with its tokens."""
        third = self.dock.width / 3
        step = min(SIZES.resource + 0.5, (third - SIZES.resource - 4) / (_IN_A_ROW - 1))
        for column, (name, count) in enumerate(self.player.stock.counts().items()):
            left = (column - 1.5) * third + SIZES.resource / 2 + 2
            top, print_ = 8 + SIZES.resource / 2, printed.coin(name)
            spots = (divmod(index, _IN_A_ROW) for index in range(count))
            coins = tuple(
                self._face(left + n * step, top + row * _ROW, f"{name}/{index}", COIN, print_)
                for index, (row, n) in enumerate(spots)
            )
            yield Thing("pile", f"goods/{self.seat}/{name}", coins, str(count))
        yield Thing("pile", f"goods/{self.seat}/fame", self._fame(), str(self.player.fame))

    def _fame(self) -> tuple[Body, ...]:
        """The marker on the dock's track; a token beside the dice for each time around."""
        track, half = self.state.edition.fame_track, self.dock.height / 2
        tokens, box = on_track(self.player.fame, track)
        on_board = self.dock.fame[box]
        at = self._at(on_board.x, on_board.y - half - 6)
        marker = Peg(at, SIZES.marker / 2, SIZES.marker, f"seat-{self.seat}")
        x, y, print_ = self.dock.width / 2 - 44, -half - 22, printed.coin("fame", f"+{track}")
        coins = (self._face(x - 3 * n, y, f"fame/{n}", COIN, print_) for n in range(tokens))
        return (*coins, marker)

    def _cards(self) -> Iterator[Thing]:
        """The hand with its backs up, completed plans as a fan, and what was set aside."""
        y, left = self.cards_begin + SIZES.card[1] / 2, -self.dock.width / 2
        for index, level in enumerate(HANDS.backs(self.player)):
            print_ = printed.plan_back(level)
            face = self._face(left + 22 + 9 * index, y, f"hand/{index}", CARD, print_)
            yield Thing("back", f"hand/{self.seat}", (face,), level)
        for index, plan in enumerate(self.player.completed):
            print_ = printed.plan_print(plan)
            face = self._face(left + 86 + 8 * index, y, f"completed/{index}", CARD, print_)
            yield Thing("plan", f"completed/{self.seat}", (face,), str(plan))
        for index, upgrade in enumerate(self.player.aside):
            x, print_ = left + 10 + (SIZES.upgrade + 3) * index, printed.upgrade_print(upgrade)
            face = self._face(x, self.aside_begin + 6, f"aside/{index}", TOKEN, print_)
            yield Thing("upgrade", f"aside/{self.seat}", (face,), str(upgrade))

    def _first_player(self) -> Iterator[Thing]:
        """The token of the first player, if this is the one."""
        if self.state.first == self.seat:
            x, print_ = self.dock.width / 2 - 20, printed.FIRST_PLAYER
            face = self._face(x, -43, "first", disc(11.0), print_)
            yield Thing("token", face.at, (face,), "first-player")
