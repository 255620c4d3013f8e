"""What follows by itself: consequences are carried out, and what nobody can answer is lost."""

from collections.abc import Mapping

from companion.games.kit.agenda import Consequence, lost_if
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.pieces import ONE, Stock
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.activating import offers, unused_depots
from companion.games.propeller_islands.rules.state import NO_DICE, Player, State

REWARD_FAME = 3
REWARD_RESOURCES = Stock(energy=1, steel=1)
TURNS_A_ROUND = 2


def _nothing_to_activate(state: State, task: tasks.ActivateTiles | tasks.ActivateAny) -> bool:
    return next(offers(state, task), None) is None


def _is_not_asked(state: State, task: tasks.CompletePlan) -> bool:
    """Whether a seat holds no plan; in older games also if it is known to pay for none."""
    player = state.players[task.seat]
    if state.always_asked or player.hidden:
        return not (player.hand or player.hidden)
    return not any(player.stock.covers(plan.cost) for plan in player.hand)


def _deal(state: State, task: tasks.DealCard) -> State | None:
    """Where hands are hidden the table need not tell which card it is."""
    if not state.piles[task.level]:
        return state.then()
    return None if state.open_hands else deal_unseen(state, task)


def deal_unseen(state: State, task: tasks.DealCard) -> State:
    """A card that only its owner sees."""
    player = state.players[task.seat]
    piles = {**state.piles, task.level: state.piles[task.level] - 1}
    player = evolve(player, hidden=(*player.hidden, task.level))
    return state.then_with(task.seat, player, piles=piles)


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


def _gain_bonus(state: State, task: tasks.GainBonus) -> State:
    """A depot's bonus; a worker who finds no place stays on the dock (FR p.12)."""
    stock, deploys = state.edition.depots[task.depot]
    player = state.players[task.seat].gain(stock)
    follows = [tasks.DeployWorker(task.seat, optional=False)] * deploys
    return state.then_with(task.seat, player, *follows)


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


def _produce(state: State, task: tasks.Produce) -> State:
    """The production upgrade adds to every activation of its tile (FR p.9)."""
    player = state.players[task.seat]
    for upgrade in player.island.tiles[task.cell].upgrades:
        if upgrade.kind == "production" and upgrade.of is not None:
            player = player.gain(ONE[upgrade.of])
    return state.then_with(task.seat, player)


def _reward_plan(state: State, task: tasks.RewardPlan) -> State:
    """Nicola gains after each plan (FR p.11, DE p.11)."""
    level = state.ability(task.seat, "nicola")
    if not level:
        return state.then()
    return _energy_or_steel(state, task.seat, state.players[task.seat], level)


def _store_die(state: State, task: tasks.StoreDie) -> State:
    player = state.players[task.seat]
    player = evolve(player, used_dice=(*player.used_dice, task.value), fresh=())
    return state.then_with(task.seat, player)


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


def _share_die(state: State, task: tasks.ShareDie) -> State:
    seat = task.seat
    state = _renew_ability(state, seat)
    left = [face for face, count in state.spaces() if count]
    if not left:
        return state.then()
    if state.ability(seat, "nelson"):
        return state.then(tasks.ShiftShared(seat, left[0]))
    return state.then(tasks.ActivateTiles(seat, left[0], shared=True, extra=True))


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


#: What tasks do by themselves; the others wait for somebody.
COURSE: Mapping[type, Consequence[State]] = {
    tasks.ActivateTiles: lost_if(_nothing_to_activate),
    tasks.ActivateAny: lost_if(_nothing_to_activate),
    tasks.DeployWorker: lost_if(lambda state, task: not state.players[task.seat].can_deploy()),
    tasks.UseDepots: lost_if(lambda state, task: not unused_depots(state, task)),
    tasks.CompletePlan: lost_if(_is_not_asked),
    tasks.DrawPlan: lost_if(lambda state, _: not state.display and not any(state.piles.values())),
    tasks.ShowPlan: lost_if(lambda state, task: not state.piles[task.level]),
    tasks.FillSlot: lost_if(lambda state, _: not state.stack),
    tasks.DrawTile: lost_if(lambda state, _: not state.stack),
    tasks.DealCard: _deal,
    tasks.GainFame: _gain_fame,
    tasks.GainBonus: _gain_bonus,
    tasks.GrantReward: _grant_reward,
    tasks.Produce: _produce,
    tasks.RewardPlan: _reward_plan,
    tasks.StoreDie: _store_die,
    tasks.EndTurn: _end_turn,
    tasks.ShareDie: _share_die,
    tasks.EndRound: _end_round,
}
