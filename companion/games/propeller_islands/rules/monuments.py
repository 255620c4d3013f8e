"""The monuments: which sets of pieces each one scores (FR p.12, DE p.12).

Each function lists its complete sets, every set as the cells that make it up, so that a phone can
show why.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import GUILDS
from companion.games.propeller_islands.rules.state import Placed
from companion.games.propeller_islands.told.position import SeatPosition
from companion.tabletop import hexes
from companion.tabletop.hexes import Cell

Sets = list[tuple[Cell, ...]]


class Monument(NamedTuple):
    """A monument on somebody's island."""

    id: str
    cell: Cell
    seat: SeatPosition
    edition: Edition

    @property
    def points(self) -> int:
        """Points for each complete set."""
        return _MONUMENTS[self.id][0]

    def sets(self) -> Sets:
        """The complete sets that it scores."""
        return _MONUMENTS[self.id][1](self)


def _in_groups(pieces: Iterable[Cell], size: int) -> Sets:
    pieces = tuple(pieces)
    whole = len(pieces) // size * size
    return [pieces[start : start + size] for start in range(0, whole, size)]


def _tiles(size: int, counts: Callable[[Placed], bool], here: Monument) -> Sets:
    """Every so many tiles of a kind: with a worker, standing or lying, or depots."""
    return _in_groups((cell for cell, placed in here.seat.island if counts(placed)), size)


def _floating_gardens(here: Monument) -> Sets:
    """Surrounded by six tiles."""
    around = hexes.neighbours(here.cell)
    return [around] if all(near in here.seat.tiles for near in around) else []


def _theatre(here: Monument) -> Sets:
    """Every three different banners on the tiles around, each banner once."""
    tiles = here.seat.tiles
    around = [near for near in hexes.neighbours(here.cell) if near in tiles]
    banners = ([near for near in around for b in tiles[near].banners if b == g] for g in GUILDS)
    return list(zip(*banners, strict=False))


def _banners(guild: str, here: Monument) -> Sets:
    """Every three banners of one guild; FR p.12 may be read to count those set aside as well."""
    cells = [c for c, placed in here.seat.island for banner in placed.banners if banner == guild]
    if here.edition.options.guild_monuments == "owned":
        aside = [token for token in here.seat.set_aside if token and token.of == guild]
        groups = (len(cells) + len(aside)) // 3
        return [tuple(cells[3 * group : 3 * group + 3]) for group in range(groups)]
    return _in_groups(cells, 3)


def _by_number(seat: SeatPosition) -> dict[int, list[Cell]]:
    """The tiles by activation number; a joker's tile and the capitol have none."""
    tiles: dict[int, list[Cell]] = {}
    for cell, placed in seat.island:
        if placed.number is not None:
            tiles.setdefault(placed.number, []).append(cell)
    return tiles


def _cafe(here: Monument) -> Sets:
    """Every four different numbers: taking from the four largest piles wastes nothing."""
    piles = list(_by_number(here.seat).values())
    groups: Sets = []
    while True:
        piles = sorted((pile for pile in piles if pile), key=len, reverse=True)
        if len(piles) < 4:
            return groups
        groups.append(tuple(pile.pop() for pile in piles[:4]))


def _numbers(here: Monument) -> Sets:
    """Every complete run of the numbers that the monument shows."""
    tiles = _by_number(here.seat)
    return list(zip(*(tiles.get(n, []) for n in here.edition.monument_sets[here.id]), strict=False))


#: The points for each complete set, and what the sets are.
_MONUMENTS: Mapping[str, tuple[int, Callable[[Monument], Sets]]] = {
    "14": (3, partial(_tiles, 6, lambda placed: placed.worker is not None)),
    "15": (5, partial(_tiles, 3, lambda placed: placed.tile.is_depot)),
    "16": (5, _floating_gardens),
    "17": (5, _theatre),
    "18": (4, partial(_banners, "science")),
    "19": (4, partial(_banners, "culture")),
    "20": (4, partial(_banners, "industry")),
    "21": (5, _cafe),
    "22": (5, _numbers),
    "23": (5, _numbers),
}
