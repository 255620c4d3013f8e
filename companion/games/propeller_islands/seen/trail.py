"""What is known about the places around a state: what changed, what is covered, what came."""

from collections import Counter
from collections.abc import Iterator

from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.rulings import island_cell, island_place
from companion.games.propeller_islands.rules.state import LYING, State
from companion.games.protocol import Clue
from companion.tabletop.hexes import Cell
from companion.tabletop.sight import Difference, LyingThing, Sight

#: How much it takes to believe in a move.
PLAIN = 0.0
SILENT = 0.04
ODD = 0.1
COVERED = 0.25
SAME_AGAIN = 0.3
POINTLESS = 0.45
TOO_EARLY = 0.9

Clues = Iterator[Clue[Move]]


def dice(seat: int) -> str:
    """Where a seat keeps its used dice."""
    return f"dock/{seat}/dice"


class Trail:
    """What is known about the places around one state."""

    def __init__(self, state: State, sight: Sight, differences: tuple[Difference, ...]) -> None:
        self.state = state
        self.sight = sight
        self.differences = differences
        self.changed = {difference.place for difference in differences}

    def doubt(self, place: str) -> float | None:
        """How hard it is to believe that this place changed; None when it was seen unchanged."""
        if place in self.changed:
            return PLAIN
        return None if self.sight.read(place) else COVERED

    def came(self, kind: str) -> Iterator[tuple[str, LyingThing]]:
        """What lies somewhere beyond what should, read well or not, with its place."""
        for place, _, seen, _ in self.differences:
            if seen and seen.kind == kind:
                yield place, seen

    def extras(self, place: str, kind: str) -> list[str]:
        """The identities of what has come to a place."""
        found = (thing.identity for where, thing in self.came(kind) if where == place)
        return [identity for identity in found if identity]

    def emptied(self) -> Iterator[tuple[str, Tile]]:
        """The market slots whose tile may have been taken, with the tile."""
        for slot, tile in self.state.market.items():
            if tile is not None and self.doubt(f"market/{slot}") is not None:
                yield slot, tile

    def taken(self) -> Iterator[tuple[int, float]]:
        """The faces of which a die may have left the Forge, each with its doubt."""
        for face, count in self.state.spaces():
            doubt = self.doubt(f"forge/{face}")
            if count and doubt is not None:
                yield face, doubt

    def lost(self, place: str, kind: str) -> list[str]:
        """The identities of what should lie there and does not."""
        return [
            d.expected.identity
            for d in self.differences
            if d.place == place and d.expected and d.expected.kind == kind and d.expected.identity
        ]

    def has_left_dock(self, seat: int) -> bool:
        """Whether a worker is missing from a dock."""
        dock = f"dock/{seat}/"
        return any(
            d.expected and d.expected.kind == "worker" and d.place.startswith(dock)
            for d in self.differences
        )

    def is_all_that_changed(self, seat: int, place: str) -> bool:
        """Whether nothing else of a seat changed, not even its goods, though they were looked at.

        A worker who lies there and nothing came of it: the rest is still to come, or the eye is
        wrong.
        """
        if not self.sight.read(f"goods/{seat}/energy"):
            return False
        mine = (f"island/{seat}/", f"dock/{seat}/", f"goods/{seat}/")
        return not any(each.startswith(mine) for each in self.changed if each != place)

    def goods_doubt(self, seat: int, *names: str) -> float | None:
        """The same as `doubt` for piles: the least of them."""
        doubts = [self.doubt(f"goods/{seat}/{name}") for name in names]
        return min((doubt for doubt in doubts if doubt is not None), default=None)

    def stored(self, seat: int) -> Counter[str | None]:
        """The used dice that have come to a dock since, by value."""
        known = Counter[str | None](map(str, self.state.players[seat].used_dice))
        return Counter(thing.identity for thing in self.sight.things(dice(seat))) - known

    def homes(self, seat: int) -> dict[Cell, float]:
        """Where a tile may have come to an island."""
        found = {}
        for cell in self.state.players[seat].island.edge:
            doubt = self.doubt(island_place(seat, cell))
            if doubt is not None:
                found[cell] = doubt
        return found

    def tiles_at(self, seat: int, cell: Cell) -> list[str]:
        """The tiles that have come to a cell."""
        return self.extras(island_place(seat, cell), "tile")

    def newly_on(self, seat: int, kind: str, what: object) -> Iterator[Cell]:
        """The cells of an island where such a thing lies and should not."""
        for place, thing in self.came(kind):
            cell = island_cell(place, seat)
            if cell and thing.identity == str(what):
                yield cell

    def was_laid_down(self, place: str) -> bool:
        """Whether a worker lies there who should stand."""
        return any(where == place and who.pose == LYING for where, who in self.came("worker"))
