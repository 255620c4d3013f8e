"""Which places a legal move touches, in the order of a hand.

A move's class says what it touches; behind that come the goods that it costs and brings, and the
die that goes to the dock when the action is done.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from companion.games.kit.touching import touched
from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.pieces import Stock
from companion.games.propeller_islands.rules import activation, legal, moves, play, tasks
from companion.games.propeller_islands.rules.state import State

#: What may follow by itself and is not touched by the move: why, and which places these are.
AFTERWARDS = {
    "the reward of a dock line": "goods/{seat}/(energy|steel|fame)",
    "what Amelia and Nicola gain": "goods/{seat}/(energy|steel)",
    "the die, when nobody can answer what else the action brings": "dock/{seat}/dice",
    "a card that only its owner sees": "hand/{seat}",
    "a new round": ".*",
}

_goods: ByType[list[str]] = ByType()


def touches(state: State, move: moves.Move) -> tuple[str, ...]:
    """The places that a legal move touches."""
    agenda = state.agenda
    task: Any = agenda[-1] if agenda else None
    places = _by_hand(move, task)
    goods = _goods.get(type(move))
    if goods is not None:
        names = dict.fromkeys(goods(state, task, move))
        places += tuple(f"goods/{task.seat}/{name}" for name in names)
    if len(agenda) > 1 and isinstance(agenda[-2], tasks.StoreDie):
        places += (f"dock/{agenda[-2].seat}/dice",)
    return places


# The same moves come up again and again, as answers to the same few tasks.
@lru_cache(maxsize=20_000)
def _by_hand(move: moves.Move, task: Any) -> tuple[str, ...]:
    """What the move's class says."""

    def fact(name: str) -> Any:
        if name in _FACTS:
            return _FACTS[name](task, move)
        return getattr(move, name, getattr(task, name, None))

    return tuple(touched(move.touches, fact))


def _display(task: Any, move: Any) -> str | None:
    drawn = isinstance(move, moves.Draw) and move.plan is not None
    return "display" if drawn or isinstance(task, tasks.ShowPlan) else None


#: What patterns name beside the fields of the move and of its task.
_FACTS: Mapping[str, Callable[[Any, Any], object]] = {
    "display": _display,
    "set_aside": lambda task, move: task.seat if move.cell is None else None,
    "faces": lambda task, move: (
        [*dict.fromkeys(move.values)] if isinstance(task, tasks.RollDice) else None
    ),
}


# --- goods ----------------------------------------------------------------------------------------


def _names(stock: Stock, fame: int = 0) -> list[str]:
    return [name for name, count in stock.counts().items() if count] + ["fame"] * bool(fame)


@_goods
def _change(state: State, task: Any, move: moves.Take | moves.Change) -> list[str]:
    return _names(Stock(legal.change_cost(state, task.seat, move.change)))


@_goods
def _scrap(_: State, __: tasks.Act, ___: moves.Scrap) -> list[str]:
    return _names(play.SCRAP_ENERGY)


@_goods
def _lay(state: State, task: Any, move: moves.Build | moves.Place) -> list[str]:
    tile = state.market[move.slot] if isinstance(move, moves.Build) else task.tile
    assert tile is not None
    island = state.players[task.seat].island
    fame = play.connections(island, move.cell, tile.hub, tile.banner)
    return _names(state.edition.depot_resources.get(tile.id, activation.FREE), fame)


@_goods
def _activate(state: State, task: activation.Activating, move: moves.Activate) -> list[str]:
    placed = state.players[task.seat].island.tiles[move.cell]
    cost, gain = activation.BARS[placed.tile.id][move.option]
    helped = not activation.answers(placed, task)
    extra = activation.extra_cost(state, task) if helped else None
    made = [upgrade.of for upgrade in placed.upgrades if upgrade.kind == "production"]
    return [*_names(cost.plus(gain).plus(extra or activation.FREE)), *filter(None, made)]


@_goods
def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> list[str]:
    tile = state.players[task.seat].island.tiles[move.cell].tile
    return _names(state.edition.depot_resources[tile.id])


@_goods
def _gain(_: State, __: tasks.ChooseGain, move: moves.Gain) -> list[str]:
    return [move.resource]


@_goods
def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> list[str]:
    plan, island = move.plan, state.players[task.seat].island
    banner = plan.upgrade.of if plan.upgrade.kind == "banner" else None
    fame = play.connections(island, move.cell, None, banner) if move.cell else 0
    return _names(plan.cost, fame)


@_goods
def _roll(state: State, task: Any, _: moves.Roll) -> list[str]:
    if not isinstance(task, tasks.RollAgain):
        return []
    return ["energy", "steel"] if state.ability(task.seat, "jacques") > 1 else ["energy"]
