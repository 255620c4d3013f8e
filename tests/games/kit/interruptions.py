"""A market that is open inside an action, a card at any moment, others who choose in my turn."""

from dataclasses import dataclass
from typing import Any

from companion.games.kit.agenda import HasPlayers
from companion.games.kit.places import Places, counted, piles, single
from companion.games.kit.plain import Move, Plain, Task, Turn, violation
from companion.games.kit.values import value


class Action(Task):
    """What was begun goes on; as long as it does, the market is open."""


class End(Task):
    """Nothing more, but until then the turn goes on."""


class Pick(Task):
    """A seat takes something, whosever turn it is."""


@value
class Ring(Move):
    verb, says, taps = "ring", "{who} rings: everybody takes something.", ("Ring",)

    def do(self, state: Any, task: Turn) -> Any:
        me = task.seat
        return state.then(End(me), Action(me), Pick(1 - me), Pick(me), bell=state.bell + 1)


@value
class Take(Move):
    verb, says, answers, may_be = "take", "{who} takes {what}.", Pick, (("coal", "points"),)
    what: str

    def do(self, state: Any, task: Pick) -> Any:
        return state.then().with_more(task.seat, **{self.what: 1})


@value
class Sell(Move):
    verb, says, answers, interrupts = "sell", "{who} sells a coal for two points.", Action, True

    def wrong(self, state: Any, task: Action) -> Any:
        if not state.players[task.seat].coal:
            yield violation("market.nothing", "There is no coal to sell.", f"coal/{task.seat}")

    def do(self, state: Any, task: Action) -> Any:
        return state.with_more(task.seat, coal=-1, points=2)


@value
class Play(Move):
    verb, says, answers, interrupts = "play", "{who} plays: three coal.", Turn | End, True

    def wrong(self, state: Any, task: Turn | End) -> Any:
        if not state.players[task.seat].cards:
            yield violation("card.none", "There is no card to play.", f"cards/{task.seat}")

    def do(self, state: Any, task: Turn | End) -> Any:
        return state.with_more(task.seat, coal=3, cards=-1)


@dataclass(frozen=True)
class Player:
    coal: int = 1
    points: int = 0
    cards: int = 1


@dataclass(frozen=True)
class State(HasPlayers):
    agenda: tuple[Turn | End | Action | Pick, ...] = (Turn(1), Turn(0)) * 2
    players: tuple[Player, ...] = (Player(), Player())
    bell: int = 0


class Interruptions(Plain[State]):
    id, title, players, pages = "interruptions", "Interruptions", range(2, 3), {"en": "4"}
    state, kinds = State, (Ring, Take, Sell, Play)
    course = dict.fromkeys((Action, End), lambda state, task: state.then())
    places = (
        Places("bell", ("bell",), single("bell"), counted("wheel")),
        piles("board:{seat}", "coal", "points", "cards"),
    )
