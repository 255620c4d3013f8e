"""What the players have, and what is still to be done."""

from dataclasses import dataclass

from companion.games.kit.agenda import HasPlayers
from companion.games.kit.hands import Hands
from companion.games.kit.plain import Task
from companion.games.kit.values import value
from companion.games.protocol import CHANCE
from companion.games.windmill_hill.box import CARDS, ROUNDS


@value
class Blow(Task):
    """The die is rolled for a player: so high the wind carries."""

    player: int


class Choose(Task):
    """A player builds a mill."""


class Reveal(Task):
    """A player turns the hidden card over."""


@dataclass(frozen=True)
class Player:
    """What lies in front of a player. A hidden card shows its back, which has no name."""

    mills: tuple[str, ...] = ()
    die: tuple[int, ...] = ()
    hand: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ("",)
    shown: tuple[str, ...] = ()


ROUND = (Choose(1), Blow(CHANCE, 1), Choose(0), Blow(CHANCE, 0))


@dataclass(frozen=True)
class State(HasPlayers):
    """The table. The agenda is a pile: its last task is next."""

    agenda: tuple[Blow | Choose | Reveal, ...] = (Reveal(1), Reveal(0), *ROUND * ROUNDS)
    players: tuple[Player, ...] = (Player(), Player(die=(6,)))


def built(state: State) -> list[str]:
    """The sites that have a mill."""
    return [site for player in state.players for site in player.mills]


#: Which cards there are, and which of them lie open.
HANDS: Hands[State, str] = Hands(
    deck=lambda state: CARDS,
    shown=lambda state: [card for player in state.players for card in player.shown],
)
