"""Which legal moves what is seen may be the trace of: for games that give no hints of their own.

A move is believed where the places that it touches look different, or where nobody saw them. Chance
is read off the table, as the game declares it: `Drawn` and `Rolled`.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from companion.common.errors import InputError
from companion.games.capabilities import HasLikely, Watchable
from companion.games.kit.texts import named
from companion.games.protocol import CHANCE, Clue
from companion.tabletop.sight import Difference, LyingThing, Sight, contents

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

S = TypeVar("S")
M = TypeVar("M")
S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


@runtime_checkable
class HasTouches(Protocol[S_contra, M_contra]):
    """Which places a move touches, without carrying it out."""

    def touches(self, state: S_contra, move: M_contra) -> Iterable[str]:
        """The places, in the order of a hand."""


@runtime_checkable
class HasCarryingOut(Protocol[S, M_contra]):
    """Moves carried out without asking whether they are allowed."""

    def carry_out(self, state: S, move: M_contra) -> S:
        """The state after a move that the top task waits for, allowed or not."""


@dataclass(frozen=True)
class Drawn(Generic[M]):
    """Chance brings a thing of this kind to a place; without one it comes to lie where it is put.

    `named` makes the move out of the thing's identity, `unseen` stands for one that nobody saw.
    Places that begin with `taken_to` are where players put such a thing once they have taken it.
    """

    kind: str
    named: Callable[[str], M]
    place: str | None = None
    unseen: M | None = None
    taken_to: str | None = None


@dataclass(frozen=True)
class Rolled(Generic[M]):
    """Chance rolls so many dice; each goes to the place of its value, or nowhere that is seen.

    Until then they may lie at `kept`.
    """

    count: int
    places: Mapping[int, str]
    named: Callable[[tuple[int, ...]], M]
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    kept: tuple[str, ...] = ()


@runtime_checkable
class HasVisibleChance(Protocol[S_contra]):
    """How the table shows what chance brings."""

    def brings(self, state: S_contra) -> Drawn[Any] | Rolled[Any] | None:
        """What chance is about to bring; None: not to be read off the table."""

    def is_restless(self, place: str) -> bool:
        """Whether a place that was touched may well look as before: what follows restores it."""


@runtime_checkable
class HasOverlooked(Protocol[S_contra, M_co]):
    """Moves whose own trace may have been misread, because what they bring is seen."""

    def overlooked(self, state: S_contra, differences: tuple[Difference, ...]) -> Iterator[M_co]:
        """The legal ones among which one must have been made, to explain these differences."""


#: What should lie where in a zone of a state, and the places of which nothing can be said.
Picture = Callable[[Any, str], tuple[Mapping[str, tuple[LyingThing, ...]], frozenset[str]]]


class Traces:
    """What is known about the places around one state: what changed, what is covered, what came."""

    def __init__(
        self,
        state: Any,
        sight: Sight,
        differences: tuple[Difference, ...],
        picture: Picture,
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
        self._picture = picture
        self._is_restless = is_restless
        #: The restless places that look different.
        self.piles = {place for place in self.changed if is_restless and is_restless(place)}
        self._unchanged: dict[str, float | None] = {}
        self._elsewhere: dict[str, frozenset[str]] = {}

    def doubt(self, place: str) -> float | None:
        """How hard it is to believe that this place changed; None when it was seen unchanged."""
        if place in self.changed:
            return PLAIN
        return None if self.sight.read(place) else COVERED

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
        things, unsaid = self._picture(self.state, zone)
        return things.get(place, ()), place in unsaid


class Explainer:
    """Finds the legal moves behind what is seen, for one game; what it offers is asked once."""

    def __init__(self, game: Watchable[Any, Any]) -> None:
        self.game = game
        self._brings = game.brings if isinstance(game, HasVisibleChance) else None
        self._is_restless = game.is_restless if isinstance(game, HasVisibleChance) else None
        self._touches = game.touches if isinstance(game, HasTouches) else self._by_picture
        self._overlooked = (
            game.overlooked if isinstance(game, HasOverlooked) else lambda state, differences: ()
        )
        self._hints = game.likely if isinstance(game, HasLikely) else None
        self._pictures: dict[tuple[object, ...], tuple[Any, Any]] = {}
        #: The state after a move that is known to be legal.
        self.carry_out = game.carry_out if isinstance(game, HasCarryingOut) else game.apply

    def likely(
        self, state: Any, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Clue[Any]]:
        """The legal moves that what is seen may be the trace of."""
        traces = Traces(state, sight, differences, self.picture, self._is_restless)
        by_chance = self.game.to_move(state) == CHANCE
        brought = self._brings(state) if self._brings and by_chance else None
        if brought is not None:
            yield from self._seen(traces, brought)
            return
        if self._hints is not None:
            yield from self._hints(state, sight, differences)
            return
        overlooked = {*self._overlooked(state, differences)}
        tried: set[Hashable] = set()
        for move in self.game.moves(state):
            effort = traces.effort(self._touches(state, move))
            if effort is None and (move in overlooked or self._is_restored(traces, move)):
                effort = SILENT
            if effort == SILENT:
                if by_chance and next(iter(self._touches(state, move)), None) is None:
                    # It is told, not seen: any of them stands for it until then.
                    yield Clue(move, effort, stand_in=True)
                    return
                effort += self._haste(self.carry_out(state, move), sight)
            if effort is not None:
                alike = self._alike(traces, move)
                if alike is None or alike not in tried:
                    tried.add(alike)
                    yield Clue(move, effort)

    def _alike(self, traces: Traces, move: Any) -> Hashable:
        """What is the same for moves that come to the same in the end; None: there are none.

        Which of two places was reached first makes no difference where the same has come to both,
        and a chain of such moves has too many orders to try them all.
        """
        name = getattr(move, "swaps", None)
        if name is None:
            return None
        place = next(
            p for p in self._touches(traces.state, move) if p.endswith(named(getattr(move, name)))
        )
        here = [difference for difference in traces.differences if difference.place == place]
        if not here or any(each.expected for each in here):
            return None
        came = tuple(each.seen[:3] for each in here if each.seen)
        rest = tuple(getattr(move, each.name) for each in fields(move) if each.name != name)
        return type(move), came, rest

    def _haste(self, after: Any, sight: Sight) -> float:
        """What it takes to believe that nothing was done before this."""
        if self._brings and self.game.to_move(after) == CHANCE:
            brought = self._brings(after)
            if isinstance(brought, Rolled) and any(map(sight.things, brought.kept)):
                return TOO_EARLY
        return PLAIN

    def _is_restored(self, traces: Traces, move: Any) -> bool:
        """Whether a pile has changed, and what follows by itself puts back all else."""
        if not traces.piles:
            return False
        places = {*self._touches(traces.state, move)}
        if traces.piles.isdisjoint(places):
            return False
        after = self.carry_out(traces.state, move)
        if self._haste(after, traces.sight):
            return False
        later = Traces(after, traces.sight, (), self.picture, self._is_restless)
        return all(place in traces.changed or later.looks_right(place) for place in places)

    def _by_picture(self, state: Any, move: Any) -> tuple[str, ...]:
        """The places at which a legal move changes the picture."""
        after = self.carry_out(state, move)
        places: list[str] = []
        for zone in self.game.zones(state):
            was, now = self.picture(state, zone)[0], self.picture(after, zone)[0]
            if was is not now:
                places += [p for p in sorted(was.keys() | now.keys()) if was.get(p) != now.get(p)]
        return tuple(places)

    def picture(
        self, state: Any, zone: str
    ) -> tuple[Mapping[str, tuple[LyingThing, ...]], frozenset[str]]:
        """What should lie where in a zone, and the places of which nothing can be said."""
        parts = self.game.parts(state)[zone]
        key = (zone, *map(id, parts))
        if key not in self._pictures:
            look = self.game.project(state, zone)
            # The parts are kept so that their identities stay theirs.
            self._pictures[key] = parts, (contents(look), look.hidden)
        picture: tuple[Mapping[str, tuple[LyingThing, ...]], frozenset[str]]
        picture = self._pictures[key][1]
        return picture

    def _seen(self, traces: Traces, brought: Drawn[Any] | Rolled[Any]) -> Iterator[Clue[Any]]:
        """What chance brought, as it lies there."""
        if isinstance(brought, Rolled):
            yield from _rolled(traces, brought)
        else:
            yield from self._drawn(traces, brought)

    def _drawn(self, traces: Traces, drawn: Drawn[Any]) -> Iterator[Clue[Any]]:
        """The thing that lies there now, or one that lay there until somebody took it as well."""
        if drawn.unseen is not None:
            yield Clue(drawn.unseen, PLAIN)
            return
        efforts: dict[str, float] = {}
        for place, thing in traces.came(drawn.kind):
            there = drawn.place in (None, place)
            taken = drawn.taken_to is not None and place.startswith(drawn.taken_to)
            if thing.identity is not None and (there or taken):
                effort = PLAIN if there else ODD
                efforts[thing.identity] = min(effort, efforts.get(thing.identity, effort))
        known: set[Any] = set(self.game.moves(traces.state)) if efforts else set()
        for identity, effort in efforts.items():
            try:
                move = drawn.named(identity)
            except InputError:
                continue
            if move in known:
                yield Clue(move, effort)
            elif not self.game.check(traces.state, move):
                # What the data does not have may be real all the same.
                yield Clue(move, effort + COVERED)
        if drawn.place is not None and not traces.sight.read(drawn.place):
            covered = any(drawn.place in look.hidden for look in traces.sight.zones.values())
            for move in islice(self.game.moves(traces.state), 1):
                yield Clue(move, COVERED if covered else SILENT, stand_in=True)


def _rolled(traces: Traces, roll: Rolled[Any]) -> Iterator[Clue[Any]]:
    """The dice as they lie; where a die lies says more than what is read on it."""
    if not roll.places:
        came = {die.identity for _, die in traces.came("die")}
        for face in roll.faces:
            yield Clue(roll.named((face,)), PLAIN if str(face) in came else ODD)
        return
    values: list[int] = []
    for face, place in roll.places.items():
        if not traces.sight.read(place):
            return
        dice = Counter(thing.kind for thing in traces.sight.things(place))["die"]
        lying = Counter(thing.kind for thing in traces.expected(place)[0])["die"]
        values += [face] * (dice - lying)
    if len(values) == roll.count:
        yield Clue(roll.named(tuple(values)), PLAIN)
    elif len(values) == roll.count - 1:
        yield from _rolled_and_taken(traces, roll, values)


def _rolled_and_taken(traces: Traces, roll: Rolled[Any], values: list[int]) -> Iterator[Clue[Any]]:
    """The roll before somebody took a die out of it and went on.

    It lies elsewhere, or is in a hand while something else has changed. Perhaps it is only still to
    be rolled: that is nothing to enter without asking.
    """
    came = [die.identity for place, die in traces.came("die") if place not in roll.places.values()]
    if len(came) > 1 or traces.changed.issubset(roll.places.values()):
        return
    for face in roll.faces:
        effort = PLAIN if str(face) in came else SILENT
        yield Clue(roll.named(tuple(sorted((*values, face)))), effort, faint=True)
