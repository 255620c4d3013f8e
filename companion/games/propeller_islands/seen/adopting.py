"""A table that is taken over as it lies: what comes into view came out of the stack or a pile."""

from collections import Counter
from collections.abc import Iterable
from functools import reduce

from companion.games.kit.values import evolve, without
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.seeing import TABLE
from companion.games.propeller_islands.told.secrets import HANDS
from companion.tabletop.sight import Sight


def adopt(state: State, sight: Sight) -> State:
    """The state with everything as it was read; `InputError` where that has no meaning."""
    return _drawn(state, TABLE.adopt(state, sight))


def _drawn(before: State, after: State) -> State:
    """Tiles and plans that have come into view are not in the stack or the piles any more."""
    tiles = Counter(_tiles(after)) - Counter(_tiles(before))
    drawn = Counter(_levels(after))
    drawn.subtract(_levels(before))
    return evolve(
        after,
        stack=max(0, before.stack - tiles.total()),
        unseen=reduce(without, tiles.elements(), before.unseen),
        piles={level: max(0, count - drawn[level]) for level, count in before.piles.items()},
        unseen_plans=HANDS.unknown(after),
    )


def _tiles(state: State) -> Iterable[Tile]:
    yield from (tile for tile in state.market.values() if tile)
    for player in state.players:
        yield from (placed.tile for placed in player.island.tiles.values())


def _levels(state: State) -> Iterable[str]:
    """The levels of all cards that lie in no pile."""
    yield from (plan.level for plan in HANDS.shown(state))
    for player in state.players:
        yield from HANDS.backs(player)
