"""Cards in hands: their owner knows them, everybody else sees how many there are and their backs.

A seat has `hand`, the cards that are known, and `hidden`, the backs of the others. What a seat may
know, what it knew before, and what may still be anywhere follow from that.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Player:
...     hand: tuple[str, ...]
...     hidden: tuple[str, ...] = ()
>>> @dataclass(frozen=True)
... class State:
...     players: tuple[Player, ...]
...     unseen: tuple[str, ...]
>>> HANDS: Hands[State, str] = Hands(lambda state: ["a1", "a2", "b1"], lambda state: [],
...                                  back=lambda card: card[0], unseen="unseen")
>>> state = State((Player(("a1", "b1")),), ("a2",))
>>> HANDS.covered(state)
State(players=(Player(hand=(), hidden=('a', 'b')),), unseen=('a1', 'a2', 'b1'))
>>> HANDS.recalled(HANDS.covered(state), state) == state
True
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.kit.adopting import take
from companion.games.kit.values import evolve

S = TypeVar("S")
C = TypeVar("C", bound=Hashable)


@dataclass(frozen=True)
class Hands(Generic[S, C]):
    """The hands of a game.

    Attributes:
        deck: All cards that there are.
        shown: Those that lie open.
        back: What everybody sees of a card.
        unseen: The field of the state with the cards that may be anywhere.
    """

    deck: Callable[[S], Iterable[C]]
    shown: Callable[[S], Iterable[C]]
    back: Callable[[C], str]
    unseen: str

    def covered(self, state: S, seat: int | None = None) -> S:
        """The state with the hand of a seat face down; None: with all hands face down."""
        players = self._players(state)
        whose = range(len(players)) if seat is None else (seat,)
        face_down = (
            evolve(player, hand=(), hidden=tuple(sorted(self.backs(player))))
            if each in whose
            else player
            for each, player in enumerate(players)
        )
        return self._dealt(state, tuple(face_down))

    def recalled(self, state: S, earlier: S) -> S:
        """The state with the hands that were known before, as far as such cards can be in them."""
        left = Counter(self.unknown(state))
        players = []
        for player, was in zip(self._players(state), self._players(earlier), strict=True):
            hidden = Counter(player.hidden)
            known = tuple(
                card
                for card in was.hand
                if hidden[self.back(card)] and take(left, card) and take(hidden, self.back(card))
            )
            backs = tuple(sorted(hidden.elements()))
            players.append(evolve(player, hand=(*player.hand, *known), hidden=backs))
        return self._dealt(state, tuple(players))

    def backs(self, player: Any) -> tuple[str, ...]:
        """All that others may see of a hand."""
        return (*map(self.back, player.hand), *player.hidden)

    def unknown(self, state: S, seats: Collection[int] | None = None) -> tuple[C, ...]:
        """The cards that may be anywhere, as far as these seats together know; None: all seats."""
        known = Counter(self.shown(state))
        for seat, player in enumerate(self._players(state)):
            if seats is None or seat in seats:
                known.update(player.hand)
        cards = tuple(self.deck(state))
        left = Counter(cards) - known
        return tuple(card for card in cards if take(left, card))

    def _players(self, state: S) -> tuple[Any, ...]:
        players: tuple[Any, ...] = getattr(state, "players")  # noqa: B009 (of any game)
        return players

    def _dealt(self, state: S, players: tuple[Any, ...]) -> S:
        state = evolve(state, players=players)
        return evolve(state, **{self.unseen: self.unknown(state)})
