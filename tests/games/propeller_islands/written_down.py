"""A state of a game as somebody would write it down: a position file, made by hand."""

from typing import Any

from companion.games.propeller_islands.rules.state import Placed, Player, State
from companion.tabletop.hexes import Cell


def written_down(state: State) -> dict[str, Any]:
    """Everything that `docs/formats.md` has a word for."""
    return {
        "game": "propeller-islands",
        "edition": state.edition.name,
        "players": len(state.players),
        "seats": [_seat(player, seat) for seat, player in enumerate(state.players)],
        "first_player": state.first,
        "forge": {str(space): [space] * count for space, count in state.spaces()},
        "market": {slot: tile and str(tile) for slot, tile in state.market.items()},
    }


def _seat(player: Player, seat: int) -> dict[str, Any]:
    return _known(
        name=f"Player {seat + 1}",
        character=player.character,
        age=player.age,
        fame=player.fame,
        energy=player.stock.energy,
        steel=player.stock.steel,
        gears=player.stock.gear,
        set_aside=[str(upgrade) for upgrade in player.aside],
        dock=player.dock.bit_count(),
        plans=[plan.points for plan in player.completed],
        used_dice=list(player.used_dice),
        island=[_tile(cell, placed) for cell, placed in player.island.tiles.items()],
    )


def _tile(cell: Cell, placed: Placed) -> dict[str, Any]:
    tile = placed.tile
    return _known(
        at=list(cell),
        tile=tile.id,
        number=tile.number,
        banner=tile.banner,
        hub=tile.hub,
        slots=None if tile.slots is None else list(tile.slots),
        upgrades=[str(upgrade) for upgrade in placed.upgrades] or None,
        worker=placed.worker,
    )


def _known(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
