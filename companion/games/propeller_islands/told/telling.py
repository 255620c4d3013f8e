"""A move as a sentence for everybody at the table: what was done, and what it brought.

What a move brings is read off the state after it, so that no rule is written here a second time.
The sentences are public: they never say which plan somebody drew from a pile.
"""

from companion.common.words import Said, joined, listed, player_name, say, say_n
from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import FACES, dock_lines, turned
from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules import activating, moves, tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told import words
from companion.games.propeller_islands.told.labels import gained
from companion.tabletop.hexes import Cell

_tellers: ByType[str] = ByType()


def tell(state: State, move: moves.Move) -> str:
    """The sentence for a legal move made in `state`."""
    task = state.agenda[-1] if state.agenda else None
    told = _tellers[type(move)](state, task, move)
    if isinstance(task, tasks.Seated) and isinstance(move, _GAINING):
        told = _with_gains(told, state, task.seat, move)
    return joined([told, "."], "")


def _tile(state: State, tile: Tile) -> str:
    return words.the_tile(state.edition, tile.id)


def _tile_at(state: State, seat: int, cell: Cell) -> str:
    return _tile(state, state.players[seat].island.tiles[cell].tile)


#: What these bring is told with them.
_GAINING = (
    moves.Build, moves.Scrap, moves.Activate, moves.Deploy, moves.Place, moves.UseDepot, moves.Gain,
    moves.Complete, moves.Roll,
)  # fmt: skip


def _with_gains(told: str, state: State, seat: int, move: moves.Move) -> str:
    """What was done, and what it changes beyond the price of a plan: `...: +2 energy, +1 fame`."""
    paid = move.plan.cost if isinstance(move, moves.Complete) else None
    after = moves.play(state, move)
    gains = gained(state, after, seat, paid)
    if gains:
        told = say("{told}: {gains}", told=told, gains=joined(gains, ", "))
    if after.level(seat) > state.level(seat):
        told = words.SAID["trumpets"][str(after.level(seat))].fill(told=told)
    return told


def _told(name: str, seat: int, **facts: object) -> Said:
    """The sentence of this name about a seat."""
    return words.SAID["told"][name].fill(who=player_name(seat), **facts)


def _told_n(name: str, n: int, seat: int, **facts: object) -> Said:
    """The same for a sentence with a number."""
    return say_n(*words.COUNTED["told"][name], n, who=player_name(seat), **facts)


@_tellers
def _take(state: State, task: tasks.TakeDie, move: moves.Take) -> str:
    if move.reroll:
        return _told("reroll", task.seat, die=move.die)
    return _turned(state, task.seat, move, move.die)


@_tellers
def _change(state: State, task: tasks.ChangeDie, move: moves.Change) -> str:
    return _turned(state, task.seat, move, task.value)


def _turned(state: State, seat: int, move: moves.Take | moves.Change, die: int) -> str:
    name = "take" if isinstance(move, moves.Take) else "keep"
    if not move.change:
        return _told(name, seat, die=die)
    value, after = turned(die, move.change), moves.play(state, move)
    cost = state.players[seat].stock.energy - after.players[seat].stock.energy
    if cost:
        return _told_n(f"{name}-paid", cost, seat, die=die, value=value)
    return _told(f"{name}-free", seat, die=die, value=value)


@_tellers
def _use_market(state: State, task: tasks.Act, move: moves.Build | moves.Scrap) -> str:
    tile = state.market[move.slot]
    assert tile is not None
    name = "build" if isinstance(move, moves.Build) else "scrap"
    return _told(name, task.seat, tile=_tile(state, tile), slot=move.slot)


@_tellers
def _activate(state: State, task: activating.Activating, move: moves.Activate) -> str:
    tile = state.players[task.seat].island.tiles[move.cell].tile
    name = "activate-to-deploy" if activating.BARS[tile.id][move.option].deploys else "activate"
    return _told(name, task.seat, tile=_tile(state, tile))


@_tellers
def _pass(_: State, task: tasks.Seated, __: moves.Pass) -> str:
    if isinstance(task, tasks.ActivateTiles) and task.shared:
        return _told("pass-shared", task.seat)
    return words.SAID["passed"][type(task).__name__].fill(who=player_name(task.seat))


@_tellers
def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> str:
    seat, edition = task.seat, state.edition
    old, new = state.players[seat].dock, moves.play(state, move).players[seat].dock
    cell = (old & ~new).bit_length() - 1
    emptied = [
        words.line_name(name)
        for name, bits in dock_lines(cell, edition.rows, edition.columns)
        if not new & bits
    ]
    tile = _tile_at(state, seat, move.cell)
    told = _told("deploy", seat, cell=move.dock_cell, tile=tile)
    if emptied:
        told = say("{told} and empties {lines} of the dock", told=told, lines=listed(emptied))
    return told


@_tellers
def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> str:
    return _told("place", task.seat, tile=_tile(state, task.tile))


@_tellers
def _claim(_: State, task: tasks.ClaimReward, move: moves.Claim) -> str:
    return _told("claim", task.seat, line=words.line_name(move.line))


@_tellers
def _use_depot(_: State, task: tasks.UseDepots, __: moves.UseDepot) -> str:
    return _told("depot", task.seat)


@_tellers
def _gain(_: State, task: tasks.ChooseGain, move: moves.Gain) -> str:
    return _told("gain", task.seat, resource=words.resource(move.resource))


@_tellers
def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> str:
    seat, plan = task.seat, move.plan
    facts = {"cost": words.amounts(plan.cost), "upgrade": words.upgrade(plan.upgrade)}
    if move.cell is None:
        return _told_n("plan-aside", plan.points, seat, **facts)
    tile = _tile_at(state, seat, move.cell)
    return _told_n("plan", plan.points, seat, **facts, tile=tile)


@_tellers
def _draw(_: State, task: tasks.DrawPlan, move: moves.Draw) -> str:
    if move.plan:
        return _told("draw", task.seat, plan=words.the_plan(move.plan))
    return _told("draw-unseen", task.seat, level=move.level)


@_tellers
def _use_shared(_: State, task: tasks.ShiftShared, move: moves.UseShared) -> str:
    return _told("shared", task.seat, value=move.value)


@_tellers
def _roll(state: State, task: tasks.RollDice | tasks.RollAgain, move: moves.Roll) -> str:
    if isinstance(task, tasks.RollAgain):
        return _told("roll-one", task.seat, value=move.values[0])
    dice = listed([str(value) for value in sorted(move.values)])
    if sum(state.forge):
        told = say("Rolled again: {dice}", dice=dice)
    else:
        told = _told("roll", state.first, dice=dice)
    left = zip(FACES, state.forge, moves.play(state, move).forge, strict=True)
    crowded = [str(face) for face, old, new in left if old + move.values.count(face) > new]
    if crowded:
        return say(
            "{told}; there are too many on the {spaces}, the surplus is rolled again",
            told=told,
            spaces=listed(crowded),
        )
    return told


@_tellers
def _reveal(state: State, task: tasks.FillSlot | tasks.DrawTile, move: moves.Reveal) -> str:
    tile = _tile(state, move.tile)
    if isinstance(task, tasks.DrawTile):
        return _told("tile", task.seat, tile=tile)
    return say("A new tile lies in {slot}: {tile}", slot=task.slot, tile=tile)


@_tellers
def _card(_: State, task: tasks.DealCard | tasks.ShowPlan, move: moves.Card) -> str:
    if isinstance(task, tasks.DealCard):
        return _told("card", task.seat, level=task.level)
    if move.plan is None:
        return say("A plan of level {level} is laid out", level=task.level)
    return say_n(
        "The plan worth {n} point ({upgrade}) is laid out",
        "The plan worth {n} points ({upgrade}) is laid out",
        move.plan.points,
        upgrade=words.upgrade(move.plan.upgrade),
    )


@_tellers
def _character(_: State, task: tasks.DealCharacter, move: moves.Character) -> str:
    return _told("character", task.seat, character=words.character(move.name))


@_tellers
def _hold(_: State, __: tasks.Task | None, move: moves.Hold) -> str:
    return _told("hold", move.seat)


@_tellers
def _count_stack(_: State, __: tasks.Task | None, move: moves.CountStack) -> str:
    return say_n(
        "The stack is counted: {n} tile left", "The stack is counted: {n} tiles left", move.left
    )
