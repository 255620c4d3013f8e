"""What can't be in a position: dice on wrong spaces, floating tiles, tokens without a slot."""

from collections import Counter

from companion.games.kit.rulings import Reasons, all_of
from companion.games.propeller_islands.components.board import FACES, MOST_DICE_ON_A_SPACE
from companion.games.propeller_islands.components.edition import Edition
from companion.games.propeller_islands.components.pieces import CAPITOL
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.consequences import TURNS_A_ROUND
from companion.games.propeller_islands.rules.rulings import island_place, ruling
from companion.games.propeller_islands.rules.state import Placed, State
from companion.games.propeller_islands.told import position, words
from companion.games.propeller_islands.told.places_in_words import tiles_in_words
from companion.games.propeller_islands.told.position import Position, SeatPosition
from companion.games.protocol import Violation
from companion.tabletop.hexes import reachable


@all_of
def violations(here: Position, *, count_dice: bool = True) -> Reasons:
    """Everything that can't be: at the Forge, then seat by seat, then all tiles together.

    `count_dice` is off before the first roll of a round, when no die lies on the Forge.
    """
    if here.forge is not None:
        yield from forge(here.forge)
        if count_dice:
            found = sum(map(len, here.forge.values())) + sum(len(s.used_dice) for s in here.seats)
            yield from number_of_dice(found, here.edition.dice[here.players])
    for index, seat in enumerate(here.seats):
        yield from _used_dice(seat, index)
        yield from _island(seat, index, here.edition)
        yield from _workers(seat, index, here.edition)
    yield from _copies(here)


def of_state(state: State) -> tuple[Violation, ...]:
    """The same of a running game."""
    between = tasks.RollDice | tasks.StoreDie | tasks.RollAgain | tasks.ChangeDie
    rolling = any(isinstance(task, between) for task in state.agenda)
    return violations(position.of_state(state), count_dice=not rolling)


def forge(spaces: dict[int, tuple[int, ...]]) -> Reasons:
    """Dice on the space of another number, and too many on one."""
    for space, dice in sorted(spaces.items()):
        place = f"forge/{space}"
        for die in dice:
            if die not in FACES:
                yield ruling("forge.bad-die", place, value=die)
            elif die != space:
                yield ruling("forge.wrong-space", place, die=die, space=space)
        if len(dice) > MOST_DICE_ON_A_SPACE:
            yield ruling("forge.more-than-three", place, count=len(dice), space=space)


def number_of_dice(found: int, expected: int) -> Reasons:
    """Dice that are gone or came from nowhere."""
    rule = "forge.missing-dice" if found < expected else "forge.extra-dice"
    if found != expected:
        yield ruling(rule, "forge", n=abs(found - expected), expected=expected, found=found)


def _used_dice(seat: SeatPosition, index: int) -> Reasons:
    place = f"dock/{index}/dice"
    for die in seat.used_dice:
        if die not in FACES:
            yield ruling("forge.bad-die", place, value=die)
    if len(seat.used_dice) > TURNS_A_ROUND:
        yield ruling("dock.too-many-dice", place, found=len(seat.used_dice))


def _island(seat: SeatPosition, index: int, edition: Edition) -> Reasons:
    tiles = dict(reversed(seat.island))  # where two lie on a cell, the first gives it its name
    for cell, count in Counter(cell for cell, _ in seat.island).items():
        if count > 1:
            name = tiles_in_words(edition, tiles).thing(cell)
            yield ruling("island.cell-taken", island_place(index, cell), name=name)
    yield from _floating(seat, index, edition)
    for cell, placed in seat.island:
        place = island_place(index, cell)
        here = tiles if tiles[cell] is placed else {**tiles, cell: placed}
        name = tiles_in_words(edition, here).thing(cell)
        if placed.worker is not None and not placed.tile.has_worker_cell:
            yield ruling("island.no-worker-cell", place, name=name)
        yield from _upgrades(placed, place, name, edition)


def _floating(seat: SeatPosition, index: int, edition: Edition) -> Reasons:
    """Tiles that do not hang together with the capitol (without one: the first tile)."""
    cells = [cell for cell, _ in seat.island]
    if not cells:
        return
    home = next((cell for cell, placed in seat.island if placed.tile.is_capitol), cells[0])
    connected = reachable(home, cells)
    for cell in dict.fromkeys(cells):
        if cell not in connected:
            name = words.the_tile(edition, dict(seat.island)[cell].tile.id)
            yield ruling("island.not-connected", island_place(index, cell), name=name)


def _upgrades(placed: Placed, place: str, name: str, edition: Edition) -> Reasons:
    """Upgrades without a slot, and a second one of a kind, which never has one (FR p.9, DE p.9)."""
    tile = placed.tile
    seen: set[str] = set()
    for upgrade in placed.upgrades:
        kind = upgrade.kind
        has_slot = kind in edition.slots_of(tile)
        if kind in seen or not has_slot:
            assumed = kind not in seen and edition.assumes_no_slot(tile, kind)
            said = words.upgrade(upgrade)
            yield ruling("island.upgrade-slot", place, assumed=assumed, name=name, upgrade=said)
        seen.add(kind)


def _workers(seat: SeatPosition, index: int, edition: Edition) -> Reasons:
    found = (seat.dock or 0) + sum(placed.worker is not None for _, placed in seat.island)
    if found > edition.workers:
        yield ruling("island.workers", f"dock/{index}", found=found, workers=edition.workers)


def _copies(here: Position) -> Reasons:
    """Each island has one capitol; of other tiles there are so many in the box."""
    places_of: dict[tuple[str, int], list[str]] = {}
    for index, seat in enumerate(here.seats):
        for cell, placed in seat.island:
            key = placed.tile.id, index if placed.tile.is_capitol else 0
            places_of.setdefault(key, []).append(island_place(index, cell))
    for slot, tile in here.market.items():
        if tile is not None:
            places_of.setdefault((tile.id, 0), []).append(f"market/{slot}")
    for (tile_id, _), places in sorted(places_of.items()):
        copies = 1 if tile_id == CAPITOL else here.edition.copies(tile_id)
        assumed = tile_id != CAPITOL and here.edition.assumes(f"tiles.{tile_id}.faces")
        facts = {"tile": tile_id, "found": len(places), "copies": copies}
        if len(places) > copies:
            yield ruling("island.too-many-copies", *places, assumed=assumed, **facts)
