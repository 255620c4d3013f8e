"""Every legal move, lazily, in a stable order, without duplicates."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, repeat

from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import FACES, slots_around, turned
from companion.games.propeller_islands.components.pieces import CHARACTERS, LEVELS, Plan, Upgrade
from companion.games.propeller_islands.rules import activation, moves, tasks
from companion.games.propeller_islands.rules.moves import PASS, Move
from companion.games.propeller_islands.rules.state import Player, State
from companion.tabletop.hexes import Cell

#: Every change of a die that leads to another value.
CHANGES = (-2, -1, 0, 1, 2, 3)


Moves = Iterator[Move]

_generators: ByType[Moves] = ByType()


def legal_moves(state: State) -> Moves:
    """The moves that are legal now."""
    if not state.agenda:
        return iter(())
    task = state.agenda[-1]
    return _generators[type(task)](state, task)


def free_steps(state: State, seat: int) -> int:
    """By how much a seat may change its die for nothing (Sir Charles, FR p.11, DE p.11)."""
    spent = state.players[seat].ability_spent
    return 0 if spent else state.ability(seat, "sir-charles")


def change_cost(state: State, seat: int, change: int) -> int:
    """How much energy a change costs (FR p.6, DE p.6)."""
    return max(0, abs(change) - free_steps(state, seat))


def change_is_allowed(state: State, change: int, cost: int) -> bool:
    """Whether the edition allows to pay for so many steps (DE p.6: only one)."""
    limit = state.edition.options.paid_changes
    return change in CHANGES and (limit is None or cost <= limit)


def possible_changes(state: State, seat: int) -> list[int]:
    """The changes that a seat may make and can pay for."""
    purse = min(state.players[seat].stock.energy, len(CHANGES))
    return _changes_for(free_steps(state, seat), state.edition.options.paid_changes, purse)


@cache
def _changes_for(free: int, limit: int | None, purse: int) -> list[int]:
    most = free + (purse if limit is None else min(limit, purse))
    return [change for change in CHANGES if abs(change) <= most]


@_generators
def _takes(state: State, task: tasks.TakeDie) -> Moves:
    changes = possible_changes(state, task.seat)
    rerolls = state.ability(task.seat, "jacques") > 0
    for die, count in state.spaces():
        if count:
            for change in changes:
                yield moves.take(die, change)
            if rerolls:
                yield moves.take(die, 0, True)


@_generators
def _changes(state: State, task: tasks.ChangeDie) -> Moves:
    for change in possible_changes(state, task.seat):
        yield moves.Change(change)


@_generators
def _actions(state: State, task: tasks.Act) -> Moves:
    edge = state.players[task.seat].island.edge
    slots = slots_around(task.value, state.edition.forge_order)
    filled = [slot for slot in slots if state.market[slot] is not None]
    for slot in filled:
        yield from map(moves.build, repeat(slot), edge)
    for slot in filled:
        yield moves.Scrap(slot)
    yield from _activations(state, task)
    yield PASS


def _activations(state: State, task: activation.Activating) -> Moves:
    for cell, option in activation.offers(state, task):
        yield moves.activate(cell, option)


@_generators
def _more_activations(state: State, task: tasks.ActivateTiles | tasks.ActivateAny) -> Moves:
    yield from _activations(state, task)
    if isinstance(task, tasks.ActivateAny) or may_stop(state, task):
        yield PASS


def may_stop(state: State, task: tasks.ActivateTiles) -> bool:
    """Whether tiles may be left out; FR p.6 can be read as a duty with the shared die."""
    if not task.shared or state.edition.options.shared_die == "may":
        return True
    return not any(True for _ in activation.offers(state, task, with_extra=False))


def dock_cells(player: Player, state: State) -> Iterator[str]:
    """The dock cells that hold a worker."""
    for cell, name in enumerate(state.edition.dock_names):
        if player.dock >> cell & 1:
            yield name


@_generators
def _deploys(state: State, task: tasks.DeployWorker) -> Moves:
    player = state.players[task.seat]
    homes = list(player.island.free_worker_cells())
    for dock_cell in dock_cells(player, state):
        for home in homes:
            yield moves.deploy(dock_cell, home)
    if task.optional:
        yield PASS


@_generators
def _places(state: State, task: tasks.PlaceTile) -> Moves:
    for cell in state.players[task.seat].island.edge:
        yield moves.Place(cell)


@_generators
def _claims(_: State, task: tasks.ClaimReward) -> Moves:
    for line in task.lines:
        yield moves.Claim(line)


@_generators
def _depots(state: State, task: tasks.UseDepots) -> Moves:
    for cell in state.players[task.seat].island.depots():
        if cell not in task.used:
            yield moves.UseDepot(cell)
    if task.optional:
        yield PASS


@_generators
def _gains(_: State, __: tasks.ChooseGain) -> Moves:
    yield moves.Gain("energy")
    yield moves.Gain("steel")


def upgrade_cells(state: State, seat: int, upgrade: Upgrade) -> Iterator[Cell]:
    """The tiles with a free slot for an upgrade (FR p.9, DE p.9)."""
    for cell, placed in state.players[seat].island.tiles.items():
        if upgrade.kind in state.edition.slots_of(placed.tile) and not placed.holds(upgrade.kind):
            yield cell


def plans_to_complete(state: State, seat: int) -> Iterator[Plan]:
    """The plans that a seat can pay for; a hidden card could be any unseen one."""
    player = state.players[seat]
    unseen = (plan for plan in state.unseen_plans if plan.level in player.hidden)
    for plan in dict.fromkeys((*player.hand, *unseen)):
        if player.stock.covers(plan.cost):
            yield plan


@_generators
def _plans(state: State, task: tasks.CompletePlan) -> Moves:
    for plan in plans_to_complete(state, task.seat):
        for cell in upgrade_cells(state, task.seat, plan.upgrade):
            yield moves.Complete(plan, cell)
        yield moves.Complete(plan)
    yield PASS


@_generators
def _draws(state: State, _: tasks.DrawPlan) -> Moves:
    for plan in dict.fromkeys(state.display):
        yield moves.Draw(plan.level, plan)
    for level in LEVELS:
        if state.piles[level]:
            yield moves.Draw(level)


def shared_values(state: State, seat: int, value: int) -> Iterator[int]:
    """How Nelson may read the shared die (FR p.11, DE p.11)."""
    level = state.ability(seat, "nelson")
    near = (turned(value, -1), value, turned(value, 1))
    return (face for face in FACES if level > 1 or face in near)


@_generators
def _shared(state: State, task: tasks.ShiftShared) -> Moves:
    for value in shared_values(state, task.seat, task.value):
        yield moves.UseShared(value)


@_generators
def _rolls(_: State, task: tasks.RollDice | tasks.RollAgain) -> Moves:
    for values in combinations_with_replacement(FACES, task.count):
        yield moves.Roll(values)


@_generators
def _tiles(state: State, _: tasks.FillSlot | tasks.DrawTile) -> Moves:
    for tile in dict.fromkeys(state.unseen):
        yield moves.Reveal(tile)


@_generators
def _cards(state: State, task: tasks.DealCard | tasks.ShowPlan) -> Moves:
    for plan in dict.fromkeys(state.unseen_plans):
        if plan.level == task.level:
            yield moves.Card(plan)
    if isinstance(task, tasks.DealCard):
        yield moves.Card(None)


def characters_left(state: State) -> list[str]:
    """The characters that nobody has."""
    taken = {player.character for player in state.players}
    return [name for name in CHARACTERS if name not in taken]


@_generators
def _characters(state: State, _: tasks.DealCharacter) -> Moves:
    for name in characters_left(state):
        yield moves.Character(name)
