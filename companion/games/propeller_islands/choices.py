"""Every legal move as buttons for one pair of eyes: nobody reads another hand off his buttons.

A plan in a hand is listed for its owner as it is. For everybody else it could be any card that
does not lie open; which one it is, its owner says or shows.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from companion import hexes
from companion.games.choosing import Choice, Path, Sign, buttons, opened
from companion.games.propeller_islands import activation, moves, tasks, telling
from companion.games.propeller_islands.board import turned
from companion.games.propeller_islands.legal import legal_moves, upgrade_cells
from companion.games.propeller_islands.moves import PASS, Move
from companion.games.propeller_islands.pieces import Plan, Tile, Upgrade
from companion.games.propeller_islands.rulings import island_place
from companion.games.propeller_islands.state import State
from companion.hexes import Cell

#: More plans than this are first asked for by what they bring.
MANY = 8

_PASSES: dict[type, str] = {
    tasks.Act: "Do nothing with the die",
    tasks.ActivateTiles: "Activate nothing more",
    tasks.ActivateAny: "Activate nothing more",
    tasks.DeployWorker: "Deploy no worker",
    tasks.UseDepots: "Use no depot",
    tasks.CompletePlan: "Complete no plan",
}
_REWARDS = {
    "tile": "a new tile",
    "activate-two": "activate two tiles",
    "fame": "fame",
    "depots": "use two depots again",
    "resources": "energy and steel",
    "deploy": "deploy a worker",
}


def choices(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """The moves that are legal now, for whoever sits at `eyes`; None is somebody without a seat."""
    if not state.agenda:
        return ()
    task = state.agenda[-1]
    if isinstance(task, tasks.RollDice):
        return (Choice(f"What the {task.count} dice show", moves="roll", dice=task.count),)
    return opened(buttons(_paths(state, task, eyes)))


def tellings(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """What can be told at any time: a plan in the own hand, and how many tiles are left."""
    if not state.agenda:
        return ()
    found = []
    if eyes is not None and state.players[eyes].hidden:
        levels = state.players[eyes].hidden
        paths = (
            Path((Sign(_bringing(plan.upgrade)), Sign(card(plan))), str(moves.Hold(eyes, plan)))
            for plan in _conceivable(state, eyes)
            if plan.level in levels
        )
        found.append(Choice("A plan in my hand", choices=buttons(paths)))
    counts = (
        Choice(str(left), moves=str(moves.CountStack(left)))
        for left in range(state.stack + 3, max(-1, state.stack - 4), -1)
        if left != state.stack and left <= len(state.unseen)
    )
    found.append(Choice("Tiles in the stack", f"now {state.stack}", choices=tuple(counts)))
    return tuple(found)


def _paths(state: State, task: Any, eyes: int | None) -> Iterator[Path]:
    if isinstance(task, tasks.CompletePlan):
        yield from _plans(state, task, eyes)
    elif isinstance(task, tasks.DealCard):
        yield from _dealt(state, task, eyes)
    elif isinstance(task, tasks.ShowPlan):
        yield from _cards(state, task.level, eyes)
    else:
        for move in legal_moves(state):
            yield Path(_WAYS[type(move)](state, task, move), str(move), _brings(state, task, move))


def _brings(state: State, task: Any, move: Move) -> str:
    """What it costs and brings, where that is worth knowing before."""
    if not isinstance(move, _TELLING) or not hasattr(task, "seat"):
        return ""
    return telling.brings(state, task.seat, move).removeprefix(": ")


_TELLING = (
    moves.Take, moves.Change, moves.Build, moves.Scrap, moves.Activate, moves.Deploy, moves.Place,
    moves.UseDepot, moves.Gain,
)  # fmt: skip


# --- the way to each move -------------------------------------------------------------------------


def _tile_name(state: State, tile: Tile) -> str:
    return state.edition.names[tile.id]["en"]


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _on_island(state: State, seat: int, cell: Cell) -> Sign:
    """A tile that lies there; two of a name are told apart by their place."""
    tiles = state.players[seat].island.tiles
    name = _tile_name(state, tiles[cell].tile)
    number = tiles[cell].number
    return Sign(f"{name} {number}" if number else name, island_place(seat, cell))


def _free_cell(state: State, seat: int, cell: Cell) -> Sign:
    """A cell where a tile may go, by its neighbours."""
    tiles = state.players[seat].island.tiles
    around = [_tile_name(state, tiles[n].tile) for n in hexes.neighbours(cell) if n in tiles]
    return Sign(f"Next to {', '.join(sorted(around))}", island_place(seat, cell))


def _take(_: State, __: tasks.TakeDie, move: moves.Take) -> tuple[Sign, ...]:
    if move.reroll:
        how = "Roll it again"
    elif move.change:
        how = f"Make it a {turned(move.die, move.change)}"
    else:
        how = "As it is"
    return Sign(f"Take a {move.die}"), Sign(how)


def _change(_: State, task: tasks.ChangeDie, move: moves.Change) -> tuple[Sign, ...]:
    value = turned(task.value, move.change)
    return (Sign(f"Make it a {value}" if move.change else f"Keep the {value}"),)


def _from_market(state: State, slot: str) -> Sign:
    tile = state.market[slot]
    assert tile is not None, "only filled slots are listed"
    return Sign(f"{slot}: {face(state, tile)}", f"market/{slot}")


def _build(state: State, task: tasks.Act, move: moves.Build) -> tuple[Sign, ...]:
    where = _free_cell(state, task.seat, move.cell)
    return Sign("Build a tile"), _from_market(state, move.slot), where


def _scrap(state: State, _: tasks.Act, move: moves.Scrap) -> tuple[Sign, ...]:
    return Sign("Scrap a tile"), _from_market(state, move.slot)


def _activate(state: State, task: activation.Activating, move: moves.Activate) -> tuple[Sign, ...]:
    way = (Sign("Activate a tile"), _on_island(state, task.seat, move.cell))
    if move.option is None:
        return way
    return (*way, Sign(_upper(move.option.replace(">", " for "))))


def _pass(_: State, task: Any, __: moves.Pass) -> tuple[Sign, ...]:
    return (Sign(_PASSES[type(task)]),)


def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> tuple[Sign, ...]:
    return Sign(f"From {move.dock_cell}"), _on_island(state, task.seat, move.cell)


def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> tuple[Sign, ...]:
    return (_free_cell(state, task.seat, move.cell),)


def _claim(state: State, _: tasks.ClaimReward, move: moves.Claim) -> tuple[Sign, ...]:
    kind, number = move.line[:-1], int(move.line[-1])
    edition = state.edition
    rewards = edition.row_rewards if kind == "row" else edition.column_rewards
    return (Sign(f"{_upper(kind)} {number} first: {_REWARDS[rewards[number - 1]]}"),)


def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> tuple[Sign, ...]:
    return (_on_island(state, task.seat, move.cell),)


def _gain(_: State, __: tasks.ChooseGain, move: moves.Gain) -> tuple[Sign, ...]:
    return (Sign(_upper(move.resource)),)


def _draw(_: State, __: tasks.DrawPlan, move: moves.Draw) -> tuple[Sign, ...]:
    if move.plan is None:
        return (Sign(f"Face down, level {move.level}"),)
    return Sign("From the display"), Sign(card(move.plan))


def _use_shared(_: State, __: tasks.ShiftShared, move: moves.UseShared) -> tuple[Sign, ...]:
    return (Sign(f"Use it as a {move.value}"),)


def _roll(_: State, __: tasks.RollAgain, move: moves.Roll) -> tuple[Sign, ...]:
    return (Sign(f"A {move.values[0]}"),)


def _reveal(state: State, _: Any, move: moves.Reveal) -> tuple[Sign, ...]:
    tile = move.tile
    return Sign(tile.family.title()), Sign(_tile_name(state, tile)), Sign(face(state, tile))


def _character(_: State, __: tasks.DealCharacter, move: moves.Character) -> tuple[Sign, ...]:
    return (Sign(move.name.replace("-", " ").title()),)


_WAYS: dict[type, Callable[[State, Any, Any], tuple[Sign, ...]]] = {
    moves.Take: _take,
    moves.Change: _change,
    moves.Build: _build,
    moves.Scrap: _scrap,
    moves.Activate: _activate,
    moves.Pass: _pass,
    moves.Deploy: _deploy,
    moves.Place: _place,
    moves.Claim: _claim,
    moves.UseDepot: _use_depot,
    moves.Gain: _gain,
    moves.Draw: _draw,
    moves.UseShared: _use_shared,
    moves.Roll: _roll,
    moves.Reveal: _reveal,
    moves.Character: _character,
}


# --- plans ----------------------------------------------------------------------------------------


def face(state: State, tile: Tile) -> str:
    """A tile by what is printed on it, such as `Factory 4, science hub`."""
    words = [_tile_name(state, tile) + (f" {tile.number}" if tile.number else "")]
    if tile.banner:
        words.append(f"{tile.banner} banner")
    if tile.hub:
        words.append(f"{tile.hub} hub")
    return ", ".join(words)


def card(plan: Plan) -> str:
    """A plan by what is printed on it, such as `3 points for 1 energy and 1 steel (level I)`."""
    cost = " and ".join(telling.amounts(plan.cost)) or "nothing"
    return f"{plan.points} points for {cost}: {telling.upgrade_name(plan.upgrade)} ({plan.level})"


def _bringing(upgrade: Upgrade) -> str:
    return _upper(telling.upgrade_name(upgrade))


def _conceivable(state: State, eyes: int | None) -> list[Plan]:
    """The plans that may be in a face-down hand, as far as somebody at `eyes` can know."""
    known = Counter(state.display)
    for seat, player in enumerate(state.players):
        known.update(player.completed)
        if seat == eyes:
            known.update(player.hand)
    return list(Counter(state.edition.plans) - known)


def _plans(state: State, task: tasks.CompletePlan, eyes: int | None) -> Iterator[Path]:
    player = state.players[task.seat]
    own = eyes == task.seat
    levels = {*player.hidden} if own else {*player.hidden, *(plan.level for plan in player.hand)}
    hidden = (plan for plan in _conceivable(state, eyes) if plan.level in levels)
    plans = list(dict.fromkeys((*(player.hand if own else ()), *hidden)))
    affordable = [plan for plan in plans if player.stock.covers(plan.cost)]
    for plan in affordable:
        first = (Sign(_bringing(plan.upgrade)),) if len(affordable) > MANY else ()
        here = (*first, Sign(card(plan)))
        for cell in upgrade_cells(state, task.seat, plan.upgrade):
            where = _on_island(state, task.seat, cell)
            yield Path((*here, where), str(moves.Complete(plan, cell)))
        yield Path((*here, Sign("Set its upgrade aside")), str(moves.Complete(plan)))
    yield Path((Sign(_PASSES[tasks.CompletePlan]),), str(PASS))


def _dealt(state: State, task: tasks.DealCard, eyes: int | None) -> Iterator[Path]:
    yield Path((Sign("A card that nobody else sees"),), str(moves.Card(None)))
    # Where hands are open the companion deals with what was said; only its owner says it.
    if eyes == task.seat:
        yield from _cards(state, task.level, eyes)


def _cards(state: State, level: str, eyes: int | None) -> Iterator[Path]:
    for plan in _conceivable(state, eyes):
        if plan.level == level:
            signs = (Sign(_bringing(plan.upgrade)), Sign(card(plan)))
            yield Path(signs, str(moves.Card(plan)))
