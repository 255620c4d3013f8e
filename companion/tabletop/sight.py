"""Several looks put together, and how they differ from what should be seen, place by place.

A place that nobody looked at or that a hand hides counts neither for nor against anything.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.tabletop.observation import Observation, Place, Point

#: A difference that costs less is not worth a word: the value on top of a used die.
NEGLIGIBLE = 0.1

#: Another face of the right kind of thing: eyes misread sooner than they invent.
MISREAD = 0.8

#: A reading that carries a move by itself must be at least so certain.
CERTAIN = 0.9

#: What a seen thing costs about which the state can't say anything: little, but it is better
#: explained than not.
UNACCOUNTED = 0.04


class LyingThing(NamedTuple):
    """What lies at a place: a die is `("die", "4")`; None matches everything."""

    kind: str
    identity: str | None
    pose: str | None = None
    confidence: float = 1.0

    def __str__(self) -> str:
        if self.kind == "die":
            return f"a {self.identity}"
        parts = (self.pose, self.kind, self.identity)
        return "a " + " ".join(part for part in parts if part)


class Difference(NamedTuple):
    """One thing that is not as it should be; `expected` or `seen` is None when there is none."""

    place: str
    expected: LyingThing | None
    seen: LyingThing | None
    cost: float

    def __str__(self) -> str:
        if self.expected is None:
            return f"{self.place}: {self.seen} too many"
        if self.seen is None:
            return f"{self.place}: {self.expected} is missing"
        return f"{self.place}: {self.seen} instead of {self.expected}"

    @property
    def is_face(self) -> bool:
        """Whether the right kind of thing lies there and only its face is another."""
        return self.expected is not None and self.seen is not None

    @property
    def is_of_dice(self) -> bool:
        """Whether a die lies there, or should."""
        return "die" in (self.expected and self.expected.kind, self.seen and self.seen.kind)

    @property
    def is_certain(self) -> bool:
        """Whether nobody doubts what was seen, or that nothing was."""
        return self.seen is None or self.seen.confidence >= CERTAIN

    @property
    def is_plain_face(self) -> bool:
        """The same for what the game is sure about, which a pile of tokens never is."""
        return self.seen is not None and self.expected is not None and self.expected.confidence == 1


Contents = Mapping[str, tuple[LyingThing, ...]]


def contents(seen: Observation) -> dict[str, tuple[LyingThing, ...]]:
    """What lies where; things at a free point are under `?` of their zone."""
    found: dict[str, list[LyingThing]] = {}
    for die in seen.dice:
        thing = LyingThing("die", str(die.value), None, die.confidence)
        found.setdefault(_name(die.place, seen.zone), []).append(thing)
    for piece in seen.pieces:
        thing = LyingThing(piece.kind, piece.identity, piece.pose, piece.confidence)
        found.setdefault(_name(piece.place, seen.zone), []).append(thing)
    return {place: tuple(things) for place, things in found.items()}


def _name(place: Place, zone: str) -> str:
    return f"{zone}/?" if isinstance(place, Point) else place


@dataclass(frozen=True)
class Comparison:
    """How one zone agrees: the cost of all differences, and what they are."""

    cost: float
    differences: tuple[Difference, ...]


class Sight:
    """The newest look at each zone, as one."""

    def __init__(self, looks: Iterable[Observation]) -> None:
        self.zones: dict[str, Observation] = {}
        for look in looks:
            self.zones[look.zone] = look
        self._contents = {zone: contents(look) for zone, look in self.zones.items()}
        self._read: dict[str, frozenset[str]] = {
            zone: (look.looked_at | self._contents[zone].keys()) - look.hidden
            for zone, look in self.zones.items()
        }

    @cached_property
    def _places(self) -> frozenset[str]:
        return frozenset().union(*self._read.values())

    @cached_property
    def _things(self) -> Contents:
        return {place: things for zone in self._contents.values() for place, things in zone.items()}

    @property
    def at_rest(self) -> bool:
        """Whether nothing moved in any of the looks."""
        return all(look.at_rest for look in self.zones.values())

    def read(self, place: str) -> bool:
        """Whether somebody looked at a place and nothing hid it."""
        return place in self._places

    def things(self, place: str) -> tuple[LyingThing, ...]:
        """What was seen at a place."""
        return self._things.get(place, ()) if place in self._places else ()

    def read_places(self, zone: str) -> frozenset[str]:
        """The places of a zone that were read."""
        return self._read.get(zone, frozenset())

    def with_faces(self, differences: Iterable[Difference]) -> "Sight":
        """The same looks, had these things been read as they were expected."""
        zones = {zone: dict(found) for zone, found in self._contents.items()}
        for place, expected, seen, _ in differences:
            if expected is None or seen is None:
                continue
            for found in zones.values():
                if seen in found.get(place, ()):
                    things = list(found[place])
                    things[things.index(seen)] = expected._replace(confidence=seen.confidence)
                    found[place] = tuple(things)
        other = copy(self)
        other._contents = zones
        other.__dict__.pop("_things", None)
        return other

    def compare(self, expected: Observation) -> Comparison:
        """How the look at a zone differs from what is expected there."""
        zone = expected.zone
        if zone not in self.zones:
            return Comparison(0.0, ())
        should, found = contents(expected), self._contents[zone]
        unsaid = expected.hidden
        cost = 0.0
        differences: list[Difference] = []
        for place in self._read[zone] & (should.keys() | found.keys()):
            here = found.get(place, ())
            if place in unsaid:
                cost += UNACCOUNTED * len(here)
                continue
            for difference in _at_place(place, should.get(place, ()), here):
                cost += difference.cost
                if difference.cost >= NEGLIGIBLE:
                    differences.append(difference)
        # Rounded: places come in no order, and a sum must not depend on it.
        return Comparison(round(cost, 6), tuple(sorted(differences, key=lambda each: each.place)))


def _at_place(
    place: str, expected: tuple[LyingThing, ...], seen: tuple[LyingThing, ...]
) -> Iterable[Difference]:
    """Match what is there with what should be; the same kind with another face is one difference.

    A thing that is missing or too many costs about one; a face that is read differently costs less,
    and no more than the reading and the expectation are worth.
    """
    if expected and seen and _same(expected, seen):
        return
    left = list(seen)
    missing = []
    for thing in expected:
        match = next((other for other in left if _agree(thing, other)), None)
        if match is None:
            missing.append(thing)
        else:
            left.remove(match)
    for thing in missing:
        alike = next((other for other in left if other.kind == thing.kind), None)
        if alike is None:
            yield Difference(place, thing, None, 1.0)
        else:
            left.remove(alike)
            yield Difference(place, thing, alike, MISREAD * thing.confidence * alike.confidence)
    for thing in left:
        yield Difference(place, None, thing, (1 + thing.confidence) / 2)


def _same(expected: tuple[LyingThing, ...], seen: tuple[LyingThing, ...]) -> bool:
    """The quick answer for most places."""
    return len(expected) == len(seen) and all(
        a[:3] == b[:3] for a, b in zip(expected, seen, strict=True)
    )


def _agree(expected: LyingThing, seen: LyingThing) -> bool:
    return (
        expected.kind == seen.kind
        and (expected.identity == seen.identity or None in (expected.identity, seen.identity))
        and (expected.pose == seen.pose or None in (expected.pose, seen.pose))
    )
