"""What makes two states different: what the rules look at, in whichever order it lies there."""

from collections import Counter
from collections.abc import Hashable, Mapping
from operator import attrgetter

from companion.common.remembering import remembering
from companion.games.propeller_islands.rules.state import Player, State
from companion.tabletop.hexes import Cell

_of_state = attrgetter("forge", "stack", "turn", "agenda")
_of_player = attrgetter("stock", "fame", "dock", "aside", "ability_spent", "fresh")


def key(state: State) -> Hashable:
    """What the rules look at; the value of a used die is not among it."""
    filled = tuple(state.market.values()), tuple(state.piles.values())
    return _of_state(state), filled, _counted(state.display), tuple(map(_player_key, state.players))


# Most players, and most of what they have, are the same object from state to state.


@remembering(most=4000)
def _player_key(player: Player) -> Hashable:
    cards = tuple(map(_counted, (player.completed, player.hand, player.hidden)))
    return _of_player(player), _tiles_key(player.island.tiles), cards, len(player.used_dice)


@remembering(most=4000)
def _tiles_key(tiles: Mapping[Cell, Hashable]) -> Hashable:
    return frozenset(tiles.items())


@remembering(most=4000)
def _counted(cards: tuple[Hashable, ...]) -> Hashable:
    return frozenset(Counter(cards).items())
