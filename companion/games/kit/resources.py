"""Resources as a value: so many of each, to be added, typed and told; and what pays a price.

A game names its resources in a named tuple of counts; each is typed by its first letter:

>>> from typing import NamedTuple
>>> class Counts(NamedTuple):
...     coal: int = 0
...     iron: int = 0
>>> class Goods(Counts, Resources):
...     __slots__ = ()
...     names = Counts._fields
>>> purse = Goods(coal=2, iron=1)
>>> purse.covers(Goods(iron=2)), purse.minus(Goods(iron=1)), str(purse), Goods.parse("i3").iron
(False, Goods(coal=2, iron=0), 'c2i1', 3)

A price is a list of parts; every payment for it is found once, none that pays more than it must:

>>> payments(Goods(coal=1, iron=2), [Due(2, ("iron",), jokers=("coal",))])
(Goods(coal=0, iron=2), Goods(coal=1, iron=1))
>>> payments(Goods(coal=1, iron=3), [Due(3, ("iron", "coal"), least=2)])
(Goods(coal=1, iron=2),)
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from operator import add, ge, le, sub
from typing import Any, ClassVar, Self, TypeVar

from companion.common.errors import InputError
from companion.common.words import Said, listed, say
from companion.games.protocol import Seat

#: A tuple with a named number for each kind, such as `Resources`.
Purse = TypeVar("Purse", bound=tuple[int, ...])


class Resources(tuple[int, ...]):
    """So many of each: the fields of the other base of a game's class, which are its `names`."""

    __slots__ = ()
    names: ClassVar[tuple[str, ...]]

    def plus(self, other: Self) -> Self:
        """Both together."""
        return tuple.__new__(type(self), map(add, self, other))

    def minus(self, other: Self) -> Self:
        """What is left after paying `other`."""
        return tuple.__new__(type(self), map(sub, self, other))

    def covers(self, cost: Self) -> bool:
        """Whether `cost` can be paid from it."""
        return False not in map(ge, self, cost)

    def counts(self) -> dict[str, int]:
        """How many of each, by name; a purse for `payments`."""
        return dict(zip(self.names, self, strict=True))

    def there(self) -> list[str]:
        """The names of those of which there are some."""
        return [name for name, count in self.counts().items() if count]

    def told(self, words: Mapping[str, Said] = {}) -> list[str]:
        """What there is, in words: of each resource its singular and its plural, or its name."""
        there = {name: count for name, count in self.counts().items() if count}
        return [words.get(name, say(f"{{n}} {name}")).fill(n=n) for name, n in there.items()]

    def __str__(self) -> str:
        """Such as `e1s1g1`; `0` when empty."""
        return "".join(f"{name[0]}{n}" for name, n in self.counts().items() if n) or "0"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The reverse of `str`."""
        counts = (f"(?:{name[0]}([0-9]{{1,3}}))?" for name in cls.names)
        match = re.fullmatch(f"0|(?=.){''.join(counts)}", text)
        if not match:
            one = "".join(f"{name[0]}1" for name in cls.names)
            raise InputError(f"'{text}' is no cost; write {one} for one {listed(cls.names)}")
        return tuple.__new__(cls, (int(count or 0) for count in match.groups()))

    @classmethod
    def ones(cls) -> dict[str, Self]:
        """One of each resource, by its name."""
        names = cls.names
        return {name: tuple.__new__(cls, (int(n == name) for n in names)) for name in names}


# --- prices ---------------------------------------------------------------------------------------


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


def fees(make: type[Purse], price: Price) -> list[tuple[Seat, Purse]]:
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
