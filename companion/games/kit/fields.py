"""Kinds of values as people type them in JSON: how each is read, bounded and told."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from dataclasses import fields as dataclass_fields
from typing import Any, Generic, TypeVar

from companion.common.json_reading import Node
from companion.common.words import Said, joined, listed, say, say_n

T = TypeVar("T")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of value: how it is read, and told to people."""

    read: Callable[[Node], T]
    tell: Callable[[T], str] = str

    def __call__(self, node: Node) -> T:
        """The value that stands there."""
        return self.read(node)

    def that(self, holds: Callable[[T], bool], reason: str) -> "Kind[T]":
        """Such values for which something holds; of others this is the reason for refusing them."""

        def read(node: Node) -> T:
            value = self.read(node)
            return value if holds(value) else node.wrong(reason)

        return replace(self, read=read)


#: The fields of a record, by the names that they have in JSON and in Python.
Kinds = Mapping[str, Kind[Any]]
Numbers = Collection[int]


def whole(lowest: int, highest: int | None = None) -> Kind[int]:
    """A whole number."""
    return Kind(lambda node: node.integer(lowest, highest))


def text(longest: int) -> Kind[str]:
    """A text."""
    return Kind(lambda node: node.string(longest))


def word(options: Collection[str], what: str) -> Kind[str]:
    """One of these words, told by what they stand for; a complaint calls it `what`."""
    tell = options.__getitem__ if isinstance(options, Mapping) else str
    return Kind(lambda node: node.choice(options, what), tell)


def parsed(parse: Callable[[str], T]) -> Kind[T]:
    """A value with a short text form."""
    return Kind(lambda node: node.parsed(parse))


def none_or(kind: Kind[T]) -> Kind[T | None]:
    """The same, or null."""
    return Kind(lambda node: None if node.value is None else kind(node))


def many(kind: Kind[T], shortest: int = 0, longest: int | None = None) -> Kind[tuple[T, ...]]:
    """A list."""
    return Kind(
        lambda node: tuple(map(kind, node.list(shortest, longest))),
        lambda values: in_a_row(map(kind.tell, values)),
    )


def table(
    kind: Kind[T],
    required: Collection[str] = (),
    optional: Collection[str] = (),
    told: Said | None = None,
) -> Kind[dict[str, T]]:
    """Values by name; each is `told` as a `{value}` with its `{name}`."""

    def tell(values: Mapping[str, T]) -> str:
        words = {name: kind.tell(value) for name, value in values.items()}
        if told is None:
            return in_a_row(words.values())
        return listed(told.fill(name=name, value=value) for name, value in words.items())

    return Kind(
        lambda node: {key: kind(each) for key, each in node.object(required, optional).items()},
        tell,
    )


def numbered(
    kind: Kind[T], required: Numbers = (), optional: Numbers = (), told: Said | None = None
) -> Kind[dict[int, T]]:
    """Values by whole numbers; in JSON these are texts."""
    names = table(kind, [*map(str, required)], [*map(str, optional)], told)
    return Kind(
        lambda node: {int(key): each for key, each in names(node).items()},
        lambda values: names.tell({str(key): each for key, each in values.items()}),
    )


def copied(
    make: Callable[..., T],
    required: Kinds,
    optional: Kinds,
    tell: Callable[[T], str],
    most: int = 100,
) -> Kind[tuple[T, ...]]:
    """A list of what is printed: things that are alike stand there once, with their `copies`.

    `make` is given the node of each, and its fields; one of these kinds is `copies`.
    """

    def read(node: Node) -> tuple[T, ...]:
        found: list[T] = []
        for one in node.list(1, most):
            known = given(one.object(required, optional), {**required, **optional})
            copies = known.pop("copies", 1)
            found += [make(one, **known)] * copies
        return tuple(found)

    def told(values: tuple[T, ...]) -> str:
        counted = Counter(values).items()
        return in_a_row(
            (
                say_n("{n} copy: {what}", "{n} copies: {what}", n, what=tell(one))
                for one, n in counted
            ),
            "; ",
        )

    return Kind(read, told)


def in_a_row(words: Iterable[str], between: str = ", ") -> str:
    """Several things in words; none when there is nothing."""
    return joined([*words] or [say("none")], between)


def known(kind: Kind[Any], **default: Any) -> Any:
    """A field of a dataclass with its kind; without a default it is None where nobody gives it."""
    return field(metadata={"kind": kind}, **(default or {"default": None}))


def kinds(cls: type) -> Kinds:
    """The kinds of the fields of a dataclass that are declared as `known`."""
    return {each.name: each.metadata["kind"] for each in dataclass_fields(cls) if each.metadata}


def given(fields: Mapping[str, Node], kinds: Kinds) -> dict[str, Any]:
    """The fields that are there, each read; the others are left to their defaults."""
    return {name: kind(fields[name]) for name, kind in kinds.items() if name in fields}
