"""What is known about the places around one state, and how hard a move there is to believe."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.tabletop.sight import Difference, LyingThing, Sight

#: How much it takes to believe in a move that shows,
PLAIN = 0.0
#: one that leaves no trace,
SILENT = 0.04
#: one that shows badly,
ODD = 0.1
#: one under a hand,
COVERED = 0.25
#: one that would show where nobody looks,
UNWATCHED = 0.01
#: one after which a place looks as before, because the same thing has come again,
SAME_AGAIN = 0.3
#: and one after which dice are to be rolled that still lie where they were put.
TOO_EARLY = 0.9

#: What should lie at a place of a zone of a state, and whether nothing can be said about it.
Lying = Callable[[Any, str, str], tuple[tuple[LyingThing, ...], bool]]


class Traces:
    """What is known about the places around one state: what changed, what is covered, what came."""

    def __init__(
        self,
        state: Any,
        sight: Sight,
        differences: tuple[Difference, ...],
        lying: Lying,
        is_restless: Callable[[str], bool] | None,
    ) -> None:
        self.state = state
        self.sight = sight
        self.differences = differences
        self.changed = {difference.place for difference in differences}
        self._came: dict[tuple[str, str | None], set[str]] = {}
        for place, _, seen, _ in differences:
            if seen is not None:
                self._came.setdefault(seen[:2], set()).add(place)
        self._lying = lying
        self._is_restless = is_restless
        restless = (d for d in differences if is_restless and is_restless(d.place))
        #: The restless places that tell of a move: where a die lies tells nothing.
        self.telling = {difference.place for difference in restless if not difference.is_of_dice}
        self._unchanged: dict[str, float | None] = {}
        self._elsewhere: dict[str, frozenset[str]] = {}

    def came(self, kind: str) -> Iterator[tuple[str, LyingThing]]:
        """What lies somewhere beyond what should, read well or not, with its place."""
        for place, _, seen, _ in self.differences:
            if seen and seen.kind == kind:
                yield place, seen

    def effort(self, touched: Iterable[str]) -> float | None:
        """How hard it is to believe that a move touched these places; None: it did not.

        Where the game does not say which places are restless, any may be: one change is enough.
        The first place that was seen unchanged is enough to drop a move: the rest is not asked for.
        """
        places: list[str] = []
        again: list[frozenset[str]] = []
        total, shows = 0.0, False
        for place in touched:
            places.append(place)
            if place in self.changed:
                shows = True
                continue
            if place not in self._unchanged:
                self._unchanged[place] = self._if_unchanged(place)
            doubt = self._unchanged[place]
            if doubt is None:
                if place not in self._elsewhere:
                    self._elsewhere[place] = self._came_elsewhere(place)
                came = self._elsewhere[place]
                if not came:
                    return None
                again.append(came)
                doubt = SAME_AGAIN
            total += doubt
        if any(came.isdisjoint(places) for came in again):
            return None
        if self._is_restless is None and places and not shows and total < COVERED:
            return None
        return total if shows else max(total, SILENT)

    def _if_unchanged(self, place: str) -> float | None:
        """The doubt about a place that shows no difference."""
        is_read = self.sight.read(place)
        if self._is_restless and self._is_restless(place):
            return SILENT if is_read else UNWATCHED
        if not is_read:
            return COVERED
        if self._is_restless is None:
            return SILENT
        things, unsaid = self.expected(place)
        if unsaid or any(thing.confidence < 1 for thing in things):
            return SILENT
        vague = any(
            None in (seen.identity, seen.pose) and seen[:3] not in {each[:3] for each in things}
            for seen in self.sight.things(place)
        )
        return ODD if vague else None

    def _came_elsewhere(self, place: str) -> frozenset[str]:
        """The places to which what lies here has come."""
        things = self.sight.things(place)
        return frozenset().union(*(self._came.get(thing[:2], ()) for thing in things))

    def looks_right(self, place: str) -> bool:
        """Whether a place was not looked at, nothing is said of it, or it is as it should be."""
        if not self.sight.read(place):
            return True
        things, unsaid = self.expected(place)
        seen = self.sight.things(place)
        alike = all(
            a[:2] == b[:2] and a.pose in (None, b.pose) for a, b in zip(things, seen, strict=False)
        )
        return unsaid or (len(things) == len(seen) and alike)

    def expected(self, place: str) -> tuple[tuple[LyingThing, ...], bool]:
        """What should lie at a place that was read, and whether nothing can be said about it."""
        zone = next(zone for zone in self.sight.zones if place in self.sight.read_places(zone))
        return self._lying(self.state, zone, place)
