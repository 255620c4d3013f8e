"""Differences between the table and the log, and reasons of events, in words for every language."""

from typing import Any

from companion.common.words import Said, joined, say
from companion.games.kit.defaults import place_name, thing_name
from companion.games.protocol import Game
from companion.log.reasons import Counted, Repaired, Seen, Why
from companion.referee import old_reasons
from companion.table.telling import tell_repair
from companion.tabletop.sight import Difference

#: For a thing too many, one that is missing, and one that is another.
_DIFFERENCES = (
    say("{place}: {thing} too many"),
    say("{place}: {thing} is missing"),
    say("{place}: {seen} instead of {expected}"),
)
_REMEDIES = (
    say("{place}: take {thing} away."),
    say("{place}: put {thing} there."),
    say("{place}: {expected} belongs there, not {seen}."),
)


def tell_reason(game: Game, why: Why, state: Any = None) -> str:
    """The reason of an event; `state` is the one that it met, where that is known."""
    known = old_reasons.counted(why) if isinstance(why, str) else why
    if isinstance(known, Counted):
        return say("The players count {points}.", points=", ".join(map(str, known.points)))
    if isinstance(known, Repaired):
        return tell_repair(known)
    parts = known.differences if isinstance(known, Seen) else old_reasons.parts(str(why))
    told = [each if isinstance(each, str) else tell_difference(game, each, state) for each in parts]
    if isinstance(known, Seen) and known.more:
        told.append("...")
    return joined(told, say("; "))


def tell_difference(game: Game, difference: Difference, state: Any = None) -> str:
    """One thing that is not as it should be."""
    return _tell(game, difference, state, _DIFFERENCES)


def tell_remedy(game: Game, difference: Difference, state: Any = None) -> str:
    """What a person does to put it right."""
    return _tell(game, difference, state, _REMEDIES)


def _tell(
    game: Game, difference: Difference, state: Any, sentences: tuple[Said, Said, Said]
) -> str:
    too_many, missing, another = sentences
    place = place_name(game, difference.place, state)
    expected, seen = (thing_name(game, each) for each in (difference.expected, difference.seen))
    if difference.expected is None:
        return too_many.fill(place=place, thing=seen)
    if difference.seen is None:
        return missing.fill(place=place, thing=expected)
    return another.fill(place=place, seen=seen, expected=expected)
