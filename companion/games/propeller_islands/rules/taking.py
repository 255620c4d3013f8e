"""Moves with dice: to take one and change it, to share the last one, and what a roll shows."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated

from companion.games.kit.plain import Move
from companion.games.kit.rulings import Reasons
from companion.games.kit.texts import word
from companion.games.kit.values import evolve, value
from companion.games.propeller_islands.components.board import FACES, MOST_DICE_ON_A_SPACE, turned
from companion.games.propeller_islands.components.pieces import Stock
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import State

Rolling = tasks.RollDice | tasks.RollAgain
#: Every change of a die that leads to another value.
CHANGES = (-2, -1, 0, 1, 2, 3)

_DIGITS = word(
    "[0-9]{1,20}", lambda text: tuple(map(int, text)), "no roll; write 11346",
    lambda values: "".join(map(str, values)),
)  # fmt: skip


def free_steps(state: State, seat: int) -> int:
    """By how much a seat may change its die for nothing (Sir Charles, FR p.11, DE p.11)."""
    spent = state.players[seat].ability_spent
    return 0 if spent else state.ability(seat, "sir-charles")


def change_cost(state: State, seat: int, change: int) -> int:
    """How much energy a change costs (FR p.6, DE p.6)."""
    return max(0, abs(change) - free_steps(state, seat))


def _most_steps(state: State, seat: int) -> int:
    """How far a die may be changed (DE p.6: only one step may be paid for)."""
    limit = state.edition.options.paid_changes
    return 3 if limit is None else limit + free_steps(state, seat)


def possible_changes(state: State, seat: int) -> tuple[int, ...]:
    """The changes that a seat may make and can pay for."""
    payable = free_steps(state, seat) + state.players[seat].stock.energy
    return _changes_within(min(payable, _most_steps(state, seat)))


@cache
def _changes_within(steps: int) -> tuple[int, ...]:
    return tuple(change for change in CHANGES if abs(change) <= steps)


def _wrong_change(state: State, seat: int, change: int) -> Reasons:
    most = _most_steps(state, seat)
    if change not in CHANGES or abs(change) > most:
        yield ruling("change.too-far", change=change, most=most)
    cost, have = change_cost(state, seat, change), state.players[seat].stock.energy
    if cost > have:
        yield ruling("change.cannot-pay", cost=cost, have=have)


def _goods(move: "Take | Change", state: State, task: tasks.Seated) -> list[str]:
    return ["energy"] if change_cost(state, task.seat, move.change) else []


@value
class Take(Move):
    """Take a die from the Forge, changed by so many steps, or roll it again (Jacques)."""

    verb = "d4, d4+1"
    answers = tasks.TakeDie
    touches = ("forge/{die}", "goods/{seat}/{goods}")
    goods = _goods
    die: int
    change: int = 0
    reroll: bool = False

    def __str__(self) -> str:
        return f"d{self.die}" + ("r" if self.reroll else f"{self.change:+}" if self.change else "")

    @classmethod
    def tries(cls, state: State, task: tasks.TakeDie) -> "tuple[Take, ...]":
        rerolls = state.ability(task.seat, "jacques") > 0
        return _takes(state.forge, possible_changes(state, task.seat), rerolls)

    def wrong(self, state: State, task: tasks.TakeDie) -> Reasons:
        if self.die not in FACES or not state.forge[self.die - 1]:
            yield ruling("take.no-die", f"forge/{self.die}", die=self.die)
        if self.reroll:
            if not state.ability(task.seat, "jacques"):
                yield ruling("reroll.only-jacques")
            if self.change:
                yield ruling("take.reroll-first")
        elif self.change:
            yield from _wrong_change(state, task.seat, self.change)

    def do(self, state: State, task: tasks.TakeDie) -> State:
        seat = task.seat
        dice = list(state.forge)
        dice[self.die - 1] -= 1
        player = state.players[seat]
        if player.fresh:
            player = evolve(player, fresh=())
        if self.change:
            player = player.pay(Stock(change_cost(state, seat, self.change)))
            if state.edition.options.sir_charles_limit == "round" and free_steps(state, seat):
                player = evolve(player, ability_spent=True)
        value = turned(self.die, self.change)
        use = (tasks.RollAgain(seat),) if self.reroll else _used_as(seat, value)
        return state.then_with(seat, player, *_rest(seat), *use, forge=tuple(dice))


@cache
def _rest(seat: int) -> tuple[tasks.Task, ...]:
    """What is done at the end of a turn."""
    return tasks.EndTurn(), tasks.CompletePlan(seat)


@cache
def _takes(forge: tuple[int, ...], changes: tuple[int, ...], rerolls: bool) -> tuple[Take, ...]:
    ways = [*((change, False) for change in changes), *[(0, True)] * rerolls]
    return tuple(Take(die, *way) for die, n in zip(FACES, forge, strict=True) if n for way in ways)


@cache
def _used_as(seat: int, value: int) -> tuple[tasks.Task, ...]:
    """Steps 2 and 3 of a turn, with a die of this value."""
    return tasks.StoreDie(seat, value), tasks.Act(seat, value)


@value
class Change(Move):
    """Change the die that was rolled again (Jacques)."""

    verb = "keep"
    answers = tasks.ChangeDie
    touches = ("goods/{seat}/{goods}",)
    goods = _goods
    may_be = (lambda state, task: possible_changes(state, task.seat),)
    change: int

    def __str__(self) -> str:
        return f"{self.change:+}" if self.change else "keep"

    def wrong(self, state: State, task: tasks.ChangeDie) -> Reasons:
        return _wrong_change(state, task.seat, self.change)

    def do(self, state: State, task: tasks.ChangeDie) -> State:
        cost = Stock(change_cost(state, task.seat, self.change))
        player = state.players[task.seat].pay(cost)
        return state.then_with(
            task.seat, player, *_used_as(task.seat, turned(task.value, self.change))
        )


def shared_values(state: State, task: tasks.ShiftShared) -> list[int]:
    """How Nelson may read the shared die (FR p.11, DE p.11)."""
    level = state.ability(task.seat, "nelson")
    near = (turned(task.value, -1), task.value, turned(task.value, 1))
    return [face for face in FACES if level > 1 or face in near]


@value
class UseShared(Move):
    """Use the shared die as this value (Nelson)."""

    verb = "shared"
    answers = tasks.ShiftShared
    may_be = (shared_values,)
    value: int

    def wrong(self, state: State, task: tasks.ShiftShared) -> Reasons:
        if self.value not in shared_values(state, task):
            yield ruling("shared.out-of-reach", "forge", die=task.value, value=self.value)

    def do(self, state: State, task: tasks.ShiftShared) -> State:
        return state.then(tasks.ActivateTiles(task.seat, self.value, shared=True, extra=True))


@value
class Roll(Move):
    """What the dice show."""

    verb = "roll"
    answers = Rolling
    touches = ("forge/{faces}",)
    may_be = (lambda _, task: combinations_with_replacement(FACES, task.count),)
    values: Annotated[tuple[int, ...], _DIGITS]

    def wrong(self, state: State, task: Rolling) -> Reasons:
        if len(self.values) != task.count:
            yield ruling("roll.count", "forge", expected=task.count, found=len(self.values))
        for face in self.values:
            if face not in FACES:
                yield ruling("roll.bad-die", "forge", value=face)

    def do(self, state: State, task: Rolling) -> State:
        if isinstance(task, tasks.RollAgain):
            # What Jacques gains when he rolls a die again (FR p.11, DE p.11).
            steel = 1 if state.ability(task.seat, "jacques") > 1 else 0
            player = state.players[task.seat].gain(Stock(energy=1, steel=steel))
            return state.then_with(task.seat, player, tasks.ChangeDie(task.seat, self.values[0]))
        dice = [count + self.values.count(face) for face, count in state.spaces()]
        # FR p.6, DE p.6: the surplus of a space is rolled again until no space has more than three.
        forge = tuple([min(count, MOST_DICE_ON_A_SPACE) for count in dice])
        surplus = sum(dice) - sum(forge)
        follows = tasks.RollDice(surplus) if surplus else tasks.TakeDie(state.first)
        return state.then(follows, forge=forge)

    def faces(self, state: State, task: Rolling) -> list[int]:
        return [] if isinstance(task, tasks.RollAgain) else [*dict.fromkeys(self.values)]


def _steps(text: str) -> int:
    """A change of a die; three steps down are three steps up."""
    return 3 if text == "-3" else int(text or "0")


#: What stands for a move by itself, without a verb.
SHORT: Mapping[str, Callable[..., Move]] = {
    r"d([1-6])(r|[+-][1-3])?": lambda die, how: (
        Take(int(die), reroll=True) if how == "r" else Take(int(die), _steps(how))
    ),
    "keep|([+-][1-3])": lambda steps: Change(_steps(steps)),
}
