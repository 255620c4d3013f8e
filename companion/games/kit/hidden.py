"""What lies face down in a hand, a pile or a bag: what nobody has told stays unknown.

A hand is what is known of it, and the backs of the rest; a pile or a bag is a number. What an
unknown thing may be is worked out: everything in the box but what is known to lie elsewhere. A rule
that needs to know it offers a move for each of these; until then nobody is asked.

>>> box: Box[str, Hand] = Box(("sun", "moon", "star", "star"), known=lambda hand: hand.known)
>>> hand = Hand(known=("sun", "star")).dealt()
>>> box.unseen(hand), box.may_be(hand, hand)
(('moon', 'star'), ('sun', 'star', 'moon'))
>>> box.without(hand, "moon"), box.covered(hand)
(Hand(known=('sun', 'star'), backs=()), Hand(known=(), backs=('', '', '')))
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.games.kit.places import Shape, Things, piece
from companion.games.kit.values import value
from companion.tabletop.observation import Piece

T = TypeVar("T")
S = TypeVar("S")


@value
class Hand:
    """Things that one seat alone may look at: those that are known, and the backs of the others."""

    known: tuple[str, ...] = ()
    backs: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.known) + len(self.backs)

    def dealt(self, back: str = "") -> "Hand":
        """With one more, which nobody has told."""
        return Hand(self.known, tuple(sorted((*self.backs, back))))


@dataclass(frozen=True)
class Box(Generic[T, S]):
    """All things of a sort.

    Attributes:
        things: Every one of them.
        known: Those of which it is known in a state where they lie, in a hand as well.
        back: What can be told of one that lies face down.
    """

    things: tuple[T, ...]
    known: Callable[[S], Iterable[T]]
    back: Callable[[T], str] = lambda thing: ""

    def unseen(self, state: S) -> tuple[T, ...]:
        """What lies face down, nobody knows where; in the order of the box."""
        left = Counter(self.things) - Counter(self.known(state))
        return tuple(thing for thing in self.things if take(left, thing))

    def may_be(self, hand: Any, state: S) -> tuple[T, ...]:
        """Everything that a hand may hold, each once."""
        others = (thing for thing in self.unseen(state) if self.back(thing) in hand.backs)
        return tuple(dict.fromkeys((*hand.known, *others)))

    def without(self, hand: Any, thing: T) -> Hand:
        """The hand after it gave this away, known before or not."""
        gone: Counter[Any] = Counter([thing])
        if thing in hand.known:
            return Hand(without(hand.known, gone), hand.backs)
        return Hand(hand.known, without(hand.backs, Counter([self.back(thing)])))

    def covered(self, hand: Any) -> Hand:
        """The hand as others see it."""
        return Hand((), tuple(sorted((*map(self.back, hand.known), *hand.backs))))

    def recalled(self, hand: Any, earlier: Any, left: Counter[T]) -> Hand:
        """The hand with what was known of it, as far as such things are `left` and can be there."""
        backs = Counter(hand.backs)
        again = [*hand.known]
        for thing in earlier.known:
            if backs[self.back(thing)] and take(left, thing):
                backs[self.back(thing)] -= 1
                again.append(thing)
        return Hand(tuple(again), tuple(sorted(backs.elements())))

    def face_down(self, kind: str) -> Shape[Any]:
        """A hand as it lies in front of its owner."""

        def lay(place: str, hand: Any) -> tuple[Piece, ...]:
            return tuple([piece(kind, place, back or None) for back in self.covered(hand).backs])

        def read(place: str, before: Any, things: Things) -> Hand:
            backs = sorted(thing.identity or "" for thing in things if thing.kind == kind)
            there = Hand((), tuple(backs))
            return before if before is not None and self.covered(before) == there else there

        return Shape(lay, read)


def take(counted: Counter[T], one: T) -> bool:
    """Take one out, if there is one."""
    taken = counted[one] > 0
    counted[one] -= taken
    return taken


def without(all_of: tuple[T, ...], gone: Counter[T]) -> tuple[T, ...]:
    """Those that are left when some are gone: what has come into view is not unseen any more."""
    gone = gone.copy()
    return tuple(one for one in all_of if not take(gone, one))
