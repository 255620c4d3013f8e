"""Why an event was entered: what somebody typed, or values of which sentences are made when shown.

In a log the values are objects with a `kind`; docs/formats.md shows them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.common.json_reading import Json
from companion.tabletop.sight import Difference, LyingThing

#: So many differences are kept of an event; a table that is laid anew has more.
MOST = 12
_KEPT = ("kind", "identity", "pose")


@dataclass(frozen=True)
class Seen:
    """What was seen that the log did not know yet; `more` differences were left out."""

    differences: tuple[Difference, ...]
    more: int = 0

    @staticmethod
    def of(differences: Iterable[Difference]) -> "Seen":
        """The first of these; how certain they were is not kept."""
        every = tuple(differences)
        kept = tuple(Difference(d.place, _plain(d.expected), _plain(d.seen), 0) for d in every)
        return Seen(kept[:MOST], len(kept[MOST:]))


@dataclass(frozen=True)
class Counted:
    """The points that the players have counted, seat by seat."""

    points: tuple[int, ...]


@dataclass(frozen=True)
class Repaired:
    """Somebody said what a thing on the table really is, in a line of `Game.repaired`."""

    line: str


Why = str | Seen | Counted | Repaired


def to_json(why: Why) -> Json:
    """The form in which a log keeps it."""
    if isinstance(why, Seen):
        found: list[Json] = [_written(each) for each in why.differences]
        return {"kind": "seen", "differences": found, "more": why.more}
    if isinstance(why, Counted):
        return {"kind": "counted", "points": [*why.points]}
    if isinstance(why, Repaired):
        return {"kind": "repaired", "line": why.line}
    return why


def from_json(data: Any) -> Why:
    """The opposite; a kind that nobody knows becomes text, for it is no reason to lose an event."""
    if isinstance(data, Mapping):
        if data.get("kind") == "seen":
            seen = tuple(
                Difference(each["place"], _thing(each.get("expected")), _thing(each.get("seen")), 0)
                for each in data["differences"]
            )
            return Seen(seen, int(data["more"]))
        if data.get("kind") == "counted":
            return Counted(tuple(map(int, data["points"])))
        if data.get("kind") == "repaired":
            return Repaired(str(data["line"]))
    return str(data)


def _plain(thing: LyingThing | None) -> LyingThing | None:
    return None if thing is None else thing._replace(confidence=1.0)


def _written(difference: Difference) -> Json:
    things = {"expected": difference.expected, "seen": difference.seen}
    data: dict[str, Json] = {"place": difference.place}
    for name, thing in things.items():
        if thing is not None:
            data[name] = {key: value for key in _KEPT if (value := getattr(thing, key)) is not None}
    return data


def _thing(data: Mapping[str, Any] | None) -> LyingThing | None:
    return LyingThing(**{"identity": None, **data}) if data else None
