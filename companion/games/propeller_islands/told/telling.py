"""A move as a sentence for everybody at the table: what was done, and what it brought.

What a move brings is read off the state after it, so that no rule is written here a second time.
The sentences are public: they never say which plan somebody drew from a pile.
"""

from companion.common.words import joined, listed, player_name, say, say_n
from companion.games.propeller_islands.components.board import FACES, dock_lines, turned
from companion.games.propeller_islands.components.pieces import Stock, Tile
from companion.games.propeller_islands.rules import activation, moves, play, tasks
from companion.games.propeller_islands.rules.moves import Move
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.tasks import Task
from companion.games.propeller_islands.rules.values import ByType
from companion.games.propeller_islands.told import words
from companion.tabletop.hexes import Cell

_tellers: ByType[str] = ByType()


def tell(state: State, move: Move) -> str:
    """The sentence for a legal move made in `state`."""
    task = state.agenda[-1] if state.agenda else None
    return joined([_tellers[type(move)](state, task, move), "."], "")


def _tile(state: State, tile: Tile) -> str:
    return words.the_tile(state.edition, tile.id)


def _tile_at(state: State, seat: int, cell: Cell) -> str:
    return _tile(state, state.players[seat].island.tiles[cell].tile)


def _with_gains(told: str, state: State, seat: int, move: Move, paid: Stock | None = None) -> str:
    """What was done, and what it changes beyond what was `paid`: `...: +2 energy, +1 fame`."""
    after = play.play(state, move)
    old, new = state.players[seat], after.players[seat]
    changes = new.stock.minus(old.stock)
    if paid:
        changes = changes.plus(paid)
    counts = {**changes._asdict(), "fame": new.fame - old.fame}
    gains = [words.change(name, count) for name, count in counts.items() if count]
    if gains:
        told = say("{told}: {gains}", told=told, gains=joined(gains, ", "))
    if after.level(seat) > state.level(seat):
        told = words.SAID["trumpets"][str(after.level(seat))].fill(told=told)
    return told


def _paid_energy(state: State, seat: int, move: Move) -> int:
    after = play.play(state, move)
    return state.players[seat].stock.energy - after.players[seat].stock.energy


@_tellers
def _take(state: State, task: tasks.TakeDie, move: moves.Take) -> str:
    who, die = player_name(task.seat), move.die
    if move.reroll:
        return say("{who} takes a {die} and rolls it again", who=who, die=die)
    if not move.change:
        return say("{who} takes a {die}", who=who, die=die)
    value, cost = turned(die, move.change), _paid_energy(state, task.seat, move)
    if not cost:
        return say(
            "{who} takes a {die}, makes it a {value} for free", who=who, die=die, value=value
        )
    return say_n(
        "{who} takes a {die}, pays {n} energy to make it a {value}",
        "{who} takes a {die}, pays {n} energy to make it a {value}",
        cost, who=who, die=die, value=value,
    )  # fmt: skip


@_tellers
def _change(state: State, task: tasks.ChangeDie, move: moves.Change) -> str:
    who, die = player_name(task.seat), task.value
    if not move.change:
        return say("{who} keeps the {die}", who=who, die=die)
    value, cost = turned(die, move.change), _paid_energy(state, task.seat, move)
    if not cost:
        return say(
            "{who} has rolled a {die}, makes it a {value} for free", who=who, die=die, value=value
        )
    return say_n(
        "{who} has rolled a {die}, pays {n} energy to make it a {value}",
        "{who} has rolled a {die}, pays {n} energy to make it a {value}",
        cost, who=who, die=die, value=value,
    )  # fmt: skip


@_tellers
def _build(state: State, task: tasks.Act, move: moves.Build) -> str:
    tile = state.market[move.slot]
    assert tile is not None
    told = say("{who} builds {tile} from {slot}",
               who=player_name(task.seat), tile=_tile(state, tile), slot=move.slot)  # fmt: skip
    return _with_gains(told, state, task.seat, move)


@_tellers
def _scrap(state: State, task: tasks.Act, move: moves.Scrap) -> str:
    tile = state.market[move.slot]
    assert tile is not None
    told = say("{who} scraps {tile} from {slot}",
               who=player_name(task.seat), tile=_tile(state, tile), slot=move.slot)  # fmt: skip
    return _with_gains(told, state, task.seat, move)


@_tellers
def _activate(state: State, task: activation.Activating, move: moves.Activate) -> str:
    seat = task.seat
    tile = state.players[seat].island.tiles[move.cell].tile
    who, what = player_name(seat), _tile(state, tile)
    if activation.deploys(tile.id, move.option):
        told = say("{who} activates {tile} to deploy a worker", who=who, tile=what)
    else:
        told = say("{who} activates {tile}", who=who, tile=what)
    return _with_gains(told, state, seat, move)


@_tellers
def _pass(_: State, task: Task, __: moves.Pass) -> str:
    who = player_name(getattr(task, "seat", 0))
    if isinstance(task, tasks.ActivateTiles) and task.shared:
        return say("{who} is done with the shared die", who=who)
    return words.SAID["passed"][type(task).__name__].fill(who=who)


@_tellers
def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> str:
    seat, edition = task.seat, state.edition
    old, new = state.players[seat].dock, play.play(state, move).players[seat].dock
    cell = (old & ~new).bit_length() - 1
    emptied = [
        words.line_name(name)
        for name, bits in dock_lines(cell, edition.rows, edition.columns)
        if not new & bits
    ]
    told = say("{who} sends a worker from {cell} to {tile}",
               who=player_name(seat), cell=move.dock_cell,
               tile=_tile_at(state, seat, move.cell))  # fmt: skip
    if emptied:
        told = say("{told} and empties {lines} of the dock", told=told, lines=listed(emptied))
    return _with_gains(told, state, seat, move)


@_tellers
def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> str:
    told = say("{who} adds {tile} to the island",
               who=player_name(task.seat), tile=_tile(state, task.tile))  # fmt: skip
    return _with_gains(told, state, task.seat, move)


@_tellers
def _claim(_: State, task: tasks.ClaimReward, move: moves.Claim) -> str:
    line = words.line_name(move.line)
    return say("{who} takes the reward of {line} first", who=player_name(task.seat), line=line)


@_tellers
def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> str:
    told = say("{who} uses a depot again", who=player_name(task.seat))
    return _with_gains(told, state, task.seat, move)


@_tellers
def _gain(state: State, task: tasks.ChooseGain, move: moves.Gain) -> str:
    what = words.resource(move.resource)
    told = say("{who} chooses {resource}", who=player_name(task.seat), resource=what)
    return _with_gains(told, state, task.seat, move)


@_tellers
def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> str:
    seat, plan = task.seat, move.plan
    facts = {
        "who": player_name(seat),
        "cost": words.amounts(plan.cost),
        "upgrade": words.upgrade(plan.upgrade),
    }
    if move.cell is None:
        told = say_n(
            "{who} pays {cost} for a plan worth {n} point and sets its {upgrade} aside",
            "{who} pays {cost} for a plan worth {n} points and sets its {upgrade} aside",
            plan.points, **facts,
        )  # fmt: skip
    else:
        told = say_n(
            "{who} pays {cost} for a plan worth {n} point and puts its {upgrade} on {tile}",
            "{who} pays {cost} for a plan worth {n} points and puts its {upgrade} on {tile}",
            plan.points, **facts, tile=_tile_at(state, seat, move.cell),
        )  # fmt: skip
    return _with_gains(told, state, seat, move, paid=plan.cost)


@_tellers
def _draw(_: State, task: tasks.DrawPlan, move: moves.Draw) -> str:
    who = player_name(task.seat)
    if move.plan:
        return say("{who} takes {plan}", who=who, plan=words.the_plan(move.plan))
    return say("{who} takes a face-down plan of level {level}", who=who, level=move.level)


@_tellers
def _use_shared(_: State, task: tasks.ShiftShared, move: moves.UseShared) -> str:
    return say(
        "{who} uses the shared die as a {value}", who=player_name(task.seat), value=move.value
    )


@_tellers
def _roll(state: State, task: tasks.RollDice | tasks.RollAgain, move: moves.Roll) -> str:
    if isinstance(task, tasks.RollAgain):
        told = say("{who} rolls a {value}", who=player_name(task.seat), value=move.values[0])
        return _with_gains(told, state, task.seat, move)
    after = play.play(state, move)
    dice = listed([str(value) for value in sorted(move.values)])
    if sum(state.forge):
        told = say("Rolled again: {dice}", dice=dice)
    else:
        told = say("{who} rolls the dice: {dice}", who=player_name(state.first), dice=dice)
    crowded = [
        str(face) for face in FACES if sum(_counts(state, move, face)) > after.forge[face - 1]
    ]
    if crowded:
        return say(
            "{told}; there are too many on the {spaces}, the surplus is rolled again",
            told=told,
            spaces=listed(crowded),
        )
    return told


def _counts(state: State, move: moves.Roll, face: int) -> tuple[int, int]:
    return state.forge[face - 1], move.values.count(face)


@_tellers
def _reveal(state: State, task: tasks.FillSlot | tasks.DrawTile, move: moves.Reveal) -> str:
    tile = _tile(state, move.tile)
    if isinstance(task, tasks.DrawTile):
        return say("{who} draws {tile} from the stack", who=player_name(task.seat), tile=tile)
    return say("A new tile lies in {slot}: {tile}", slot=task.slot, tile=tile)


@_tellers
def _card(_: State, task: tasks.DealCard | tasks.ShowPlan, move: moves.Card) -> str:
    if isinstance(task, tasks.DealCard):
        who = player_name(task.seat)
        return say("{who} draws a plan of level {level}", who=who, level=task.level)
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
    name = words.character(move.name)
    return say("{who} plays {character}", who=player_name(task.seat), character=name)


@_tellers
def _hold(_: State, __: Task | None, move: moves.Hold) -> str:
    return say("{who} tells the companion about a plan in hand", who=player_name(move.seat))


@_tellers
def _count_stack(_: State, __: Task | None, move: moves.CountStack) -> str:
    return say_n(
        "The stack is counted: {n} tile left", "The stack is counted: {n} tiles left", move.left
    )
