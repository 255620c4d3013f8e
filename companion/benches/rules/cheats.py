"""Tables that no legal turn leads to: one forbidden thing each, made at random.

Each kind names the rules that would be a right answer. A cheat is only made where no legal move
leads to the same table: no ability, energy or other die could have done it.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.benches.rules.turns import EVERYTHING, Turn
from companion.games.propeller_islands.components.board import FACES, SLOTS, slots_around, turned
from companion.games.propeller_islands.components.pieces import Stock
from companion.games.propeller_islands.rules import activation, legal, moves, play, tasks
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import LYING, STANDING, State, evolve
from companion.games.protocol import CHANCE, Game
from companion.tabletop.hexes import neighbours
from companion.tabletop.observation import Die, Observation, Piece

Looks = list[Observation]
Made = Looks | None


@dataclass(frozen=True)
class Cheat:
    """A look at a table that can't be, and which rules it breaks."""

    kind: str
    start: State
    looks: Looks
    rules: frozenset[str]


class Cheater:
    """Breaks the rules in every way it knows, in turn."""

    def __init__(self, game: Game[Any, Any], seed: str) -> None:
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
                looks = make(self, turn)
                if looks is not None:
                    # The kinds take turns as far as the tables allow.
                    kinds.remove(kind)
                    kinds.append(kind)
                    yield Cheat(kind, turn.start, looks, rules)
                    break

    # --- dice that lie wrong ---------------------------------------------------------------------

    def looks(self, state: State) -> Looks:
        """A perfect look at everything."""
        zones = (z for z in self.game.zones(state) if z.partition(":")[0] in EVERYTHING)
        return [self.game.project(state, zone).as_seen() for zone in zones]

    def wrong_space(self, turn: Turn) -> Made:
        """A die lies on the space of another number."""
        looks = self.looks(turn.table)
        dice = list(looks[0].dice)
        if not dice:
            return None
        die = dice.pop(self.source.randrange(len(dice)))
        space = self.source.choice([face for face in FACES if face != die.value])
        return [replace(looks[0], dice=(*dice, replace(die, place=f"forge/{space}"))), *looks[1:]]

    def four_on_a_space(self, turn: Turn) -> Made:
        """Four dice of one value together."""
        looks = self.looks(turn.table)
        dice = list(looks[0].dice)
        if len(dice) < 4:
            return None
        value = self.source.choice(FACES)
        four = [Die(value, f"forge/{value}")] * 4
        rest = [die for die in dice[4:] if die.value != value]
        return [replace(looks[0], dice=(*four, *rest)), *looks[1:]]

    def turned_die(self, turn: Turn) -> Made:
        """A die was turned on the Forge and moved along."""
        if self._ends_round(turn.start):
            return None
        looks = self.looks(turn.table)
        dice = list(looks[0].dice)
        if not dice:
            return None
        die = dice.pop(self.source.randrange(len(dice)))
        # One that takes the place of the die of this turn would look as if that was never taken.
        lying = {face: sum(d.value == face for d in dice) for face in FACES}
        new = [f for f in FACES if turn.start.forge[f - 1] <= lying[f] < 3 and f != die.value]
        if not new:
            return None
        value = self.source.choice(new)
        return [replace(looks[0], dice=(*dice, Die(value, f"forge/{value}"))), *looks[1:]]

    def missing_die(self, turn: Turn) -> Made:
        """A used die has gone from the dock of somebody whose turn it is not."""
        if self._ends_round(turn.start):
            return None
        looks = self.looks(turn.table)
        own = f"dock:{_seat(turn.start)}"
        docks = [
            index
            for index, look in enumerate(looks)
            if look.zone.startswith("dock") and look.zone != own and look.dice
        ]
        if not docks:
            return None
        index = self.source.choice(docks)
        looks[index] = replace(looks[index], dice=looks[index].dice[1:])
        return looks

    def extra_die(self, turn: Turn) -> Made:
        """A die too many on the Forge."""
        looks = self.looks(turn.table)
        free = [f for f in FACES if turn.table.forge[f - 1] < 3]
        value = self.source.choice(free)
        return [replace(looks[0], dice=(*looks[0].dice, Die(value, f"forge/{value}"))), *looks[1:]]

    # --- moves that are not allowed --------------------------------------------------------------

    def _take(self, state: State, change: int = 0) -> State | None:
        """A die is taken; None for who could have made anything out of it."""
        seat = state.agenda[-1].seat  # type: ignore[union-attr]
        if state.ability(seat, "jacques") or state.ability(seat, "marie"):
            return None
        die = self.source.choice([f for f in FACES if state.forge[f - 1]])
        if change and self.game.check(state, moves.Take(die, change)):
            return None
        return self.game.apply(state, moves.Take(die, change))  # type: ignore[no-any-return]

    def _finish(self, state: State, cheat: Any) -> State:
        """The table at the end of the turn: nothing more is done that need not be."""
        done = play.carry_out(state, cheat)
        while (done.turn, done.round) == (state.turn, state.round) and done.agenda:
            if self.game.to_move(done) == CHANCE:
                move = self.game.chance(done, self.source)
            elif not self.game.check(done, moves.PASS):
                move = moves.PASS
            else:
                move = self.source.choice([*self.game.moves(done)])
            done = self.game.apply(done, move)
        for seat, player in enumerate(done.players):
            stock = Stock(*(max(0, count) for count in player.stock))
            done = done.with_player(seat, evolve(player, stock=stock))
        return done

    def _ends_round(self, state: State) -> bool:
        """The last turn of a round: what lies there is put back at once."""
        return state.turn + 1 >= 2 * len(state.players)

    def _far_slots(self, state: State, after: State) -> list[str]:
        """Slots that the die that was taken can't reach, not even changed by one."""
        task = after.agenda[-1]
        assert isinstance(task, tasks.Act)
        steps = {*legal.possible_changes(state, task.seat), -1, 0, 1}
        near = {s for step in steps for s in slots_around(turned(task.value, step))}
        return [s for s in SLOTS if s not in near and _is_single(after, s)]

    def far_build(self, turn: Turn) -> Made:
        """A tile from a slot that the die does not reach."""
        after = self._begin(turn)
        slots = self._far_slots(turn.start, after) if after else []
        if after is None or not slots:
            return None
        edge = after.players[_seat(after)].island.edge
        move = moves.Build(self.source.choice(slots), self.source.choice(edge))
        return self.looks(self._finish(after, move))

    def far_scrap(self, turn: Turn) -> Made:
        """The same tile thrown away."""
        after = self._begin(turn)
        slots = self._far_slots(turn.start, after) if after else []
        if after is None or not slots:
            return None
        return self.looks(self._finish(after, moves.Scrap(self.source.choice(slots))))

    def _begin(self, turn: Turn, change: int = 0) -> State | None:
        return None if self._ends_round(turn.start) else self._take(turn.start, change)

    def _near_slots(self, after: State) -> list[str]:
        task = after.agenda[-1]
        assert isinstance(task, tasks.Act)
        return [s for s in slots_around(task.value) if _is_single(after, s)]

    def floating_tile(self, turn: Turn) -> Made:
        """A tile that touches nothing."""
        after = self._begin(turn)
        slots = self._near_slots(after) if after else []
        if after is None or not slots:
            return None
        edge = after.players[_seat(after)].island.edge
        tiles = after.players[_seat(after)].island.tiles
        cells = sorted({n for c in edge for n in neighbours(c)} - {*edge, *tiles})
        return self.looks(
            self._finish(after, moves.Build(self.source.choice(slots), self.source.choice(cells)))
        )

    def two_on_a_cell(self, turn: Turn) -> Made:
        """A tile laid on another one."""
        after = self._begin(turn)
        slots = self._near_slots(after) if after else []
        if after is None or not slots:
            return None
        seat = _seat(after)
        cell = self.source.choice([*after.players[seat].island.tiles])
        below = after.players[seat].island.tiles[cell]
        done = self._finish(after, moves.Build(self.source.choice(slots), cell))
        place = island_place(seat, cell)
        return _with_piece(self.looks(done), seat, Piece("tile", place, str(below.tile)))

    def _activate(self, turn: Turn, wanted: Callable[[State, Any, Any, Any], bool]) -> Made:
        """The first activation that is `wanted` and not allowed."""
        after = self._begin(turn)
        if after is None:
            return None
        task = after.agenda[-1]
        options = [
            moves.Activate(cell, option)
            for cell, placed in after.players[_seat(after)].island.tiles.items()
            if placed.tile.id in ("01", "05", "06", "07", "09", "10")
            for option in activation.BARS[placed.tile.id]
            if option != activation.DEPLOY and wanted(after, task, cell, placed)
        ]
        options = [m for m in options if self.game.check(after, m)]
        if not options:
            return None
        return self.looks(self._finish(after, self.source.choice(options)))

    def second_activation(self, turn: Turn) -> Made:
        """A tile works whose worker lies already."""

        def wanted(state: State, task: Any, cell: Any, placed: Any) -> bool:
            cost, _ = next(iter(activation.BARS[placed.tile.id].values()))
            rich = state.players[task.seat].stock.covers(cost)
            return placed.worker == LYING and activation.answers(placed, task) and rich

        return self._activate(turn, wanted)

    def wrong_number(self, turn: Turn) -> Made:
        """A tile works whose number the die can't become."""

        def wanted(state: State, task: Any, cell: Any, placed: Any) -> bool:
            reach = {turned(task.value, step) for step in (-2, -1, 0, 1, 2)}
            cost, _ = next(iter(activation.BARS[placed.tile.id].values()))
            return (
                placed.worker == STANDING
                and not placed.answers_any_die
                and placed.tile.number not in reach
                and state.players[task.seat].stock.covers(cost)
            )

        return self._activate(turn, wanted)

    def unpaid_activation(self, turn: Turn) -> Made:
        """A tile works that its owner can't pay for."""

        def wanted(state: State, task: Any, cell: Any, placed: Any) -> bool:
            cost, _ = next(iter(activation.BARS[placed.tile.id].values()))
            poor = not state.players[task.seat].stock.covers(cost)
            return placed.worker == STANDING and activation.answers(placed, task) and poor

        return self._activate(turn, wanted)

    def worker_in_a_depot(self, turn: Turn) -> Made:
        """The capitol sends a worker to a tile that has no cell for him, or only a taken one."""
        after = self._begin(turn)
        move = moves.Activate((0, 0), activation.DEPLOY)
        if after is None or self.game.check(after, move):
            return None
        after = self.game.apply(after, move)
        seat = _seat(after)
        tiles = after.players[seat].island.tiles
        cells = [c for c, placed in tiles.items() if not placed.has_free_worker_cell]
        dock_cell = self.source.choice([*legal.dock_cells(after.players[seat], after)])
        cell = self.source.choice(cells)
        done = self._finish(after, moves.Deploy(dock_cell, cell))
        old = tiles[cell].worker
        looks = self.looks(done)
        if old is None:
            return looks
        there = Piece("worker", island_place(seat, cell), f"seat-{seat}", old)
        return _with_piece(looks, seat, there)

    def unpaid_change(self, turn: Turn) -> Made:
        """A die is changed and no energy is paid, though there is some."""
        change = self.source.choice((-1, 1))
        after = self._begin(turn, change)
        if after is None or not legal.change_cost(turn.start, _seat(after), change):
            return None
        seat = _seat(after)
        return self._use_change(turn, after.with_player(seat, turn.start.players[seat]), change)

    def _use_change(self, turn: Turn, after: State, change: int) -> Made:
        """Scrap a tile that only the changed die reaches."""
        task = after.agenda[-1]
        assert isinstance(task, tasks.Act)
        old = slots_around(turned(task.value, -change))
        free = {s for f in range(-2, 3) for s in slots_around(turned(task.value, f - change))
                if abs(f) <= legal.free_steps(turn.start, task.seat)}  # fmt: skip
        slots = [s for s in self._near_slots(after) if s not in old and s not in free]
        if not slots:
            return None
        edge = after.players[task.seat].island.edge
        move = moves.Build(self.source.choice(slots), self.source.choice(edge))
        return self.looks(self._finish(after, move))

    def penniless_change(self, turn: Turn) -> Made:
        """A die is changed without any energy to pay with."""
        seat = _seat(turn.start)
        player = turn.start.players[seat]
        change = self.source.choice((-1, 1))
        if player.stock.energy or legal.free_steps(turn.start, seat) or self._begin(turn) is None:
            return None
        rich = turn.start.with_player(seat, player.gain(Stock(energy=1)))
        after = self._take(rich, change)
        return None if after is None else self._use_change(turn, after, change)

    def _at_plan(self, turn: Turn) -> State | None:
        """The moment of the turn when a plan may be completed."""
        for _, state in turn.path:
            if state.agenda and isinstance(state.agenda[-1], tasks.CompletePlan):
                return None if self._ends_round(turn.start) else state
        return None

    def token_without_slot(self, turn: Turn) -> Made:
        """An upgrade on a tile that has no free slot for it."""
        state = self._at_plan(turn)
        if state is None:
            return None
        seat = _seat(state)
        options = [
            moves.Complete(plan, cell)
            for plan in legal.plans_to_complete(state, seat)
            for cell in state.players[seat].island.tiles
        ]
        options = [move for move in options if self.game.check(state, move)]
        return self.looks(self._finish(state, self.source.choice(options))) if options else None

    def unpaid_plan(self, turn: Turn) -> Made:
        """A plan that its owner can't pay for."""
        state = self._at_plan(turn)
        if state is None:
            return None
        player = state.players[_seat(state)]
        plans = [p for p in state.unseen_plans if p.level in player.hidden]
        plans = [plan for plan in plans if not player.stock.covers(plan.cost)]
        if not plans:
            return None
        return self.looks(self._finish(state, moves.Complete(self.source.choice(plans))))


def _is_single(state: State, slot: str) -> bool:
    """Whether no other slot holds such a tile, from which it may have come."""
    tile = state.market[slot]
    return tile is not None and [*state.market.values()].count(tile) == 1


def _seat(state: State) -> int:
    seat: int = state.agenda[-1].seat  # type: ignore[union-attr]
    return seat


def _with_piece(looks: Looks, seat: int, piece: Piece) -> Looks:
    return [
        replace(look, pieces=(*look.pieces, piece)) if look.zone == f"island:{seat}" else look
        for look in looks
    ]


KINDS: dict[str, tuple[Callable[[Cheater, Turn], Made], frozenset[str]]] = {
    "a die on a wrong space": (Cheater.wrong_space, frozenset({"forge.wrong-space"})),
    "four dice on a space": (Cheater.four_on_a_space, frozenset({"forge.more-than-three"})),
    "a die turned on the Forge": (Cheater.turned_die, frozenset({"forge.turned"})),
    "a used die missing": (Cheater.missing_die, frozenset({"forge.missing-dice"})),
    "a die too many": (Cheater.extra_die, frozenset({"forge.extra-dice"})),
    "a tile out of reach": (Cheater.far_build, frozenset({"market.out-of-reach"})),
    "a scrap out of reach": (Cheater.far_scrap, frozenset({"market.out-of-reach"})),
    "an unconnected tile": (Cheater.floating_tile, frozenset({"island.not-connected"})),
    "a tile on a tile": (Cheater.two_on_a_cell, frozenset({"island.cell-taken"})),
    "a second activation": (Cheater.second_activation, frozenset({"activate.worker-lies"})),
    "a wrong number": (Cheater.wrong_number, frozenset({"activate.wrong-number"})),
    "an unpaid activation": (Cheater.unpaid_activation, frozenset({"activate.cannot-pay"})),
    "a worker without a cell": (
        Cheater.worker_in_a_depot,
        frozenset({"deploy.no-worker-cell", "deploy.cell-taken", "island.no-worker-cell"}),
    ),
    "a change not paid": (Cheater.unpaid_change, frozenset({"change.not-paid"})),
    "a change without energy": (Cheater.penniless_change, frozenset({"change.cannot-pay"})),
    "a token without a slot": (
        Cheater.token_without_slot,
        frozenset({"upgrade.no-slot", "upgrade.slot-taken", "island.upgrade-slot"}),
    ),
    "a plan not payable": (Cheater.unpaid_plan, frozenset({"plan.cannot-pay"})),
}
