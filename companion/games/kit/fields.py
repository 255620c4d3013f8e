"""Kinds of values as people type them in JSON: how each is read, bounded and written again."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields
from typing import Any, Generic, TypeVar

from companion.common.json_reading import Json, Node

T = TypeVar("T")


@dataclass(frozen=True)
class Kind(Generic[T]):
    """A kind of value; what is None when it is written is left out."""

    read: Callable[[Node], T]
    write: Callable[[T], Json] = lambda value: value  # type: ignore[assignment, return-value]

    def __call__(self, node: Node) -> T:
        """The value that stands there."""
        return self.read(node)


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
    """One of these words; a complaint calls it `what`."""
    return Kind(lambda node: node.choice(options, what))


def parsed(parse: Callable[[str], T]) -> Kind[T]:
    """A value with a short text form."""
    return Kind(lambda node: node.parsed(parse), str)


def none_or(kind: Kind[T]) -> Kind[T | None]:
    """The same, or null."""
    return Kind(
        lambda node: None if node.value is None else kind(node),
        lambda value: None if value is None else kind.write(value),
    )


def many(kind: Kind[T], shortest: int = 0, longest: int | None = None) -> Kind[tuple[T, ...]]:
    """A list."""
    return Kind(
        lambda node: tuple(map(kind, node.list(shortest, longest))),
        lambda values: [kind.write(value) for value in values],
    )


def table(
    kind: Kind[T], required: Collection[str] = (), optional: Collection[str] = ()
) -> Kind[dict[str, T]]:
    """Values by name."""
    return Kind(
        lambda node: {key: kind(each) for key, each in node.object(required, optional).items()},
        lambda values: {key: kind.write(value) for key, value in values.items()},
    )


def numbered(kind: Kind[T], required: Numbers = (), optional: Numbers = ()) -> Kind[dict[int, T]]:
    """Values by whole numbers; in JSON these are texts."""
    names = table(kind, [*map(str, required)], [*map(str, optional)])
    return Kind(
        lambda node: {int(key): each for key, each in names(node).items()},
        lambda values: {str(key): kind.write(each) for key, each in values.items()},
    )


def known(kind: Kind[Any], **default: Any) -> Any:
    """A field of a dataclass with its kind; without a default it is None where nobody gives it."""
    return field(metadata={"kind": kind}, **(default or {"default": None}))


def kinds(cls: type) -> Kinds:
    """The kinds of the fields of a dataclass that are declared as `known`."""
    return {each.name: each.metadata["kind"] for each in dataclass_fields(cls) if each.metadata}


def given(fields: Mapping[str, Node], kinds: Kinds) -> dict[str, Any]:
    """The fields that are there, each read; the others are left to their defaults."""
    return {name: kind(fields[name]) for name, kind in kinds.items() if name in fields}


def written(value: object, kinds: Kinds) -> dict[str, Json]:
    """The JSON form of what is known of a value."""
    fields = ((name, getattr(value, name), kind) for name, kind in kinds.items())
    found = {name: kind.write(each) for name, each, kind in fields if each is not None}
    return {name: each for name, each in found.items() if each is not None}
