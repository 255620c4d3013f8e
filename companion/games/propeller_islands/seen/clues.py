"""Which legal moves of players may have left the traces that are seen."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping

from companion.common.remembering import remembering
from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import slots_around, turned
from companion.games.propeller_islands.components.pieces import RESOURCES
from companion.games.propeller_islands.rules import activating, moves, plans, taking, tasks, workers
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import STANDING, Player, State
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.games.propeller_islands.seen.trail import (
    COVERED,
    ODD,
    PLAIN,
    POINTLESS,
    SAME_AGAIN,
    SILENT,
    TOO_EARLY,
    Clues,
    Trail,
    dice,
)
from companion.games.protocol import Clue
from companion.tabletop.hexes import Cell
from companion.tabletop.sight import Difference, Sight

#: What reads the clues for each task of a player.
reader: ByType[Clues] = ByType()


def key(state: State) -> Hashable:
    """What the rules look at; the value of a used die is not among it."""
    return (
        state.forge,
        tuple(state.market.values()),
        _cards_key(state.display),
        tuple(state.piles.values()),
        state.stack,
        state.turn,
        state.agenda,
        tuple(map(_player_key, state.players)),
    )


# Most players, and most of what they have, are the same object from state to state.


@remembering(most=4000)
def _player_key(player: Player) -> Hashable:
    return (
        player.stock,
        player.fame,
        player.dock,
        _tiles_key(player.island.tiles),
        _cards_key(player.completed),
        player.aside,
        _cards_key(player.hand),
        _cards_key(player.hidden),
        len(player.used_dice),
        player.ability_spent,
        player.fresh,
    )


@remembering(most=4000)
def _tiles_key(tiles: Mapping[Cell, Hashable]) -> Hashable:
    """The tiles, in whichever order they came."""
    return frozenset(tiles.items())


def _cards_key(cards: tuple[Hashable, ...]) -> Hashable:
    """The cards, in whichever order they lie; mostly there are none."""
    return _counted(cards) if cards else ()


@remembering(most=4000)
def _counted(cards: tuple[Hashable, ...]) -> Hashable:
    return frozenset(Counter(cards).items())


def likely(state: State, sight: Sight, differences: tuple[Difference, ...]) -> Clues:
    """The legal moves that may be behind what is seen."""
    if not state.agenda:
        return iter(())
    task = state.agenda[-1]
    return reader[type(task)](Trail(state, sight, differences), task)


@reader
def _takes(trail: Trail, task: tasks.TakeDie) -> Clues:
    state = trail.state
    rerolls = state.ability(task.seat, "jacques") > 0
    for face, doubt in trail.taken():
        for change in taking.possible_changes(state, task.seat):
            effort = doubt + _change_effort(trail, task.seat, face, change)
            yield Clue(moves.Take(face, change), effort)
        if rerolls:
            yield Clue(moves.Take(face, 0, True), doubt + ODD)


def _change_effort(trail: Trail, seat: int, face: int, change: int) -> float:
    """Energy is paid for a reason; where the pile was read, it tells.

    Where it was not, a used die that shows another value than it had is a hint. The reverse is
    not: nobody has to turn a die (specification, PI-42).
    """
    new = trail.stored(seat)
    shown = not new or str(turned(face, change)) in new
    if not change:
        return PLAIN if shown else 2 * ODD
    if not taking.change_cost(trail.state, seat, change):
        return ODD
    if trail.sight.read(f"goods/{seat}/energy"):
        return ODD
    return ODD if shown and new else POINTLESS


@reader
def _changes(trail: Trail, task: tasks.ChangeDie) -> Clues:
    for change in taking.possible_changes(trail.state, task.seat):
        effort = _change_effort(trail, task.seat, task.value, change)
        yield Clue(moves.Change(change), effort)


@reader
def _actions(trail: Trail, task: tasks.Act) -> Clues:
    state, seat = trail.state, task.seat
    places = trail.homes(seat)
    for slot in slots_around(task.value, state.edition.forge_order):
        tile = state.market[slot]
        if tile is None:
            continue
        doubt = trail.doubt(f"market/{slot}")
        if doubt is None and tile in state.unseen:
            # The slot may have been filled again with another copy of the same tile.
            doubt = SAME_AGAIN
            fits = {c: d for c, d in places.items() if str(tile) in trail.tiles_at(seat, c)}
        else:
            fits = places
        if doubt is None:
            continue
        for cell, home in fits.items():
            yield Clue(moves.Build(slot, cell), doubt + home)
        if doubt != SAME_AGAIN or trail.goods_doubt(seat, "energy") is not None:
            yield Clue(moves.Scrap(slot), doubt + SILENT)
    yield from _activations(trail, task)
    yield _pass(trail)


def _pass(trail: Trail) -> Clue[moves.Move]:
    """Nothing (more); a round is not over while its dice lie on the docks."""
    if _dice_on_docks(trail) and _ends_round(trail, moves.PASS):
        return Clue(moves.PASS, TOO_EARLY)
    return Clue(moves.PASS, SILENT)


def _dice_on_docks(trail: Trail) -> bool:
    return any(trail.sight.things(dice(seat)) for seat in range(len(trail.state.players)))


def _ends_round(trail: Trail, move: moves.Move) -> bool:
    return moves.carry_out(trail.state, move).round != trail.state.round


def _activations(trail: Trail, task: activating.Activating) -> Clues:
    seat = task.seat
    tiles = trail.state.players[seat].island.tiles
    sent = trail.has_left_dock(seat)
    for cell, option in activating.offers(trail.state, task):
        place = island_place(seat, cell)
        doubt = _worker_doubt(trail, place)
        if doubt is not None:
            faint = trail.is_all_that_changed(seat, place)
            yield Clue(moves.Activate(cell, option), doubt, faint=faint)
        elif sent and activating.BARS[tiles[cell].tile.id][option].deploys:
            # A worker has left the dock: who sent him may lie, and was misread.
            yield Clue(moves.Activate(cell, option), SILENT)
        elif _stood_up_again(trail, seat, moves.Activate(cell, option)):
            yield Clue(moves.Activate(cell, option), SILENT)


def _stood_up_again(trail: Trail, seat: int, move: moves.Move) -> bool:
    """Whether who was laid down last stands again, with all others for the next round.

    Then only the goods tell that he has worked.
    """
    tells = trail.goods_doubt(seat, *RESOURCES, "fame") == PLAIN
    return tells and not _dice_on_docks(trail) and _ends_round(trail, move)


def _worker_doubt(trail: Trail, place: str) -> float | None:
    """A worker of whom nobody can say whether he stands may have been laid down."""
    doubt = trail.doubt(place)
    unclear = any(t.kind == "worker" and t.pose is None for t in trail.sight.things(place))
    return ODD if doubt is None and unclear else doubt


@reader
def _more_activations(trail: Trail, task: tasks.ActivateTiles | tasks.ActivateAny) -> Clues:
    yield from _activations(trail, task)
    if isinstance(task, tasks.ActivateAny):
        yield Clue(moves.PASS, SILENT)
    elif activating.may_stop(trail.state, task):
        yield _pass(trail)


@reader
def _deploys(trail: Trail, task: tasks.DeployWorker) -> Clues:
    state, seat = trail.state, task.seat
    player = state.players[seat]
    homes = dict(_new_homes(trail, seat))
    for dock_cell in workers.dock_cells(player, state):
        leaving = trail.doubt(f"dock/{seat}/{dock_cell}")
        if leaving is None:
            continue
        for cell, home in homes.items():
            yield Clue(moves.Deploy(dock_cell, cell), leaving + home)
    if task.optional:
        yield Clue(moves.PASS, SILENT)


def _new_homes(trail: Trail, seat: int) -> Iterator[tuple[Cell, float]]:
    """Where a worker may have come.

    Of the tiles on which one stands now, the first is enough: who came to which of them makes no
    difference, and a chain of deployments has too many orders to try them all.
    """
    one_stands = False
    for cell in trail.state.players[seat].island.free:
        place = island_place(seat, cell)
        doubt = trail.doubt(place)
        if doubt is None:
            continue
        if doubt == PLAIN and any(t.pose == STANDING for t in trail.sight.things(place)):
            if one_stands:
                continue
            one_stands = True
        yield cell, doubt


@reader
def _places(trail: Trail, task: tasks.PlaceTile) -> Clues:
    for cell, doubt in trail.homes(task.seat).items():
        yield Clue(moves.Place(cell), doubt)


@reader
def _any(trail: Trail, _: tasks.ClaimReward | tasks.UseDepots | tasks.ChooseGain) -> Clues:
    for move in moves.legal_moves(trail.state):
        yield Clue(move, SILENT)


@reader
def _plans(trail: Trail, task: tasks.CompletePlan) -> Clues:
    yield _pass(trail)
    state, seat = trail.state, task.seat
    done = trail.doubt(f"completed/{seat}")
    paid = trail.goods_doubt(seat, "energy", "steel", "gear")
    if done is None or paid is None:
        return
    shown = trail.extras(f"completed/{seat}", "plan")
    for plan in plans.plans_to_complete(state, seat):
        if shown and str(plan) not in shown:
            continue
        seen = PLAIN if shown else ODD
        for cell in plans.upgrade_cells(state, seat, plan.upgrade):
            place = island_place(seat, cell)
            new = trail.extras(place, "upgrade")
            if str(plan.upgrade) in new:
                yield Clue(moves.Complete(plan, cell), seen)
            elif shown and new:
                yield Clue(moves.Complete(plan, cell), ODD)
            elif shown and not trail.sight.read(place):
                yield Clue(moves.Complete(plan, cell), COVERED)
        if shown or str(plan.upgrade) in trail.extras(f"aside/{seat}", "upgrade"):
            yield Clue(moves.Complete(plan), seen + SILENT)


@reader
def _draws(trail: Trail, _: tasks.DrawPlan) -> Clues:
    state = trail.state
    doubt = trail.doubt(DISPLAY)
    gone = trail.lost(DISPLAY, "plan")
    for move in moves.legal_moves(state):
        assert isinstance(move, moves.Draw)
        if move.plan is None:
            yield Clue(move, SILENT)
        elif str(move.plan) in gone:
            yield Clue(move, PLAIN)
        elif move.plan in state.unseen_plans or doubt == COVERED:
            yield Clue(move, COVERED)


@reader
def _shared(trail: Trail, task: tasks.ShiftShared) -> Clues:
    for value in taking.shared_values(trail.state, task):
        yield Clue(moves.UseShared(value), PLAIN if value == task.value else SILENT)


@reader
def _characters(trail: Trail, _: tasks.DealCharacter) -> Clues:
    """A character is told, not seen; people lay out everything else before anybody asks."""
    yield Clue(moves.Character(workers.characters_left(trail.state)[0]), SILENT, stand_in=True)
