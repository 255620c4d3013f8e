"""What a move does to the state, and everything that follows from it by itself."""

from itertools import chain
from typing import Any

from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import (
    MOST_DICE_ON_A_SPACE,
    dock_lines,
    turned,
)
from companion.games.propeller_islands.components.pieces import ONE, Plan, Stock, Tile
from companion.games.propeller_islands.rules import activation, legal, moves, tasks
from companion.games.propeller_islands.rules.check import violations
from companion.games.propeller_islands.rules.consequences import deal_unseen, settle
from companion.games.propeller_islands.rules.state import (
    LYING,
    STANDING,
    Island,
    Placed,
    State,
    evolve,
)
from companion.games.propeller_islands.rules.tasks import Task
from companion.games.protocol import IllegalMove
from companion.tabletop.hexes import Cell

SCRAP_ENERGY = Stock(energy=2)


_effects: ByType[State] = ByType()


def play(state: State, move: moves.Move) -> State:
    """The state after a legal move, up to the next thing that somebody must decide."""
    reasons = violations(state, move)
    if reasons:
        raise IllegalMove(reasons)
    return carry_out(state, move)


def carry_out(state: State, move: moves.Move) -> State:
    """What a move does, allowed or not: the table obeys whoever moves the pieces."""
    task = state.agenda[-1] if state.agenda else None
    after = _effects[type(move)](state, task, move)
    # What is told of a hand ends nothing: that would show everybody what the hand can pay.
    return after if isinstance(move, moves.Hold) else settle(after)


def as_it_lies(state: State, move: moves.Move) -> State:
    """The table right after a legal move; dice and workers of a round that ends still lie there."""
    after = carry_out(state, move)
    if after.round == state.round and after.agenda:
        return after
    shared = any(isinstance(task, tasks.EndRound) for task in state.agenda)
    last = tasks.EndRound if shared else tasks.EndTurn
    pause = tasks.TakeDie(state.first)
    agenda = tuple(pause if isinstance(task, last) else task for task in state.agenda)
    return carry_out(evolve(state, agenda=agenda), move)


@_effects
def _take(state: State, task: tasks.TakeDie, move: moves.Take) -> State:
    seat = task.seat
    dice = list(state.forge)
    dice[move.die - 1] -= 1
    player = state.players[seat]
    if player.fresh:
        player = evolve(player, fresh=())
    if move.change:
        player = player.pay(Stock(legal.change_cost(state, seat, move.change)))
        if state.edition.options.sir_charles_limit == "round" and legal.free_steps(state, seat):
            player = evolve(player, ability_spent=True)
    value = turned(move.die, move.change)
    rest = (
        (tasks.RollAgain(seat),)
        if move.reroll
        else (tasks.StoreDie(seat, value), tasks.Act(seat, value))
    )
    return state.then_with(
        seat, player, tasks.EndTurn(), tasks.CompletePlan(seat), *rest, forge=tuple(dice)
    )


@_effects
def _change(state: State, task: tasks.ChangeDie, move: moves.Change) -> State:
    seat = task.seat
    value = turned(task.value, move.change)
    cost = Stock(legal.change_cost(state, seat, move.change))
    return state.then_with(
        seat, state.players[seat].pay(cost), tasks.StoreDie(seat, value), tasks.Act(seat, value)
    )


@_effects
def _build(state: State, task: tasks.Act, move: moves.Build) -> State:
    tile = state.market[move.slot]
    assert tile is not None
    state = evolve(state, market={**state.market, move.slot: None})
    return _put_on_island(state, task.seat, tile, move.cell, tasks.FillSlot(move.slot))


@_effects
def _place(state: State, task: tasks.PlaceTile, move: moves.Place) -> State:
    return _put_on_island(state, task.seat, task.tile, move.cell)


def _put_on_island(state: State, seat: int, tile: Tile, cell: Cell, *afterwards: Task) -> State:
    """Place a tile: its bonus first, then the fame of its connections, then `afterwards`.

    Only the connections that this tile makes now count for it: a tile that comes during the bonus
    makes its own.
    """
    player = state.players[seat]
    fame = connections(player.island, cell, tile.hub, tile.banner)
    island = player.island.with_tile(cell, Placed(tile))
    follows = [*afterwards]
    if fame:
        follows.append(tasks.GainFame(seat, fame))
    if tile.is_depot:
        follows.append(tasks.GainBonus(seat, tile.id))
    return state.then_with(seat, evolve(player, island=island), *follows)


def connections(island: Island, cell: Cell, hub: str | None, banner: str | None) -> int:
    """The guild connections of a hub symbol or banner with the tiles around (FR p.7, DE p.7)."""
    count = 0
    for near in island.around(cell):
        if hub is not None:
            count += near.banners.count(hub)
        if banner is not None and near.tile.hub == banner:
            count += 1
    return count


@_effects
def _scrap(state: State, task: tasks.Act, move: moves.Scrap) -> State:
    player = state.players[task.seat].gain(SCRAP_ENERGY)
    market = {**state.market, move.slot: None}
    return state.then_with(task.seat, player, tasks.FillSlot(move.slot), market=market)


@_effects
def _activate(state: State, task: activation.Activating, move: moves.Activate) -> State:
    seat = task.seat
    player = state.players[seat]
    placed = player.island.tiles[move.cell]
    cost, gain = activation.BARS[placed.tile.id][move.option]
    helped = not activation.answers(placed, task)
    if helped:
        cost = cost.plus(activation.extra_cost(state, task) or activation.FREE)
    player = evolve(
        player,
        stock=player.stock.minus(cost).plus(gain),
        island=player.island.with_changed(move.cell, worker=LYING),
    )
    follows: tuple[Task, ...] = activation.effects(placed.tile.id, move.option, seat)
    if placed.holds("production"):
        follows = (tasks.Produce(seat, move.cell), *follows)
    return state.then_with(seat, player, *_goes_on(task, helped), *follows)


def _goes_on(task: activation.Activating, helped: bool) -> tuple[Task, ...]:
    """What is left of a task after one of its activations."""
    if isinstance(task, tasks.ActivateAny):
        return (tasks.ActivateAny(task.seat, task.left - 1),) if task.left > 1 else ()
    if isinstance(task, tasks.Act):
        return (tasks.ActivateTiles(task.seat, task.value, shared=False, extra=not helped),)
    extra = task.extra and not helped
    return (tasks.ActivateTiles(task.seat, task.value, task.shared, extra),)


@_effects
def _pass(state: State, _: Task, __: moves.Pass) -> State:
    return state.then()


@_effects
def _deploy(state: State, task: tasks.DeployWorker, move: moves.Deploy) -> State:
    seat, edition = task.seat, state.edition
    player = state.players[seat]
    cell = edition.dock_names.index(move.dock_cell)
    dock = player.dock & ~(1 << cell)
    player = evolve(
        player,
        dock=dock,
        island=player.island.with_changed(move.cell, worker=STANDING),
        fresh=player.fresh if edition.options.fresh_workers else (*player.fresh, move.cell),
    )
    emptied = [
        line for line, bits in dock_lines(cell, edition.rows, edition.columns) if not dock & bits
    ]
    return state.then_with(seat, player, *_rewards(state, seat, emptied))


def reward_of(state: State, line: str) -> str:
    """The reward of a dock line."""
    kind, number = line[:-1], int(line[-1]) - 1
    edition = state.edition
    return edition.row_rewards[number] if kind == "row" else edition.column_rewards[number]


def _rewards(state: State, seat: int, emptied: list[str]) -> tuple[Task, ...]:
    """The rewards of emptied lines; their owner chooses the order where it can matter."""
    rewards = [reward_of(state, line) for line in emptied]
    if len(emptied) == 2 and not {"fame", "resources"}.issuperset(rewards):
        return (tasks.ClaimReward(seat, (emptied[0], emptied[1])),)
    return tuple(tasks.GrantReward(seat, reward) for reward in reversed(rewards))


@_effects
def _claim(state: State, task: tasks.ClaimReward, move: moves.Claim) -> State:
    later = next(line for line in task.lines if line != move.line)
    return state.then(
        tasks.GrantReward(task.seat, reward_of(state, later)),
        tasks.GrantReward(task.seat, reward_of(state, move.line)),
    )


@_effects
def _use_depot(state: State, task: tasks.UseDepots, move: moves.UseDepot) -> State:
    seat = task.seat
    bonus = tasks.GainBonus(seat, state.players[seat].island.tiles[move.cell].tile.id)
    if task.left == 1:
        return state.then(bonus)
    used = (*task.used, move.cell)
    return state.then(tasks.UseDepots(seat, task.left - 1, used, task.optional), bonus)


@_effects
def _gain(state: State, task: tasks.ChooseGain, move: moves.Gain) -> State:
    player = state.players[task.seat].gain(ONE[move.resource])
    return state.then_with(task.seat, player)


@_effects
def _complete(state: State, task: tasks.CompletePlan, move: moves.Complete) -> State:
    seat, plan = task.seat, move.plan
    player = state.players[seat].pay(plan.cost)
    player = evolve(player, completed=(*player.completed, plan))
    if plan in player.hand:
        player = evolve(player, hand=without(player.hand, plan))
    else:
        player = evolve(player, hidden=without(player.hidden, plan.level))
        state = evolve(state, unseen_plans=without(state.unseen_plans, plan))
    follows: tuple[Task, ...] = (tasks.DrawPlan(seat), tasks.RewardPlan(seat))
    if move.cell is None:
        player = evolve(player, aside=(*player.aside, plan.upgrade))
    else:
        banner = plan.upgrade.of if plan.upgrade.kind == "banner" else None
        fame = connections(player.island, move.cell, None, banner)
        upgrades = (*player.island.tiles[move.cell].upgrades, plan.upgrade)
        player = evolve(player, island=player.island.with_changed(move.cell, upgrades=upgrades))
        if fame:
            follows = (*follows, tasks.GainFame(seat, fame))
    return state.then_with(seat, player, *follows)


@_effects
def _draw(state: State, task: tasks.DrawPlan, move: moves.Draw) -> State:
    if move.plan is None:
        return state.then(tasks.DealCard(task.seat, move.level))
    player = state.players[task.seat]
    player = evolve(player, hand=(*player.hand, move.plan))
    display = without(state.display, move.plan)
    return state.then_with(task.seat, player, tasks.ShowPlan(move.level), display=display)


@_effects
def _use_shared(state: State, task: tasks.ShiftShared, move: moves.UseShared) -> State:
    return state.then(tasks.ActivateTiles(task.seat, move.value, shared=True, extra=True))


@_effects
def _roll(state: State, task: tasks.RollDice | tasks.RollAgain, move: moves.Roll) -> State:
    if isinstance(task, tasks.RollAgain):
        seat = task.seat
        steel = 1 if state.ability(seat, "jacques") > 1 else 0
        player = state.players[seat].gain(Stock(energy=1, steel=steel))
        return state.then_with(seat, player, tasks.ChangeDie(seat, move.values[0]))
    dice = [count + move.values.count(face) for face, count in state.spaces()]
    # FR p.6, DE p.6: the surplus of a space is rolled again until no space has more than three.
    surplus = sum(max(0, count - MOST_DICE_ON_A_SPACE) for count in dice)
    forge = tuple(min(count, MOST_DICE_ON_A_SPACE) for count in dice)
    follows = tasks.RollDice(surplus) if surplus else tasks.TakeDie(state.first)
    return state.then(follows, forge=forge)


@_effects
def _reveal(state: State, task: tasks.FillSlot | tasks.DrawTile, move: moves.Reveal) -> State:
    unseen = without(state.unseen, move.tile)
    if isinstance(task, tasks.DrawTile):
        place = tasks.PlaceTile(task.seat, move.tile)
        return state.then(place, stack=state.stack - 1, unseen=unseen)
    market = {**state.market, task.slot: move.tile}
    return state.then(stack=state.stack - 1, unseen=unseen, market=market)


@_effects
def _card(state: State, task: tasks.DealCard | tasks.ShowPlan, move: moves.Card) -> State:
    if isinstance(task, tasks.DealCard) and move.plan is None:
        return deal_unseen(state, task)
    piles = {**state.piles, task.level: state.piles[task.level] - 1}
    state = evolve(state, piles=piles, unseen_plans=without(state.unseen_plans, move.plan))
    if isinstance(task, tasks.ShowPlan):
        return state.then(display=(*state.display, move.plan))
    player = state.players[task.seat]
    return state.then_with(task.seat, evolve(player, hand=(*player.hand, move.plan)))


@_effects
def _character(state: State, task: tasks.DealCharacter, move: moves.Character) -> State:
    player = evolve(state.players[task.seat], character=move.name)
    return state.then_with(task.seat, player)


@_effects
def _hold(state: State, _: Task | None, move: moves.Hold) -> State:
    player = state.players[move.seat]
    hidden = without(player.hidden, move.plan.level)
    player = evolve(player, hidden=hidden, hand=(*player.hand, move.plan))
    unseen = without(state.unseen_plans, move.plan)
    return state.with_player(move.seat, player, unseen_plans=unseen)


@_effects
def _count_stack(state: State, _: Task | None, move: moves.CountStack) -> State:
    """A stack that was thought empty refills the slots that stayed open for it."""
    market = state.market.items()
    open_slots = [tasks.FillSlot(slot) for slot, tile in market if tile is None]
    late = tuple(task for task in reversed(open_slots) if task not in state.agenda)
    return evolve(state, stack=move.left, agenda=state.agenda + late)


def without(items: tuple[Any, ...], item: Tile | Plan | str | None) -> tuple[Any, ...]:
    """The items less the first one that equals `item`, if there is one."""
    # What was drawn is mostly the very same object, and asking for that is much cheaper.
    same = (index for index, other in enumerate(items) if other is item)
    equal = (index for index, other in enumerate(items) if other == item)
    index = next(chain(same, equal), None)
    return items if index is None else items[:index] + items[index + 1 :]
