"""Resources as a value: so many of each, to be added, paid, typed and told.

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
"""

import re
from collections.abc import Mapping
from operator import add, ge, sub
from typing import ClassVar, Self

from companion.common.errors import InputError
from companion.common.words import Said, listed, say


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
