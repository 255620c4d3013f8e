"""What people do against the rules: what hands can do at all, and for what they take the table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.games.kit.seen import accusing
from companion.games.kit.seen.traces import ODD, PLAIN, SILENT
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES, slots_around, turned
from companion.games.propeller_islands.components.pieces import Plan, Stock
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.activating import BARS
from companion.games.propeller_islands.rules.moves import Move, carry_out, violations
from companion.games.propeller_islands.rules.plans import may_hold
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import LYING, State
from companion.games.propeller_islands.rules.taking import CHANGES, change_cost
from companion.games.propeller_islands.rules.workers import dock_cells
from companion.games.propeller_islands.seen.seeing import FORGE_PLACES, dice_place
from companion.games.propeller_islands.told.words import amounts
from companion.games.protocol import Suspicion, Violation
from companion.tabletop.sight import Difference, Sight

Differences = tuple[Difference, ...]
Suspects = Iterator[Suspicion[State, Move]]

#: Nobody turns a die by two or three, or takes a tile from afar, and thinks that it is allowed.
FAR, APART = 0.35, 0.2


# --- what hands can do ----------------------------------------------------------------------------


def tried(state: State, differences: Differences) -> Iterator[Move]:
    """The moves that somebody may have tried where something changed, allowed or not."""
    task: Any = state.agenda[-1] if state.agenda else None
    if not isinstance(task, tasks.Choice):
        return
    guesses: accusing.Guesses = {
        (moves.Take, "change"): lambda known: CHANGES,
        (moves.Activate, "option"): lambda known: _options(state, task.seat, known["cell"]),
        (moves.Complete, "plan"): lambda known: _plans(state, task.seat, differences),
    }
    for move in accusing.attempts(moves.kinds(task), task, differences, guesses):
        if _can_be_done(state, task, move):
            yield move


def _options(state: State, seat: int, cell: Any) -> list[str | None]:
    placed = state.players[seat].island.tiles.get(cell)
    return [*BARS[placed.tile.id]] if placed and placed.tile.can_be_activated else []


def _plans(state: State, seat: int, differences: Differences) -> Iterator[Plan]:
    """The plans that have come to a seat's completed ones, or whose token has come to a tile."""
    place = f"completed/{seat}"
    come = [(d.place, d.seen.kind, d.seen.identity) for d in differences if d.seen]
    shown = [identity for where, _, identity in come if where == place]
    tokens = {identity for _, kind, identity in come if kind == "upgrade"}
    for plan in may_hold(state, seat):
        if str(plan) in shown or (not shown and str(plan.upgrade) in tokens):
            yield plan
            if not shown:
                tokens.remove(str(plan.upgrade))


def _can_be_done(state: State, task: Any, move: Move) -> bool:
    """Whether hands can do it, allowed or not."""
    match move:
        case moves.Build(slot) | moves.Scrap(slot):
            return state.market.get(slot) is not None
        case moves.Deploy(dock_cell, cell):
            player = state.players[task.seat]
            return dock_cell in dock_cells(player, state) and cell in player.island.tiles
        case moves.Complete(_, cell):
            return cell is None or cell in state.players[task.seat].island.tiles
    return True


# --- what they think they may ---------------------------------------------------------------------


class Pretence(NamedTuple):
    """A state for which somebody takes the one that is; without reasons, the move has its own."""

    state: State
    reasons: tuple[Violation, ...] = ()
    effort: float = PLAIN


def suspects(state: State, sight: Sight, differences: Differences) -> Suspects:
    """The forbidden moves that may be behind what is seen."""
    task = state.agenda[-1] if state.agenda else None
    if not differences or not isinstance(task, tasks.Choice):
        return
    if isinstance(task, tasks.TakeDie):
        yield from _wrong_dice(state, task.seat, sight, differences)
    for pretence in _pretended(state):
        yield from _accused(state, pretence, differences)
    if isinstance(task, tasks.Act | tasks.ActivateTiles | tasks.ActivateAny):
        yield from _again(state, task, differences)


def _pretended(state: State) -> Iterator[Pretence]:
    yield Pretence(state)
    task = state.agenda[-1]
    if not isinstance(task, tasks.Act | tasks.ActivateTiles | tasks.CompletePlan):
        return
    seat = task.seat
    yield Pretence(state.but_first(tasks.DeployWorker(seat, optional=False)))
    used = state.players[seat].used_dice[-1:]
    if isinstance(task, tasks.CompletePlan):
        reason = ruling("turn.two-actions", dice_place(seat), seat=seat)
        for value in used:
            yield Pretence(state.but_first(tasks.Act(seat, value)), (reason,), ODD)
        return
    yield Pretence(state.but_first(tasks.CompletePlan(seat)))
    if isinstance(task, tasks.ActivateTiles):
        if task.shared:
            yield Pretence(state.but_first(tasks.Act(seat, task.value)))
        return
    for owner in range(len(state.players)):
        if owner != seat:
            reason = ruling("island.not-yours", f"island/{owner}", owner=owner, seat=seat)
            yield Pretence(state.then(tasks.Act(owner, task.value)), (reason,), ODD)


def _accused(state: State, pretence: Pretence, differences: Differences) -> Suspects:
    now, given, effort = pretence
    seat: int = now.agenda[-1].seat  # type: ignore[union-attr]
    for move in tried(now, differences):
        own = violations(now, move)
        reasons = own or given or violations(state, move)
        after = carry_out(now, move)
        strain = effort + _strain(now, move)
        if reasons:
            yield Suspicion(move, _nobody_owes(after), strain, reasons)
            if isinstance(move, moves.Take):
                # The gain of the action may have paid for it, which is too late.
                yield Suspicion(move, after, strain + ODD, reasons)
        if not own or own[0].rule == "plan.cannot-pay":
            yield from _unpaid(seat, move, after, strain, reasons)
        if any(reason.rule == "activate.wrong-number" for reason in own):
            yield _paid_in_vain(now, move, after, strain, reasons)
        if given and now.agenda[-1].seat != state.agenda[-1].seat:  # type: ignore[union-attr]
            mine = _for_another(state, after, seat, state.agenda[-1].seat)  # type: ignore[union-attr]
            yield Suspicion(move, mine, strain + ODD, reasons)


def _strain(now: State, move: Move) -> float:
    """How hard it is to believe that somebody thought of it."""
    task = now.agenda[-1]
    match move:
        case moves.Take(_, change):
            return FAR if abs(change) > 1 else SILENT
        case moves.Build(slot) | moves.Scrap(slot) if isinstance(task, tasks.Act):
            near = slot in slots_around(task.value, now.edition.forge_order)
            return (SILENT if near else APART) + SILENT * isinstance(move, moves.Scrap)
        case moves.Complete(_, None):
            return ODD
    return SILENT


def _unpaid(
    seat: int, move: Move, after: State, effort: float, reasons: tuple[Violation, ...]
) -> Suspects:
    """The same by somebody who did not pay."""
    match move:
        case moves.Take(die, change) if not reasons and change:
            cost = Stock(change_cost(after, seat, change))
            goods, value = f"goods/{seat}/energy", turned(die, change)
            reason = ruling("change.not-paid", goods, die=die, value=value, cost=cost.energy)
        case moves.Complete(plan, _):
            cost = plan.cost
            reason = ruling("plan.not-paid", f"goods/{seat}", cost=amounts(cost))
        case _:
            return
    if any(cost):
        unpaid = after.with_player(seat, after.players[seat].gain(cost))
        yield Suspicion(move, unpaid, effort, reasons or (reason,))


def _paid_in_vain(
    now: State, move: Move, after: State, effort: float, reasons: tuple[Violation, ...]
) -> Suspicion[State, Move]:
    """The same with an energy paid, as if that could change anything."""
    task: Any = now.agenda[-1]
    player = after.players[task.seat].pay(Stock(energy=1))
    if isinstance(task, tasks.ActivateTiles) and task.shared:
        reasons = (ruling("shared.no-energy"),)
    return Suspicion(move, after.with_player(task.seat, player), effort + ODD, reasons)


def _again(state: State, task: Any, differences: Differences) -> Suspects:
    """A tile that has worked already: only the goods tell."""
    player, goods = state.players[task.seat], f"goods/{task.seat}/"
    if not any(difference.place.startswith(goods) for difference in differences):
        return
    for cell, placed in player.island.tiles.items():
        if placed.worker == LYING:
            for option in _options(state, task.seat, cell):
                move = moves.Activate(cell, option)
                reasons = violations(state, move)
                if len(reasons) == 1:
                    yield Suspicion(move, carry_out(state, move), ODD, reasons)


def _nobody_owes(state: State) -> State:
    """Who could not pay has not paid: a pile is never less than nothing."""
    for seat, player in enumerate(state.players):
        if min(player.stock) < 0:
            stock = Stock(*(max(0, count) for count in player.stock))
            state = state.with_player(seat, evolve(player, stock=stock))
    return state


def _for_another(state: State, after: State, owner: int, seat: int) -> State:
    """The same when the gain goes to this seat."""
    old, new = state.players[owner].stock, after.players[owner].stock
    me = after.players[seat].gain(new.minus(old))
    after = after.with_player(owner, evolve(after.players[owner], stock=old))
    return after.with_player(seat, me)


# --- dice -----------------------------------------------------------------------------------------


def _wrong_dice(state: State, seat: int, sight: Sight, differences: Differences) -> Suspects:
    """A die on a dock of somebody whose turn it is not, or an action without any die."""
    changed = {difference.place for difference in differences}
    seats = range(len(state.players))
    stored = [d.place for d in differences if d.seen and d.place in map(dice_place, seats)]
    gone = [face for face, n in state.spaces() if n and f"forge/{face}" in changed]
    before = (state.first + state.turn - 1) % len(seats) if state.turn else None
    for other in seats:
        if other == seat or dice_place(other) not in stored:
            continue
        if other == before:
            reason = ruling("take.two-dice", dice_place(other), seat=other)
        else:
            reason = ruling("turn.not-yours", dice_place(other), seat=other, turn=seat)
        lost = ruling("dock.not-yours", dice_place(other), seat=seat, owner=other)
        for face in gone:
            forge = tuple(count - (value == face) for value, count in state.spaces())
            store = tasks.StoreDie(other, face)
            his = (tasks.CompletePlan(other), store, tasks.Act(other, face))
            mine = (tasks.EndTurn(), tasks.CompletePlan(seat), store, tasks.Act(seat, face))
            then = evolve(state, forge=forge)
            yield Suspicion(moves.Take(face), then.but_first(*his), SILENT, (reason,))
            yield Suspicion(moves.Take(face), then.then(*mine), SILENT + ODD, (lost,))
    acted = any(place.startswith(("market/", f"island/{seat}/")) for place in changed)
    if acted and not stored and all(map(sight.read, FORGE_PLACES)) and not changed & FORGE_PLACES:
        reason = ruling("turn.no-die", dice_place(seat), seat=seat)
        for face in FACES:
            after = state.but_first(tasks.Act(seat, face))
            yield Suspicion(moves.Take(face), after, ODD, (reason,))
