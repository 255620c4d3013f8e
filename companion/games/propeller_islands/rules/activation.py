"""Activating a tile: what it costs, what its bar offers, and why it may not work.

The rules are those of FR p.8 and p.12, DE p.8 and p.12.
"""

from collections.abc import Iterator, Mapping

from companion.games.propeller_islands.components.pieces import (
    CAPITOL,
    CRYSTAL_MERCHANT,
    HOTEL,
    RADIO_STATION,
    WAREHOUSE,
    Stock,
)
from companion.games.propeller_islands.rules.state import STANDING, Placed, Player, State
from companion.games.propeller_islands.rules.tasks import (
    Act,
    ActivateAny,
    ActivateTiles,
    DeployWorker,
    Task,
    UseDepots,
)
from companion.tabletop.hexes import Cell

Activating = Act | ActivateTiles | ActivateAny

DEPLOY = "worker"
RESOURCES = "resources"

#: What a bar offers: option -> (cost, gain). Most tiles have the one option None.
BARS: Mapping[str, Mapping[str | None, tuple[Stock, Stock]]] = {
    CAPITOL: {DEPLOY: (Stock(), Stock()), RESOURCES: (Stock(), Stock(energy=1, steel=1))},
    "05": {None: (Stock(), Stock(gear=1))},
    "06": {None: (Stock(), Stock(energy=2))},
    "07": {None: (Stock(), Stock(steel=1))},
    HOTEL: {None: (Stock(), Stock())},
    "09": {None: (Stock(energy=2), Stock(steel=1, gear=1))},
    "10": {None: (Stock(steel=1), Stock(gear=2))},
    RADIO_STATION: {None: (Stock(), Stock())},
    WAREHOUSE: {None: (Stock(), Stock())},
    CRYSTAL_MERCHANT: {
        "energy>steel": (Stock(energy=2), Stock(steel=1)),
        "energy>gear": (Stock(energy=2), Stock(gear=1)),
        "steel>energy": (Stock(steel=1), Stock(energy=2)),
        "gear>energy": (Stock(gear=1), Stock(energy=2)),
    },
}

FREE = Stock()
MARIES_ENERGY = Stock(energy=1)


def deploys(tile_id: str, option: str | None) -> bool:
    """Whether this option of a tile deploys a worker."""
    return tile_id == HOTEL or (tile_id == CAPITOL and option == DEPLOY)


def effects(tile_id: str, option: str | None, seat: int) -> tuple[Task, ...]:
    """What a tile sets off beyond its gain."""
    if deploys(tile_id, option):
        return (DeployWorker(seat, optional=False),)
    if tile_id == RADIO_STATION:
        return (ActivateAny(seat, left=1),)
    if tile_id == WAREHOUSE:
        return (UseDepots(seat, left=1, used=(), optional=False),)
    return ()


def answers(placed: Placed, task: Activating) -> bool:
    """Whether a tile may be activated by this task without Marie's help."""
    return (
        isinstance(task, ActivateAny) or placed.tile.number == task.value or placed.answers_any_die
    )


def extra_cost(state: State, task: Activating) -> Stock | None:
    """What one more tile of any number costs Marie; None for everybody else, or when it was used.

    FR p.11 lets her do it whenever she activates, DE p.11 only with the action of her turn.
    """
    if isinstance(task, ActivateAny):
        return None
    if isinstance(task, ActivateTiles):
        everywhere = state.edition.options.marie_when == "any-activation"
        if not task.extra or (task.shared and not everywhere):
            return None
    level = state.ability(task.seat, "marie")
    if not level:
        return None
    return MARIES_ENERGY if level == 1 else FREE


def is_blocked(state: State, player: Player, tile_id: str, option: str | None) -> bool:
    """Whether the lack of a free worker cell forbids it (FR p.12, DE p.8 and p.12)."""
    strict_capitol = tile_id == CAPITOL and state.edition.options.capitol_without_cell == "blocked"
    return (deploys(tile_id, option) or strict_capitol) and not player.can_deploy()


def offers(
    state: State, task: Activating, with_extra: bool = True
) -> Iterator[tuple[Cell, str | None]]:
    """Every cell and option that may be activated now, in the order of placing."""
    player = state.players[task.seat]
    extra = extra_cost(state, task) if with_extra else None
    for cell, placed in player.island.tiles.items():
        tile = placed.tile
        if placed.worker != STANDING or not tile.can_be_activated or cell in player.fresh:
            continue
        if answers(placed, task):
            purse = player.stock
        elif extra is not None and player.stock.covers(extra):
            purse = player.stock.minus(extra)
        else:
            continue
        for option, (cost, _) in BARS[tile.id].items():
            if purse.covers(cost) and not is_blocked(state, player, tile.id, option):
                yield cell, option
