"""What is wrong with a table at first sight: no move can lead to it."""

from companion.games.kit.places import number
from companion.games.kit.rulings import Later, Reasons, all_of
from companion.games.kit.seen.conserving import Lying, moved, sure
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.components.pieces import Upgrade
from companion.games.propeller_islands.rules import status, tasks
from companion.games.propeller_islands.rules.consequences import TURNS_A_ROUND
from companion.games.propeller_islands.rules.rulings import island_cell, island_place, ruling
from companion.games.propeller_islands.rules.state import LYING, STANDING, State
from companion.games.propeller_islands.seen.seeing import (
    FORGE_PLACES,
    dice_place,
    project,
    rolling,
    zones,
)
from companion.games.propeller_islands.told.places_in_words import tiles_in_words
from companion.games.propeller_islands.told.words import thing_name, upgrade
from companion.tabletop.hexes import Cell
from companion.tabletop.sight import CERTAIN, Sight, contents


@all_of
def faults(before: State, after: State, sight: Sight) -> Reasons:
    """Everything that can't be when the game stood at `before` and likely stands at `after`."""
    dice = {face: sure(sight, f"forge/{face}", "die") for face in FACES}
    yield from status.forge({face: tuple(map(number, lying)) for face, lying in dice.items()})
    many = tuple(_number(after, sight))
    yield from many
    # The surplus of a space is rolled again: until then a die does come to the Forge.
    rolls_again = bool(before.agenda) and isinstance(before.agenda[-1], tasks.RollDice)
    same_round = before.round == after.round
    if not many and same_round and any(before.forge) and not rolls_again:
        yield from _turned(before, after, [len(lying) for lying in dice.values()])
    for seat in range(len(after.players)):
        found = len(sure(sight, dice_place(seat), "die"))
        if found > TURNS_A_ROUND:
            yield ruling("dock.too-many-dice", dice_place(seat), found=found)
        yield from _cells(after, sight, seat)
    looks = (project(before, zone) for zone in zones(before) if not zone.startswith("goods"))
    lay = {place: things for look in looks for place, things in contents(look).items()}
    yield from _market(before, lay, sight)
    for seat in range(len(before.players)):
        yield from _put_elsewhere(before, lay, sight, seat)
        yield from _workers(before, lay, sight, seat)
        if same_round and after.agenda:
            yield from _stood_up(before, sight, seat)


# --- dice -----------------------------------------------------------------------------------------


def _number(state: State, sight: Sight) -> Reasons:
    """Dice that are gone or came from nowhere; the one in somebody's hand is not missed."""
    places = (*FORGE_PLACES, *map(dice_place, range(len(state.players))))
    if not all(map(sight.read, places)):
        return
    found = sum(t.kind == "die" for place in places for t in sight.things(place))
    on_table = sum(state.forge) + sum(len(player.used_dice) for player in state.players)
    least = 0 if rolling(state) else on_table
    yield from status.number_of_dice(found, min(max(found, least), state.dice))


def _turned(before: State, after: State, seen: list[int]) -> Reasons:
    """No die comes to the Forge during a round: one that was not there was another one before."""
    new = [f for f in FACES for _ in range(seen[f - 1] - before.forge[f - 1])]
    gone = [f for f in FACES for _ in range(after.forge[f - 1] - seen[f - 1])]
    gone += [f for f in FACES for _ in range(before.forge[f - 1] - seen[f - 1])]
    if sum(seen) > sum(before.forge):
        yield ruling("dock.die-back", *(f"forge/{face}" for face in new))
        return
    for come, old in zip(new, gone, strict=False):
        yield ruling("forge.turned", f"forge/{old}", f"forge/{come}", old=old, new=come)


# --- tiles and upgrades ---------------------------------------------------------------------------


def _cells(state: State, sight: Sight, seat: int) -> Reasons:
    """Two tiles on a cell, a worker where no one can live, a token that has no slot."""
    tiles = state.players[seat].island.tiles
    for cell, placed in tiles.items():
        place = island_place(seat, cell)
        things = [thing for thing in sight.things(place) if thing.confidence >= CERTAIN]
        if len(things) < 2:
            continue
        name = Later(_called, (state, seat, cell))
        kinds = [thing.kind for thing in things]
        if kinds.count("tile") > 1:
            yield ruling("island.cell-taken", place, name=name)
        if kinds.count("worker") > 1:
            yield ruling("deploy.cell-taken", place, name=name)
        elif "worker" in kinds and not placed.tile.has_worker_cell:
            yield ruling("island.no-worker-cell", place, name=name)
        slots = set()
        for token in (thing for thing in things if thing.kind == "upgrade"):
            slot = (token.identity or "").partition(":")[0]
            if slot in slots:
                called = thing_name(state.edition, token)
                yield ruling("island.upgrade-slot", place, name=name, upgrade=called)
            slots.add(slot)


def _called(state: State, seat: int, cell: Cell) -> str:
    return tiles_in_words(state.edition, state.players[seat].island.tiles).thing(cell)


def _market(before: State, lay: Lying, sight: Sight) -> Reasons:
    """A tile of which there is no other copy lies in another slot than before."""
    copies = {str(tile) for tile in before.unseen}
    for place, other, tile in moved(lay, sight, "tile", ("market/",)):
        if tile.identity not in copies and other in lay:
            name, slot = thing_name(before.edition, tile), place.rpartition("/")[2]
            yield ruling("market.moved", place, other, tile=name, slot=slot)


def _put_elsewhere(before: State, lay: Lying, sight: Sight, seat: int) -> Reasons:
    """A tile that has left its cell, a token that has left its tile or those set aside."""
    tiles = before.players[seat].island.tiles
    island, aside = f"island/{seat}/", f"aside/{seat}"
    for place, other, _ in moved(lay, sight, "tile", (island,)):
        cell = island_cell(place, seat)
        assert cell is not None
        yield ruling("island.moved", place, other, name=_called(before, seat, cell))
    for place, other, token in moved(lay, sight, "upgrade", (island, aside)):
        if other == aside or island_cell(other, seat) in tiles:
            called = upgrade(Upgrade.parse(token.identity or ""))
            yield ruling("upgrade.moved", place, other, upgrade=called)


# --- workers --------------------------------------------------------------------------------------


def _workers(before: State, lay: Lying, sight: Sight, seat: int) -> Reasons:
    """Too many of them, one of another colour, one who left his tile, one who is back."""
    island, dock = f"island/{seat}/", f"dock/{seat}/"
    mine, most = (None, f"seat-{seat}"), before.edition.workers
    own = sight.zones.keys() & {f"island:{seat}", f"dock:{seat}"}
    places = [place for zone in sorted(own) for place in sorted(sight.read_places(zone))]
    there = {place: sure(sight, place, "worker") for place in places}
    found = sum(worker.identity in mine for workers in there.values() for worker in workers)
    if found > most:
        yield ruling("island.workers", f"dock/{seat}", found=found, workers=most)
        return
    for place, workers in there.items():
        if any(worker.identity not in mine for worker in workers):
            yield ruling("worker.not-yours", place, seat=seat)
    for place, other, _ in moved(lay, sight, "worker", (island, dock)):
        if place.startswith(island) or other.startswith(dock):
            yield ruling("worker.moved", place, other, seat=seat)
            return


def _stood_up(before: State, sight: Sight, seat: int) -> Reasons:
    for cell, placed in before.players[seat].island.tiles.items():
        place = island_place(seat, cell)
        workers = sure(sight, place, "worker")
        if placed.worker == LYING and any(worker.pose == STANDING for worker in workers):
            yield ruling("worker.stood-up", place, name=_called(before, seat, cell))
