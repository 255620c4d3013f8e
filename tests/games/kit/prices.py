"""Prices are data: jokers, discounts on one part, fees to others, three of which two differ."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.games.kit.agenda import HasPlayers
from companion.games.kit.places import piles, purse
from companion.games.kit.plain import Move, Plain, Turn, violation
from companion.games.kit.resources import Due, Resources, discounted, fees, payments, with_joker
from companion.games.kit.values import value


class Counts(NamedTuple):
    coal: int = 0
    iron: int = 0
    book: int = 0
    whistle: int = 0


class Goods(Counts, Resources):
    __slots__ = ()
    names = Counts._fields


BASIC = ("coal", "iron", "book")
PATHS = {
    "mine": [Due(2, ("coal", "iron"), most=1)],
    "fair": [Due(3, BASIC, least=2)],
    "college": [Due(1, ("iron",)), Due(2, ("book",), name="study")],
}


def price(state: Any, seat: int, path: str) -> Any:
    levels = [getattr(player, path) for player in state.players]
    extra = [Due(1, ("book",), to=other) for other, n in enumerate(levels) if n > levels[seat]]
    return with_joker([*PATHS[path], *extra], "whistle", BASIC)


@value
class Invest(Move):
    verb, says = "invest", "{who} invests in the {path}, for {paid}."
    path: str
    paid: Goods

    @classmethod
    def tries(cls, state: Any, task: Turn) -> Any:
        own = state.players[task.seat]
        for path in PATHS:
            ways = discounted(price(state, task.seat, path), "study", own.fair)
            yield from (cls(path, paid) for paid in payments(own.goods, *ways))

    def wrong(self, state: Any, task: Turn) -> Any:
        if getattr(state.players[task.seat], self.path) == 1:
            yield violation("invest.top", "The path ends here.", f"{self.path}/{task.seat}")

    def do(self, state: Any, task: Turn) -> Any:
        for seat, fee in fees(Goods, price(state, task.seat, self.path)):
            state = state.with_more(seat, goods=fee)
        paid = Goods().minus(self.paid)
        return state.then().with_more(task.seat, goods=paid, points=1, **{self.path: 1})


@dataclass(frozen=True)
class Player:
    goods: Goods
    mine: int = 0
    fair: int = 0
    college: int = 0
    points: int = 0


@dataclass(frozen=True)
class State(HasPlayers):
    agenda: tuple[Turn, ...] = (Turn(1), Turn(0)) * 2
    players: tuple[Player, ...] = (Player(Goods(3, 3, 3, 2)),) * 2


class Prices(Plain[State]):
    id, title, players, pages = "prices", "Prices", range(2, 3), {"en": "8"}
    state, kinds, forms = State, (Invest,), {Goods: Goods.parse}
    places = (purse("board:{seat}", "goods", Goods), piles("board:{seat}", *PATHS, "points"))
