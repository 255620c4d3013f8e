"""Why a move is not legal: all reasons, each with its rule, its pages and the pieces concerned."""

from typing import Any

from companion.common.words import listed, say
from companion.games.kit.values import ByTypes
from companion.games.propeller_islands.components.board import (
    FACES,
    SLOTS,
    slots_around,
    spaces_around,
)
from companion.games.propeller_islands.components.pieces import CHARACTERS, Stock, Tile
from companion.games.propeller_islands.rules import activation, legal, moves, tasks
from companion.games.propeller_islands.rules.rulings import Reasons, island_place, ruling
from companion.games.propeller_islands.rules.state import LYING, State
from companion.games.propeller_islands.told.whereabouts import spot
from companion.games.propeller_islands.told.words import (
    SAID,
    amounts,
    character,
    line_name,
    the_tile,
)
from companion.games.protocol import Violation
from companion.tabletop.hexes import Cell

#: The checks by task and move: a move with none is not what the task waits for.
_checks: ByTypes[Reasons] = ByTypes()

Skippable = activation.Activating | tasks.DeployWorker | tasks.UseDepots | tasks.CompletePlan


def violations(state: State, move: moves.Move) -> tuple[Violation, ...]:
    """All reasons why `move` is not legal now."""
    if not state.agenda:
        return (ruling("order.over"),)
    task = state.agenda[-1]
    check = _checks.get((type(task), type(move)))
    return tuple(check(state, task, move)) if check else (_not_now(task, move),)


def _not_now(task: tasks.Task, move: moves.Move) -> Violation:
    shared = isinstance(task, tasks.ShiftShared) or (
        isinstance(task, tasks.ActivateTiles) and task.shared
    )
    if shared and isinstance(move, moves.Take | moves.Change):
        return ruling("shared.no-energy")
    if shared and isinstance(move, moves.Complete):
        return ruling("shared.no-plan")
    return ruling("order.not-now", expected=SAID["expected"][type(task).__name__])


def _at(rule: str, state: State, seat: int, cell: Cell, /, **facts: Any) -> Violation:
    """A violation about a place on an island, which is called as people call it."""
    called = spot(state.edition, state.players[seat].island.tiles, cell)
    return ruling(rule, island_place(seat, cell), **{"name": called, "place": called, **facts})


@_checks
def _take(state: State, task: tasks.TakeDie, move: moves.Take) -> Reasons:
    if move.die not in FACES or not state.forge[move.die - 1]:
        yield ruling("take.no-die", f"forge/{move.die}", die=move.die)
    if move.reroll:
        if not state.ability(task.seat, "jacques"):
            yield ruling("reroll.only-jacques")
        if move.change:
            yield ruling("take.reroll-first")
    elif move.change:
        yield from _change_by(state, task.seat, move.change)


@_checks
def _change(state: State, task: tasks.ChangeDie, move: moves.Change) -> Reasons:
    yield from _change_by(state, task.seat, move.change)


def _change_by(state: State, seat: int, change: int) -> Reasons:
    cost = legal.change_cost(state, seat, change)
    if not legal.change_is_allowed(state, change, cost):
        limit = state.edition.options.paid_changes
        most = 3 if limit is None else limit + legal.free_steps(state, seat)
        yield ruling("change.too-far", change=change, most=most)
    have = state.players[seat].stock.energy
    if cost > have:
        yield ruling("change.cannot-pay", cost=cost, have=have)


@_checks
def _use_market(state: State, task: tasks.Act, move: moves.Build | moves.Scrap) -> Reasons:
    slot, order = move.slot, state.edition.forge_order
    if slot not in SLOTS:
        yield ruling("market.no-slot", slot=slot)
    elif slot not in slots_around(task.value, order):
        spaces = listed(map(str, spaces_around(slot, order)))
        pieces = f"market/{slot}", f"forge/{task.value}"
        yield ruling("market.out-of-reach", *pieces, slot=slot, value=task.value, spaces=spaces)
    tile = state.market.get(slot)
    if tile is None and slot in SLOTS:
        yield ruling("market.empty", f"market/{slot}", slot=slot)
    if isinstance(move, moves.Build):
        yield from _placement(state, task.seat, tile, move.cell)


def _placement(state: State, seat: int, tile: Tile | None, cell: Cell) -> Reasons:
    island = state.players[seat].island
    if cell in island.tiles:
        yield _at("island.cell-taken", state, seat, cell)
    elif cell not in island.edge:
        named = {"name": the_tile(state.edition, tile.id)} if tile else {}
        yield _at("island.not-connected", state, seat, cell, **named)


@_checks
def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> Reasons:
    yield from _placement(state, task.seat, task.tile, move.cell)


@_checks
def _activate(state: State, task: activation.Activating, move: moves.Activate) -> Reasons:
    player = state.players[task.seat]
    placed = player.island.tiles.get(move.cell)
    here = state, task.seat, move.cell
    if placed is None:
        yield _at("activate.no-tile", *here)
        return
    if not placed.tile.can_be_activated:
        yield _at("activate.no-bar", *here)
        return
    if placed.worker is None:
        yield _at("activate.no-worker", *here)
    if placed.worker == LYING:
        yield _at("activate.worker-lies", *here)
    if move.cell in player.fresh:
        yield _at("activate.fresh-worker", *here)
    purse = player.stock
    if not isinstance(task, tasks.ActivateAny) and not activation.answers(placed, task):
        extra = activation.extra_cost(state, task)
        if extra is None:
            number = placed.tile.number or say("number that is not known")
            yield _at("activate.wrong-number", *here, number=number, value=task.value)
        elif not purse.covers(extra):
            yield _at("activate.marie-cannot-pay", *here)
        else:
            purse = purse.minus(extra)
    yield from _bar(state, task.seat, placed.tile, move, purse)


def _bar(state: State, seat: int, tile: Tile, move: moves.Activate, purse: Stock) -> Reasons:
    bar = activation.BARS[tile.id]
    here, name = (state, seat, move.cell), the_tile(state.edition, tile.id)
    if move.option not in bar:
        options = ", ".join(key for key in bar if key) or say("nothing to choose")
        yield _at("activate.no-option", *here, name=name, options=options)
        return
    cost, _ = bar[move.option]
    if not purse.covers(cost):
        facts = {"name": name, "cost": amounts(cost), "have": amounts(purse)}
        yield _at("activate.cannot-pay", *here, **facts)
    if activation.is_blocked(state, state.players[seat], tile.id, move.option):
        yield _at("activate.cannot-deploy", *here, name=name)


@_checks
def _pass(state: State, task: Skippable, _: moves.Pass) -> Reasons:
    mandatory = isinstance(task, tasks.DeployWorker | tasks.UseDepots) and not task.optional
    if mandatory or (isinstance(task, tasks.ActivateTiles) and not legal.may_stop(state, task)):
        yield ruling("order.must", expected=SAID["expected"][type(task).__name__])


@_checks
def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> Reasons:
    player = state.players[task.seat]
    names = state.edition.dock_names
    dock_place = f"dock/{task.seat}/{move.dock_cell}"
    if move.dock_cell not in names:
        yield ruling("deploy.no-dock-cell", dock_cell=move.dock_cell)
    elif not player.dock >> names.index(move.dock_cell) & 1:
        yield ruling("deploy.dock-cell-empty", dock_place, dock_cell=move.dock_cell)
    placed = player.island.tiles.get(move.cell)
    if placed is None:
        yield _at("deploy.no-tile", state, task.seat, move.cell)
    elif not placed.tile.has_worker_cell:
        yield _at("deploy.no-worker-cell", state, task.seat, move.cell)
    elif placed.worker is not None:
        yield _at("deploy.cell-taken", state, task.seat, move.cell)


@_checks
def _claim(_: State, task: tasks.ClaimReward, move: moves.Claim) -> Reasons:
    if move.line not in task.lines:
        yield ruling(
            "claim.not-emptied", f"dock/{task.seat}/{move.line}", line=line_name(move.line)
        )


@_checks
def _depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> Reasons:
    placed = state.players[task.seat].island.tiles.get(move.cell)
    if placed is None or not placed.tile.is_depot:
        yield _at("depot.no-depot", state, task.seat, move.cell)
    elif move.cell in task.used:
        yield _at("depot.used-already", state, task.seat, move.cell)


@_checks
def _gain(_: State, __: tasks.ChooseGain, move: moves.Gain) -> Reasons:
    if move.resource not in ("energy", "steel"):
        yield ruling("gain.not-offered", resource=move.resource)


@_checks
def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> Reasons:
    player = state.players[task.seat]
    if move.plan not in player.hand and move.plan.level not in player.hidden:
        yield ruling("plan.not-in-hand", f"hand/{task.seat}")
    if not player.stock.covers(move.plan.cost):
        yield ruling("plan.cannot-pay", cost=amounts(move.plan.cost), have=amounts(player.stock))
    if move.cell is None:
        return
    placed = player.island.tiles.get(move.cell)
    here, kind = (state, task.seat, move.cell), move.plan.upgrade.kind
    if placed is None:
        yield _at("upgrade.no-tile", *here)
    elif placed.holds(kind):
        yield _at("upgrade.slot-taken", *here)
    elif kind not in state.edition.slots_of(placed.tile):
        assumed = state.edition.assumes_no_slot(placed.tile, kind)
        yield _at("upgrade.no-slot", *here, assumed=assumed)


@_checks
def _draw(state: State, _: tasks.DrawPlan, move: moves.Draw) -> Reasons:
    if move.plan is not None:
        if move.plan not in state.display or move.plan.level != move.level:
            yield ruling("draw.not-on-display", "display")
    elif not state.piles.get(move.level):
        yield ruling("draw.pile-empty", f"pile/{move.level}", level=move.level)


@_checks
def _use_shared(state: State, task: tasks.ShiftShared, move: moves.UseShared) -> Reasons:
    if move.value not in legal.shared_values(state, task.seat, task.value):
        yield ruling("shared.out-of-reach", "forge", die=task.value, value=move.value)


@_checks
def _roll(_: State, task: tasks.RollDice | tasks.RollAgain, move: moves.Roll) -> Reasons:
    if len(move.values) != task.count:
        yield ruling("roll.count", "forge", expected=task.count, found=len(move.values))
    for value in move.values:
        if value not in FACES:
            yield ruling("roll.bad-die", "forge", value=value)


@_checks
def _reveal(_: State, __: tasks.FillSlot | tasks.DrawTile, move: moves.Reveal) -> Reasons:
    """The table decides which tile comes, even one that the data does not have; never a capitol."""
    if move.tile.is_capitol:
        yield ruling("reveal.capitol", "stack")


@_checks
def _card(_: State, task: tasks.DealCard | tasks.ShowPlan, move: moves.Card) -> Reasons:
    if move.plan is None:
        if isinstance(task, tasks.ShowPlan):
            yield ruling("card.face-up", "display")
    elif move.plan.level != task.level:
        yield ruling("card.level", f"pile/{task.level}", level=task.level)


@_checks
def _character(state: State, _: tasks.DealCharacter, move: moves.Character) -> Reasons:
    if move.name not in CHARACTERS:
        yield ruling("character.unknown", name=move.name)
    elif move.name not in legal.characters_left(state):
        yield ruling("character.taken", name=character(move.name))


@_checks
def _hold(state: State, _: tasks.Task, move: moves.Hold) -> Reasons:
    if not 0 <= move.seat < len(state.players):
        yield ruling("hold.no-seat", number=move.seat + 1)
    elif move.plan.level not in state.players[move.seat].hidden:
        level = move.plan.level
        yield ruling("hold.nothing-hidden", f"hand/{move.seat}", seat=move.seat, level=level)


@_checks
def _count_stack(state: State, _: tasks.Task, move: moves.CountStack) -> Reasons:
    if not 0 <= move.left <= state.edition.stack_tiles:
        yield ruling("stack.range", "stack", most=state.edition.stack_tiles)
