"""What follows by itself: consequences are carried out, and what nobody can answer is dropped.

`settle` goes on until the top of the agenda waits for somebody, or the game is over.
"""

from collections.abc import Callable
from typing import Any

from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.pieces import ONE, Stock
from companion.games.propeller_islands.rules import activation, tasks
from companion.games.propeller_islands.rules.state import NO_DICE, Player, State, evolve

REWARD_FAME = 3
REWARD_RESOURCES = Stock(energy=1, steel=1)
TURNS_A_ROUND = 2


_consequences: ByType[State] = ByType()


def settle(state: State) -> State:
    """Carry out everything that needs no decision."""
    while state.agenda:
        task = state.agenda[-1]
        consequence = _consequences.get(type(task))
        if consequence is not None:
            state = consequence(state, task)
        elif _is_void(state, task):
            state = state.then()
        elif isinstance(task, tasks.DealCard) and not state.open_hands:
            state = deal_unseen(state, task)
        else:
            break
    return state


def _is_void(state: State, task: tasks.Task) -> bool:
    """Whether nobody can do anything about a task: it is lost, or there is nothing to choose."""
    check = _VOID.get(type(task))
    return check is not None and check(state, task)


_VOID: dict[type, Callable[[State, Any], bool]] = {
    tasks.ActivateTiles: lambda state, task: _nothing(activation.offers(state, task)),
    tasks.ActivateAny: lambda state, task: _nothing(activation.offers(state, task)),
    tasks.DeployWorker: lambda state, task: not state.players[task.seat].can_deploy(),
    tasks.UseDepots: lambda state, task: (
        len(list(state.players[task.seat].island.depots())) <= len(task.used)
    ),
    tasks.CompletePlan: lambda state, task: _is_not_asked(state, state.players[task.seat]),
    tasks.DrawPlan: lambda state, task: not state.display and not any(state.piles.values()),
    tasks.ShowPlan: lambda state, task: not state.piles[task.level],
    tasks.DealCard: lambda state, task: not state.piles[task.level],
    tasks.FillSlot: lambda state, task: not state.stack,
    tasks.DrawTile: lambda state, task: not state.stack,
}


def _is_not_asked(state: State, player: Player) -> bool:
    """Whether a seat holds no plan; in older games also if it is known to pay for none."""
    if state.always_asked or player.hidden:
        return not (player.hand or player.hidden)
    return not any(player.stock.covers(plan.cost) for plan in player.hand)


def deal_unseen(state: State, task: tasks.DealCard) -> State:
    """A card that only its owner sees: the table need not tell."""
    player = state.players[task.seat]
    piles = {**state.piles, task.level: state.piles[task.level] - 1}
    player = evolve(player, hidden=(*player.hidden, task.level))
    return state.then_with(task.seat, player, piles=piles)


def _nothing(items: Any) -> bool:
    return next(iter(items), None) is None


@_consequences
def _gain_fame(state: State, task: tasks.GainFame) -> State:
    """Fame; Amelia gains with it, though not by the gain that unlocks her (FR p.11, DE p.11)."""
    player = state.players[task.seat]
    level = 0 if player.ability_spent else state.ability(task.seat, "amelia")
    player = evolve(player, fame=player.fame + task.points)
    if not level:
        return state.then_with(task.seat, player)
    return _energy_or_steel(state, task.seat, evolve(player, ability_spent=True), level)


def _energy_or_steel(state: State, seat: int, player: Player, level: int) -> State:
    """What Amelia and Nicola gain: an energy, at the second level an energy or a steel."""
    if level == 1:
        return state.then_with(seat, player.gain(ONE["energy"]))
    return state.then_with(seat, player, tasks.ChooseGain(seat))


@_consequences
def _gain_bonus(state: State, task: tasks.GainBonus) -> State:
    """A depot's bonus; a worker who finds no place stays on the dock (FR p.12)."""
    edition = state.edition
    player = state.players[task.seat].gain(edition.depot_resources[task.depot])
    deploys = [tasks.DeployWorker(task.seat, optional=False)] * edition.depot_deploys[task.depot]
    return state.then_with(task.seat, player, *deploys)


@_consequences
def _grant_reward(state: State, task: tasks.GrantReward) -> State:
    """A dock reward (FR p.8, DE p.8)."""
    seat = task.seat
    if task.reward == "resources":
        return state.then_with(seat, state.players[seat].gain(REWARD_RESOURCES))
    follows: dict[str, tasks.Task] = {
        "tile": tasks.DrawTile(seat),
        "activate-two": tasks.ActivateAny(seat, left=2),
        "fame": tasks.GainFame(seat, REWARD_FAME),
        "depots": tasks.UseDepots(seat, left=2, used=(), optional=True),
        "deploy": tasks.DeployWorker(seat, optional=True),
    }
    return state.then(follows[task.reward])


@_consequences
def _produce(state: State, task: tasks.Produce) -> State:
    """The production upgrade adds to every activation of its tile (FR p.9)."""
    player = state.players[task.seat]
    for upgrade in player.island.tiles[task.cell].upgrades:
        if upgrade.kind == "production" and upgrade.of is not None:
            player = player.gain(ONE[upgrade.of])
    return state.then_with(task.seat, player)


@_consequences
def _reward_plan(state: State, task: tasks.RewardPlan) -> State:
    """Nicola gains after each plan (FR p.11, DE p.11)."""
    level = state.ability(task.seat, "nicola")
    if not level:
        return state.then()
    return _energy_or_steel(state, task.seat, state.players[task.seat], level)


@_consequences
def _store_die(state: State, task: tasks.StoreDie) -> State:
    player = state.players[task.seat]
    player = evolve(player, used_dice=(*player.used_dice, task.value), fresh=())
    return state.then_with(task.seat, player)


@_consequences
def _end_turn(state: State, _: tasks.EndTurn) -> State:
    """The next seat's turn, or after two turns each the die that is left (FR p.10, DE p.10)."""
    seats = len(state.players)
    turn = state.turn + 1
    if turn < TURNS_A_ROUND * seats:
        seat = (state.first + turn) % seats
        return _renew_ability(state, seat).then(tasks.TakeDie(seat), turn=turn)
    order = [(state.first + step) % seats for step in range(seats)]
    shares = (tasks.ShareDie(seat) for seat in reversed(order))
    return state.then(tasks.EndRound(), *shares, turn=turn)


def _renew_ability(state: State, seat: int) -> State:
    """An ability that is limited to once a turn is there again."""
    player = state.players[seat]
    if state.edition.options.amelia_limit == "turn" and player.character == "amelia":
        return state.with_player(seat, evolve(player, ability_spent=False))
    return state


@_consequences
def _share_die(state: State, task: tasks.ShareDie) -> State:
    seat = task.seat
    state = _renew_ability(state, seat)
    left = [face for face, count in state.spaces() if count]
    if not left:
        return state.then()
    if state.ability(seat, "nelson"):
        return state.then(tasks.ShiftShared(seat, left[0]))
    return state.then(tasks.ActivateTiles(seat, left[0], shared=True, extra=True))


@_consequences
def _end_round(state: State, _: tasks.EndRound) -> State:
    """The three ends of the game are looked at now and at no other time (FR p.10, DE p.10)."""
    if game_ends(state):
        return state.then()
    players = tuple(_ready_again(player) for player in state.players)
    return evolve(
        state,
        players=players,
        forge=NO_DICE,
        round=state.round + 1,
        first=(state.first + 1) % len(players),
        turn=0,
    ).then(tasks.RollDice(state.dice))


def game_ends(state: State) -> bool:
    """Whether one of the three ends has come."""
    return not state.stack or any(
        not player.dock or len(player.completed) >= state.edition.plans_to_end
        for player in state.players
    )


def _ready_again(player: Player) -> Player:
    return evolve(
        player,
        island=player.island.with_all_standing(),
        used_dice=(),
        ability_spent=False,
        fresh=(),
    )
