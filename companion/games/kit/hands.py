"""Cards in hands: their owner knows them, everybody else sees how many there are and their backs.

A seat has `hand`, the cards that are known, and `hidden`, the backs of the others; a pile or a bag
is nothing but a number. What nobody has told stays unknown: a rule that needs to know a card offers
a move for everything that it `may_be`. What a seat may know, what it knew before, and what may
still be anywhere follow from that.

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
>>> HANDS.may_be(state, HANDS.dealt(state.players[0], "a"))
('a1', 'b1', 'a2')
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from companion.games.kit.places import Places, Shape, Things, piece, single
from companion.games.kit.values import evolve, take, without
from companion.tabletop.observation import Piece

S = TypeVar("S")
C = TypeVar("C", bound=Hashable)


def unseen(things: Iterable[C], known: Iterable[C]) -> tuple[C, ...]:
    """What is left in a pile or a bag when it is known where these are, in the old order.

    >>> unseen(("gold", "iron", "gold"), ["gold"])
    ('gold', 'iron')
    """
    things = tuple(things)
    left = Counter(things) - Counter(known)
    return tuple(thing for thing in things if take(left, thing))


@dataclass(frozen=True)
class Hands(Generic[S, C]):
    """The hands of a game.

    Attributes:
        deck: All cards that there are.
        shown: Those that lie open.
        back: What everybody sees of a card.
        unseen: The field of the state with the cards that may be anywhere, where it has one.
    """

    deck: Callable[[S], Iterable[C]]
    shown: Callable[[S], Iterable[C]]
    back: Callable[[C], str] = lambda card: ""
    unseen: str = ""

    def covered(self, state: S, seat: int | None = None) -> S:
        """The state with the hand of a seat face down; None: with all hands face down."""
        return self._covered(state, lambda each: seat in (None, each))

    def known_to(self, state: S, seat: int | None) -> S:
        """The state as far as this seat knows it; None is somebody who sits nowhere."""
        return self._covered(state, lambda each: seat != each)

    def _covered(self, state: S, is_covered: Callable[[int], bool]) -> S:
        face_down = (
            evolve(player, hand=(), hidden=tuple(sorted(self.backs(player))))
            if is_covered(seat)
            else player
            for seat, player in enumerate(self._players(state))
        )
        return self._with(state, tuple(face_down))

    def recalled(self, state: S, earlier: S, but: int | None = None) -> S:
        """The state with the hands that were known before, as far as such cards can be in them.

        That of the seat `but` stays as it is.
        """
        left = Counter(self.unknown(state))
        players = []
        pairs = zip(self._players(state), self._players(earlier), strict=True)
        for seat, (player, was) in enumerate(pairs):
            hidden = Counter(() if seat == but else player.hidden)
            known = tuple(
                card
                for card in was.hand
                if hidden[self.back(card)] and take(left, card) and take(hidden, self.back(card))
            )
            backs = player.hidden if seat == but else tuple(sorted(hidden.elements()))
            players.append(evolve(player, hand=(*player.hand, *known), hidden=backs))
        return self._with(state, tuple(players))

    def may_be(self, state: S, player: Any) -> tuple[C, ...]:
        """Everything that a player may hold, each once."""
        others = (card for card in self.unknown(state) if self.back(card) in player.hidden)
        return tuple(dict.fromkeys((*player.hand, *others)))

    def dealt(self, player: Any, back: str = "") -> Any:
        """The player with one card more, which nobody tells."""
        return evolve(player, hidden=tuple(sorted((*player.hidden, back))))

    def less(self, player: Any, card: C) -> Any:
        """The player after this card has left the hand, known before or not."""
        if card in player.hand:
            return evolve(player, hand=without(player.hand, card))
        return evolve(player, hidden=without(player.hidden, self.back(card)))

    def told(self, state: S, seat: int, card: C) -> S:
        """The state in which the owner of a hand has told that this card is in it."""
        players = self._players(state)
        hidden = without(players[seat].hidden, self.back(card))
        player = evolve(players[seat], hand=(*players[seat].hand, card), hidden=hidden)
        return self._with(state, (*players[:seat], player, *players[seat + 1 :]))

    def backs(self, player: Any) -> tuple[str, ...]:
        """All that others may see of a hand."""
        return (*map(self.back, player.hand), *player.hidden)

    def unknown(self, state: S, seats: Collection[int] | None = None) -> tuple[C, ...]:
        """The cards that may be anywhere, as far as these seats together know; None: all seats."""
        known = Counter(self.shown(state))
        for seat, player in enumerate(self._players(state)):
            if seats is None or seat in seats:
                known.update(player.hand)
        return unseen(self.deck(state), known.elements())

    def face_down(self, zone: str, kind: str) -> Places:
        """What everybody sees of hands: so many cards of a kind, by their backs.

        Known cards stay known as long as none of them can be the one that is gone.
        """

        @cache
        def lay(place: str, cards: Any) -> tuple[Piece, ...]:
            backs = sorted((*map(self.back, cards[0]), *cards[1]))
            return tuple([piece(kind, place, back or None) for back in backs])

        def read(place: str, before: Any, things: Things) -> Any:
            backs = Counter(thing.identity or "" for thing in things if thing.kind == kind)
            known = before[0] if before else ()
            if Counter(map(self.back, known)) <= backs:
                return known, tuple(sorted((backs - Counter(map(self.back, known))).elements()))
            return (), tuple(sorted(backs.elements()))

        form = single("hand/{seat}")
        return Places(zone, ("hand", "hidden"), form, Shape(lay, read), of_seat=True)

    def _players(self, state: S) -> tuple[Any, ...]:
        players: tuple[Any, ...] = getattr(state, "players")  # noqa: B009 (of any game)
        return players

    def _with(self, state: S, players: tuple[Any, ...]) -> S:
        state = evolve(state, players=players)
        return evolve(state, **{self.unseen: self.unknown(state)}) if self.unseen else state
