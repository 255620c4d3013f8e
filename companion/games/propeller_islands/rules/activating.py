"""Activating a tile: what it costs, what its bar offers, and why it may not work.

The rules are those of FR p.8 and p.12, DE p.8 and p.12.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import starmap
from typing import Annotated, NamedTuple

from companion.common.words import say
from companion.games.kit.plain import Move
from companion.games.kit.rulings import Later, Reasons
from companion.games.kit.texts import Form
from companion.games.kit.values import evolve, made_once, value
from companion.games.propeller_islands.components.pieces import (
    CAPITOL,
    CRYSTAL_MERCHANT,
    HOTEL,
    ONE,
    RADIO_STATION,
    WAREHOUSE,
    Stock,
    Tile,
)
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.building import at
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import LYING, Placed, State
from companion.games.propeller_islands.told.words import SAID, amounts, the_tile
from companion.tabletop.hexes import Cell

Activating = tasks.Act | tasks.ActivateTiles | tasks.ActivateAny

FREE = Stock()
MARIES_ENERGY = Stock(energy=1)


class Bar(NamedTuple):
    """What a tile does: its price, its gain, and what may be done then."""

    cost: Stock = FREE
    gain: Stock = FREE
    sets_off: Callable[[int], tasks.Task] | None = None

    @property
    def deploys(self) -> bool:
        """Whether it deploys a worker."""
        return self.sets_off is _deploys


def _deploys(seat: int) -> tasks.Task:
    return tasks.DeployWorker(seat, optional=False)


DEPLOY = "worker"
#: What the bar of a tile offers, by option. Most tiles have the one option None.
BARS: Mapping[str, Mapping[str | None, Bar]] = {
    CAPITOL: {DEPLOY: Bar(sets_off=_deploys), "resources": Bar(gain=Stock(energy=1, steel=1))},
    "05": {None: Bar(gain=Stock(gear=1))},
    "06": {None: Bar(gain=Stock(energy=2))},
    "07": {None: Bar(gain=Stock(steel=1))},
    HOTEL: {None: Bar(sets_off=_deploys)},
    "09": {None: Bar(Stock(energy=2), Stock(steel=1, gear=1))},
    "10": {None: Bar(Stock(steel=1), Stock(gear=2))},
    RADIO_STATION: {None: Bar(sets_off=lambda seat: tasks.ActivateAny(seat, left=1))},
    WAREHOUSE: {None: Bar(sets_off=lambda seat: tasks.UseDepots(seat, 1, used=(), optional=False))},
    CRYSTAL_MERCHANT: {
        "energy>steel": Bar(Stock(energy=2), Stock(steel=1)),
        "energy>gear": Bar(Stock(energy=2), Stock(gear=1)),
        "steel>energy": Bar(Stock(steel=1), Stock(energy=2)),
        "gear>energy": Bar(Stock(gear=1), Stock(energy=2)),
    },
}
_OPTIONS = Form(str, among=frozenset(option for bar in BARS.values() for option in bar if option))


def answers(placed: Placed, task: Activating) -> bool:
    """Whether a tile may be activated by this task without Marie's help."""
    return (
        isinstance(task, tasks.ActivateAny)
        or placed.tile.number == task.value
        or placed.answers_any_die
    )


def extra_cost(state: State, task: Activating) -> Stock | None:
    """What one more tile of any number costs Marie; None for everybody else, or when it was used.

    FR p.11 lets her do it whenever she activates, DE p.11 only with the action of her turn.
    """
    level = state.ability(task.seat, "marie")
    if not level or isinstance(task, tasks.ActivateAny):
        return None
    if isinstance(task, tasks.ActivateTiles):
        everywhere = state.edition.options.marie_when == "any-activation"
        if not task.extra or (task.shared and not everywhere):
            return None
    return MARIES_ENERGY if level == 1 else FREE


def _needs_cell(state: State, tile: Tile, bar: Bar) -> bool:
    """Whether it can't be done without a free worker cell (FR p.12, DE p.8 and p.12)."""
    strict = state.edition.options.capitol_without_cell == "blocked"
    return bar.deploys or (strict and tile.is_capitol)


def offers(
    state: State, task: Activating, with_extra: bool = True
) -> Iterator[tuple[Cell, str | None]]:
    """Every cell and option that may be activated now, in the order of placing."""
    player = state.players[task.seat]
    extra = extra_cost(state, task) if with_extra else None
    can_help = extra is not None and player.stock.covers(extra)
    helped = player.stock.minus(extra) if extra is not None and can_help else None
    can_deploy = player.can_deploy()
    for cell, placed in player.island.ready:
        purse = player.stock if answers(placed, task) else helped
        if purse is None or cell in player.fresh:
            continue
        for option, bar in BARS[placed.tile.id].items():
            if purse.covers(bar.cost) and (can_deploy or not _needs_cell(state, placed.tile, bar)):
                yield cell, option


@value
class Activate(Move):
    """Activate a tile; `option` says which, where its bar offers several."""

    verb = "activate"
    answers = Activating
    touches = ("island/{seat}/{cell}", "goods/{seat}/{goods}")
    cell: Cell
    option: Annotated[str | None, _OPTIONS] = None

    @classmethod
    def tries(cls, state: State, task: Activating) -> "Iterable[Activate]":
        return starmap(made_once(cls), offers(state, task))

    def wrong(self, state: State, task: Activating) -> Reasons:
        player = state.players[task.seat]
        placed = player.island.tiles.get(self.cell)
        here = state, task.seat, self.cell
        if placed is None:
            yield at("activate.no-tile", *here)
            return
        if not placed.tile.can_be_activated:
            yield at("activate.no-bar", *here)
            return
        if placed.worker is None:
            yield at("activate.no-worker", *here)
        if placed.worker == LYING:
            yield at("activate.worker-lies", *here)
        if self.cell in player.fresh:
            yield at("activate.fresh-worker", *here)
        purse = player.stock
        if not isinstance(task, tasks.ActivateAny) and not answers(placed, task):
            extra = extra_cost(state, task)
            if extra is None:
                number = placed.tile.number or say("number that is not known")
                yield at("activate.wrong-number", *here, number=number, value=task.value)
            elif not purse.covers(extra):
                yield at("activate.marie-cannot-pay", *here)
            else:
                purse = purse.minus(extra)
        yield from self._wrong_bar(state, task.seat, placed.tile, purse)

    def _wrong_bar(self, state: State, seat: int, tile: Tile, purse: Stock) -> Reasons:
        offered = BARS[tile.id]
        here, name = (state, seat, self.cell), Later(the_tile, (state.edition, tile.id))
        bar = offered.get(self.option)
        if bar is None:
            options = ", ".join(key for key in offered if key) or say("nothing to choose")
            yield at("activate.no-option", *here, name=name, options=options)
            return
        if not purse.covers(bar.cost):
            facts = {"cost": Later(amounts, (bar.cost,)), "have": Later(amounts, (purse,))}
            yield at("activate.cannot-pay", *here, name=name, **facts)
        if _needs_cell(state, tile, bar) and not state.players[seat].can_deploy():
            yield at("activate.cannot-deploy", *here, name=name)

    def do(self, state: State, task: Activating) -> State:
        seat = task.seat
        player = state.players[seat]
        placed = player.island.tiles[self.cell]
        bar = BARS[placed.tile.id][self.option]
        cost = bar.cost
        helped = not answers(placed, task)
        if helped:
            cost = cost.plus(extra_cost(state, task) or FREE)
        player = evolve(
            player,
            stock=player.stock.minus(cost).plus(bar.gain),
            island=player.island.with_changed(self.cell, worker=LYING),
        )
        follows = _goes_on(task, helped)
        if placed.holds("production"):
            follows = (*follows, tasks.Produce(seat, self.cell))
        if bar.sets_off:
            follows = (*follows, bar.sets_off(seat))
        return state.then_with(seat, player, *follows)

    def goods(self, state: State, task: Activating) -> list[str]:
        placed = state.players[task.seat].island.tiles[self.cell]
        bar = BARS[placed.tile.id][self.option]
        made = [upgrade.of for upgrade in placed.upgrades if upgrade.kind == "production"]
        paid = FREE if answers(placed, task) else extra_cost(state, task) or FREE
        return [*dict.fromkeys((*bar.cost.plus(bar.gain).plus(paid).there(), *filter(None, made)))]


def _goes_on(task: Activating, helped: bool) -> tuple[tasks.Task, ...]:
    """What is left of a task after one of its activations."""
    if isinstance(task, tasks.ActivateAny):
        return (tasks.ActivateAny(task.seat, task.left - 1),) if task.left > 1 else ()
    if isinstance(task, tasks.Act):
        return (tasks.ActivateTiles(task.seat, task.value, shared=False, extra=not helped),)
    return (tasks.ActivateTiles(task.seat, task.value, task.shared, task.extra and not helped),)


# --- doing nothing more ---------------------------------------------------------------------------

Skippable = Activating | tasks.DeployWorker | tasks.UseDepots | tasks.CompletePlan


def may_stop(state: State, task: Skippable) -> bool:
    """Whether it may be left out; FR p.6 can be read as a duty to use the shared die."""
    if isinstance(task, tasks.ActivateTiles) and task.shared:
        may = state.edition.options.shared_die == "may"
        return may or not any(offers(state, task, with_extra=False))
    return getattr(task, "optional", True)


@value
class Pass(Move):
    """No (more) of what is on offer: no activation, no reward, no plan."""

    verb = "pass"
    answers = Skippable

    @classmethod
    def tries(cls, state: State, task: Skippable) -> "Iterable[Pass]":
        return (PASS,) if may_stop(state, task) else ()

    def wrong(self, state: State, task: Skippable) -> Reasons:
        if not may_stop(state, task):
            yield ruling("order.must", expected=SAID["expected"][type(task).__name__])

    def do(self, state: State, task: Skippable) -> State:
        return state.then()


PASS = Pass()


# --- depots, and what abilities give --------------------------------------------------------------


def unused_depots(state: State, task: tasks.UseDepots) -> list[Cell]:
    """The depots that this effect may use."""
    depots = state.players[task.seat].island.depots()
    return [cell for cell in depots if cell not in task.used]


@value
class UseDepot(Move):
    """Gain the bonus of a depot again."""

    verb = "depot"
    answers = tasks.UseDepots
    may_be = (unused_depots,)
    cell: Cell

    def wrong(self, state: State, task: tasks.UseDepots) -> Reasons:
        if self.cell not in state.players[task.seat].island.depots():
            yield at("depot.no-depot", state, task.seat, self.cell)
        elif self.cell in task.used:
            yield at("depot.used-already", state, task.seat, self.cell)

    def do(self, state: State, task: tasks.UseDepots) -> State:
        seat, left = task.seat, task.left - 1
        bonus = tasks.GainBonus(seat, state.players[seat].island.tiles[self.cell].tile.id)
        rest = tasks.UseDepots(seat, left, (*task.used, self.cell), task.optional)
        return state.then(*[rest] * bool(left), bonus)


@value
class Gain(Move):
    """Choose the resource that a character's ability gives."""

    verb = "gain"
    answers = tasks.ChooseGain
    touches = ("goods/{seat}/{resource}",)
    may_be = (("energy", "steel"),)
    resource: str

    def wrong(self, state: State, task: tasks.ChooseGain) -> Reasons:
        if self.resource not in self.may_be[0]:
            yield ruling("gain.not-offered", resource=self.resource)

    def do(self, state: State, task: tasks.ChooseGain) -> State:
        return state.then_with(task.seat, state.players[task.seat].gain(ONE[self.resource]))
