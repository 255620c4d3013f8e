"""Tables that no legal turn leads to: one forbidden thing each, made at random.

Each kind names the rules that would be a right answer. A cheat is only made where no legal move
leads to the same table: no ability, energy or other die could have done it.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.benches.rules.turns import EVERYTHING, Turn, looks_at
from companion.games.capabilities import Watchable
from companion.games.kit import defaults
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES, SLOTS, slots_around, turned
from companion.games.propeller_islands.components.pieces import Stock
from companion.games.propeller_islands.rules import activating, moves, plans, taking, tasks
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import LYING, STANDING, State
from companion.games.protocol import CHANCE
from companion.tabletop.hexes import neighbours
from companion.tabletop.observation import Die, Observation, Piece

Looks = list[Observation]
T = TypeVar("T")

#: Tiles whose activation asks for nothing more.
_WITHOUT_A_CHOICE = ("01", "05", "06", "07", "09", "10")


class NotHereError(Exception):
    """This table does not allow such a cheat, or something legal would look the same."""


@dataclass(frozen=True)
class Cheat:
    """A look at a table that can't be, and which rules it breaks."""

    kind: str
    start: State
    looks: Looks
    rules: frozenset[str]


class Cheater:
    """Breaks the rules in every way it knows, in turn."""

    def __init__(self, game: Watchable[Any, Any], seed: str) -> None:
        self.game = game
        self.source = random.Random(seed)

    def cheats(self, turns: Iterator[Turn]) -> Iterator[Cheat]:
        """One cheat for each turn in which the next kind in line is possible."""
        kinds = list(KINDS)
        for turn in turns:
            if not isinstance(turn.start.agenda[-1], tasks.TakeDie):
                continue
            for kind in kinds:
                make, rules = KINDS[kind]
                try:
                    looks = make(self, turn)
                except NotHereError:
                    continue
                # The kinds take turns as far as the tables allow.
                kinds.remove(kind)
                kinds.append(kind)
                yield Cheat(kind, turn.start, looks, frozenset(rules))
                break

    def _pick(self, options: Sequence[T]) -> T:
        """Any of these; there may be none."""
        if not options:
            raise NotHereError
        return self.source.choice(options)

    # --- dice that lie wrong ---------------------------------------------------------------------

    def _without_a_die(self, looks: Looks) -> tuple[Die, list[Die]]:
        """Any die of the main board, and all others."""
        dice = list(looks[0].dice)
        return dice.pop(self._pick(range(len(dice)))), dice

    def wrong_space(self, turn: Turn) -> Looks:
        """A die lies on the space of another number."""
        looks = turn.looks(self.game)
        die, others = self._without_a_die(looks)
        space = self.source.choice([face for face in FACES if face != die.value])
        return _with_dice(looks, *others, replace(die, place=f"forge/{space}"))

    def four_on_a_space(self, turn: Turn) -> Looks:
        """Four dice of one value together."""
        looks = turn.looks(self.game)
        dice = looks[0].dice
        if len(dice) < 4:
            raise NotHereError
        value = self.source.choice(FACES)
        rest = [die for die in dice[4:] if die.value != value]
        return _with_dice(looks, *[_on_forge(value)] * 4, *rest)

    def turned_die(self, turn: Turn) -> Looks:
        """A die was turned on the Forge and moved along."""
        _refuse_end_of_round(turn.start)
        looks = turn.looks(self.game)
        die, others = self._without_a_die(looks)
        # One that takes the place of the die of this turn would look as if that was never taken.
        lying = {face: sum(d.value == face for d in others) for face in FACES}
        new = [f for f in FACES if turn.start.forge[f - 1] <= lying[f] < 3 and f != die.value]
        return _with_dice(looks, *others, _on_forge(self._pick(new)))

    def missing_die(self, turn: Turn) -> Looks:
        """A used die has gone from the dock of somebody whose turn it is not."""
        _refuse_end_of_round(turn.start)
        looks = turn.looks(self.game)
        own = f"dock:{_seat(turn.start)}"
        docks = [
            index
            for index, look in enumerate(looks)
            if look.zone.startswith("dock") and look.zone != own and look.dice
        ]
        index = self._pick(docks)
        looks[index] = replace(looks[index], dice=looks[index].dice[1:])
        return looks

    def extra_die(self, turn: Turn) -> Looks:
        """A die too many on the Forge."""
        looks = turn.looks(self.game)
        free = [f for f in FACES if turn.table.forge[f - 1] < 3]
        return _with_dice(looks, *looks[0].dice, _on_forge(self._pick(free)))

    # --- moves that are not allowed --------------------------------------------------------------

    def _begin(self, start: State, change: int = 0) -> tuple[State, tasks.Act]:
        """A die is taken, by somebody who can't make anything out of it, and now is to be used."""
        _refuse_end_of_round(start)
        seat = _seat(start)
        if start.ability(seat, "jacques") or start.ability(seat, "marie"):
            raise NotHereError
        die = self.source.choice([f for f in FACES if start.forge[f - 1]])
        if change and self.game.check(start, moves.Take(die, change)):
            raise NotHereError
        after = self.game.apply(start, moves.Take(die, change))
        task = after.agenda[-1]
        assert isinstance(task, tasks.Act)
        return after, task

    def _finish(self, state: State, cheat: Any) -> Looks:
        """The table at the end of the turn: nothing more is done that need not be."""
        done = moves.carry_out(state, cheat)
        while (done.turn, done.round) == (state.turn, state.round) and done.agenda:
            if self.game.to_move(done) == CHANCE:
                move = defaults.chance_of(self.game)(done, self.source)
            elif not self.game.check(done, moves.PASS):
                move = moves.PASS
            else:
                move = self.source.choice([*self.game.moves(done)])
            done = self.game.apply(done, move)
        for seat, player in enumerate(done.players):
            stock = Stock(*(max(0, count) for count in player.stock))
            done = done.with_player(seat, evolve(player, stock=stock))
        return looks_at(self.game, done, EVERYTHING)

    def _build(self, after: State, task: tasks.Act, slot: str) -> Looks:
        """The tile of a slot is laid anywhere at the edge of the island."""
        edge = after.players[task.seat].island.edge
        return self._finish(after, moves.Build(slot, self.source.choice(edge)))

    def _far_slot(self, start: State, after: State, task: tasks.Act) -> str:
        """A slot that the die that was taken can't reach, not even changed by one."""
        steps = {*taking.possible_changes(start, task.seat), -1, 0, 1}
        near = {s for step in steps for s in slots_around(turned(task.value, step))}
        return self._pick([s for s in SLOTS if s not in near and _is_single(after, s)])

    def far_build(self, turn: Turn) -> Looks:
        """A tile from a slot that the die does not reach."""
        after, task = self._begin(turn.start)
        return self._build(after, task, self._far_slot(turn.start, after, task))

    def far_scrap(self, turn: Turn) -> Looks:
        """The same tile thrown away."""
        after, task = self._begin(turn.start)
        return self._finish(after, moves.Scrap(self._far_slot(turn.start, after, task)))

    def floating_tile(self, turn: Turn) -> Looks:
        """A tile that touches nothing."""
        after, task = self._begin(turn.start)
        slot = self._pick(_near_slots(after, task))
        island = after.players[task.seat].island
        cells = {n for c in island.edge for n in neighbours(c)} - {*island.edge, *island.tiles}
        return self._finish(after, moves.Build(slot, self.source.choice(sorted(cells))))

    def two_on_a_cell(self, turn: Turn) -> Looks:
        """A tile laid on another one."""
        after, task = self._begin(turn.start)
        tiles = after.players[task.seat].island.tiles
        slot = self._pick(_near_slots(after, task))
        cell = self.source.choice([*tiles])
        looks = self._finish(after, moves.Build(slot, cell))
        below = Piece("tile", island_place(task.seat, cell), str(tiles[cell].tile))
        return _with_piece(looks, task.seat, below)

    def _activate(self, turn: Turn, wanted: Callable[[Any, tasks.Act, bool], bool]) -> Looks:
        """A tile works that is `wanted` (told whether its owner can pay), though it may not."""
        after, task = self._begin(turn.start)
        player = after.players[task.seat]
        options = []
        for cell, placed in player.island.tiles.items():
            if placed.tile.id in _WITHOUT_A_CHOICE:
                ways = activating.BARS[placed.tile.id]
                cost = next(iter(ways.values())).cost
                if wanted(placed, task, player.stock.covers(cost)):
                    options += [moves.Activate(cell, w) for w in ways if w != activating.DEPLOY]
        return self._finish(after, self._pick([m for m in options if self.game.check(after, m)]))

    def second_activation(self, turn: Turn) -> Looks:
        """A tile works whose worker lies already."""
        return self._activate(
            turn,
            lambda placed, task, can_pay: (
                placed.worker == LYING and activating.answers(placed, task) and can_pay
            ),
        )

    def wrong_number(self, turn: Turn) -> Looks:
        """A tile works whose number the die can't become."""
        return self._activate(
            turn,
            lambda placed, task, can_pay: (
                placed.worker == STANDING
                and not placed.answers_any_die
                and placed.tile.number not in {turned(task.value, step) for step in range(-2, 3)}
                and can_pay
            ),
        )

    def unpaid_activation(self, turn: Turn) -> Looks:
        """A tile works that its owner can't pay for."""
        return self._activate(
            turn,
            lambda placed, task, can_pay: (
                placed.worker == STANDING and activating.answers(placed, task) and not can_pay
            ),
        )

    def worker_in_a_depot(self, turn: Turn) -> Looks:
        """The capitol sends a worker to a tile that has no cell for one, or only a taken one."""
        after, _ = self._begin(turn.start)
        move = moves.Activate((0, 0), activating.DEPLOY)
        if self.game.check(after, move):
            raise NotHereError
        after = self.game.apply(after, move)
        seat = _seat(after)
        mine = after.players[seat].island
        cells = [c for c in mine.tiles if c not in mine.free]
        dock_cell = self.source.choice([*moves.dock_cells(after.players[seat], after)])
        cell = self.source.choice(cells)
        looks = self._finish(after, moves.Deploy(dock_cell, cell))
        old = mine.tiles[cell].worker
        if old is None:
            return looks
        there = Piece("worker", island_place(seat, cell), f"seat-{seat}", old)
        return _with_piece(looks, seat, there)

    def unpaid_change(self, turn: Turn) -> Looks:
        """A die is changed and no energy is paid, though there is some."""
        change = self.source.choice((-1, 1))
        after, task = self._begin(turn.start, change)
        if not taking.change_cost(turn.start, task.seat, change):
            raise NotHereError
        unpaid = after.with_player(task.seat, turn.start.players[task.seat])
        return self._use_change(turn, unpaid, task, change)

    def _use_change(self, turn: Turn, after: State, task: tasks.Act, change: int) -> Looks:
        """Build a tile that only the changed die reaches."""
        free = taking.free_steps(turn.start, task.seat)
        near = {
            slot
            for step in range(-free, free + 1)
            for slot in slots_around(turned(task.value, step - change))
        }
        slots = [slot for slot in _near_slots(after, task) if slot not in near]
        return self._build(after, task, self._pick(slots))

    def penniless_change(self, turn: Turn) -> Looks:
        """A die is changed without any energy to pay with."""
        seat = _seat(turn.start)
        player = turn.start.players[seat]
        change = self.source.choice((-1, 1))
        if player.stock.energy or taking.free_steps(turn.start, seat):
            raise NotHereError
        self._begin(turn.start)
        rich = turn.start.with_player(seat, player.gain(Stock(energy=1)))
        after, task = self._begin(rich, change)
        return self._use_change(turn, after, task, change)

    def token_without_slot(self, turn: Turn) -> Looks:
        """An upgrade on a tile that has no free slot for it."""
        state = _at_plan(turn)
        seat = _seat(state)
        options = [
            moves.Complete(plan, cell)
            for plan in plans.plans_to_complete(state, seat)
            for cell in state.players[seat].island.tiles
        ]
        return self._finish(state, self._pick([m for m in options if self.game.check(state, m)]))

    def unpaid_plan(self, turn: Turn) -> Looks:
        """A plan that its owner can't pay for."""
        state = _at_plan(turn)
        player = state.players[_seat(state)]
        plans = [p for p in state.unseen_plans if p.level in player.hidden]
        dear = [plan for plan in plans if not player.stock.covers(plan.cost)]
        return self._finish(state, moves.Complete(self._pick(dear)))


def _refuse_end_of_round(start: State) -> None:
    """After the last turn of a round what lies there is put back at once."""
    if start.turn + 1 >= 2 * len(start.players):
        raise NotHereError


def _at_plan(turn: Turn) -> State:
    """The moment of the turn when a plan may be completed."""
    _refuse_end_of_round(turn.start)
    for _, state in turn.path:
        if state.agenda and isinstance(state.agenda[-1], tasks.CompletePlan):
            return state
    raise NotHereError


def _near_slots(after: State, task: tasks.Act) -> list[str]:
    return [s for s in slots_around(task.value) if _is_single(after, s)]


def _is_single(state: State, slot: str) -> bool:
    """Whether no other slot holds such a tile, from which it may have come."""
    tile = state.market[slot]
    return tile is not None and [*state.market.values()].count(tile) == 1


def _seat(state: State) -> int:
    seat: int = state.agenda[-1].seat  # type: ignore[union-attr]
    return seat


def _on_forge(value: int) -> Die:
    return Die(value, f"forge/{value}")


def _with_dice(looks: Looks, *dice: Die) -> Looks:
    """The same with other dice on the main board."""
    return [replace(looks[0], dice=dice), *looks[1:]]


def _with_piece(looks: Looks, seat: int, piece: Piece) -> Looks:
    return [
        replace(look, pieces=(*look.pieces, piece)) if look.zone == f"island:{seat}" else look
        for look in looks
    ]


KINDS: dict[str, tuple[Callable[[Cheater, Turn], Looks], set[str]]] = {
    "a die on a wrong space": (Cheater.wrong_space, {"forge.wrong-space"}),
    "four dice on a space": (Cheater.four_on_a_space, {"forge.more-than-three"}),
    "a die turned on the Forge": (Cheater.turned_die, {"forge.turned"}),
    "a used die missing": (Cheater.missing_die, {"forge.missing-dice"}),
    "a die too many": (Cheater.extra_die, {"forge.extra-dice"}),
    "a tile out of reach": (Cheater.far_build, {"market.out-of-reach"}),
    "a scrap out of reach": (Cheater.far_scrap, {"market.out-of-reach"}),
    "an unconnected tile": (Cheater.floating_tile, {"island.not-connected"}),
    "a tile on a tile": (Cheater.two_on_a_cell, {"island.cell-taken"}),
    "a second activation": (Cheater.second_activation, {"activate.worker-lies"}),
    "a wrong number": (Cheater.wrong_number, {"activate.wrong-number"}),
    "an unpaid activation": (Cheater.unpaid_activation, {"activate.cannot-pay"}),
    "a worker without a cell": (
        Cheater.worker_in_a_depot,
        {"deploy.no-worker-cell", "deploy.cell-taken", "island.no-worker-cell"},
    ),
    "a change not paid": (Cheater.unpaid_change, {"change.not-paid"}),
    "a change without energy": (Cheater.penniless_change, {"change.cannot-pay"}),
    "a token without a slot": (
        Cheater.token_without_slot,
        {"upgrade.no-slot", "upgrade.slot-taken", "island.upgrade-slot"},
    ),
    "a plan not payable": (Cheater.unpaid_plan, {"plan.cannot-pay"}),
}
