"""Which forbidden moves what is seen may be the trace of.

What somebody tried is read off the places that changed, by the patterns of a move's class: of
`market/{slot}` and `island/{seat}/{cell}`, a change at `market/E4` and at `island/0/(1,-1)` makes
`build E4 @1,-1`. What no place tells the game guesses. Then the rules say why it may not be.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Any, Protocol, TypeVar, runtime_checkable

from companion.games.kit import texts
from companion.games.kit.seen.traces import SILENT
from companion.games.protocol import Suspicion
from companion.tabletop.sight import Difference

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

#: What a field may be that no place tells, by the kind of move and the field; it is given what is
#: known of the other fields.
Guesses = Mapping[tuple[type, str], Callable[[Mapping[str, Any]], Iterable[Any]]]


@runtime_checkable
class HasTried(Protocol[S_contra, M_co]):
    """Moves that somebody may have tried, whether the rules allow them or not."""

    def tried(self, state: S_contra, differences: tuple[Difference, ...]) -> Iterator[M_co]:
        """Those that may have left these differences, and that hands can carry out."""


def suspects(
    game: Any, state: Any, differences: tuple[Difference, ...]
) -> Iterator[Suspicion[Any, Any]]:
    """What was tried and is not allowed."""
    tried = game.tried if isinstance(game, HasTried) else None
    if differences and tried:
        for move in tried(state, differences):
            reasons = game.check(state, move)
            if reasons:
                yield Suspicion(move, game.carry_out(state, move), SILENT, reasons)


def attempts(
    kinds: Iterable[Any], task: Any, differences: tuple[Difference, ...], guesses: Guesses
) -> Iterator[Any]:
    """The moves of these kinds, for this task, whose places are among those that changed."""
    changed = list(dict.fromkeys(difference.place for difference in differences))
    for kind in kinds:
        told = _told(kind, task, changed)
        if told is None:
            continue
        for values in product(*told.values()):
            known = dict(zip(told, values, strict=True))
            more = [name for name in texts.forms(kind) if (kind, name) in guesses]
            for guess in product(*(guesses[kind, name](known) for name in more)):
                yield kind(**known, **dict(zip(more, guess, strict=True)))


def _told(kind: Any, task: Any, changed: list[str]) -> dict[str, list[Any]] | None:
    """What each field may be by the places that changed; None: nothing tells of such a move."""
    forms = texts.forms(kind)
    found: dict[str, list[Any]] = {}
    for pattern in kind.touches:
        places, name = _field(pattern)
        if name not in forms:
            continue
        matches = (re.fullmatch(places, place) for place in changed)
        mine = [m for m in matches if m and m["seat"] in (None, str(getattr(task, "seat", "")))]
        values = [forms[name].read(_word(match["value"])) for match in mine]
        if name in _optional(kind):
            values.append(None)
        if not values:
            return None
        found[name] = values
    return found or None


@cache
def _field(pattern: str) -> tuple[str, str]:
    """A pattern as a regular expression, and the field of the move that it tells."""
    name = next((n for n in re.findall(r"\{(\w+)\}", pattern) if n != "seat"), "")
    form = pattern.replace("{seat}", r"(?P<seat>\d+)").replace(f"{{{name}}}", "(?P<value>.+)")
    return (form if "seat" in pattern else f"(?P<seat>x)?{form}"), name


@cache
def _optional(kind: type) -> set[str]:
    """The fields that may be None."""
    return {field.name for field in fields(kind) if field.default is None}


def _word(place: str) -> str:
    """What a place is called as a word of a move: a cell is written `@1,-1`."""
    return f"@{place[1:-1]}" if place.startswith("(") else place
