"""Turns that are not a seat's to take: a second die, a second action, somebody else's turn."""

from collections.abc import Iterator

from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES, slots_around
from companion.games.propeller_islands.rules import activating, moves, tasks
from companion.games.propeller_islands.rules.rulings import island_place, ruling
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.clues import likely
from companion.games.propeller_islands.seen.seeing import FORGE_PLACES
from companion.games.propeller_islands.seen.trail import ODD, SILENT, Trail, dice
from companion.games.protocol import Suspicion

Suspects = Iterator[Suspicion[State, moves.Move]]


def out_of_turn(trail: Trail, task: tasks.TakeDie) -> Suspects:
    """A die on the dock of somebody whose turn it is not: his second one, or not his at all."""
    state, seat = trail.state, task.seat
    seats = len(state.players)
    before = (state.first + state.turn - 1) % seats if state.turn else None
    for other in range(seats):
        new = trail.stored(other)
        if other == seat or not new:
            continue
        if other == before:
            rule = ruling("take.two-dice", dice(other), seat=other)
        else:
            rule = ruling("turn.not-yours", dice(other), seat=other, turn=seat)
        lost = ruling("dock.not-yours", dice(other), seat=seat, owner=other)
        for face, _ in trail.taken():
            effort = SILENT if new[str(face)] else 2 * ODD
            his = (tasks.CompletePlan(other), tasks.StoreDie(other, face), tasks.Act(other, face))
            yield Suspicion(
                moves.Take(face), _with_die(state, face, *state.agenda, *his), effort, (rule,)
            )
            mine = (
                tasks.EndTurn(),
                tasks.CompletePlan(seat),
                tasks.StoreDie(other, face),
                tasks.Act(seat, face),
            )
            after = _with_die(state, face, *state.agenda[:-1], *mine)
            yield Suspicion(moves.Take(face), after, effort + ODD, (lost,))


def _with_die(state: State, face: int, *agenda: tasks.Task) -> State:
    """The state when a die of this value is taken and these things are to be done."""
    forge = tuple(count - (value == face) for value, count in state.spaces())
    return evolve(state, forge=forge, agenda=agenda)


def without_a_die(trail: Trail, task: tasks.TakeDie) -> Suspects:
    """An action of somebody who left all dice where they were."""
    state, seat = trail.state, task.seat
    if not all(map(trail.sight.read, FORGE_PLACES)) or trail.changed & FORGE_PLACES:
        return
    mine = ("market/", f"island/{seat}/")
    if trail.stored(seat) or not any(place.startswith(mine) for place in trail.changed):
        return
    rule = ruling("turn.no-die", dice(seat), seat=seat)
    for face in FACES:
        slots = (f"market/{slot}" for slot in slots_around(face, state.edition.forge_order))
        if trail.changed.intersection(slots) or not _market_changed(trail):
            after = state.but_first(tasks.Act(seat, face))
            yield Suspicion(moves.Take(face), after, ODD, (rule,))


def _market_changed(trail: Trail) -> bool:
    return any(place.startswith("market/") for place in trail.changed)


def twice(trail: Trail, task: tasks.CompletePlan) -> Suspects:
    """Another action with the die that was used already."""
    state, seat = trail.state, task.seat
    used = state.players[seat].used_dice
    if not used:
        return
    again = state.but_first(tasks.Act(seat, used[-1]))
    rule = ruling("turn.two-actions", dice(seat), seat=seat)
    for move, effort, stand_in, faint in likely(again, trail.sight, trail.differences):
        if move != moves.PASS and not (stand_in or faint):
            yield Suspicion(move, moves.carry_out(again, move), effort + ODD, (rule,))


def on_a_foreign_island(trail: Trail, task: tasks.Act) -> Suspects:
    """A tile laid on somebody else's island, or his worker put to work."""
    state = trail.state
    for owner in range(len(state.players)):
        if owner == task.seat:
            continue
        theirs = state.then(tasks.Act(owner, task.value))
        for move, place in _foreign_moves(trail, owner):
            rule = ruling("island.not-yours", place, owner=owner, seat=task.seat)
            after = moves.carry_out(theirs, move)
            yield Suspicion(move, after, ODD, (rule,))
            yield Suspicion(move, _for_me(state, after, owner, task.seat), 2 * ODD, (rule,))


def _for_me(state: State, after: State, owner: int, seat: int) -> State:
    """The same when the gain goes to the one whose turn it is."""
    old, new = state.players[owner].stock, after.players[owner].stock
    me = after.players[seat].gain(new.minus(old))
    after = after.with_player(owner, evolve(after.players[owner], stock=old))
    return after.with_player(seat, me)


def _foreign_moves(trail: Trail, owner: int) -> Iterator[tuple[moves.Move, str]]:
    for slot, tile in trail.emptied():
        for cell in trail.newly_on(owner, "tile", tile):
            yield moves.Build(slot, cell), island_place(owner, cell)
    for cell, placed in trail.state.players[owner].island.tiles.items():
        place = island_place(owner, cell)
        if placed.tile.can_be_activated and trail.was_laid_down(place):
            for option in activating.BARS[placed.tile.id]:
                yield moves.Activate(cell, option), place
