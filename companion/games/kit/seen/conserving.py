"""What can't be, whatever was played: pieces come from somewhere, and what is put stays."""

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from typing import Any

from companion.common.words import say
from companion.games.capabilities import Spoken
from companion.games.protocol import Violation
from companion.tabletop.sight import CERTAIN, LyingThing, Sight, contents

Lying = Mapping[str, tuple[LyingThing, ...]]


DIE = "die"


def faults(game: Any, before: Any, after: Any, sight: Sight) -> Iterator[Violation]:
    """Dice that are gone or came from nowhere, though `after` has as many as `before`."""
    was = _by_kind(_lying(game, before)[0]).get(DIE, Counter())
    should = _by_kind(_lying(game, after)[0]).get(DIE, Counter())
    if was.total() == should.total():
        yield from _miscounted(game, after, sight, {DIE})


def leftovers(game: Any, state: Any, sight: Sight) -> Iterator[Violation]:
    """The same for pieces, which no move explains."""
    kinds = _by_kind(_lying(game, state)[0]).keys() - {DIE}
    yield from _miscounted(game, state, sight, kinds)


def _miscounted(game: Any, state: Any, sight: Sight, kinds: Set[str]) -> Iterator[Violation]:
    """The kinds of which more lies there than there is, or some are gone.

    Only those about which the state is never silent; nothing is gone that may lie under a hand.
    """
    should, unsaid = _lying(game, state)
    places = {place for zone in sight.zones for place in sight.read_places(zone)}
    found = _by_kind({place: sight.things(place) for place in places})
    for kind, where in _by_kind(should).items():
        expected, there = where.total(), found.get(kind, Counter()).total()
        if kind not in kinds or unsaid & where.keys():
            continue
        if there > expected or (there < expected and places >= where.keys()):
            rule = "pieces.too-many" if there > expected else "pieces.missing"
            facts = {"found": _count(game, kind, there), "expected": _count(game, kind, expected)}
            text = say("There is on the table: {found}. There should be: {expected}.", **facts)
            yield Violation(rule, text, {}, tuple(sorted(where)))


def _lying(game: Any, state: Any) -> tuple[Lying, frozenset[str]]:
    """What should lie where, and the places of which nothing can be said."""
    looks = [game.project(state, zone) for zone in game.zones(state)]
    things = {place: here for look in looks for place, here in contents(look).items()}
    return things, frozenset().union(*(look.hidden for look in looks))


def _by_kind(lying: Lying) -> dict[str, Counter[str]]:
    """How many things of each kind lie where."""
    found: dict[str, Counter[str]] = {}
    for place, things in lying.items():
        for thing in things:
            found.setdefault(thing.kind, Counter())[place] += 1
    return found


def _count(game: Any, kind: str, n: int) -> str:
    return game.count_name(kind, n) if isinstance(game, Spoken) else f"{n} × {kind}"


# --- what a game can ask --------------------------------------------------------------------------


def sure(sight: Sight, place: str, kind: str) -> list[LyingThing]:
    """The things of a kind at a place that were read with certainty."""
    return [t for t in sight.things(place) if t.kind == kind and t.confidence >= CERTAIN]


def is_gone(sight: Sight, place: str, kind: str, identity: str | None) -> bool:
    """Whether it was looked for and something else, or nothing, lies there."""
    things = [t for t in sight.things(place) if t.kind == kind]
    read_well = all(t.confidence >= CERTAIN and t.identity for t in things)
    return sight.read(place) and read_well and all(t.identity != identity for t in things)


def moved(
    lay: Lying, sight: Sight, kind: str, places: tuple[str, ...]
) -> Iterator[tuple[str, str, LyingThing]]:
    """Each thing of a kind that left one of these places and lies at another: from, to, and what.

    A place is meant by what it begins with. Where such a thing lay before, none has come.
    """
    for place, things in lay.items():
        for thing in things:
            if thing.kind != kind or not place.startswith(places):
                continue
            if not is_gone(sight, place, kind, thing.identity):
                continue
            read = (p for zone in sight.zones for p in sorted(sight.read_places(zone)))
            for other in (each for each in read if each.startswith(places)):
                had = any(t[:2] == thing[:2] for t in lay.get(other, ()))
                come = (t.identity for t in sure(sight, other, kind))
                if not had and any(identity in (None, thing.identity) for identity in come):
                    yield place, other, thing
