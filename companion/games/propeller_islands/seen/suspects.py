"""Moves that are not allowed but that somebody may have made: what the table looks like tells."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import slots_around, turned
from companion.games.propeller_islands.components.pieces import Plan, Stock
from companion.games.propeller_islands.rules import activating, moves, taking, tasks, workers
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.rulings import island_cell, island_place, ruling
from companion.games.propeller_islands.rules.state import LYING, State
from companion.games.propeller_islands.seen.trail import ODD, SILENT, Trail
from companion.games.propeller_islands.seen.trespasses import (
    Suspects,
    on_a_foreign_island,
    out_of_turn,
    twice,
    without_a_die,
)
from companion.games.propeller_islands.told.words import amounts
from companion.games.protocol import Suspicion
from companion.tabletop.sight import Difference, Sight

#: Nobody turns a die by two or three and thinks that it is allowed.
FAR = 0.35


def suspects(state: State, sight: Sight, differences: tuple[Difference, ...]) -> Suspects:
    """The illegal moves that may be behind what is seen."""
    if not state.agenda or not differences:
        return
    task = state.agenda[-1]
    trail = Trail(state, sight, differences)
    for read in _READERS.get(type(task), ()):
        yield from read(trail, task)


def _accuse(state: State, move: Move, effort: float = SILENT) -> Suspects:
    """The suspicion of a move, if it is forbidden at all."""
    reasons = moves.violations(state, move)
    if reasons:
        yield Suspicion(move, _nobody_owes(moves.carry_out(state, move)), effort, reasons)


def _nobody_owes(state: State) -> State:
    """Who could not pay has not paid: a pile is never less than nothing."""
    for seat, player in enumerate(state.players):
        if min(player.stock) < 0:
            stock = Stock(*(max(0, count) for count in player.stock))
            state = state.with_player(seat, evolve(player, stock=stock))
    return state


def _takes(trail: Trail, task: tasks.TakeDie) -> Suspects:
    """A die turned without the energy for it, or without paying."""
    state, seat = trail.state, task.seat
    for face, _ in trail.taken():
        for change in (-1, 1, -2, 2, 3):
            move = moves.Take(face, change)
            effort = SILENT if abs(change) == 1 else FAR
            for suspicion in _accuse(state, move, effort):
                yield suspicion
                # The gain of the action may have paid for it, which is too late.
                yield suspicion._replace(after=moves.carry_out(state, move), effort=effort + ODD)
            cost = taking.change_cost(state, seat, change)
            if cost and not moves.violations(state, move):
                yield _unpaid(state, seat, move, cost)


def _unpaid(state: State, seat: int, move: moves.Take, cost: int) -> Suspicion[State, Move]:
    after = moves.carry_out(state, move)
    after = after.with_player(seat, after.players[seat].gain(Stock(energy=cost)))
    value = turned(move.die, move.change)
    reason = ruling("change.not-paid", f"goods/{seat}/energy", die=move.die, value=value, cost=cost)
    return Suspicion(move, after, SILENT, (reason,))


def _builds(trail: Trail, task: tasks.Act) -> Suspects:
    """Tiles out of reach, or put where they may not lie."""
    state, seat = trail.state, task.seat
    for slot, tile in trail.emptied():
        # That a die was turned without paying is the better story, where it is one.
        reach = slots_around(task.value, state.edition.forge_order)
        effort = SILENT if slot in reach else 2 * ODD
        for cell in trail.newly_on(seat, "tile", tile):
            yield from _accuse(state, moves.Build(slot, cell), effort)
        yield from _accuse(state, moves.Scrap(slot), effort + SILENT)


def _shared_builds(trail: Trail, task: tasks.ActivateTiles) -> Suspects:
    """A tile taken with the die that all share: it only activates."""
    state, seat = trail.state, task.seat
    if not task.shared:
        return
    acting = state.but_first(tasks.Act(seat, task.value))
    for slot, tile in trail.emptied():
        for cell in trail.newly_on(seat, "tile", tile):
            yield _too_late(state, acting, moves.Build(slot, cell))
        yield _too_late(state, acting, moves.Scrap(slot))


def _too_late(state: State, acting: State, move: Move) -> Suspicion[State, Move]:
    return Suspicion(move, moves.carry_out(acting, move), SILENT, moves.violations(state, move))


def _activations(trail: Trail, task: activating.Activating) -> Suspects:
    """Workers laid down who may not work, or whose tile has worked already."""
    state, seat = trail.state, task.seat
    player = state.players[seat]
    richer = any(d.place.startswith(f"goods/{seat}/") for d in trail.differences)
    for cell, placed in player.island.tiles.items():
        again = placed.worker == LYING and richer
        laid = trail.was_laid_down(island_place(seat, cell))
        if not placed.tile.can_be_activated or not (laid or again):
            continue
        for option in activating.BARS[placed.tile.id]:
            for suspicion in _accuse(state, moves.Activate(cell, option), ODD if again else SILENT):
                if not again or len(suspicion.reasons) == 1:
                    yield suspicion
                if not again and "activate.wrong-number" in _rules(suspicion):
                    yield _paid_in_vain(suspicion, task)


def _rules(suspicion: Suspicion[State, Move]) -> list[str]:
    return [reason.rule for reason in suspicion.reasons]


def _paid_in_vain(
    suspicion: Suspicion[State, Move], task: activating.Activating
) -> Suspicion[State, Move]:
    """The same with an energy paid, as if that could change anything."""
    player = suspicion.after.players[task.seat].pay(Stock(energy=1))
    after = suspicion.after.with_player(task.seat, player)
    shared = isinstance(task, tasks.ActivateTiles) and task.shared
    reasons = (ruling("shared.no-energy"),) if shared else suspicion.reasons
    return suspicion._replace(after=after, effort=suspicion.effort + ODD, reasons=reasons)


def _late_activations(trail: Trail, task: tasks.CompletePlan) -> Suspects:
    """The same when nothing else could be activated, so that nobody was asked for more."""
    player = trail.state.players[task.seat]
    if player.used_dice:
        again = tasks.Act(task.seat, player.used_dice[-1])
        late = trail.state.but_first(again)
        yield from _activations(Trail(late, trail.sight, trail.differences), again)


def _deploys(trail: Trail, task: Any) -> Suspects:
    """Workers sent where there is no place, or when nobody may be sent."""
    state, seat = trail.state, task.seat
    if not isinstance(task, tasks.DeployWorker):
        state = state.but_first(tasks.DeployWorker(seat, optional=False))
    arrived = [
        cell
        for d in trail.differences
        if (cell := island_cell(d.place, seat))
        and d.expected is None
        and d.seen
        and d.seen.kind == "worker"
    ]
    tiles = state.players[seat].island.tiles
    for dock_cell in workers.dock_cells(state.players[seat], state):
        if trail.doubt(f"dock/{seat}/{dock_cell}") is None:
            continue
        for cell in arrived:
            if cell not in tiles:
                continue
            move = moves.Deploy(dock_cell, cell)
            reasons = moves.violations(state, move) or moves.violations(trail.state, move)
            if reasons:
                yield Suspicion(move, moves.carry_out(state, move), SILENT, reasons)


def _plans(trail: Trail, task: Any) -> Suspects:
    """Plans that nobody could pay for or that come at a wrong time, tokens without a slot."""
    state, seat = trail.state, task.seat
    now = state
    if not isinstance(task, tasks.CompletePlan):
        now = state.but_first(tasks.CompletePlan(seat))
    for plan in _shown_plans(trail, seat):
        for cell in (None, *trail.newly_on(seat, "upgrade", plan.upgrade)):
            if cell is not None and cell not in state.players[seat].island.tiles:
                continue
            move = moves.Complete(plan, cell)
            reasons = moves.violations(now, move) or moves.violations(state, move)
            done = moves.carry_out(now, move)
            effort = SILENT if cell else ODD
            if reasons:
                yield Suspicion(move, _nobody_owes(done), effort, reasons)
            if not reasons or reasons[0].rule == "plan.cannot-pay":
                unpaid = done.with_player(seat, done.players[seat].gain(plan.cost))
                not_paid = ruling("plan.not-paid", f"goods/{seat}", cost=amounts(plan.cost))
                yield Suspicion(move, unpaid, effort, reasons or (not_paid,))


def _shown_plans(trail: Trail, seat: int) -> Iterator[Plan]:
    """The plan that lies there now; where nobody looked, one that would bring the new token."""
    place = f"completed/{seat}"
    shown = trail.extras(place, "plan")
    player = trail.state.players[seat]
    known = (*player.hand, *(p for p in trail.state.unseen_plans if p.level in player.hidden))
    tokens: set[str] = set()
    for plan in dict.fromkeys(known):
        if shown:
            if str(plan) in shown:
                yield plan
        elif not trail.sight.read(place) and str(plan.upgrade) not in tokens:
            tokens.add(str(plan.upgrade))
            if next(trail.newly_on(seat, "upgrade", plan.upgrade), None):
                yield plan


def _places(trail: Trail, task: tasks.PlaceTile) -> Suspects:
    for cell in trail.newly_on(task.seat, "tile", task.tile):
        yield from _accuse(trail.state, moves.Place(cell))


_Reader = Callable[[Trail, Any], Suspects]
_READERS: dict[type, tuple[_Reader, ...]] = {
    tasks.TakeDie: (_takes, out_of_turn, without_a_die),
    tasks.Act: (_builds, _activations, _deploys, _plans, on_a_foreign_island),
    tasks.ActivateTiles: (_activations, _deploys, _plans, _shared_builds),
    tasks.ActivateAny: (_activations,),
    tasks.DeployWorker: (_deploys,),
    tasks.PlaceTile: (_places,),
    tasks.CompletePlan: (_plans, _deploys, _late_activations, twice),
}
