"""Which legal moves may have left the traces that are seen, and what the table did by itself."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

from companion.errors import InputError
from companion.games.propeller_islands import activation, legal, moves, play, tasks
from companion.games.propeller_islands.board import FACES, slots_around, turned
from companion.games.propeller_islands.moves import Move
from companion.games.propeller_islands.pieces import Plan, Tile
from companion.games.propeller_islands.rulings import island_place
from companion.games.propeller_islands.seeing import DISPLAY
from companion.games.propeller_islands.state import Island, State
from companion.games.protocol import Clue
from companion.hexes import Cell
from companion.sight import Difference, Sight

#: How much it takes to believe in a move.
PLAIN = 0.0
SILENT = 0.04
ODD = 0.1
COVERED = 0.25
POINTLESS = 0.45
TOO_EARLY = 0.9

Clues = Iterator[Clue[Move]]


class Trail:
    """What is known about the places around one state."""

    def __init__(self, state: State, sight: Sight, differences: tuple[Difference, ...]) -> None:
        self.state = state
        self.sight = sight
        self.differences = differences
        self.changed = {difference.place for difference in differences}

    def doubt(self, place: str) -> float | None:
        """How hard it is to believe that this place changed; None when it was seen unchanged."""
        if place in self.changed:
            return PLAIN
        return None if self.sight.read(place) else COVERED

    def extras(self, place: str, kind: str) -> list[str]:
        """The identities of what lies there beyond what should, read well or not."""
        return [
            d.seen.identity
            for d in self.differences
            if d.place == place and d.seen and d.seen.kind == kind and d.seen.identity
        ]

    def lost(self, place: str, kind: str) -> list[str]:
        """The identities of what should lie there and does not."""
        return [
            d.expected.identity
            for d in self.differences
            if d.place == place and d.expected and d.expected.kind == kind and d.expected.identity
        ]

    def goods_doubt(self, seat: int, *names: str) -> float | None:
        """The same as `doubt` for piles: the least of them."""
        doubts = [self.doubt(f"goods/{seat}/{name}") for name in names]
        return min((doubt for doubt in doubts if doubt is not None), default=None)


def key(state: State) -> Hashable:
    """What the rules look at; the value of a used die is not among it."""
    return (
        state.forge,
        tuple(state.market.values()),
        state.display,
        tuple(state.piles.values()),
        state.stack,
        state.turn,
        state.agenda,
        tuple(
            (
                player.stock,
                player.fame,
                player.dock,
                _tiles_key(player.island),
                player.completed,
                player.aside,
                player.hand,
                player.hidden,
                len(player.used_dice),
                player.ability_spent,
                player.fresh,
            )
            for player in state.players
        ),
    )


_tiles_keys: dict[int, tuple[object, Hashable]] = {}


def _tiles_key(island: Island) -> Hashable:
    """The tiles as a value; most islands are the same object from state to state."""
    tiles = island.tiles
    known = _tiles_keys.get(id(tiles))
    if known is None or known[0] is not tiles:
        if len(_tiles_keys) > 2000:
            _tiles_keys.clear()
        # The tiles are kept with the answer, so that their identity stays theirs.
        known = _tiles_keys[id(tiles)] = (tiles, frozenset(tiles.items()))
    return known[1]


def likely(state: State, sight: Sight, differences: tuple[Difference, ...]) -> Clues:
    """The legal moves that may be behind what is seen."""
    if not state.agenda:
        return iter(())
    task = state.agenda[-1]
    return _READERS[type(task)](Trail(state, sight, differences), task)


def _takes(trail: Trail, task: tasks.TakeDie) -> Clues:
    state = trail.state
    rerolls = state.ability(task.seat, "jacques") > 0
    doubts = {
        face: trail.doubt(f"forge/{face}")
        for face, count in zip(FACES, state.forge, strict=True)
        if count
    }
    for face, doubt in doubts.items():
        if doubt is None:
            continue
        for change in legal.possible_changes(state, task.seat):
            effort = doubt + _change_effort(trail, task.seat, face, change)
            yield Clue(moves.take(face, change), effort)
        if rerolls:
            yield Clue(moves.take(face, 0, True), doubt + ODD)


def _change_effort(trail: Trail, seat: int, face: int, change: int) -> float:
    """Energy is paid for a reason; where the pile was read, it tells.

    Where it was not, a used die that shows another value than it had is a hint. The reverse is
    not: nobody has to turn a die (specification, PI-42).
    """
    stored = _stored(trail, seat)
    shown = not stored or str(turned(face, change)) in stored
    if not change:
        return PLAIN if shown else 2 * ODD
    if not legal.change_cost(trail.state, seat, change):
        return ODD
    if trail.sight.read(f"goods/{seat}/energy"):
        return ODD
    return ODD if shown and stored else POINTLESS


def _stored(trail: Trail, seat: int) -> Counter[str | None]:
    """The used dice that have come to a dock since, by value."""
    known = Counter[str | None](map(str, trail.state.players[seat].used_dice))
    return Counter(thing.identity for thing in trail.sight.things(_dice(seat))) - known


def _changes(trail: Trail, task: tasks.ChangeDie) -> Clues:
    for change in legal.possible_changes(trail.state, task.seat):
        effort = _change_effort(trail, task.seat, task.value, change)
        yield Clue(moves.Change(change), effort)


def _actions(trail: Trail, task: tasks.Act) -> Clues:
    state, seat = trail.state, task.seat
    homes = _homes(trail, seat)
    for slot in slots_around(task.value, state.edition.forge_order):
        tile = state.market[slot]
        if tile is None:
            continue
        doubt = trail.doubt(f"market/{slot}")
        if doubt is None and tile in state.unseen:
            # The slot may have been filled again with another copy of the same tile.
            doubt = ODD
            fits = {c: d for c, d in homes.items() if str(tile) in _tiles_at(trail, seat, c)}
        else:
            fits = homes
        if doubt is None:
            continue
        for cell, home in fits.items():
            yield Clue(moves.BUILDS[slot][cell], doubt + home)
        if doubt != ODD or trail.goods_doubt(seat, "energy") is not None:
            yield Clue(moves.Scrap(slot), doubt + SILENT)
    yield from _activations(trail, task)
    yield _pass(trail)


def _pass(trail: Trail) -> Clue[Move]:
    """Nothing (more); a round is not over while its dice lie on the docks."""
    state = trail.state
    used = (
        thing for seat in range(len(state.players)) for thing in trail.sight.things(_dice(seat))
    )
    if any(True for _ in used) and play.carry_out(state, moves.PASS).round != state.round:
        return Clue(moves.PASS, TOO_EARLY)
    return Clue(moves.PASS, SILENT)


def _dice(seat: int) -> str:
    return f"dock/{seat}/dice"


def _homes(trail: Trail, seat: int) -> dict[Cell, float]:
    """Where a tile may have come to an island."""
    homes = {}
    for cell in trail.state.players[seat].island.edge:
        doubt = trail.doubt(island_place(seat, cell))
        if doubt is not None:
            homes[cell] = doubt
    return homes


def _tiles_at(trail: Trail, seat: int, cell: Cell) -> list[str]:
    return trail.extras(island_place(seat, cell), "tile")


def _activations(trail: Trail, task: activation.Activating) -> Clues:
    for cell, option in activation.offers(trail.state, task):
        doubt = _worker_doubt(trail, island_place(task.seat, cell))
        if doubt is not None:
            yield Clue(moves.activate(cell, option), doubt)


def _worker_doubt(trail: Trail, place: str) -> float | None:
    """A worker of whom nobody can say whether he stands may have been laid down."""
    doubt = trail.doubt(place)
    unclear = any(t.kind == "worker" and t.pose is None for t in trail.sight.things(place))
    return ODD if doubt is None and unclear else doubt


def _more_activations(trail: Trail, task: tasks.ActivateTiles | tasks.ActivateAny) -> Clues:
    yield from _activations(trail, task)
    if isinstance(task, tasks.ActivateAny):
        yield Clue(moves.PASS, SILENT)
    elif legal.may_stop(trail.state, task):
        yield _pass(trail)


def _deploys(trail: Trail, task: tasks.DeployWorker) -> Clues:
    state, seat = trail.state, task.seat
    player = state.players[seat]
    homes = {
        cell: trail.doubt(island_place(seat, cell)) for cell in player.island.free_worker_cells()
    }
    for dock_cell in legal.dock_cells(player, state):
        leaving = trail.doubt(f"dock/{seat}/{dock_cell}")
        if leaving is None:
            continue
        for cell, home in homes.items():
            if home is not None:
                yield Clue(moves.deploy(dock_cell, cell), leaving + home)
    if task.optional:
        yield Clue(moves.PASS, SILENT)


def _places(trail: Trail, task: tasks.PlaceTile) -> Clues:
    for cell, doubt in _homes(trail, task.seat).items():
        yield Clue(moves.Place(cell), doubt)


def _any(trail: Trail, _: Any) -> Clues:
    for move in legal.legal_moves(trail.state):
        yield Clue(move, SILENT)


def _plans(trail: Trail, task: tasks.CompletePlan) -> Clues:
    yield _pass(trail)
    state, seat = trail.state, task.seat
    done = trail.doubt(f"completed/{seat}")
    paid = trail.goods_doubt(seat, "energy", "steel", "gear")
    if done is None or paid is None:
        return
    shown = trail.extras(f"completed/{seat}", "plan")
    for plan in legal.plans_to_complete(state, seat):
        if shown and str(plan) not in shown:
            continue
        seen = PLAIN if shown else ODD
        for cell in legal.upgrade_cells(state, seat, plan.upgrade):
            place = island_place(seat, cell)
            if str(plan.upgrade) in trail.extras(place, "upgrade"):
                yield Clue(moves.Complete(plan, cell), seen)
            elif shown and not trail.sight.read(place):
                yield Clue(moves.Complete(plan, cell), COVERED)
        if shown or str(plan.upgrade) in trail.extras(f"aside/{seat}", "upgrade"):
            yield Clue(moves.Complete(plan), seen + SILENT)


def _draws(trail: Trail, _: tasks.DrawPlan) -> Clues:
    state = trail.state
    doubt = trail.doubt(DISPLAY)
    gone = trail.lost(DISPLAY, "plan")
    for move in legal.legal_moves(state):
        assert isinstance(move, moves.Draw)
        if move.plan is None:
            yield Clue(move, SILENT)
        elif str(move.plan) in gone:
            yield Clue(move, PLAIN)
        elif move.plan in state.unseen_plans or doubt == COVERED:
            yield Clue(move, COVERED)


def _shared(trail: Trail, task: tasks.ShiftShared) -> Clues:
    for value in legal.shared_values(trail.state, task.seat, task.value):
        yield Clue(moves.UseShared(value), PLAIN if value == task.value else SILENT)


def _rolls(trail: Trail, task: tasks.RollDice) -> Clues:
    """The dice as they lie; where a die lies says more than what is read on it."""
    values: list[int] = []
    for face, lying in zip(FACES, trail.state.forge, strict=True):
        if not trail.sight.read(f"forge/{face}"):
            return
        seen = sum(thing.kind == "die" for thing in trail.sight.things(f"forge/{face}"))
        values += [face] * (seen - lying)
    if len(values) == task.count:
        yield Clue(moves.Roll(tuple(values)), PLAIN)


def _rerolls(trail: Trail, task: tasks.RollAgain) -> Clues:
    """Jacques' die lies on his dock later, turned or not."""
    stored = _stored(trail, task.seat)
    for value in FACES:
        near = any(stored[str(turned(value, step))] for step in (-1, 1))
        effort = PLAIN if stored[str(value)] else SILENT if near else ODD
        yield Clue(moves.Roll((value,)), effort)


def _fillings(trail: Trail, task: tasks.FillSlot) -> Clues:
    """The tile that lies there now, or one that lay there until somebody took it as well."""
    place = f"market/{task.slot}"
    for thing in trail.sight.things(place):
        if thing.kind == "tile":
            yield from _reveal(trail, thing.identity)
    for difference in trail.differences:
        seen = difference.seen
        if seen and seen.kind == "tile" and difference.place.startswith("island/"):
            yield from _reveal(trail, seen.identity, ODD)
    if not trail.sight.read(place) and trail.state.unseen:
        yield Clue(moves.Reveal(trail.state.unseen[0]), COVERED, stand_in=True)


def _reveal(trail: Trail, identity: str | None, effort: float = PLAIN) -> Clues:
    """A tile that the data does not have may be real all the same."""
    try:
        tile = Tile.parse(identity or "")
    except InputError:
        return
    if not tile.is_capitol:
        yield Clue(moves.Reveal(tile), effort if tile in trail.state.unseen else effort + COVERED)


def _draws_tile(trail: Trail, task: tasks.DrawTile) -> Clues:
    seen = dict.fromkeys(
        identity
        for cell in _homes(trail, task.seat)
        for identity in _tiles_at(trail, task.seat, cell)
    )
    for identity in seen:
        yield from _reveal(trail, identity)


def _deals(_: Trail, __: tasks.DealCard) -> Clues:
    yield Clue(moves.Card(None), PLAIN)


def _shows(trail: Trail, task: tasks.ShowPlan) -> Clues:
    for identity in dict.fromkeys(trail.extras(DISPLAY, "plan")):
        try:
            plan = Plan.parse(identity)
        except InputError:
            continue
        if plan.level == task.level:
            known = plan in trail.state.unseen_plans
            yield Clue(moves.Card(plan), PLAIN if known else COVERED)
    unseen = (plan for plan in trail.state.unseen_plans if plan.level == task.level)
    if not trail.sight.read(DISPLAY) and (plan := next(unseen, None)):
        yield Clue(moves.Card(plan), SILENT, stand_in=True)


def _nothing(_: Trail, __: Any) -> Clues:
    """A character is told, not seen."""
    return iter(())


_READERS: dict[type, Callable[[Trail, Any], Clues]] = {
    tasks.TakeDie: _takes,
    tasks.ChangeDie: _changes,
    tasks.Act: _actions,
    tasks.ActivateTiles: _more_activations,
    tasks.ActivateAny: _more_activations,
    tasks.DeployWorker: _deploys,
    tasks.PlaceTile: _places,
    tasks.ClaimReward: _any,
    tasks.UseDepots: _any,
    tasks.ChooseGain: _any,
    tasks.CompletePlan: _plans,
    tasks.DrawPlan: _draws,
    tasks.ShiftShared: _shared,
    tasks.RollDice: _rolls,
    tasks.RollAgain: _rerolls,
    tasks.FillSlot: _fillings,
    tasks.DrawTile: _draws_tile,
    tasks.DealCard: _deals,
    tasks.ShowPlan: _shows,
    tasks.DealCharacter: _nothing,
}
