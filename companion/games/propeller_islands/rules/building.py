"""Moves with tiles: from the market to an island or away, and what comes off the stack."""

from collections.abc import Iterable
from typing import Any

from companion.common.words import listed
from companion.games.kit.plain import Move
from companion.games.kit.rulings import Later, Reasons
from companion.games.kit.values import evolve, made_once, value, without
from companion.games.propeller_islands.components.board import SLOTS, slots_around, spaces_around
from companion.games.propeller_islands.components.pieces import Stock, Tile
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.rulings import island_place, ruling
from companion.games.propeller_islands.rules.state import Island, State
from companion.games.propeller_islands.told.places_in_words import spot
from companion.games.propeller_islands.told.words import the_tile
from companion.games.protocol import Violation
from companion.tabletop.hexes import Cell

SCRAP_ENERGY = Stock(energy=2)


def at(rule: str, state: State, seat: int, cell: Cell, /, **facts: Any) -> Violation:
    """A violation about a place on an island, which is called as people call it."""
    called = Later(spot, (state.edition, state.players[seat].island.tiles, cell))
    return ruling(rule, island_place(seat, cell), **{"name": called, "place": called, **facts})


# --- tiles on an island ---------------------------------------------------------------------------


def connections(island: Island, cell: Cell, hub: str | None, banner: str | None) -> int:
    """The guild connections of a hub symbol or banner with the tiles around (FR p.7, DE p.7)."""
    if hub is None and banner is None:
        return 0
    around = island.around(cell)
    hubs = [near for near in around if banner is not None and near.tile.hub == banner]
    return sum([near.banners.count(hub) for near in around], len(hubs))


def _edge(state: State, task: tasks.Seated) -> tuple[Cell, ...]:
    return state.players[task.seat].island.edge


def _cannot_lie(state: State, seat: int, tile: Tile | None, cell: Cell) -> Reasons:
    island = state.players[seat].island
    if cell in island.tiles:
        yield at("island.cell-taken", state, seat, cell)
    elif cell not in island.edge:
        named = {"name": the_tile(state.edition, tile.id)} if tile else {}
        yield at("island.not-connected", state, seat, cell, **named)


def _laid(
    state: State, seat: int, tile: Tile, cell: Cell, *afterwards: tasks.Task, **changes: object
) -> State:
    """With a tile on an island: its bonus first, then the fame of its connections, then the rest.

    Only the connections that this tile makes now count for it: a tile that comes during the bonus
    makes its own.
    """
    player = state.players[seat]
    fame = connections(player.island, cell, tile.hub, tile.banner)
    island = player.island.with_tile(cell, tile)
    follows = [*afterwards]
    if fame:
        follows.append(tasks.GainFame(seat, fame))
    if tile.is_depot:
        follows.append(tasks.GainBonus(seat, tile.id))
    return state.then_with(seat, evolve(player, island=island), *follows, **changes)


@value
class Place(Move):
    """Place a tile that was drawn from the stack."""

    verb = "place"
    answers = tasks.PlaceTile
    touches = ("island/{seat}/{cell}",)
    may_be = (_edge,)
    cell: Cell

    def wrong(self, state: State, task: tasks.PlaceTile) -> Reasons:
        return _cannot_lie(state, task.seat, task.tile, self.cell)

    def do(self, state: State, task: tasks.PlaceTile) -> State:
        return _laid(state, task.seat, task.tile, self.cell)


# --- the market -----------------------------------------------------------------------------------


def _filled(state: State, task: tasks.Act) -> Iterable[str]:
    """The slots that a die can reach and where a tile lies."""
    slots = slots_around(task.value, state.edition.forge_order)
    return [slot for slot in slots if state.market[slot] is not None]


_refill = made_once(tasks.FillSlot)


def _cannot_take(state: State, task: tasks.Act, slot: str) -> Reasons:
    order = state.edition.forge_order
    if slot not in SLOTS:
        yield ruling("market.no-slot", slot=slot)
        return
    if slot not in slots_around(task.value, order):
        spaces = listed(map(str, spaces_around(slot, order)))
        pieces = f"market/{slot}", f"forge/{task.value}"
        yield ruling("market.out-of-reach", *pieces, slot=slot, value=task.value, spaces=spaces)
    if state.market.get(slot) is None:
        yield ruling("market.empty", f"market/{slot}", slot=slot)


@value
class Build(Move):
    """Action A: take the tile of a market slot and place it on the island."""

    verb = "build"
    answers = tasks.Act
    touches = ("market/{slot}", "island/{seat}/{cell}")
    may_be = (_filled, _edge)
    slot: str
    cell: Cell

    def wrong(self, state: State, task: tasks.Act) -> Reasons:
        yield from _cannot_take(state, task, self.slot)
        yield from _cannot_lie(state, task.seat, state.market.get(self.slot), self.cell)

    def do(self, state: State, task: tasks.Act) -> State:
        tile = state.market[self.slot]
        assert tile is not None
        market = {**state.market, self.slot: None}
        refill = _refill(self.slot)
        return _laid(state, task.seat, tile, self.cell, refill, market=market)


@value
class Scrap(Move):
    """Action B: throw the tile of a market slot away for two energy."""

    verb = "scrap"
    answers = tasks.Act
    touches = ("market/{slot}", "goods/{seat}/energy")
    may_be = (_filled,)
    slot: str

    def wrong(self, state: State, task: tasks.Act) -> Reasons:
        return _cannot_take(state, task, self.slot)

    def do(self, state: State, task: tasks.Act) -> State:
        player = state.players[task.seat].gain(SCRAP_ENERGY)
        market = {**state.market, self.slot: None}
        return state.then_with(task.seat, player, _refill(self.slot), market=market)


@value
class Reveal(Move):
    """The tile that came off the stack: any, even one that the data does not have."""

    verb = "tile"
    answers = tasks.FillSlot | tasks.DrawTile
    touches = ("market/{slot}",)
    may_be = (lambda state, _: dict.fromkeys(state.unseen),)
    tile: Tile

    def wrong(self, state: State, task: tasks.FillSlot | tasks.DrawTile) -> Reasons:
        if self.tile.is_capitol:
            yield ruling("reveal.capitol", "stack")

    def do(self, state: State, task: tasks.FillSlot | tasks.DrawTile) -> State:
        left, unseen = state.stack - 1, without(state.unseen, self.tile)
        if isinstance(task, tasks.DrawTile):
            place = tasks.PlaceTile(task.seat, self.tile)
            return state.then(place, stack=left, unseen=unseen)
        market = {**state.market, task.slot: self.tile}
        return state.then(stack=left, unseen=unseen, market=market)


@value
class CountStack(Move):
    """Somebody counted the stack of building tiles."""

    verb = "stack"
    answers = tasks.Task
    may_be = ((),)
    left: int

    def wrong(self, state: State, task: tasks.Task) -> Reasons:
        if not 0 <= self.left <= state.edition.stack_tiles:
            yield ruling("stack.range", "stack", most=state.edition.stack_tiles)

    def do(self, state: State, task: tasks.Task | None) -> State:
        """A stack that was thought empty refills the slots that stayed open for it."""
        market = state.market.items()
        open_slots = [tasks.FillSlot(slot) for slot, tile in market if tile is None]
        late = [task for task in reversed(open_slots) if task not in state.agenda]
        return evolve(state.but_first(*late), stack=self.left)
