"""Moves with plans: to complete one, to draw one, and what is told of a hand."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from companion.games.kit.plain import Move
from companion.games.kit.rulings import Later, Reasons
from companion.games.kit.texts import CELL, Form
from companion.games.kit.values import evolve, value, without
from companion.games.propeller_islands.components.pieces import LEVELS, Plan, Upgrade
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.building import at, connections
from companion.games.propeller_islands.rules.consequences import deal_unseen
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told.words import amounts
from companion.tabletop.hexes import Cell


def upgrade_cells(state: State, seat: int, upgrade: Upgrade) -> Iterator[Cell]:
    """The tiles with a free slot for an upgrade (FR p.9, DE p.9)."""
    for cell, placed in state.players[seat].island.tiles.items():
        if upgrade.kind in state.edition.slots_of(placed.tile) and not placed.holds(upgrade.kind):
            yield cell


def may_hold(state: State, seat: int) -> Iterable[Plan]:
    """The plans in a hand that are known, and those that may be in it."""
    player = state.players[seat]
    left = state.unseen_plans if player.hidden else ()
    return dict.fromkeys((*player.hand, *(plan for plan in left if plan.level in player.hidden)))


def plans_to_complete(state: State, seat: int) -> Iterator[Plan]:
    """The plans that a seat can pay for; a hidden card could be any unseen one."""
    player = state.players[seat]
    for plan in may_hold(state, seat):
        if player.stock.covers(plan.cost):
            yield plan


@value
class Complete(Move):
    """Complete a plan and place its upgrade on a tile, or set it aside."""

    verb = "plan"
    answers = tasks.CompletePlan
    touches = (
        "hand/{seat}",
        "goods/{seat}/{goods}",
        "completed/{seat}",
        "island/{seat}/{cell}",
        "aside/{aside}",
    )
    plan: Plan
    cell: Annotated[Cell | None, CELL._replace(none="aside")] = None

    @classmethod
    def tries(cls, state: State, task: tasks.CompletePlan) -> "Iterator[Complete]":
        for plan in plans_to_complete(state, task.seat):
            for cell in upgrade_cells(state, task.seat, plan.upgrade):
                yield cls(plan, cell)
            yield cls(plan)

    def wrong(self, state: State, task: tasks.CompletePlan) -> Reasons:
        player, plan = state.players[task.seat], self.plan
        if plan not in player.hand and plan.level not in player.hidden:
            yield ruling("plan.not-in-hand", f"hand/{task.seat}")
        if not player.stock.covers(plan.cost):
            cost, have = Later(amounts, (plan.cost,)), Later(amounts, (player.stock,))
            yield ruling("plan.cannot-pay", cost=cost, have=have)
        if self.cell is None:
            return
        placed = player.island.tiles.get(self.cell)
        here, kind = (state, task.seat, self.cell), plan.upgrade.kind
        if placed is None:
            yield at("upgrade.no-tile", *here)
        elif placed.holds(kind):
            yield at("upgrade.slot-taken", *here)
        elif kind not in state.edition.slots_of(placed.tile):
            assumed = state.edition.assumes_no_slot(placed.tile, kind)
            yield at("upgrade.no-slot", *here, assumed=assumed)

    def do(self, state: State, task: tasks.CompletePlan) -> State:
        seat, plan = task.seat, self.plan
        player = state.players[seat].pay(plan.cost)
        player = evolve(player, completed=(*player.completed, plan))
        if plan in player.hand:
            player = evolve(player, hand=without(player.hand, plan))
        else:
            player = evolve(player, hidden=without(player.hidden, plan.level))
            state = evolve(state, unseen_plans=without(state.unseen_plans, plan))
        follows: tuple[tasks.Task, ...] = (tasks.DrawPlan(seat), tasks.RewardPlan(seat))
        if self.cell is None:
            player = evolve(player, aside=(*player.aside, plan.upgrade))
        else:
            banner = plan.upgrade.of if plan.upgrade.kind == "banner" else None
            fame = connections(player.island, self.cell, None, banner)
            upgrades = (*player.island.tiles[self.cell].upgrades, plan.upgrade)
            island = player.island.with_changed(self.cell, upgrades=upgrades)
            player = evolve(player, island=island)
            if fame:
                follows = (*follows, tasks.GainFame(seat, fame))
        return state.then_with(seat, player, *follows)

    def goods(self, state: State, task: tasks.CompletePlan) -> list[str]:
        return self.plan.cost.there()

    def aside(self, state: State, task: tasks.CompletePlan) -> int | None:
        return task.seat if self.cell is None else None


@value
class Draw(Move):
    """Draw a new plan: a face-up one, or the top of a face-down pile."""

    verb = "draw"
    answers = tasks.DrawPlan
    touches = ("plans/{shown}", "hand/{seat}")
    level: str
    plan: Plan | None = None

    def __str__(self) -> str:
        return f"draw {self.plan or self.level}"

    @classmethod
    def read(cls, words: list[str]) -> Self:
        """A level, or a plan, which has one."""
        words.pop()
        word = words.pop()
        if word in LEVELS:
            return cls(word)
        plan = Plan.parse(word)
        return cls(plan.level, plan)

    @classmethod
    def tries(cls, state: State, task: tasks.DrawPlan) -> "Iterator[Draw]":
        for plan in dict.fromkeys(state.display):
            yield cls(plan.level, plan)
        for level in LEVELS:
            if state.piles[level]:
                yield cls(level)

    def wrong(self, state: State, task: tasks.DrawPlan) -> Reasons:
        if self.plan is not None:
            if self.plan not in state.display or self.plan.level != self.level:
                yield ruling("draw.not-on-display", "display")
        elif not state.piles.get(self.level):
            yield ruling("draw.pile-empty", f"pile/{self.level}", level=self.level)

    def do(self, state: State, task: tasks.DrawPlan) -> State:
        if self.plan is None:
            return state.then(tasks.DealCard(task.seat, self.level))
        player = state.players[task.seat]
        player = evolve(player, hand=(*player.hand, self.plan))
        display = without(state.display, self.plan)
        return state.then_with(task.seat, player, tasks.ShowPlan(self.level), display=display)

    def shown(self, state: State, task: tasks.DrawPlan) -> str | None:
        return "display" if self.plan else None


def _may_come(state: State, task: tasks.DealCard | tasks.ShowPlan) -> Iterable[Plan | None]:
    unseen = (plan for plan in state.unseen_plans if plan.level == task.level)
    return dict.fromkeys((*unseen, *[None] * isinstance(task, tasks.DealCard)))


@value
class Card(Move):
    """The plan that came off a pile; None when only its owner saw it."""

    verb = "card"
    answers = tasks.DealCard | tasks.ShowPlan
    touches = ("hand/{seat}", "plans/{shown}")
    may_be = (_may_come,)
    plan: Annotated[Plan | None, Form(Plan.parse, none="?")]

    def wrong(self, state: State, task: tasks.DealCard | tasks.ShowPlan) -> Reasons:
        if self.plan is None:
            if isinstance(task, tasks.ShowPlan):
                yield ruling("card.face-up", "display")
        elif self.plan.level != task.level:
            yield ruling("card.level", f"pile/{task.level}", level=task.level)

    def do(self, state: State, task: tasks.DealCard | tasks.ShowPlan) -> State:
        if isinstance(task, tasks.DealCard) and self.plan is None:
            return deal_unseen(state, task)
        piles = {**state.piles, task.level: state.piles[task.level] - 1}
        state = evolve(state, piles=piles, unseen_plans=without(state.unseen_plans, self.plan))
        if isinstance(task, tasks.ShowPlan):
            return state.then(display=(*state.display, self.plan))
        player = state.players[task.seat]
        return state.then_with(task.seat, evolve(player, hand=(*player.hand, self.plan)))

    def shown(self, state: State, task: tasks.DealCard | tasks.ShowPlan) -> str | None:
        return "display" if isinstance(task, tasks.ShowPlan) else None


@value
class Hold(Move):
    """A player tells which plan they hold."""

    verb = "hold"
    answers = tasks.Task
    may_be = ((), ())
    seat: int
    plan: Plan

    def wrong(self, state: State, task: tasks.Task) -> Reasons:
        level = self.plan.level
        if not 0 <= self.seat < len(state.players):
            yield ruling("hold.no-seat", number=self.seat + 1)
        elif level not in state.players[self.seat].hidden:
            yield ruling("hold.nothing-hidden", f"hand/{self.seat}", seat=self.seat, level=level)

    def do(self, state: State, task: tasks.Task | None) -> State:
        player = state.players[self.seat]
        hidden = without(player.hidden, self.plan.level)
        player = evolve(player, hidden=hidden, hand=(*player.hand, self.plan))
        unseen = without(state.unseen_plans, self.plan)
        return state.with_player(self.seat, player, unseen_plans=unseen)
