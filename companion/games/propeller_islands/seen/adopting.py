"""A state that agrees with the table: what was read counts, everything else stays as it was.

This is for people who go on from where the table is, however it came there. What comes into view
is taken out of the stack or the pile that it must have come from.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from companion.common.errors import InputError
from companion.games.propeller_islands.components.pieces import LEVELS, Plan, Stock, Tile, Upgrade
from companion.games.propeller_islands.rules.rulings import island_cell
from companion.games.propeller_islands.rules.state import (
    STANDING,
    Island,
    Placed,
    Player,
    State,
    evolve,
)
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.games.propeller_islands.seen.trail import dice
from companion.tabletop.sight import LyingThing, Sight

T = TypeVar("T")
N = TypeVar("N", Plan, Upgrade)


def adopt(state: State, sight: Sight) -> State:
    """The state with everything as it was read; `InputError` where that has no meaning."""
    players = tuple(_player(state, seat, sight) for seat in range(len(state.players)))
    forge = tuple(
        len(sight.things(f"forge/{face}")) if sight.read(f"forge/{face}") else count
        for face, count in state.spaces()
    )
    market = {slot: _one_tile(f"market/{slot}", tile, sight) for slot, tile in state.market.items()}
    display = _named(DISPLAY, Plan, state.display, sight)
    after = evolve(state, players=players, forge=forge, market=market, display=display)
    return _drawn(state, after)


def _player(state: State, seat: int, sight: Sight) -> Player:
    player = state.players[seat]
    used = sight.things(dice(seat))
    return evolve(
        player,
        island=_island(player.island, seat, sight),
        dock=_dock(state, seat, sight),
        used_dice=tuple(sorted(map(_number, used))) if sight.read(dice(seat)) else player.used_dice,
        stock=Stock(
            *(_pile(seat, name, count, sight) for name, count in player.stock._asdict().items())
        ),
        fame=_pile(seat, "fame", player.fame, sight),
        completed=_named(f"completed/{seat}", Plan, player.completed, sight),
        aside=_named(f"aside/{seat}", Upgrade, player.aside, sight),
        **_hand(player, seat, sight),
    )


def _island(island: Island, seat: int, sight: Sight) -> Island:
    tiles = dict(island.tiles)
    for place in sorted(sight.read_places(f"island:{seat}")):
        cell = island_cell(place, seat)
        if cell is None:
            continue
        before = tiles.get(cell)
        tile = _one_tile(place, before.tile if before else None, sight)
        if tile is None:
            tiles.pop(cell, None)
            continue
        pose = before.worker if before else None
        workers = [thing for thing in sight.things(place) if thing.kind == "worker"]
        poses = [worker.pose or pose or STANDING for worker in workers]
        upgrades = _named(place, Upgrade, (), sight)
        tiles[cell] = Placed(tile, poses[0] if poses else None, upgrades)
    return Island(tiles)


def _dock(state: State, seat: int, sight: Sight) -> int:
    dock = state.players[seat].dock
    for cell, name in enumerate(state.edition.dock_names):
        place = f"dock/{seat}/{name}"
        if sight.read(place):
            dock = dock | 1 << cell if sight.things(place) else dock & ~(1 << cell)
    return dock


def _pile(seat: int, name: str, count: int, sight: Sight) -> int:
    things = sight.things(f"goods/{seat}/{name}")
    return _number(things[0]) if things else count


def _hand(player: Player, seat: int, sight: Sight) -> dict[str, tuple[object, ...]]:
    """The backs say how many cards of each level; what is known of them stays known."""
    place = f"hand/{seat}"
    if not sight.read(place):
        return {}
    backs = Counter(_identity(thing, place) for thing in sight.things(place))
    known = [plan for plan in player.hand if _take(backs, plan.level)]
    hidden = [level for level in player.hidden if _take(backs, level)]
    return {"hand": tuple(known), "hidden": (*hidden, *backs.elements())}


def _take(counted: Counter[T], one: T) -> bool:
    """Take one out, if there is one."""
    taken = counted[one] > 0
    counted[one] -= taken
    return taken


def _one_tile(place: str, before: Tile | None, sight: Sight) -> Tile | None:
    """The tile at a place; one that can't be told is taken for the one that was there."""
    if not sight.read(place):
        return before
    tiles = [thing for thing in sight.things(place) if thing.kind == "tile"]
    if not tiles:
        return None
    if tiles[0].identity is None and before is not None:
        return before
    return Tile.parse(_identity(tiles[0], place))


def _named(place: str, kind: type[N], before: tuple[N, ...], sight: Sight) -> tuple[N, ...]:
    """The plans or upgrades at a place."""
    if not sight.read(place):
        return before
    things = (thing for thing in sight.things(place) if thing.kind == kind.__name__.lower())
    return tuple(kind.parse(_identity(thing, place)) for thing in things)


def _identity(thing: LyingThing, place: str) -> str:
    if thing.identity is None:
        raise InputError(f"nobody can tell which {thing.kind} lies at {place}")
    return thing.identity


def _number(thing: LyingThing) -> int:
    if not (thing.identity or "").isdecimal():
        raise InputError(f"'{thing.identity}' is no number")
    return int(thing.identity or "")


# --- what was drawn meanwhile ---------------------------------------------------------------------


def _drawn(before: State, after: State) -> State:
    """Tiles and plans that have come into view are not in the stack or the piles any more."""
    tiles = Counter(_tiles(after)) - Counter(_tiles(before))
    plans = Counter(_plans(after)) - Counter(_plans(before))
    outside = [Counter(_levels(state)) for state in (before, after)]
    piles = {
        level: max(0, before.piles[level] + outside[0][level] - outside[1][level])
        for level in LEVELS
    }
    return evolve(
        after,
        stack=max(0, before.stack - tiles.total()),
        unseen=_without(before.unseen, tiles),
        piles=piles,
        unseen_plans=_without(before.unseen_plans, plans),
    )


def _tiles(state: State) -> Iterable[Tile]:
    yield from (tile for tile in state.market.values() if tile)
    for player in state.players:
        yield from (placed.tile for placed in player.island.tiles.values())


def _plans(state: State) -> Iterable[Plan]:
    yield from state.display
    for player in state.players:
        yield from (*player.hand, *player.completed)


def _levels(state: State) -> Iterable[str]:
    """The levels of all cards that lie in no pile."""
    yield from (plan.level for plan in _plans(state))
    for player in state.players:
        yield from player.hidden


def _without(all_of: tuple[T, ...], gone: Counter[T]) -> tuple[T, ...]:
    gone = gone.copy()
    return tuple(one for one in all_of if not _take(gone, one))
