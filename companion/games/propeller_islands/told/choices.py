"""Every legal move as buttons for one seat: no button gives another hand away.

A plan in a hand is listed for its owner as it is. For everybody else it could be any card that
does not lie open; which one it is, its owner says or shows.
"""

from collections.abc import Iterator
from typing import Any

from companion.common.words import joined, say
from companion.games.buttons import Choice, Path, Sign, buttons, opened, path
from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import turned
from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules import activating, moves, tasks
from companion.games.propeller_islands.rules.plans import upgrade_cells
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.workers import reward_of
from companion.games.propeller_islands.told import labels
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.propeller_islands.told.words import SAID, character, tile_name
from companion.tabletop import hexes
from companion.tabletop.hexes import Cell

#: More plans than this are first asked for by what they bring.
MANY = 8


#: The buttons on the way to a move; a text is a button that means no place.
Way = Iterator[Sign | str]

_ways: ByType[Way] = ByType()


def choices(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """The moves that are legal now, for whoever sits at `eyes`; None is somebody without a seat."""
    if not state.agenda:
        return ()
    task = state.agenda[-1]
    if isinstance(task, tasks.RollDice):
        return (Choice(say("What the {n} dice show", n=task.count), moves="roll", dice=task.count),)
    return opened(buttons(_paths(state, task, eyes)))


def tellings(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """What can be told at any time: a plan in the own hand, and how many tiles are left."""
    if not state.agenda:
        return ()
    found = []
    if eyes is not None and state.players[eyes].hidden:
        levels = state.players[eyes].hidden
        paths = (
            path((labels.upgrade(plan.upgrade), labels.card(plan)), moves.Hold(eyes, plan))
            for plan in _conceivable(state, eyes)
            if plan.level in levels
        )
        found.append(Choice(say("A plan in my hand"), choices=buttons(paths)))
    counts = tuple(
        Choice(str(left), moves=str(moves.CountStack(left)))
        for left in range(state.stack + 3, max(-1, state.stack - 4), -1)
        if left != state.stack and left <= len(state.unseen)
    )
    if counts:
        said = say("now {n}", n=state.stack)
        found.append(Choice(say("Tiles in the stack"), said, choices=counts))
    return tuple(found)


def _paths(state: State, task: Any, eyes: int | None) -> Iterator[Path]:
    if isinstance(task, tasks.CompletePlan):
        yield from _plans(state, task, eyes)
    elif isinstance(task, tasks.DealCard):
        yield from _dealt(state, task, eyes)
    elif isinstance(task, tasks.ShowPlan):
        yield from _cards(state, task.level, eyes)
    else:
        for move in moves.legal_moves(state):
            way = _ways[type(move)](state, task, move)
            yield path(way, move, _brings(state, task, move))


def _brings(state: State, task: Any, move: moves.Move) -> str:
    """What it costs and brings, where that is worth knowing before."""
    if not isinstance(move, _TELLING) or not hasattr(task, "seat"):
        return ""
    return labels.brings(state, task.seat, move)


_TELLING = (
    moves.Take, moves.Change, moves.Build, moves.Scrap, moves.Activate, moves.Deploy, moves.Place,
    moves.UseDepot, moves.Gain,
)  # fmt: skip


# --- the way to each move -------------------------------------------------------------------------


def _on_island(state: State, seat: int, cell: Cell) -> Sign:
    """A tile that lies there; two of a name are told apart by their place."""
    tiles = state.players[seat].island.tiles
    placed = tiles[cell]
    label = labels.numbered(state.edition, placed.tile, placed.number)
    return Sign(label, island_place(seat, cell))


def _free_cell(state: State, seat: int, cell: Cell) -> Sign:
    """A cell where a tile may go, by its neighbours."""
    tiles = state.players[seat].island.tiles
    around = (tiles[near].tile for near in hexes.neighbours(cell) if near in tiles)
    names = sorted(tile_name(state.edition, tile.id) for tile in around)
    return Sign(say("Next to {tiles}", tiles=joined(names, ", ")), island_place(seat, cell))


@_ways
def _take(_: State, __: tasks.TakeDie, move: moves.Take) -> Way:
    yield say("Take a {die}", die=move.die)
    if move.reroll:
        yield say("Roll it again")
    elif move.change:
        yield say("Make it a {die}", die=turned(move.die, move.change))
    else:
        yield say("As it is")


@_ways
def _change(_: State, task: tasks.ChangeDie, move: moves.Change) -> Way:
    value = turned(task.value, move.change)
    yield say("Make it a {die}" if move.change else "Keep the {die}", die=value)


@_ways
def _use_market(state: State, task: tasks.Act, move: moves.Build | moves.Scrap) -> Way:
    tile = state.market[move.slot]
    assert tile is not None, "only filled slots are listed"
    yield say("Build a tile" if isinstance(move, moves.Build) else "Scrap a tile")
    label = joined([move.slot, labels.face(state.edition, tile)], ": ")
    yield Sign(label, f"market/{move.slot}")
    if isinstance(move, moves.Build):
        yield _free_cell(state, task.seat, move.cell)


@_ways
def _activate(state: State, task: activating.Activating, move: moves.Activate) -> Way:
    yield say("Activate a tile")
    yield _on_island(state, task.seat, move.cell)
    if move.option is not None:
        yield SAID["options"][move.option]


@_ways
def _pass(_: State, task: Any, __: moves.Pass) -> Way:
    yield SAID["passing"][type(task).__name__]


@_ways
def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> Way:
    yield say("From {cell}", cell=move.dock_cell)
    yield _on_island(state, task.seat, move.cell)


@_ways
def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> Way:
    yield _free_cell(state, task.seat, move.cell)


@_ways
def _claim(state: State, _: tasks.ClaimReward, move: moves.Claim) -> Way:
    kind, number = move.line[:-1], int(move.line[-1])
    reward = SAID["rewards"][reward_of(state, move.line)]
    yield SAID["lines"][kind].fill(number=number, reward=reward)


@_ways
def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> Way:
    yield _on_island(state, task.seat, move.cell)


@_ways
def _gain(_: State, __: tasks.ChooseGain, move: moves.Gain) -> Way:
    yield SAID["gains"][move.resource]


@_ways
def _draw(_: State, __: tasks.DrawPlan, move: moves.Draw) -> Way:
    if move.plan is None:
        yield say("Face down, level {level}", level=move.level)
    else:
        yield say("From the display")
        yield labels.card(move.plan)


@_ways
def _use_shared(_: State, __: tasks.ShiftShared, move: moves.UseShared) -> Way:
    yield say("Use it as a {die}", die=move.value)


@_ways
def _roll(_: State, __: tasks.RollAgain, move: moves.Roll) -> Way:
    yield say("A {die}", die=move.values[0])


@_ways
def _reveal(state: State, _: Any, move: moves.Reveal) -> Way:
    yield SAID["families"][move.tile.family]
    yield tile_name(state.edition, move.tile.id)
    yield labels.face(state.edition, move.tile)


@_ways
def _character(_: State, __: tasks.DealCharacter, move: moves.Character) -> Way:
    yield character(move.name)


# --- plans ----------------------------------------------------------------------------------------


def _conceivable(state: State, eyes: int | None) -> list[Plan]:
    """The plans that may be in a face-down hand, as far as somebody at `eyes` can know."""
    return list(dict.fromkeys(HANDS.unknown(state, () if eyes is None else (eyes,))))


def _plans(state: State, task: tasks.CompletePlan, eyes: int | None) -> Iterator[Path]:
    player = state.players[task.seat]
    own = eyes == task.seat
    levels = {*player.hidden} if own else {*player.hidden, *(plan.level for plan in player.hand)}
    hidden = (plan for plan in _conceivable(state, eyes) if plan.level in levels)
    plans = list(dict.fromkeys((*(player.hand if own else ()), *hidden)))
    affordable = [plan for plan in plans if player.stock.covers(plan.cost)]
    for plan in affordable:
        first = (labels.upgrade(plan.upgrade),) if len(affordable) > MANY else ()
        here = (*first, labels.card(plan))
        for cell in upgrade_cells(state, task.seat, plan.upgrade):
            where = _on_island(state, task.seat, cell)
            yield path((*here, where), moves.Complete(plan, cell))
        yield path((*here, say("Set its upgrade aside")), moves.Complete(plan))
    yield path((SAID["passing"]["CompletePlan"],), moves.PASS)


def _dealt(state: State, task: tasks.DealCard, eyes: int | None) -> Iterator[Path]:
    yield path((say("A card that nobody else sees"),), moves.Card(None))
    # Where hands are open the companion deals with what was said; only its owner says it.
    if eyes == task.seat:
        yield from _cards(state, task.level, eyes)


def _cards(state: State, level: str, eyes: int | None) -> Iterator[Path]:
    for plan in _conceivable(state, eyes):
        if plan.level == level:
            way = (labels.upgrade(plan.upgrade), labels.card(plan))
            yield path(way, moves.Card(plan))
