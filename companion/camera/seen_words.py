"""What a camera sees, zone by zone, in words for every language."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.common.words import joined, say
from companion.games.kit.defaults import count_name, place_name, zone_name
from companion.games.protocol import Game
from companion.tabletop.observation import Observation

#: What goes on in a zone.
_STATES = {
    "moving": say("moving"),
    "hand": say("a hand is in the way"),
    "settled": say("settled"),
    "camera moved": say("the camera was moved"),
    "too dark": say("too dark"),
    "blurred": say("blurred"),
}


def seen_in_words(
    game: Game | None,
    states: Mapping[str, str],
    observations: Iterable[Observation],
    at: Any = None,
) -> Iterator[str]:
    """What was seen, zone by zone; without a game, in the plain names that the eye uses.

    `at` is the state of the game: places on it are called by what lies there.
    """
    read = {seen.zone: seen for seen in observations}
    for zone, of in states.items():
        seen = read.get(zone)
        found = [*_things(game, seen, at)] if seen is not None and seen.at_rest else []
        name, state = zone_name(game, zone), _STATES.get(of, of)
        if found:
            things = joined(found, ", ")
            yield say("{zone}: {state}; {things}", zone=name, state=state, things=things)
        else:
            yield say("{zone}: {state}", zone=name, state=state)


def _things(game: Game | None, seen: Observation, at: Any) -> Iterator[str]:
    if seen.dice:
        yield say("dice {values}", values=" ".join(str(die.value) for die in seen.dice))
    for kind, count in Counter(piece.kind for piece in seen.pieces).items():
        yield count_name(game, kind, count)
    if seen.hidden:
        yield say("not made out: {places}", places=places_in_words(game, seen.hidden, at))


def places_in_words(game: Game | None, places: Iterable[str], at: Any = None) -> str:
    """Several places in one sentence."""
    return joined((place_name(game, place, at) for place in sorted(places)), ", ")
