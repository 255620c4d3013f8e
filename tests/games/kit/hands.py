"""Hands and a bag are unknown; nobody is asked what is in them until a rule needs it."""

from dataclasses import dataclass
from typing import Any

from companion.games.kit.agenda import HasAgenda
from companion.games.kit.hidden import Box, Hand
from companion.games.kit.places import Places, listed, piles, several, single
from companion.games.kit.plain import HasPlayers, Move, Plain, Task, Turn, violation
from companion.games.kit.values import value
from companion.games.protocol import CHANCE


def known_cards(state: Any) -> Any:
    return (*state.left, *state.right, *(card for own in state.players for card in own.hand.known))


CARDS = Box(tuple("ABCDEFGHIJKL"), known_cards)
STONES = Box(("gold", "gold", "iron", "iron", "iron", "coal"), lambda state: state.row)


class Reveal(Task):
    """A stone comes out of the bag."""


@value
class Play(Move):
    verb, says = "play", "{who} lays {card} on the {pile} pile."
    card: str
    pile: str

    @classmethod
    def tries(cls, state: Any, task: Turn) -> Any:
        cards = CARDS.may_be(state.players[task.seat].hand, state)
        return [cls(card, pile) for card in cards for pile in ("left", "right")]

    def wrong(self, state: Any, task: Turn) -> Any:
        if len(getattr(state, self.pile)) > min(len(state.left), len(state.right)):
            yield violation("play.higher", "This pile is higher already.", f"pile/{self.pile}")

    def do(self, state: Any, task: Turn) -> Any:
        hand = CARDS.without(state.players[task.seat].hand, self.card).dealt()
        pile = {self.pile: (*getattr(state, self.pile), self.card)}
        after = state.then(Reveal(CHANCE), **pile).with_player(task.seat, hand=hand)
        return after.with_more(task.seat, points=1)


@value
class Show(Move):
    verb, says, answers = "show", "Out of the bag comes {stone}.", Reveal
    stone: str

    @classmethod
    def tries(cls, state: Any, task: Reveal) -> Any:
        return [cls(stone) for stone in dict.fromkeys(STONES.unseen(state))]

    def do(self, state: Any, task: Reveal) -> Any:
        return state.then(row=(*state.row, self.stone))


@dataclass(frozen=True)
class Player:
    hand: Hand
    points: int = 0


@dataclass(frozen=True)
class State(HasAgenda, HasPlayers):
    agenda: tuple[Turn | Reveal, ...] = (Turn(1), Turn(0)) * 3
    players: tuple[Player, ...] = (Player(Hand(("A", "B"))), Player(Hand(("C",), ("",))))
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    row: tuple[str, ...] = ()


class Hands(Plain[State]):
    id, title, players, pages = "hands", "Hands", range(2, 3), {"en": "5"}
    state, kinds, secrets = State, (Play, Show), {"hand": CARDS}
    places = (
        Places("table", ("left", "right"), listed("pile/left", "pile/right"), several("card", str)),
        Places("table", ("row",), single("row"), several("stone", str)),
        Places("hand:{seat}", ("hand",), single("hand/{seat}"), CARDS.face_down("card")),
        piles("board:{seat}", "points"),
    )
