"""A move as an English sentence for everybody at the table: what was done, and what it brought.

What a move brings is read off the state after it, so that no rule is written here a second time.
The sentences are public: they never say which plan somebody drew from a pile.
"""

from collections.abc import Callable
from typing import Any

from companion.games.propeller_islands import activation, moves, play, tasks
from companion.games.propeller_islands.board import FACES, dock_lines, turned
from companion.games.propeller_islands.moves import Move
from companion.games.propeller_islands.pieces import Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.state import State
from companion.games.propeller_islands.tasks import Task
from companion.hexes import Cell

_TRUMPETS = ("no", "the first", "the second")
_UPGRADES = {"banner": "{} banner", "joker": "joker die", "production": "{} production"}


def tell(state: State, move: Move) -> str:
    """The sentence for a legal move made in `state`."""
    task = state.agenda[-1] if state.agenda else None
    return _TELLERS[type(move)](state, task, move) + "."


def _who(seat: int) -> str:
    return f"Player {seat + 1}"


def _tile(state: State, tile: Tile) -> str:
    return f"the {state.edition.names[tile.id]['en'].lower()}"


def _tile_at(state: State, seat: int, cell: Cell) -> str:
    return _tile(state, state.players[seat].island.tiles[cell].tile)


def _listed(words: list[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _amounts(stock: Stock) -> list[str]:
    words = {"energy": "energy", "steel": "steel", "gear": "gear"}
    return [
        f"{count} {words[name]}{'s' if name == 'gear' and count != 1 else ''}"
        for name, count in stock._asdict().items()
        if count
    ]


def _upgrade(upgrade: Upgrade) -> str:
    return _UPGRADES[upgrade.kind].format(upgrade.of)


def _brings(state: State, seat: int, move: Move, paid: Stock | None = None) -> str:
    """What the move changes beyond what was `paid`, such as `: +2 energy, +1 fame`."""
    after = play.play(state, move)
    old, new = state.players[seat], after.players[seat]
    change = new.stock.minus(old.stock)
    if paid:
        change = change.plus(paid)
    parts = [
        f"{count:+} {name}{'s' if name == 'gear' and abs(count) != 1 else ''}"
        for name, count in change._asdict().items()
        if count
    ]
    if new.fame != old.fame:
        parts.append(f"{new.fame - old.fame:+} fame")
    text = ": " + ", ".join(parts).replace("-", "\N{MINUS SIGN}") if parts else ""
    if after.level(seat) > state.level(seat):
        text += f", and reaches {_TRUMPETS[after.level(seat)]} trumpet"
    return text


def _paid_energy(state: State, seat: int, move: Move) -> int:
    after = play.play(state, move)
    return state.players[seat].stock.energy - after.players[seat].stock.energy


def _changed(state: State, seat: int, move: Move, value: int) -> str:
    cost = _paid_energy(state, seat, move)
    return f"pays {cost} energy to make it a {value}" if cost else f"makes it a {value} for free"


def _take(state: State, task: tasks.TakeDie, move: moves.Take) -> str:
    text = f"{_who(task.seat)} takes a {move.die}"
    if move.reroll:
        return f"{text} and rolls it again"
    if not move.change:
        return text
    return f"{text}, {_changed(state, task.seat, move, turned(move.die, move.change))}"


def _change(state: State, task: tasks.ChangeDie, move: moves.Change) -> str:
    who = _who(task.seat)
    if not move.change:
        return f"{who} keeps the {task.value}"
    changed = _changed(state, task.seat, move, turned(task.value, move.change))
    return f"{who} has rolled a {task.value}, {changed}"


def _build(state: State, task: tasks.Act, move: moves.Build) -> str:
    tile = state.market[move.slot]
    assert tile is not None
    what = _tile(state, tile)
    return f"{_who(task.seat)} builds {what} from {move.slot}{_brings(state, task.seat, move)}"


def _scrap(state: State, task: tasks.Act, move: moves.Scrap) -> str:
    tile = state.market[move.slot]
    assert tile is not None
    what = _tile(state, tile)
    return f"{_who(task.seat)} scraps {what} from {move.slot}{_brings(state, task.seat, move)}"


def _activate(state: State, task: activation.Activating, move: moves.Activate) -> str:
    seat = task.seat
    tile = state.players[seat].island.tiles[move.cell].tile
    why = " to deploy a worker" if activation.deploys(tile.id, move.option) else ""
    return f"{_who(seat)} activates {_tile(state, tile)}{why}{_brings(state, seat, move)}"


def _pass(state: State, task: Task, _: moves.Pass) -> str:
    words: dict[type, str] = {
        tasks.Act: "activates nothing",
        tasks.ActivateTiles: "activates nothing more",
        tasks.ActivateAny: "activates nothing more",
        tasks.DeployWorker: "deploys no worker",
        tasks.UseDepots: "uses no depot",
        tasks.CompletePlan: "completes no plan",
    }
    text = words[type(task)]
    if isinstance(task, tasks.ActivateTiles) and task.shared:
        text = "is done with the shared die"
    return f"{_who(getattr(task, 'seat', 0))} {text}"


def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> str:
    seat, edition = task.seat, state.edition
    old, new = state.players[seat].dock, play.play(state, move).players[seat].dock
    cell = (old & ~new).bit_length() - 1
    emptied = [
        f"{name[:-1]} {name[-1]}"
        for name, bits in dock_lines(cell, edition.rows, edition.columns)
        if not new & bits
    ]
    what = f" and empties {_listed(emptied)} of the dock" if emptied else ""
    where = _tile_at(state, seat, move.cell)
    text = f"{_who(seat)} sends a worker from {move.dock_cell} to {where}{what}"
    return text + _brings(state, seat, move)


def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> str:
    where = _brings(state, task.seat, move)
    return f"{_who(task.seat)} adds {_tile(state, task.tile)} to the island{where}"


def _claim(_: State, task: tasks.ClaimReward, move: moves.Claim) -> str:
    return f"{_who(task.seat)} takes the reward of {move.line[:-1]} {move.line[-1]} first"


def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> str:
    return f"{_who(task.seat)} uses a depot again{_brings(state, task.seat, move)}"


def _gain(state: State, task: tasks.ChooseGain, move: moves.Gain) -> str:
    return f"{_who(task.seat)} chooses {move.resource}{_brings(state, task.seat, move)}"


def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> str:
    seat, plan = task.seat, move.plan
    cost = _listed(_amounts(plan.cost) or ["nothing"])
    upgrade = _upgrade(plan.upgrade)
    where = (
        f"sets its {upgrade} aside"
        if move.cell is None
        else f"puts its {upgrade} on {_tile_at(state, seat, move.cell)}"
    )
    text = f"{_who(seat)} pays {cost} for a plan worth {plan.points} points and {where}"
    return text + _brings(state, seat, move, paid=plan.cost)


def _plan(plan: Plan) -> str:
    return f"the plan worth {plan.points} points ({_upgrade(plan.upgrade)})"


def _draw(_: State, task: tasks.DrawPlan, move: moves.Draw) -> str:
    what = _plan(move.plan) if move.plan else f"a face-down plan of level {move.level}"
    return f"{_who(task.seat)} takes {what}"


def _use_shared(_: State, task: tasks.ShiftShared, move: moves.UseShared) -> str:
    return f"{_who(task.seat)} uses the shared die as a {move.value}"


def _roll(state: State, task: tasks.RollDice | tasks.RollAgain, move: moves.Roll) -> str:
    if isinstance(task, tasks.RollAgain):
        return f"{_who(task.seat)} rolls a {move.values[0]}{_brings(state, task.seat, move)}"
    after = play.play(state, move)
    text = "Rolled again: " if sum(state.forge) else f"{_who(state.first)} rolls the dice: "
    text += _listed([str(value) for value in sorted(move.values)])
    crowded = [
        str(face) for face in FACES if sum(_counts(state, move, face)) > after.forge[face - 1]
    ]
    if crowded:
        text += f"; there are too many on the {_listed(crowded)}, the surplus is rolled again"
    return text


def _counts(state: State, move: moves.Roll, face: int) -> tuple[int, int]:
    return state.forge[face - 1], move.values.count(face)


def _reveal(state: State, task: tasks.FillSlot | tasks.DrawTile, move: moves.Reveal) -> str:
    what = _tile(state, move.tile)
    if isinstance(task, tasks.DrawTile):
        return f"{_who(task.seat)} draws {what} from the stack"
    return f"A new tile lies in {task.slot}: {what}"


def _card(_: State, task: tasks.DealCard | tasks.ShowPlan, move: moves.Card) -> str:
    if isinstance(task, tasks.DealCard):
        return f"{_who(task.seat)} draws a plan of level {task.level}"
    what = _plan(move.plan) if move.plan else f"A plan of level {task.level}"
    return f"{what[0].upper()}{what[1:]} is laid out"


def _character(_: State, task: tasks.DealCharacter, move: moves.Character) -> str:
    return f"{_who(task.seat)} plays {move.name.replace('-', ' ').title()}"


def _hold(_: State, __: Task | None, move: moves.Hold) -> str:
    return f"{_who(move.seat)} tells the companion about a plan in hand"


def _count_stack(_: State, __: Task | None, move: moves.CountStack) -> str:
    tiles = "1 tile" if move.left == 1 else f"{move.left} tiles"
    return f"The stack is counted: {tiles} left"


_TELLERS: dict[type, Callable[[State, Any, Any], str]] = {
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
    moves.Complete: _complete,
    moves.Draw: _draw,
    moves.UseShared: _use_shared,
    moves.Roll: _roll,
    moves.Reveal: _reveal,
    moves.Card: _card,
    moves.Character: _character,
    moves.Hold: _hold,
    moves.CountStack: _count_stack,
}
