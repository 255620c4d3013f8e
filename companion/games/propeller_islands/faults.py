"""What is wrong with a table at first sight, dice first: no move can lead to it."""

from collections.abc import Iterator

from companion.games.propeller_islands.board import FACES, MOST_DICE_ON_A_SPACE
from companion.games.propeller_islands.consequences import TURNS_A_ROUND
from companion.games.propeller_islands.rulings import island_place, ruling
from companion.games.propeller_islands.seeing import rolling
from companion.games.propeller_islands.state import State
from companion.games.protocol import Violation
from companion.sight import Sight, Thing

#: Nobody is accused on a reading that is less certain.
CERTAIN = 0.9

Reasons = Iterator[Violation]


def faults(state: State, sight: Sight) -> tuple[Violation, ...]:
    """Everything that can't be; `state` is the likeliest state of the game."""
    return tuple(_all(state, sight))


def _all(state: State, sight: Sight) -> Reasons:
    if not rolling(state):
        spaces = tuple(_spaces(sight))
        yield from spaces
        yield from _number(state, sight)
        if not spaces:
            yield from _turned(state, sight)
    for seat in range(len(state.players)):
        yield from _dock(sight, seat)
        yield from _cells(state, sight, seat)


def _dice(sight: Sight, place: str) -> list[Thing]:
    return [t for t in sight.things(place) if t.kind == "die" and t.confidence >= CERTAIN]


def _spaces(sight: Sight) -> Reasons:
    for space in FACES:
        place = f"forge/{space}"
        dice = _dice(sight, place)
        for die in dice:
            if die.identity != str(space):
                yield ruling("forge.wrong-space", place, die=die.identity, space=space)
        if len(dice) > MOST_DICE_ON_A_SPACE:
            yield ruling("forge.more-than-three", place, count=len(dice), space=space)


def _number(state: State, sight: Sight) -> Reasons:
    """Dice that are gone or came from nowhere; the one in somebody's hand is not missed."""
    forge = [f"forge/{face}" for face in FACES]
    docks = [f"dock/{seat}/dice" for seat in range(len(state.players))]
    if not all(map(sight.read, (*forge, *docks))):
        return
    found = sum(t.kind == "die" for place in (*forge, *docks) for t in sight.things(place))
    on_table = sum(state.forge) + sum(len(player.used_dice) for player in state.players)
    if found > state.dice:
        rule, expected = "forge.extra-dice", state.dice
    elif found < on_table:
        rule, expected = "forge.missing-dice", on_table
    else:
        return
    yield ruling(rule, "forge", count=abs(found - expected), expected=expected, found=found)


def _turned(state: State, sight: Sight) -> Reasons:
    """As many dice as there should be on the Forge, with other values."""
    places = [f"forge/{face}" for face in FACES]
    seen = [len(_dice(sight, place)) for place in places]
    if not all(map(sight.read, places)) or sum(seen) != sum(state.forge):
        return
    pairs = list(zip(FACES, seen, state.forge, strict=True))
    old = [face for face, now, before in pairs for _ in range(before - now)]
    new = [face for face, now, before in pairs for _ in range(now - before)]
    for gone, come in zip(old, new, strict=True):
        yield ruling("forge.turned", f"forge/{gone}", f"forge/{come}", old=gone, new=come)


def _dock(sight: Sight, seat: int) -> Reasons:
    place = f"dock/{seat}/dice"
    dice = _dice(sight, place)
    if len(dice) > TURNS_A_ROUND:
        yield ruling("dock.too-many-dice", place, found=len(dice))


def _cells(state: State, sight: Sight, seat: int) -> Reasons:
    """Two tiles on a cell, a worker where no one can live, a token that has no slot."""
    edition = state.edition
    for cell, placed in state.players[seat].island.tiles.items():
        place = island_place(seat, cell)
        things = [thing for thing in sight.things(place) if thing.confidence >= CERTAIN]
        if len(things) < 2:
            continue
        name = edition.names[placed.tile.id]["en"].lower()
        if sum(thing.kind == "tile" for thing in things) > 1:
            yield ruling("island.cell-taken", place, cell=cell)
        workers = sum(thing.kind == "worker" for thing in things)
        if workers > 1:
            yield ruling("deploy.cell-taken", place, name=name, cell=cell)
        elif workers and not placed.tile.has_worker_cell:
            yield ruling("island.no-worker-cell", place, name=name, cell=cell)
        tokens = [thing.identity or "" for thing in things if thing.kind == "upgrade"]
        kinds = [token.partition(":")[0] for token in tokens]
        for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True)):
            if kind in kinds[:number]:
                yield ruling(
                    "island.upgrade-slot", place, name=name, cell=cell, upgrade=token
                )
