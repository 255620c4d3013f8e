"""What may be handed over for a price: every payment once, and none that pays more than it must.

A purse is a tuple with a named number for each kind, and so is a payment.

>>> from typing import NamedTuple
>>> class Purse(NamedTuple):
...     iron: int = 0
...     coal: int = 0
...     whistle: int = 0
>>> payments(Purse(iron=2, whistle=2), [Due(3, ("iron",), jokers=("whistle",))])
(Purse(iron=2, coal=0, whistle=1), Purse(iron=1, coal=0, whistle=2))
>>> payments(Purse(iron=3, coal=1), [Due(3, ("iron", "coal"), least=2)])
(Purse(iron=2, coal=1, whistle=0),)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from operator import add, le
from typing import Any, TypeVar

from companion.games.protocol import Seat

Purse = TypeVar("Purse", bound=tuple[int, ...])


@dataclass(frozen=True)
class Due:
    """A part of a price: so many pieces of these kinds.

    Attributes:
        of: What pays it, one of these or several.
        jokers: What may stand for any of them.
        least: So many different kinds must be among them; a joker counts as what it stands for.
        most: So many may be; 1 is "all of one kind".
        name: What a discount calls this part of the price.
        to: The seat that gets it, who is owed a single kind: jokers are changed first.
    """

    count: int
    of: tuple[str, ...]
    jokers: tuple[str, ...] = ()
    least: int = 1
    most: int = 99
    name: str = ""
    to: Seat | None = None


Price = Sequence[Due]


def with_joker(price: Price, joker: str, instead_of: Iterable[str]) -> Price:
    """The price where `joker` may stand for each of these kinds."""
    kinds = {*instead_of} - {joker}
    return [
        replace(due, jokers=(*due.jokers, joker)) if kinds.intersection(due.of) else due
        for due in price
    ]


def discounted(price: Price, name: str, count: int) -> Iterator[Price]:
    """Every way to take `count` off the parts of the price with this name, down to nothing."""
    ways = {tuple(price): None}
    for _ in range(min(count, sum(due.count for due in price if due.name == name))):
        ways = {
            (*way[:number], replace(due, count=due.count - 1), *way[number + 1 :]): None
            for way in ways
            for number, due in enumerate(way)
            if due.name == name and due.count
        }
    yield from ways


def received(make: type[Purse], price: Price) -> list[tuple[Seat, Purse]]:
    """What other seats get of a price, each as a purse."""
    fields: Any = make
    return [(due.to, fields(**{due.of[0]: due.count})) for due in price if due.to is not None]


def payments(purse: Purse, *prices: Price) -> tuple[Purse, ...]:
    """Everything in this purse that pays one of the prices; the order is stable."""
    kinds: tuple[str, ...] = getattr(purse, "_fields")  # noqa: B009 (a named tuple has them)
    found: dict[tuple[int, ...], None] = {}
    for price in prices:
        ways = {(0,) * len(kinds): None}
        for due in price:
            handed_over = [*_hands_over(due, kinds, purse)]
            ways = {
                after: None
                for before in ways
                for pieces in handed_over
                if all(map(le, after := tuple(map(add, before, pieces)), purse))
            }
        found |= ways
    make: Any = type(purse)
    return tuple(make(*way) for way in found)


def _hands_over(
    due: Due, kinds: tuple[str, ...], purse: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """What may be given for one part of a price."""
    there = [kind for kind, count in zip(kinds, purse, strict=True) if count]
    usable = dict.fromkeys(kind for kind in (*due.of, *due.jokers) if kind in there)
    for pieces in combinations_with_replacement(usable, due.count):
        jokers = sum(kind in due.jokers for kind in pieces)
        plain = len({*pieces}.difference(due.jokers))
        enough = min(plain + jokers, len(due.of)) >= min(due.least, due.count)
        if enough and max(plain, min(jokers, 1)) <= due.most:
            yield tuple(map(pieces.count, kinds))
