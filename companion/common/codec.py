"""A stable JSON form for values made of dataclasses, which can be read back.

A dataclass that stands in a union is tagged with its `kind`. Values with a short text form of
their own (a tile, a card) are written as that text: they are given as `texts`, each with the
function that parses it. By hand, because the games use no package of others.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.common.json_reading import Json, Node

Parser = Callable[[str], Any]


@cache
def kind_of(cls: type) -> str:
    """The tag of a class: `TakeDie` is `take-die`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


def later(default: Any) -> Any:
    """A field that came when logs were written already: it is left out where it is the default."""
    return field(default=default, metadata={"later": True})


@cache
def _later(cls: type) -> dict[str, Any]:
    return {field.name: field.default for field in fields(cls) if "later" in field.metadata}


@cache
def _hints(cls: type) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls) if field.init}


@cache
def _members(union: Any) -> tuple[Any, ...]:
    """The members of a union, nested unions opened."""
    if get_origin(union) in (Union, UnionType):
        return tuple(member for part in get_args(union) for member in _members(part))
    return (union,)


class Codec:
    """Writes and reads values; `texts` are the classes with a text form and how to parse it."""

    def __init__(self, texts: Mapping[type, Parser]) -> None:
        # A state names the same few tiles and cards over and over.
        self._texts = {cls: lru_cache(4096)(parse) for cls, parse in texts.items()}

    def encode(self, value: Any, hint: Any) -> Json:
        """The JSON form of `value`, which is declared as `hint`."""
        if type(value) in self._texts:
            return str(value)
        members = _members(hint)
        if is_dataclass(value) and not isinstance(value, type):
            data: dict[str, Json] = {"kind": kind_of(type(value))} if len(members) > 1 else {}
            later = _later(type(value))
            for name, inner in _hints(type(value)).items():
                part = getattr(value, name)
                if name not in later or part != later[name]:
                    data[name] = self.encode(part, inner)
            return data
        inner_hint = next((m for m in members if m is not NoneType), NoneType)
        if isinstance(value, Mapping):
            key_hint, value_hint = get_args(inner_hint)
            pairs = [
                (self.encode(k, key_hint), self.encode(v, value_hint)) for k, v in value.items()
            ]
            if key_hint is str:
                return {str(key): item for key, item in pairs}
            return [[key, item] for key, item in pairs]
        if isinstance(value, tuple):
            hints = _item_hints(inner_hint, len(value))
            return [self.encode(item, h) for item, h in zip(value, hints, strict=True)]
        assert value is None or isinstance(value, bool | int | str), type(value)
        return value

    def decode(self, node: Node, hint: Any) -> Any:
        """The value that `node` stands for, declared as `hint`."""
        members = _members(hint)
        if node.value is None and NoneType in members:
            return None
        members = tuple(member for member in members if member is not NoneType)
        if len(members) > 1:
            return self._decode_tagged(node, members)
        (cls,) = members
        if cls in self._texts:
            return node.parsed(self._texts[cls])
        if cls is bool:
            return node.boolean()
        if cls is int:
            return node.integer()
        if cls is str:
            return node.string()
        if is_dataclass(cls):
            return self._decode_fields(node, cls, tagged=False)
        origin = get_origin(cls)
        if origin is tuple:
            items = node.list()
            hints = _item_hints(cls, len(items))
            if len(hints) != len(items):
                node.wrong(f"expected {len(hints)} items, found {len(items)}")
            return tuple(self.decode(item, h) for item, h in zip(items, hints, strict=True))
        return self._decode_mapping(node, *get_args(cls))

    def _decode_tagged(self, node: Node, members: tuple[Any, ...]) -> Any:
        by_kind = {kind_of(member): member for member in members}
        kind = node.object(required=("kind",), optional=None)["kind"].choice(by_kind, "kind")
        return self._decode_fields(node, by_kind[kind], tagged=True)

    def _decode_fields(self, node: Node, cls: Any, *, tagged: bool) -> Any:
        hints, later = _hints(cls), _later(cls)
        found = node.object(
            required=[name for name in hints if name not in later],
            optional=(*later, *(("kind",) if tagged else ())),
        )
        return cls(**{n: self.decode(found[n], hint) for n, hint in hints.items() if n in found})

    def _decode_mapping(self, node: Node, key_hint: Any, value_hint: Any) -> dict[Any, Any]:
        if key_hint is str:
            items = node.object(optional=None).items()
            return {key: self.decode(item, value_hint) for key, item in items}
        pairs = [pair.list(2, 2) for pair in node.list()]
        return {self.decode(key, key_hint): self.decode(item, value_hint) for key, item in pairs}


def _item_hints(hint: Any, length: int) -> tuple[Any, ...]:
    args = get_args(hint)
    if len(args) == 2 and args[1] is Ellipsis:
        return (args[0],) * length
    return args
