"""The data of an edition: facts in layers, every one with its source.

A data file is a tree of groups; its leaves are facts, `{"value": ..., "source": ..., "note": ...}`.
Files are laid over each other: what ships with the game, what an edition changes, what an owner
knows about the own copy. The last word counts.

A game's edition is a dataclass whose fields are declared with `fact`, `facts_by` and `options`:
where each stands in the data, and of which kind it is: how it is read and told.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar, get_args, get_origin, get_type_hints

from companion.common.json_reading import Node, wrap
from companion.games.kit.fields import Kind
from companion.games.protocol import Fact

#: What is chosen by a name, by what it is about: a fact that may be one of a few by its place.
Words = Mapping[str, Mapping[str, str]]

SOURCES = ("stated", "deduced", "external", "assumed")
FORMAT = 1

_HEAD = ("format", "game", "$schema")


class Facts:
    """The merged facts, handed out by place; whatever nobody asks for is a mistake in the file."""

    def __init__(self, game_id: str, layers: Sequence[Node]) -> None:
        self._nodes: dict[str, Node] = {}
        self._layer_of: dict[str, int] = {}
        self._used: set[str] = set()
        groups = layers[0].object(optional=None)
        for number, layer in enumerate(layers):
            top = layer.object(required=("format", "game"), optional=(*_HEAD, *groups))
            if top["format"].integer() != FORMAT:
                top["format"].wrong(f"this companion reads format {FORMAT}")
            top["game"].choice([game_id], "game")
            for key, group in top.items():
                if key not in _HEAD:
                    self._collect(group, number)

    def _collect(self, node: Node, layer: int) -> None:
        fields = node.object(optional=None)
        if "value" in fields:
            self._nodes[node.place] = node
            self._layer_of[node.place] = layer
            return
        for child in fields.values():
            self._collect(child, layer)

    def value(self, place: str) -> Node:
        """The value at `place`, its source checked."""
        self._used.add(place)
        fields = self._nodes[place].object(required=("value", "source"), optional=("note",))
        fields["source"].choice(SOURCES, "source")
        if "note" in fields:
            fields["note"].string(500)
        return fields["value"]

    def blame(self, places: Sequence[str], reason: str) -> NoReturn:
        """Refuse values that do not go together, at the one that was said last."""
        latest = max(places, key=lambda place: self._layer_of[place])
        self._nodes[latest].field("value").wrong(reason)

    def edition(self, cls: "type[E]", name: str) -> "E":
        """The edition with the fields that `cls` declares; a fact of no field is refused."""
        declared = {each.name: each.metadata["fact"] for each in fields(cls) if each.metadata}
        values = {name: each.find(self) for name, each in declared.items()}
        return cls(name, self.finish(), **values)

    def finish(self) -> tuple[Fact, ...]:
        """All facts, for people to look through; one that nobody asked for is refused."""
        for place, node in self._nodes.items():
            if place not in self._used:
                node.wrong("the game has no such value; see docs/formats.md for what can be set")
        return tuple(self._fact(place, node) for place, node in self._nodes.items())

    def _fact(self, place: str, node: Node) -> Fact:
        fields = node.object(optional=None)
        note = fields["note"].string(500) if "note" in fields else ""
        return Fact(place, fields["value"].value, fields["source"].string(), note)


# --- declared by a game ---------------------------------------------------------------------------


class _Declared(NamedTuple):
    find: Callable[[Facts], Any]
    kinds: Mapping[str, Kind[Any]] = {}


def fact(place: str, kind: Kind[Any]) -> Any:
    """A field that is the value at `place`."""
    return _field(lambda facts: kind(facts.value(place)), {place: kind})


def facts_by(keys: Sequence[str], place: str, kind: Callable[[str], Kind[Any]]) -> Any:
    """A field with a value for each of these keys; `*` in the place stands for the key."""
    kinds = {key: (place.replace("*", key), kind(key)) for key in keys}
    return _field(
        lambda facts: {key: one(facts.value(here)) for key, (here, one) in kinds.items()},
        dict(kinds.values()),
    )


def options(group: str, cls: type, most: int) -> Any:
    """A field that is a dataclass of words, of yes or no, and of numbers up to `most` or none."""
    hints = get_type_hints(cls)
    return _field(
        lambda facts: cls(
            **{
                name: _option(facts.value(f"{group}.{name}"), hint, most)
                for name, hint in hints.items()
            }
        )
    )


def _option(node: Node, hint: Any, most: int) -> Any:
    if hint is bool:
        return node.boolean()
    if get_origin(hint) is Literal:
        return node.choice(get_args(hint), "option")
    return None if node.value is None else node.integer(0, most)


def _field(find: Callable[[Facts], Any], kinds: Mapping[str, Kind[Any]] = {}) -> Any:
    return field(metadata={"fact": _Declared(find, kinds)})


@dataclass(frozen=True)
class EditionFacts:
    """An edition with its facts; a game's own declares the fields that are made of them."""

    name: str
    _facts: tuple[Fact, ...] = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.name

    def facts(self) -> Iterator[Fact]:
        """Every value of the data, with its source."""
        yield from self._facts

    def assumes(self, place: str) -> bool:
        """Whether the value at `place` is only assumed."""
        return any(fact.place == place and fact.source == "assumed" for fact in self._facts)


E = TypeVar("E", bound=EditionFacts)


# --- in words -------------------------------------------------------------------------------------


def fact_value(cls: type[EditionFacts], said: Words, fact: Fact) -> str:
    """What a fact is, with its unit."""
    choices = dict(fact_choices(said, fact))
    if choices:
        return choices[json.dumps(fact.value)]
    declared = (each.metadata["fact"].kinds for each in fields(cls) if each.metadata)
    kind = next((kinds[fact.place] for kinds in declared if fact.place in kinds), None)
    return str(fact.value) if kind is None else kind.tell(kind(wrap(fact.value, fact.place)))


def fact_choices(said: Words, fact: Fact) -> tuple[tuple[str, str], ...]:
    """What it may be, as it stands in a data file and in words; empty: more than can be listed."""
    choices = said.get(fact.place, {})
    return tuple(choices.items()) if json.dumps(fact.value) in choices else ()
