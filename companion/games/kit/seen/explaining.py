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
from companion.games.kit.places import Table
from companion.games.kit.seen.traces import (
    COVERED,
    ODD,
    PLAIN,
    SAME_AGAIN,
    SILENT,
    TOO_EARLY,
    Traces,
)
from companion.games.kit.texts import named
from companion.games.protocol import CHANCE, Clue
from companion.tabletop.sight import Difference, LyingThing, Sight, contents

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
        self._table: Table[Any] | None = getattr(game, "table", None)
        self._pictures: dict[tuple[object, ...], tuple[Any, Any]] = {}
        #: The state after a move that is known to be legal.
        self.carry_out = game.carry_out if isinstance(game, HasCarryingOut) else game.apply

    def likely(
        self, state: Any, sight: Sight, differences: tuple[Difference, ...]
    ) -> Iterator[Clue[Any]]:
        """The legal moves that what is seen may be the trace of."""
        traces = Traces(state, sight, differences, self._lying, self._is_restless)
        by_chance = self.game.to_move(state) == CHANCE
        brought = self._brought(state)
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
            if effort is None:
                effort = SILENT if move in overlooked else self._if_restored(traces, move)
            if effort == SILENT:
                if by_chance and next(iter(self._touches(state, move)), None) is None:
                    # It is told, not seen: any of them stands for it until then.
                    yield Clue(move, effort, stand_in=True)
                    return
                after = self.carry_out(state, move)
                if not any(map(self._after(traces, after).looks_right, traces.telling)):
                    effort += self._haste(after, sight)
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
        brought = self._brought(after)
        early = isinstance(brought, Rolled) and any(map(sight.things, brought.kept))
        return TOO_EARLY if early else PLAIN

    def _brought(self, state: Any) -> Drawn[Any] | Rolled[Any] | None:
        """What chance is about to bring, where that can be read off the table."""
        if self._brings is None or self.game.to_move(state) != CHANCE:
            return None
        return self._brings(state)

    def _if_restored(self, traces: Traces, move: Any) -> float | None:
        """The effort of a move that a pile tells of, and that is made good wherever else it was."""
        if not traces.telling:
            return None
        places = {*self._touches(traces.state, move)}
        if traces.telling.isdisjoint(places):
            return None
        after = self.carry_out(traces.state, move)
        # As long as the same seat goes on, nothing has been put back.
        goes_on = self.game.to_move(after) == self.game.to_move(traces.state)
        if goes_on or self._haste(after, traces.sight):
            return None
        later, drawn = self._after(traces, after), self._brought(after)
        filled = drawn.place if isinstance(drawn, Drawn) else None
        left = places - traces.changed
        if not all(map(later.looks_right, left - {filled})):
            return None
        if filled not in left or later.looks_right(filled):
            return SILENT
        return SAME_AGAIN if self._may_come_again(later, drawn, filled) else None

    def _after(self, traces: Traces, after: Any) -> Traces:
        """The same sight beside a later state."""
        return Traces(after, traces.sight, (), self._lying, self._is_restless)

    def _may_come_again(self, traces: Traces, drawn: Any, place: str) -> bool:
        """Whether chance may bring to a place just what is seen there beyond what should lie."""
        more = Counter(thing.identity for thing in traces.sight.things(place))
        more.subtract(thing.identity for thing in traces.expected(place)[0])
        others = [identity for identity, count in more.items() for _ in range(abs(count))]
        if len(others) != 1 or others[0] is None:
            return False
        try:
            return drawn.named(others[0]) in self.game.moves(traces.state)
        except InputError:
            return False

    def _by_picture(self, state: Any, move: Any) -> tuple[str, ...]:
        """The places at which a legal move changes the picture."""
        after = self.carry_out(state, move)
        places: list[str] = []
        for zone in self.game.zones(state):
            was, now = self.picture(state, zone)[0], self.picture(after, zone)[0]
            if was is not now:
                places += [p for p in sorted(was.keys() | now.keys()) if was.get(p) != now.get(p)]
        return tuple(places)

    def _lying(self, state: Any, zone: str, place: str) -> tuple[tuple[LyingThing, ...], bool]:
        """What should lie at a place, and whether nothing can be said about it."""
        if self._table is None:
            things, unsaid = self.picture(state, zone)
        else:
            # Most states that are looked at are new: one place is laid much sooner than all.
            look = self._table.project(state, zone, place)
            things, unsaid = contents(look), look.hidden
        return things.get(place, ()), place in unsaid

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
