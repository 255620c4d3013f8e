"""What people put right in two taps: the thing that is wrong, and what it really is.

>>> wrong = count("2 coal", "coal/0", 2, lambda n: f"a state with {n} coal", near=1)
>>> [choice.moves for choice in choices([wrong])[0].choices]
['coal/0 1', 'coal/0 3']
>>> repaired([wrong], "coal/0 3")
'a state with 3 coal'
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from companion.common.errors import InputError
from companion.games.buttons import Choice, Path, Sign, buttons

#: How far a count is corrected by one tap, up and down, and how far by a line.
NEAR, MOST = 3, 999


class Repair(NamedTuple):
    """What a thing may really be: its button, the line that says so, and the state then."""

    label: str
    line: str
    after: Callable[[], Any]
    place: str = ""


class Wrong(NamedTuple):
    """A thing that may be another one, and where it lies."""

    label: str
    place: str
    repairs: Sequence[Repair]


def count(label: str, place: str, now: int, put: Callable[[int], Any], near: int) -> Wrong:
    """A number that may be another one; `put` makes the state with it."""
    others = (n for n in range(max(0, now - near), min(MOST, now + near) + 1) if n != now)
    return Wrong(label, place, [Repair(str(n), f"{place} {n}", partial(put, n)) for n in others])


def choices(things: Iterable[Wrong]) -> tuple[Choice, ...]:
    """The buttons: each thing, and behind it what it may be."""
    found = ((thing, _behind(thing)) for thing in things)
    return tuple(Choice(t.label, choices=behind, place=t.place) for t, behind in found if behind)


def _behind(thing: Wrong) -> tuple[Choice, ...]:
    return buttons(Path((Sign(r.label, r.place),), r.line) for r in thing.repairs)


def repaired(things: Iterable[Wrong], line: str) -> Any:
    """The state after the repair of this line; `InputError` where there is none."""
    for thing in things:
        for repair in thing.repairs:
            if repair.line == line:
                return repair.after()
    raise InputError(f"'{line[:60]}' puts nothing right")
