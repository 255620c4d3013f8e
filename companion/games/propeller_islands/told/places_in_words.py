"""Places on an island in words that people at a table understand."""

from collections.abc import Mapping

from companion.common.remembering import remembering
from companion.common.words import joined, player_name, say
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.rules.rulings import island_cell
from companion.games.propeller_islands.rules.state import Placed, State
from companion.games.propeller_islands.told.words import guilds, place_name, the_tile
from companion.tabletop.hexes import Cell
from companion.tabletop.places_in_words import NamedField


@remembering(most=64)
def tiles_in_words(edition: Edition, tiles: Mapping[Cell, Placed]) -> NamedField:
    """What people call the tiles of an island, and the empty places beside them."""
    return NamedField({cell: _names(edition, placed) for cell, placed in tiles.items()})


def spot(edition: Edition, tiles: Mapping[Cell, Placed], cell: Cell) -> str:
    """What people call this place: the tile that lies there, or where the empty place is."""
    return tiles_in_words(edition, tiles).spot(cell)


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


def named_place(state: State, place: str) -> str:
    """A place of an observation at this table: `forge/4`, or a place on somebody's island."""
    for seat, player in enumerate(state.players):
        cell = island_cell(place, seat)
        if cell is not None:
            there = spot(state.edition, player.island.tiles, cell)
            return say("{place} on the island of {who}", place=there, who=player_name(seat))
    return place_name(place)
