"""Why an event was entered, in words for every language.

The log keeps the short form (`forge/4: a 4 is missing; ...`); what the phones show is made from it
each time. What somebody typed stays as it was typed.
"""

import re
from typing import Any

from companion.common.words import joined, say
from companion.games.protocol import Game, Spoken
from companion.tabletop.sight import Difference, LyingThing

_POSES = ("standing", "lying")
_COUNTED = re.compile(r"The players count ([\d, ]+)\.")
_FORMS = (
    re.compile(r"(?P<place>\S+): (?P<seen>a .+) too many"),
    re.compile(r"(?P<place>\S+): (?P<expected>a .+) is missing"),
    re.compile(r"(?P<place>\S+): (?P<seen>a .+) instead of (?P<expected>a .+)"),
)


def tell_reason(game: Game[Any, Any], why: str, state: Any = None) -> str:
    """The reason of an event; `state` is the one that it met, where that is known."""
    counted = _COUNTED.fullmatch(why)
    if counted:
        return say("The players count {points}.", points=counted[1])
    return joined((_tell_part(game, part, state) for part in why.split("; ")), say("; "))


def _tell_part(game: Game[Any, Any], part: str, state: Any) -> str:
    for form in _FORMS:
        match = form.fullmatch(part)
        if match:
            found = match.groupdict()
            expected, seen = (_thing(found.get(name)) for name in ("expected", "seen"))
            return tell_difference(game, Difference(found["place"], expected, seen, 0), state)
    return part


def _thing(text: str | None) -> LyingThing | None:
    """The reverse of what a `LyingThing` calls itself."""
    if text is None:
        return None
    words = text.split(" ")[1:]
    if len(words) == 1 and words[0].isdecimal():
        return LyingThing("die", words[0])
    pose = words.pop(0) if words[0] in _POSES and len(words) > 1 else None
    return LyingThing(words[0], " ".join(words[1:]) or None, pose)


def tell_difference(game: Game[Any, Any], difference: Difference, state: Any = None) -> str:
    """One thing that is not as it should be."""
    place = place_name(game, difference.place, state)
    if difference.expected is None:
        thing = thing_name(game, difference.seen)
        return say("{place}: {thing} too many", place=place, thing=thing)
    expected = thing_name(game, difference.expected)
    if difference.seen is None:
        return say("{place}: {thing} is missing", place=place, thing=expected)
    seen = thing_name(game, difference.seen)
    return say("{place}: {seen} instead of {expected}", place=place, seen=seen, expected=expected)


def tell_remedy(game: Game[Any, Any], difference: Difference, state: Any = None) -> str:
    """What a person does to put it right."""
    place = place_name(game, difference.place, state)
    if difference.expected is None:
        thing = thing_name(game, difference.seen)
        return say("{place}: take {thing} away.", place=place, thing=thing)
    expected = thing_name(game, difference.expected)
    if difference.seen is None:
        return say("{place}: put {thing} there.", place=place, thing=expected)
    seen = thing_name(game, difference.seen)
    return say(
        "{place}: {expected} belongs there, not {seen}.", place=place, expected=expected, seen=seen
    )


def place_name(game: Game[Any, Any] | None, place: str, state: Any = None) -> str:
    """A place in the game's words, if it has some."""
    return game.place_name(place, state) if isinstance(game, Spoken) else place


def thing_name(game: Game[Any, Any], thing: LyingThing | None) -> str:
    """A thing in the game's words, if it has some."""
    if thing is None:
        return ""
    return game.thing_name(thing) if isinstance(game, Spoken) else str(thing)


def zone_name(game: Game[Any, Any] | None, zone: str) -> str:
    """A zone in the game's words, if it has some."""
    return game.zone_name(zone) if isinstance(game, Spoken) else zone


def count_name(game: Game[Any, Any] | None, kind: str, n: int) -> str:
    """So many pieces of a kind in the game's words, if it has some."""
    if isinstance(game, Spoken):
        return game.count_name(kind, n)
    return f"{n} {kind}{'' if n == 1 else 's'}"
