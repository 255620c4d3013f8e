"""The data of an edition: facts in layers, every one with its source.

A data file is a tree of groups; its leaves are facts, `{"value": ..., "source": ..., "note": ...}`.
Files are laid over each other: what ships with the game, what an edition changes, what an owner
knows about the own copy. The last word counts.
"""

from collections.abc import Sequence
from typing import NoReturn

from companion.common.json_reading import Node
from companion.games.protocol import Fact

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
