"""Cards and piles: the open plans behind the Forge, and what lies in front of a seat."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from companion.games.propeller_islands.components import printed
from companion.games.propeller_islands.components.board import on_track
from companion.games.propeller_islands.components.crooked import Crooked
from companion.games.propeller_islands.components.pieces import LEVELS, RESOURCES
from companion.games.propeller_islands.components.sizes import SIZES
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.games.propeller_islands.told.secrets import HANDS
from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline, disc, hexagon, moved, rectangle
from companion.tabletop.scenery import Body, FlatPiece, Peg, Print, Thing

_CARD = rectangle(*SIZES.card)
_TOKEN = disc(SIZES.upgrade / 2)
_STEP = SIZES.card[0] + 4
_THIN = 0.4
#: How many tokens lie in one row of a pile before the next row begins.
_IN_A_ROW = 8


class Ground(NamedTuple):
    """A part of the table: what lies there, what is only there to be seen, and its outline."""

    things: list[Thing]
    props: list[Thing]
    region: Outline


def display(state: State, crooked: Crooked, lower_edge: float) -> Ground:
    """The open plans in a row; behind them the two piles and the stack of tiles."""
    y = lower_edge - SIZES.card[1] / 2
    behind = y - SIZES.card[1] - SIZES.gap
    things = []
    for index, plan in enumerate(state.display):
        at, turn = crooked.card(Point((index - 2.5) * _STEP, y), f"display/{index}/{plan}", 0.0)
        face = FlatPiece(at, turn, _CARD, printed.plan_print(plan), _THIN)
        things.append(Thing("plan", DISPLAY, (face,), str(plan)))
    props = []
    for index, level in enumerate(LEVELS):
        if state.piles[level]:
            at, turn = crooked.card(Point((index - 1.5) * _STEP, behind), f"pile/{level}", 0.0)
            face = FlatPiece(at, turn, _CARD, printed.plan_back(level), 0.3 * state.piles[level])
            props.append(Thing("stack", at, (face,), f"plans-{level}"))
    if state.stack:
        at, turn = crooked.card(Point(1.5 * _STEP, behind), "stack", 30.0)
        stack = FlatPiece(
            at, turn, hexagon(SIZES.tile), printed.TILE_BACK, 2.0 * min(10, state.stack)
        )
        props.append(Thing("stack", at, (stack,), "tiles"))
    return Ground(things, props, moved(rectangle(6 * _STEP, SIZES.card[1] + 6), Point(0, y), 0))


class SeatLayout:
    """What lies between a dock and its player; x and y as this player sees them.

    `edge` is the middle of the upper edge of this part.
    """

    def __init__(
        self, state: State, seat: int, crooked: Crooked, *, edge: Point, turn: float, width: float
    ) -> None:
        self.state, self.seat, self.crooked = state, seat, crooked
        self.player = state.players[seat]
        self.edge, self.turn, self.width = edge, turn, width
        rows = max(1, math.ceil(max(self.player.stock) / _IN_A_ROW))
        self.cards_begin = 6 + rows * (SIZES.resource + 1)
        self.aside_begin = self.cards_begin + SIZES.card[1] + 4
        self.height = self.aside_begin + SIZES.upgrade + 2

    def ground(self) -> Ground:
        """The piles first, then the cards."""
        things = [*self._piles(), *self._cards()]
        middle = self._at(0, self.height / 2)
        region = moved(rectangle(self.width, self.height), middle, self.turn)
        return Ground(things, [*self._first_player()], region)

    def _at(self, x: float, y: float) -> Point:
        """A point of this part on the table."""
        return moved((Point(x, y),), self.edge, self.turn)[0]

    def _face(self, x: float, y: float, key: str, outline: Outline, print_: Print) -> FlatPiece:
        thickness = _THIN if outline is _CARD else 2.0
        at, turn = self.crooked.card(self._at(x, y), f"{self.seat}/{key}", self.turn)
        return FlatPiece(at, turn, outline, print_, thickness)

    def _piles(self) -> Iterator[Thing]:
        """The three resources in rows, and the fame marker with its tokens."""
        coin = disc(SIZES.resource / 2)
        third = self.width / 3
        step = min(SIZES.resource + 0.5, (third - SIZES.resource - 4) / (_IN_A_ROW - 1))
        for column, name in enumerate(RESOURCES):
            count = getattr(self.player.stock, name)
            left = (column - 1.5) * third + SIZES.resource / 2 + 2
            faces = tuple(
                self._face(
                    left + (index % _IN_A_ROW) * step,
                    8 + SIZES.resource / 2 + index // _IN_A_ROW * (SIZES.resource + 1),
                    f"{name}/{index}",
                    coin,
                    printed.resource_print(name),
                )
                for index in range(count)
            )
            yield Thing("pile", f"goods/{self.seat}/{name}", faces, str(count))
        yield Thing("pile", f"goods/{self.seat}/fame", self._fame(), str(self.player.fame))

    def _fame(self) -> tuple[Body, ...]:
        """The marker on the dock's track; a token beside the dice for each time around."""
        edition = self.state.edition
        tokens, box = on_track(self.player.fame, edition.fame_track)
        height = printed.dock_size(edition)[1]
        on_board = printed.track_box_at(edition, box)
        marker = Peg(
            self._at(on_board.x, on_board.y - height / 2 - 6),
            SIZES.marker / 2,
            SIZES.marker,
            f"seat-{self.seat}",
        )
        coin, print_ = disc(SIZES.resource / 2), printed.fame_token(edition.fame_track)
        x, y = self.width / 2 - 44, -height / 2 - 22
        faces = (
            self._face(x - 3 * index, y, f"fame/{index}", coin, print_) for index in range(tokens)
        )
        return (*faces, marker)

    def _cards(self) -> Iterator[Thing]:
        """The hand with its backs up, completed plans as a fan, and what was set aside."""
        y = self.cards_begin + SIZES.card[1] / 2
        left = -self.width / 2
        for index, level in enumerate(HANDS.backs(self.player)):
            face = self._face(
                left + 22 + 9 * index, y, f"hand/{index}", _CARD, printed.plan_back(level)
            )
            yield Thing("back", f"hand/{self.seat}", (face,), level)
        for index, plan in enumerate(self.player.completed):
            print_ = printed.plan_print(plan)
            face = self._face(left + 86 + 8 * index, y, f"completed/{index}", _CARD, print_)
            yield Thing("plan", f"completed/{self.seat}", (face,), str(plan))
        for index, upgrade in enumerate(self.player.aside):
            x = left + 10 + (SIZES.upgrade + 3) * index
            print_ = printed.upgrade_print(upgrade)
            face = self._face(x, self.aside_begin + 6, f"aside/{index}", _TOKEN, print_)
            yield Thing("upgrade", f"aside/{self.seat}", (face,), str(upgrade))

    def _first_player(self) -> Iterator[Thing]:
        """The token of the first player, if this is the one."""
        if self.state.first == self.seat:
            x, print_ = self.width / 2 - 20, printed.FIRST_PLAYER
            face = self._face(x, -43, "first", disc(11.0), print_)
            yield Thing("token", face.at, (face,), "first-player")
