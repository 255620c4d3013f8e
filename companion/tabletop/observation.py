"""What a camera can see of one zone of the table: plain values, no pixels, no rules.

A place is a name that the game gave (`board/4`, `market/E2`, `tiles/0/(1,-1)`) or a free point
in table millimetres when it matches none. *Nothing there*, *hidden* and *not looked at* are three
different things: a place that was read holds what `dice` and `pieces` say, and nothing else; a
place in `hidden` was covered; every other place was not looked at.

A game speaks the same words when it says what should be seen. There `hidden` are places about
which it can't say anything, and a confidence below one means that another face of the same thing
is hardly worth a word: a used die may have been turned or not.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.common.json_reading import Json, Node


class Point(NamedTuple):
    """A free point on the table, in millimetres."""

    x: float
    y: float


Place = str | Point


@dataclass(frozen=True)
class Die:
    """A die with a value on top."""

    value: int
    place: Place
    confidence: float = 1.0


@dataclass(frozen=True)
class Piece:
    """Anything else: a tile, a figure, a token.

    `identity` is the game's own name for it, None when the eye can't tell. `pose` is a word such as
    `standing` or `lying`.
    """

    kind: str
    place: Place
    identity: str | None = None
    pose: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True)
class Observation:
    """One look at one zone.

    A hidden place may have one of the `marks`: a number that stays the same as long as the place
    looks exactly as it did, whatever that is. It is no part of the public form.
    """

    zone: str
    dice: tuple[Die, ...] = ()
    pieces: tuple[Piece, ...] = ()
    looked_at: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    at_rest: bool = True
    picture: str | None = None
    marks: tuple[tuple[str, int], ...] = ()

    def as_seen(self) -> "Observation":
        """The look of a perfect eye at what this says should be there."""
        return replace(
            self,
            dice=tuple(replace(die, confidence=1.0) for die in self.dice),
            pieces=tuple(replace(piece, confidence=1.0) for piece in self.pieces),
        )

    def to_json(self) -> dict[str, Json]:
        """The public form, confidences to four digits and points to a tenth of a millimetre."""
        return {
            "zone": self.zone,
            "dice": [
                {
                    "value": die.value,
                    "at": _place(die.place),
                    "confidence": round(die.confidence, 4),
                }
                for die in self.dice
            ],
            "pieces": [
                {
                    "kind": piece.kind,
                    "at": _place(piece.place),
                    "identity": piece.identity,
                    "pose": piece.pose,
                    "confidence": round(piece.confidence, 4),
                }
                for piece in self.pieces
            ],
            "looked_at": list[Json](sorted(self.looked_at)),
            "hidden": list[Json](sorted(self.hidden)),
            "at_rest": self.at_rest,
            "picture": self.picture,
        }

    @classmethod
    def from_json(cls, node: Node) -> "Observation":
        """The reverse of `to_json`; everything but the zone may be left out."""
        found = node.object(
            required=("zone",),
            optional=("dice", "pieces", "looked_at", "hidden", "at_rest", "picture"),
        )
        places = {
            name: frozenset(item.string() for item in found[name].list()) if name in found else ()
            for name in ("looked_at", "hidden")
        }
        return cls(
            zone=found["zone"].string(),
            dice=tuple(map(_read_die, found["dice"].list())) if "dice" in found else (),
            pieces=tuple(map(_read_piece, found["pieces"].list())) if "pieces" in found else (),
            looked_at=frozenset(places["looked_at"]),
            hidden=frozenset(places["hidden"]),
            at_rest=found["at_rest"].boolean() if "at_rest" in found else True,
            picture=_text(found.get("picture")),
        )


def _place(place: Place) -> Json:
    return [round(place.x, 1), round(place.y, 1)] if isinstance(place, Point) else place


def _read_place(node: Node) -> Place:
    if isinstance(node.value, str):
        return node.string()
    x, y = node.list(2, 2)
    return Point(_number(x), _number(y))


def _number(node: Node) -> float:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float):
        node.wrong("expected a number")
    return float(value)


def _confidence(found: dict[str, Node]) -> float:
    if "confidence" not in found:
        return 1.0
    value = _number(found["confidence"])
    if not 0 <= value <= 1:
        found["confidence"].wrong("a confidence lies between 0 and 1")
    return value


def _text(node: Node | None) -> str | None:
    return None if node is None or node.value is None else node.string()


def _read_die(node: Node) -> Die:
    found = node.object(required=("value", "at"), optional=("confidence",))
    return Die(found["value"].integer(), _read_place(found["at"]), _confidence(found))


def _read_piece(node: Node) -> Piece:
    found = node.object(required=("kind", "at"), optional=("identity", "pose", "confidence"))
    return Piece(
        kind=found["kind"].string(),
        place=_read_place(found["at"]),
        identity=_text(found.get("identity")),
        pose=_text(found.get("pose")),
        confidence=_confidence(found),
    )
