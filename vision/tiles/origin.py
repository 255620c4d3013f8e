"""Which tile of a field is the one that the game puts at (0, 0)?

The gallery may know it. Under a figure of its own colour it often doesn't; then the tiles around it
tell, which were counted from it before. A field that was pushed aside as a whole is no riddle to
them. Else it is the only tile whose best face is the one at (0, 0). Where nobody can tell, it is
left open: a wrong origin gives every tile a wrong place.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from companion.tabletop.hexes import Cell
from vision.geometry import Points
from vision.tiles.tile_reader import TileReading

_HELD = 15.0
"""Millimetres within which the tile at (0, 0) counts as the one of the last look."""
_AGAINST = 2
"""A neighbour with another name speaks louder than one with the right name."""


class Origin:
    """Finds the tile at (0, 0), and remembers what lay around it.

    Args:
        names: What that tile may be called.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._around: dict[Cell, str] = {}
        self._at: Points | None = None

    def find(self, tiles: Mapping[Cell, TileReading]) -> Cell | None:
        """The cell that is (0, 0), or None when nobody can tell."""
        may = {cell: tile for cell, tile in tiles.items() if self._may_be(tile)}
        best = [cell for cell, tile in may.items() if tile.match.best in self._names]
        named = [cell for cell in best if may[cell].match.name is not None]
        sure = [cell for cell in named if may[cell].match.certain]
        if len(sure) == 1:
            return sure[0]
        told = self._told_by_neighbours(tiles)
        if told is not None:
            return told if told in may or told not in tiles else None
        held = [] if self._around else [cell for cell, tile in may.items() if self._is_held(tile)]
        for choice in (named, best, held):
            if len(choice) == 1:
                return choice[0]
        both = [cell for cell in sure or named if cell in held]
        return both[0] if len(both) == 1 else None

    def keep(self, origin: Cell, tiles: Mapping[Cell, TileReading]) -> None:
        """Remember what lies around (0, 0); a tile that is covered now is still the same."""
        around = {(q - origin[0], r - origin[1]): tile for (q, r), tile in tiles.items()}
        known = {cell: tile.match.name for cell, tile in around.items() if tile.match.is_fact}
        before = {cell: name for cell, name in self._around.items() if cell in around}
        if any(known.get(cell, name) != name for cell, name in before.items()):
            before = {}  # somebody has laid everything anew
        self._around = before | {cell: name for cell, name in known.items() if name is not None}
        self._around.pop((0, 0), None)
        self._at = tiles[origin].at if origin in tiles else self._at

    def _may_be(self, tile: TileReading) -> bool:
        """Whether a tile is not certain to be another one."""
        return not tile.match.is_fact or tile.match.name in self._names

    def _is_held(self, tile: TileReading) -> bool:
        return self._at is not None and bool(np.linalg.norm(tile.at - self._at) < _HELD)

    def _told_by_neighbours(self, tiles: Mapping[Cell, TileReading]) -> Cell | None:
        """The cell from which most tiles lie where they lay before, if one is ahead."""
        facts = {cell: tile.match.name for cell, tile in tiles.items() if tile.match.is_fact}
        votes: Counter[Cell] = Counter()
        for cell, name in facts.items():
            for (q, r), before in self._around.items():
                if name == before:
                    votes[cell[0] - q, cell[1] - r] += 1
        for origin in votes:
            for (q, r), name in facts.items():
                before = self._around.get((q - origin[0], r - origin[1]), name or "")
                votes[origin] -= _AGAINST * (before != name)
        ranked = votes.most_common(2)
        if not ranked or ranked[0][1] < 1:
            return None
        return ranked[0][0] if len(ranked) < 2 or ranked[0][1] > ranked[1][1] else None
