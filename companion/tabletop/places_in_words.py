"""Where something lies on a field of hexes, in words that people at a table understand.

Coordinates stand nowhere on the table. A thing is called by its name, and where its name is not
enough, by things beside it; so is an empty place. Only where neighbours can't tell two places apart
it is said where one lies in the drawing on the phones.

>>> field = NamedField({(0, 0): ["the castle"], (1, 0): ["the farm"], (2, 0): ["the farm"]})
>>> field.thing((1, 0)), field.spot((-1, 0))
('the farm next to the castle', 'the place left of the castle in the drawing')
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from companion.common.words import Plural, Said, listed, say
from companion.tabletop.hexes import DIRECTIONS, ORIGIN, Cell, distance, frontier, neighbours

#: So many neighbours are named at most.
NAMED = 3

#: Where a place is drawn, seen from another, and the way there: in the order of `DIRECTIONS`.
_DRAWN = (
    say("right of {tile} in the drawing"),
    say("at the lower right of {tile} in the drawing"),
    say("at the lower left of {tile} in the drawing"),
    say("left of {tile} in the drawing"),
    say("at the upper left of {tile} in the drawing"),
    say("at the upper right of {tile} in the drawing"),
)
_STEPS = (
    Plural("{n} step to the right", "{n} steps to the right"),
    Plural("{n} step to the lower right", "{n} steps to the lower right"),
    Plural("{n} step to the lower left", "{n} steps to the lower left"),
    Plural("{n} step to the left", "{n} steps to the left"),
    Plural("{n} step to the upper left", "{n} steps to the upper left"),
    Plural("{n} step to the upper right", "{n} steps to the upper right"),
)


@dataclass(frozen=True, eq=False)
class NamedField:
    """What lies on a field: by cell what each thing may be called, the shortest name first."""

    names: Mapping[Cell, Sequence[str]]

    def spot(self, cell: Cell) -> str:
        """What people call this place: the thing that lies there, or where the empty place is."""
        if cell in self.names:
            return self.thing(cell)
        return say("the place {where}", where=self._where(cell, frontier(self.names)))

    def thing(self, cell: Cell) -> str:
        """The thing there: by its name, and by where it lies if others have the same."""
        if cell in self._called:
            return self._called[cell]
        name = self.names[cell][-1]
        same = [other for other, several in self.names.items() if name in several]
        return say("{tile} {where}", tile=name, where=self._where(cell, same))

    @cached_property
    def _called(self) -> dict[Cell, str]:
        """The things that a few words tell from all others, with those words."""
        counts = Counter(name for several in self.names.values() for name in several)
        few = {cell: [n for n in names if counts[n] == 1] for cell, names in self.names.items()}
        return {cell: names[0] for cell, names in few.items() if names}

    def _where(self, cell: Cell, others: Iterable[Cell]) -> Said:
        """Where `cell` lies, so that it can't be any of the `others`."""
        beside = [near for near in neighbours(cell) if near in self._called]
        rivals = [other for other in others if other != cell]
        for count in range(1, NAMED + 1):
            for few in combinations(beside, count):
                if not any(all(distance(one, rival) == 1 for one in few) for rival in rivals):
                    return say("next to {tiles}", tiles=listed(self._called[one] for one in few))
        if beside:
            one = beside[0]
            way = DIRECTIONS.index((cell[0] - one[0], cell[1] - one[1]))
            return _DRAWN[way].fill(tile=self._called[one])
        return self._way_to(cell)

    def _way_to(self, cell: Cell) -> Said:
        """The way from the middle: there is always one."""
        if cell == ORIGIN:
            return say("in the middle of the drawing")
        steps = listed(_STEPS[way].fill(n=count) for way, count in Counter(_way(cell)).items())
        if ORIGIN not in self.names:
            return say("{steps} from the middle in the drawing", steps=steps)
        return say("{steps} from {tile} in the drawing", steps=steps, tile=self.names[ORIGIN][0])


def _way(cell: Cell) -> Iterator[int]:
    """A shortest way from the middle, in at most two directions."""
    at = ORIGIN
    while at != cell:
        nearer = (
            n for n, near in enumerate(neighbours(at)) if distance(near, cell) < distance(at, cell)
        )
        way = next(nearer)
        yield way
        at = neighbours(at)[way]
