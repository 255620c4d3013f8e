"""A state that agrees with the table: what was read counts, everything else stays as it was.

This is for people who go on from where the table is, however it came there.
"""

from collections import Counter
from typing import TypeVar

from companion.games.kit.places import Table
from companion.tabletop.sight import Sight

S = TypeVar("S")
T = TypeVar("T")


def adopt(table: Table[S], state: S, sight: Sight) -> S:
    """The state with everything as it was read; `InputError` where that has no meaning."""
    for zone, groups in table.groups(state).items():
        read = sorted(sight.read_places(zone))
        for group in groups:
            grows, shape = group.places.form.grows, group.places.shape
            lying = table.lying(state, group)
            mine = [place for place in read if place in lying or grows(place, group.seat)]
            there = {place: value for place, value in lying.items() if value is not None}
            for place in mine:
                there[place] = shape.read(place, there.get(place), sight.things(place))
                if there[place] is None:
                    del there[place]
            if mine:
                state = table.put(state, group, there)
    return state


def take(counted: Counter[T], one: T) -> bool:
    """Take one out, if there is one."""
    taken = counted[one] > 0
    counted[one] -= taken
    return taken


def without(all_of: tuple[T, ...], gone: Counter[T]) -> tuple[T, ...]:
    """Those that are left when some have come into view: they are not unseen any more."""
    gone = gone.copy()
    return tuple(one for one in all_of if not take(gone, one))
