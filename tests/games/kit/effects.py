"""What machines and citizens do is data, a line of effects; one move activates any of them."""

from dataclasses import dataclass
from typing import Any

from companion.games.kit.agenda import HasPlayers
from companion.games.kit.places import piles
from companion.games.kit.plain import Do, Move, Plain, Task, Turn, told, violation
from companion.games.kit.texts import parse
from companion.games.kit.values import value


class Pick(Task):
    """A seat takes what it likes."""


@value
class Gain(Move):
    verb, says = "gain", "{what} +{count}"
    what: str
    count: int

    def do(self, state: Any, task: Do) -> Any:
        return state.then().with_more(task.seat, **{self.what: self.count})


@value
class Choose(Move):
    verb, says = "choose", "{count} of choice"
    count: int

    def do(self, state: Any, task: Do) -> Any:
        return state.then(*(Pick(task.seat),) * self.count)


EFFECTS = Gain, Choose
MACHINES = {
    "forge": (0, parse("gain iron 3", EFFECTS)),
    "vault": (2, parse("gain iron 1 gain points 4", EFFECTS)),
    "workshop": (1, parse("gain points 1 choose 2", EFFECTS)),
}


@value
class Activate(Move):
    verb, says, may_be = "activate", "{who} activates the {machine}: {brings}.", (MACHINES,)
    machine: str

    def words(self) -> dict[str, object]:
        return {"machine": self.machine, "brings": told(MACHINES[self.machine][1])}

    def wrong(self, state: Any, task: Turn) -> Any:
        if state.players[task.seat].coal < MACHINES[self.machine][0]:
            yield violation("activate.coal", "There is not enough coal.", f"coal/{task.seat}")

    def do(self, state: Any, task: Turn) -> Any:
        cost, effects = MACHINES[self.machine]
        return state.then(Do(task.seat, effects)).with_more(task.seat, coal=-cost)


@value
class Take(Move):
    verb, says, answers, may_be = "take", "{who} takes {what}.", Pick, (("coal", "iron"),)
    what: str

    def do(self, state: Any, task: Pick) -> Any:
        return state.then().with_more(task.seat, **{self.what: 1})


@dataclass(frozen=True)
class Player:
    coal: int = 2
    iron: int = 0
    points: int = 0


@dataclass(frozen=True)
class State(HasPlayers):
    agenda: tuple[Turn | Pick | Do, ...] = (Turn(1), Turn(0)) * 4
    players: tuple[Player, ...] = (Player(), Player())


class Effects(Plain[State]):
    id, title, players, pages = "effects", "Effects", range(2, 3), {"en": "11"}
    state, kinds, effects = State, (Activate, Take), EFFECTS
    places = (piles("board:{seat}", "coal", "iron", "points"),)
