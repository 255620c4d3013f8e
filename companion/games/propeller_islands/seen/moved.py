"""What was put elsewhere and may not be: whatever lies on an island stays, whatever was played."""

from companion.games.kit.rulings import Reasons
from companion.games.propeller_islands.components.pieces import Tile, Upgrade
from companion.games.propeller_islands.rules.rulings import island_place, ruling
from companion.games.propeller_islands.rules.state import LYING, STANDING, State
from companion.games.propeller_islands.told.whereabouts import tile_there
from companion.games.propeller_islands.told.words import tile_in_full, upgrade
from companion.tabletop.sight import CERTAIN, LyingThing, Sight


def moved(before: State, after: State, sight: Sight) -> Reasons:
    """What lay somewhere when the game stood at `before` and lies elsewhere now."""
    yield from _market(before, sight)
    for seat in range(len(before.players)):
        yield from _tiles(before, sight, seat)
        yield from _upgrades(before, sight, seat)
        yield from _workers(before, sight, seat)
        if before.round == after.round and after.agenda:
            yield from _stood_up(before, sight, seat)


def _in_full(state: State, tile: str) -> str:
    return tile_in_full(state.edition, Tile.parse(tile))


def sure(sight: Sight, place: str, kind: str) -> list[LyingThing]:
    """The things of a kind at a place that were read with certainty."""
    return [t for t in sight.things(place) if t.kind == kind and t.confidence >= CERTAIN]


def _has(sight: Sight, place: str, kind: str, identity: str) -> bool:
    return any(thing.identity == identity for thing in sure(sight, place, kind))


def _is_gone(sight: Sight, place: str, kind: str, identity: str) -> bool:
    """Whether it was looked for and something else, or nothing, lies there."""
    things = [t for t in sight.things(place) if t.kind == kind]
    sure = all(t.confidence >= CERTAIN and t.identity for t in things)
    return sight.read(place) and sure and all(t.identity != identity for t in things)


def _market(before: State, sight: Sight) -> Reasons:
    """A tile of which there is no other copy lies in another slot than before."""
    tiles = {slot: str(tile) for slot, tile in before.market.items() if tile}
    copies = {str(tile) for tile in before.unseen}
    for slot, tile in tiles.items():
        if tile in copies or not _is_gone(sight, f"market/{slot}", "tile", tile):
            continue
        for other, lay_there in tiles.items():
            if lay_there != tile and _has(sight, f"market/{other}", "tile", tile):
                places = f"market/{slot}", f"market/{other}"
                yield ruling("market.moved", *places, tile=_in_full(before, tile), slot=slot)


def _tiles(before: State, sight: Sight, seat: int) -> Reasons:
    island = before.players[seat].island
    for cell, placed in island.tiles.items():
        place, tile = island_place(seat, cell), str(placed.tile)
        if not _is_gone(sight, place, "tile", tile):
            continue
        for other in sorted(sight.read_places(f"island:{seat}")):
            lay = next((t for c, t in island.tiles.items() if island_place(seat, c) == other), None)
            if (lay is None or lay.tile != placed.tile) and _has(sight, other, "tile", tile):
                name = tile_there(before.edition, island.tiles, cell)
                yield ruling("island.moved", place, other, name=name)


def _upgrades(before: State, sight: Sight, seat: int) -> Reasons:
    """A token that has gone from a tile, or from those set aside, and lies on another tile."""
    player = before.players[seat]
    lay = {
        island_place(seat, c): [str(u) for u in p.upgrades] for c, p in player.island.tiles.items()
    }
    lay[f"aside/{seat}"] = [str(upgrade) for upgrade in player.aside]
    for place, tokens in lay.items():
        for token in tokens:
            if not _is_gone(sight, place, "upgrade", token):
                continue
            for other, there in lay.items():
                if token not in there and _has(sight, other, "upgrade", token):
                    yield ruling(
                        "upgrade.moved", place, other, upgrade=upgrade(Upgrade.parse(token))
                    )


def _workers(before: State, sight: Sight, seat: int) -> Reasons:
    """Too many of them, one of another colour, one who left his tile, one who is back."""
    player, edition = before.players[seat], before.edition
    docks = {
        f"dock/{seat}/{name}": bool(player.dock >> cell & 1)
        for cell, name in enumerate(edition.dock_names)
    }
    cells = {island_place(seat, c): placed for c, placed in player.island.tiles.items()}
    there = {place: sure(sight, place, "worker") for place in {**docks, **cells}}
    mine = (None, f"seat-{seat}")
    found = sum(worker.identity in mine for workers in there.values() for worker in workers)
    if found > edition.workers:
        yield ruling("island.workers", f"dock/{seat}", found=found, workers=edition.workers)
        return
    for place, workers in there.items():
        if any(worker.identity not in mine for worker in workers):
            yield ruling("worker.not-yours", place, seat=seat)
    left = [p for p, placed in cells.items() if placed.worker and _is_empty(sight, p)]
    left += [place for place, stood in docks.items() if stood and _is_empty(sight, place)]
    back = [place for place, stood in docks.items() if not stood and there[place]]
    came = [p for p, placed in cells.items() if not placed.worker and there[p]]
    off_tiles = [place for place in left if place in cells]
    if (off_tiles and (came or back)) or (left and back):
        yield ruling("worker.moved", *(off_tiles or left)[:1], *(back or came)[:1], seat=seat)


def _is_empty(sight: Sight, place: str) -> bool:
    return sight.read(place) and not any(t.kind == "worker" for t in sight.things(place))


def _stood_up(before: State, sight: Sight, seat: int) -> Reasons:
    island = before.players[seat].island
    for cell, placed in island.tiles.items():
        place = island_place(seat, cell)
        if placed.worker == LYING and any(
            worker.pose == STANDING for worker in sure(sight, place, "worker")
        ):
            name = tile_there(before.edition, island.tiles, cell)
            yield ruling("worker.stood-up", place, name=name)
