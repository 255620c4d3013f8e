"""What happens together comes in its owner's order, who is asked only where it matters."""

from dataclasses import dataclass
from typing import Any

from companion.games.kit.agenda import HasPlayers, InAnyOrder, in_any_order
from companion.games.kit.places import piles
from companion.games.kit.plain import Move, Plain, Task, Turn, violation
from companion.games.kit.values import value

BONUSES = {
    "gift": lambda own: {"coal": 1},
    "smelter": lambda own: {"coal": -own.coal, "points": own.coal},
    "parade": lambda own: {"points": 1},
}


@value
class Build(Task):
    what: str


@value
class Bonus(Task):
    of: str


@value
class Add(Move):
    verb, says, answers = "add", "{who} adds {floors} to the {what}.", Build
    may_be = (lambda state, task: [task.what], (1, 2))
    what: str
    floors: int

    def wrong(self, state: Any, task: Build) -> Any:
        own = state.players[task.seat]
        if self.what == "stairs" and own.stairs + self.floors > own.tower:
            yield violation("stairs.air", "The tower is not so high.", f"tower/{task.seat}")

    def do(self, state: Any, task: Build) -> Any:
        return state.then().with_more(task.seat, **{self.what: self.floors, "points": self.floors})


@value
class First(Move):
    verb, says, answers = "first", "{who} begins with the {of}.", Bonus
    may_be = (lambda state, task: [task.of],)
    of: str

    def do(self, state: Any, task: Bonus) -> Any:
        return state


def begin(state: Any, task: Turn) -> Any:
    later = in_any_order(*(Bonus(task.seat, of) for of in BONUSES))
    return state.then(*later, *in_any_order(Build(task.seat, "tower"), Build(task.seat, "stairs")))


def gain(state: Any, task: Bonus) -> Any:
    return state.then().with_more(task.seat, **BONUSES[task.of](state.players[task.seat]))


@dataclass(frozen=True)
class Player:
    tower: int = 1
    stairs: int = 0
    coal: int = 0
    points: int = 0


@dataclass(frozen=True)
class State(HasPlayers):
    agenda: tuple[Turn | Build | Bonus | InAnyOrder, ...] = (Turn(1), Turn(0)) * 3
    players: tuple[Player, ...] = (Player(), Player())


class Orders(Plain[State]):
    id, title, players, pages = "orders", "Orders", range(2, 3), {"en": "9"}
    state, kinds, course = State, (Add, First), {Turn: begin, Bonus: gain}
    places = (piles("board:{seat}", "tower", "stairs", "coal", "points"),)
