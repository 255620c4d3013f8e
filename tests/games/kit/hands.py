"""Hands and a bag are unknown; nobody is asked what is in them until a rule needs it."""

from dataclasses import dataclass
from typing import Any

from companion.games.kit.agenda import HasPlayers
from companion.games.kit.hands import Hands, unseen
from companion.games.kit.places import Places, listed, piles, several, single
from companion.games.kit.plain import Move, Plain, Task, Turn, violation
from companion.games.kit.values import value
from companion.games.protocol import CHANCE

CARDS: Hands[Any, str] = Hands(lambda state: "ABCDEFGHIJKL", lambda state: state.left + state.right)
STONES = ("gold", "gold", "iron", "iron", "iron", "coal")


class Reveal(Task):
    """A stone comes out of the bag."""


@value
class Play(Move):
    verb, says = "play", "{who} lays {card} on the {pile} pile."
    may_be = (lambda state, task: CARDS.may_be(state, state.players[task.seat]), ("left", "right"))
    card: str
    pile: str

    def wrong(self, state: Any, task: Turn) -> Any:
        if len(getattr(state, self.pile)) > min(len(state.left), len(state.right)):
            yield violation("play.higher", "This pile is higher already.", f"pile/{self.pile}")

    def do(self, state: Any, task: Turn) -> Any:
        pile = {self.pile: (*getattr(state, self.pile), self.card)}
        after = CARDS.dealt(CARDS.less(state.players[task.seat], self.card))
        state = state.then_with(task.seat, after, Reveal(CHANCE), **pile)
        return state.with_more(task.seat, points=1)


@value
class Show(Move):
    verb, says, answers = "show", "Out of the bag comes {stone}.", Reveal
    may_be = (lambda state, task: dict.fromkeys(unseen(STONES, state.row)),)
    stone: str

    def do(self, state: Any, task: Reveal) -> Any:
        return state.then(row=(*state.row, self.stone))


@dataclass(frozen=True)
class Player:
    hand: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    points: int = 0


@dataclass(frozen=True)
class State(HasPlayers):
    agenda: tuple[Turn | Reveal, ...] = (Turn(1), Turn(0)) * 3
    players: tuple[Player, ...] = (Player(("A", "B")), Player(("C",), ("",)))
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    row: tuple[str, ...] = ()


class Hidden(Plain[State]):
    id, title, players, pages = "hands", "Hands", range(2, 3), {"en": "5"}
    state, kinds, hands = State, (Play, Show), CARDS
    places = (
        Places("table", ("left", "right"), listed("pile/left", "pile/right"), several("card", str)),
        Places("table", ("row",), single("row"), several("stone", str)),
        CARDS.face_down("hand:{seat}", "card"),
        piles("board:{seat}", "points"),
    )
