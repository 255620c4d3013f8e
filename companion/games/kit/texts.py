"""Moves as a line of text, and back: a move is its verb and its fields, each field a word.

The places that a hand touches follow from the fields too: patterns such as `island/{seat}/{cell}`.

A move is a value that is `Written`. How a field is written follows from its type: text, a number, a
cell, or whatever has a `parse` of its own. Where that is not enough the field says so, or the move
brings its own `__str__` and `read`.

>>> from typing import Annotated
>>> from companion.games.kit.values import value
>>> @value
... class Build(Written):
...     verb = "build"
...     slot: str
...     cell: Annotated[Cell | None, CELL._replace(none="aside")] = None
>>> @value
... class Pass(Written):
...     verb = "pass"
>>> str(Build("E4", (1, -1)))
'build E4 @1,-1'
>>> [str(move) for move in parse("build E4 aside pass", (Build, Pass))]
['build E4 aside', 'pass']
>>> parse("build E4 there", (Build, Pass))
Traceback (most recent call last):
companion.common.errors.InputError: 'there' is no cell; write @1,-1
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, partial
from itertools import product
from typing import Any, ClassVar, NamedTuple, Self, get_type_hints

from companion.common.errors import InputError
from companion.common.words import names_in
from companion.tabletop.hexes import Cell

_NONE: Mapping[str, Callable[..., Any]] = {}


class Form(NamedTuple):
    """How a field is written.

    Attributes:
        read: What a word stands for; raises `InputError` where that is nothing.
        write: The word for a value.
        none: The word for None; without one a None is left out.
        among: A field that may be left out is there when the next word is one of these.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    none: str | None = None
    among: Collection[str] | None = None

    def take(self, words: list[str]) -> Any:
        """The value of the next word, which is the last one in the list."""
        if self.among is not None and not (words and words[-1] in self.among):
            return None
        word = words.pop()
        return None if word == self.none else self.read(word)

    def put(self, value: Any) -> str:
        """The word for a value; empty when it is left out."""
        return (self.none or "") if value is None else self.write(value)


def word(shape: str, read: Callable[[str], Any], wrong: str, write: Callable[[Any], str]) -> Form:
    """A form whose words look like a regular expression; of others it is said what is wrong."""
    pattern = re.compile(shape)

    def checked(text: str) -> Any:
        if not pattern.fullmatch(text):
            raise InputError(f"'{text}' is {wrong}")
        return read(text)

    return Form(checked, write)


def _cell(text: str) -> Cell:
    q, r = text[1:].split(",")
    return int(q), int(r)


WORD = Form(str)
NUMBER = word("[0-9]{1,3}", int, "no number", str)
CELL = word(
    "@(-?[0-9]{1,3}),(-?[0-9]{1,3})",
    _cell,
    "no cell; write @1,-1",
    lambda cell: f"@{cell[0]},{cell[1]}",
)
_BY_TYPE = {str: WORD, int: NUMBER, Cell: CELL}


class Written:
    """A move with a text form.

    `verb` is the word that it begins with; it is shown to those who begin with no such word.
    `touches` are the patterns of the places that a hand touches, in this order (`places_of`).
    `swaps` is a field that may change hands between such moves: together they come to the same.
    """

    __slots__: tuple[str, ...] = ()
    verb: ClassVar[str]
    touches: ClassVar[tuple[str, ...]] = ()
    swaps: ClassVar[str | None] = None

    def __str__(self) -> str:
        kind: type = type(self)
        texts = (form.put(getattr(self, name)) for name, form in forms(kind).items())
        return " ".join(filter(None, (self.verb, *texts)))

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """The move whose words are taken off the end of the list, the verb first."""
        kind: type = cls
        words.pop()
        return cls(*(form.take(words) for form in forms(kind).values()))


@cache
def forms(kind: type) -> dict[str, Form]:
    """How the fields of a kind of move are written, by their names."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _form(hints[field.name]) for field in fields(kind)}


def _form(hint: Any) -> Form:
    """The form that a field has with it, or that of its type."""
    own: tuple[Form, ...] = getattr(hint, "__metadata__", ())
    return own[0] if own else _BY_TYPE.get(hint) or Form(getattr(hint, "parse", hint))


def parse(
    line: str, kinds: Iterable[type[Any]], short: Mapping[str, Callable[..., Any]] = _NONE
) -> tuple[Any, ...]:
    """The moves of these kinds that a line stands for.

    `short` makes moves of words of their own, by what the groups of a regular expression match.
    """
    verbs = {kind.verb: kind for kind in kinds}
    words = line.split()[::-1]
    found = []
    while words:
        first = words[-1]
        matches = ((re.fullmatch(shape, first), make) for shape, make in short.items())
        made = [make(*match.groups("")) for match, make in matches if match]
        if made:
            words.pop()
            found += made
        elif first in verbs:
            try:
                found.append(verbs[first].read(words))
            except IndexError:
                raise InputError(f"'{first}' needs more words behind it") from None
        else:
            raise InputError(f"no move '{first}'; there is {', '.join(verbs)}")
    return tuple(found)


# --- places ---------------------------------------------------------------------------------------


def places_of(state: Any, task: Any, move: Any) -> Iterator[str]:
    """The places that a move touches as an answer to a task, by the patterns of its class.

    One after the other: who looks for a move by its places seldom asks for the second.

    In braces stands a field of the move or of the task, or a method of the move: it is given both
    state and task, and says what may be there.
    """
    return touched(move.touches, partial(_fact, state, task, move))


def _fact(state: Any, task: Any, move: Any, name: str) -> Any:
    found = getattr(move, name, None)
    if callable(found):
        return found(state, task)
    return getattr(task, name, None) if found is None else found


def touched(patterns: Iterable[str], fact: Callable[[str], Any]) -> Iterator[str]:
    """The places of these patterns, filled with what `fact` knows under each name in braces.

    What is None is no place; a list is a place each; a cell is written `(1,-1)`.

    >>> facts = {"seat": 0, "cell": (1, -1), "die": None, "goods": ["energy", "fame"]}
    >>> [*touched(("forge/{die}", "island/{seat}/{cell}", "goods/{seat}/{goods}"), facts.get)]
    ['island/0/(1,-1)', 'goods/0/energy', 'goods/0/fame']
    """
    for pattern in patterns:
        names = names_in(pattern)
        values = [fact(name) for name in names]
        if None in values:
            continue
        several = [value if isinstance(value, list) else [value] for value in values]
        for each in product(*several):
            yield pattern.format_map(dict(zip(names, map(named, each), strict=True)))


def named(value: Any) -> Any:
    """A value as places name it: a cell is written `(1,-1)`."""
    return _as_place(value) if isinstance(value, tuple) else value


@cache
def _as_place(cell: tuple[int, ...]) -> str:
    return f"({','.join(map(str, cell))})"
