"""Puts the last few looks at a zone together into one that counts: what was stable in them.

A hand or motion starts everything anew. A thing counts when the median of its confidences over the
last looks is good enough, being absent counts as 0; the median is what it is worth. A place about
which the looks don't agree is hidden: nobody can say yet.
"""

from collections import Counter, deque
from dataclasses import replace
from statistics import median

from companion.tabletop.observation import Die, Observation, Piece, Point

#: How many looks at rest make a settled one.
LOOKS = 5
#: A thing is there when its median confidence is at least this.
THERE = 0.5
#: A thing is surely not there when its median confidence is at most this.
ABSENT = 0.2

Key = tuple[object, ...]


class Settling:
    """The last looks at each zone of one table."""

    def __init__(self, looks: int = LOOKS) -> None:
        self._looks = looks
        self._history: dict[str, deque[Observation]] = {}
        self._settled: dict[str, tuple[tuple[Observation, ...], Observation]] = {}

    def add(self, look: Observation) -> Observation | None:
        """The settled look at this zone, or None while there is motion or too little to go by."""
        if not look.at_rest:
            self._history.pop(look.zone, None)
            return None
        history = self._history.setdefault(look.zone, deque(maxlen=self._looks))
        history.append(look)
        return self._settle(tuple(history)) if len(history) == self._looks else None

    def forget(self) -> None:
        """Begin anew, as if nothing had been seen."""
        self._history.clear()

    def _settle(self, looks: tuple[Observation, ...]) -> Observation:
        """Most of the time nothing happens: the same looks settle to the same as before."""
        zone = looks[-1].zone
        known = self._settled.get(zone)
        if known is None or known[0] != looks:
            known = self._settled[zone] = (looks, settled(looks))
        return known[1]


def settled(looks: tuple[Observation, ...]) -> Observation:
    """One look out of several at the same zone, all of them at rest, the newest last."""
    newest = looks[-1]
    seen_by_all = frozenset.intersection(*(look.looked_at - look.hidden for look in looks))
    confidences: dict[Key, list[float]] = {}
    examples: dict[Key, Die | Piece] = {}
    for look in looks:
        for key, thing in _keyed(look):
            confidences.setdefault(key, []).append(thing.confidence)
            examples[key] = thing
    unclear: set[str] = set()
    dice: list[Die] = []
    pieces: list[Piece] = []
    for key, values in confidences.items():
        thing = examples[key]
        worth = median([*values, *[0.0] * (len(looks) - len(values))])
        if isinstance(thing.place, str) and thing.place not in seen_by_all:
            continue
        if worth >= THERE:
            kept = replace(thing, confidence=worth)
            (dice if isinstance(kept, Die) else pieces).append(kept)  # type: ignore[arg-type]
        elif worth > ABSENT and isinstance(thing.place, str):
            unclear.add(thing.place)
    hidden = (newest.looked_at - seen_by_all) | newest.hidden | unclear
    return replace(
        newest,
        dice=tuple(die for die in dice if die.place not in hidden),
        pieces=tuple(piece for piece in pieces if piece.place not in hidden),
        hidden=frozenset(hidden),
    )


def _keyed(look: Observation) -> list[tuple[Key, Die | Piece]]:
    """Everything in a look under a name that is the same in the next look; twins are numbered."""
    twins: Counter[Key] = Counter()
    keyed: list[tuple[Key, Die | Piece]] = []
    things: tuple[Die | Piece, ...] = (*look.dice, *look.pieces)
    for thing in things:
        place = _near(thing.place) if isinstance(thing.place, Point) else thing.place
        face: Key = (
            ("die", thing.value)
            if isinstance(thing, Die)
            else (thing.kind, thing.identity, thing.pose)
        )
        key = (place, *face)
        twins[key] += 1
        keyed.append(((*key, twins[key]), thing))
    return keyed


def _near(point: Point, step: float = 10.0) -> tuple[int, int]:
    """A free point, coarse enough to be the same in the next look."""
    return round(point.x / step), round(point.y / step)
