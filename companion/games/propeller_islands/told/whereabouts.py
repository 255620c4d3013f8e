"""Places on an island in words that people at a table understand.

Coordinates stand nowhere on the table. A tile is called by its name, and where its name is not
enough, by tiles beside it; so is an empty place. Only where neighbours can't tell two places apart
it is said where one lies in the drawing on the phones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from companion.common.remembering import remembering
from companion.common.words import Said, joined, listed, player_name, say, say_n
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.rules.rulings import island_cell
from companion.games.propeller_islands.rules.state import Placed, State
from companion.games.propeller_islands.told.words import COUNTED, SAID, guilds, place_name, the_tile
from companion.tabletop.hexes import DIRECTIONS, ORIGIN, Cell, distance, frontier, neighbours

Tiles = Mapping[Cell, Placed]

#: So many neighbours are named at most.
NAMED = 3


def _deciding(edition: Edition, tiles: Tiles, cell: Cell) -> tuple[object, ...]:
    return edition, tiles, *cell


@remembering(most=256, by=_deciding)
def spot(edition: Edition, tiles: Tiles, cell: Cell) -> str:
    """What people call this place: the tile that lies there, or where the empty place is."""
    if cell in tiles:
        return tile_there(edition, tiles, cell)
    where = _where(edition, tiles, cell, frontier(tiles))
    return say("the place {where}", where=where)


@remembering(most=256, by=_deciding)
def tile_there(edition: Edition, tiles: Tiles, cell: Cell) -> str:
    """The tile on this place: by its name, and by where it lies if others have the same."""
    called = _called(edition, tiles)
    if cell in called:
        return called[cell]
    name = _names(edition, tiles[cell])[-1]
    same = [other for other, placed in tiles.items() if name in _names(edition, placed)]
    return say("{tile} {where}", tile=name, where=_where(edition, tiles, cell, same))


def named_place(state: State, place: str) -> str:
    """A place of an observation at this table: `forge/4`, or a place on somebody's island."""
    for seat, player in enumerate(state.players):
        cell = island_cell(place, seat)
        if cell is not None:
            there = spot(state.edition, player.island.tiles, cell)
            return say("{place} on the island of {who}", place=there, who=player_name(seat))
    return place_name(place)


@remembering(most=64)
def _called(edition: Edition, tiles: Tiles) -> dict[Cell, str]:
    """The tiles that a few words tell from all others on the island, with those words."""
    names = {cell: _names(edition, placed) for cell, placed in tiles.items()}
    counts = Counter(name for several in names.values() for name in several)
    few = {cell: [n for n in several if counts[n] == 1] for cell, several in names.items()}
    return {cell: several[0] for cell, several in few.items() if several}


def _names(edition: Edition, placed: Placed) -> list[str]:
    """What a tile may be called, the shortest first."""
    tile = placed.tile
    names = [the_tile(edition, tile.id)]
    if tile.number:
        names.append(say("{tile} with the {number}", tile=names[0], number=tile.number))
    marks = guilds(tile)
    if marks:
        names.append(say("{tile} ({marks})", tile=names[-1], marks=joined(marks, ", ")))
    return names


def _where(edition: Edition, tiles: Tiles, cell: Cell, others: Iterable[Cell]) -> Said:
    """Where `cell` lies, so that it can't be any of the `others`."""
    called = _called(edition, tiles)
    beside = [near for near in neighbours(cell) if near in called]
    rivals = [other for other in others if other != cell]
    for count in range(1, NAMED + 1):
        for few in combinations(beside, count):
            if not any(all(distance(one, rival) == 1 for one in few) for rival in rivals):
                return say("next to {tiles}", tiles=listed(called[one] for one in few))
    if beside:
        one = beside[0]
        way = DIRECTIONS.index((cell[0] - one[0], cell[1] - one[1]))
        return SAID["drawn"][str(way)].fill(tile=called[one])
    return _way_to(edition, tiles, cell)


def _way_to(edition: Edition, tiles: Tiles, cell: Cell) -> Said:
    """The way from the tile in the middle: there is always one."""
    if cell == ORIGIN:
        return say("in the middle of the drawing")
    steps = listed(say_n(*COUNTED["steps"][str(way)], count) for way, count in _steps(cell))
    if ORIGIN not in tiles:
        return say("{steps} from the middle in the drawing", steps=steps)
    home = the_tile(edition, tiles[ORIGIN].tile.id)
    return say("{steps} from {tile} in the drawing", steps=steps, tile=home)


def _steps(cell: Cell) -> Iterator[tuple[int, int]]:
    """A shortest way from the middle: at most two directions, each with its number of steps."""
    at = ORIGIN
    counts: dict[int, int] = {}
    while at != cell:
        nearer = (way for way, near in enumerate(neighbours(at)) if _is_nearer(near, at, cell))
        way = next(nearer)
        counts[way] = counts.get(way, 0) + 1
        at = neighbours(at)[way]
    yield from counts.items()


def _is_nearer(near: Cell, at: Cell, cell: Cell) -> bool:
    return distance(near, cell) < distance(at, cell)
