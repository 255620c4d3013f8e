"""What is wrong with a table at first sight, dice first: no move can lead to it."""

from companion.games.kit.rulings import Reasons, all_of
from companion.games.propeller_islands.components.board import FACES, MOST_DICE_ON_A_SPACE
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.consequences import TURNS_A_ROUND
from companion.games.propeller_islands.rules.rulings import island_place, ruling
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.seen.moved import moved, sure
from companion.games.propeller_islands.seen.seeing import FORGE_PLACES, rolling
from companion.games.propeller_islands.told.whereabouts import tile_there
from companion.games.propeller_islands.told.words import thing_name
from companion.tabletop.sight import CERTAIN, Sight


@all_of
def faults(before: State, after: State, sight: Sight) -> Reasons:
    """Everything that can't be when the game stood at `before` and likely stands at `after`."""
    yield from _spaces(sight)
    many = tuple(_number(after, sight))
    yield from many
    # The surplus of a space is rolled again: until then a die does come to the Forge.
    rolls_again = bool(before.agenda) and isinstance(before.agenda[-1], tasks.RollDice)
    is_rolled = any(before.forge) and not rolls_again
    if not many and before.round == after.round and is_rolled:
        yield from _turned(before, after, sight)
    for seat in range(len(after.players)):
        yield from _dock(sight, seat)
        yield from _cells(after, sight, seat)
    yield from moved(before, after, sight)


def _spaces(sight: Sight) -> Reasons:
    for space in FACES:
        place = f"forge/{space}"
        dice = sure(sight, place, "die")
        for die in dice:
            if die.identity != str(space):
                yield ruling("forge.wrong-space", place, die=die.identity, space=space)
        if len(dice) > MOST_DICE_ON_A_SPACE:
            yield ruling("forge.more-than-three", place, count=len(dice), space=space)


def _number(state: State, sight: Sight) -> Reasons:
    """Dice that are gone or came from nowhere; the one in somebody's hand is not missed."""
    docks = (f"dock/{seat}/dice" for seat in range(len(state.players)))
    places = (*FORGE_PLACES, *docks)
    if not all(map(sight.read, places)):
        return
    found = sum(t.kind == "die" for place in places for t in sight.things(place))
    on_table = sum(state.forge) + sum(len(player.used_dice) for player in state.players)
    if found > state.dice:
        rule, expected = "forge.extra-dice", state.dice
    elif found < on_table and not rolling(state):
        rule, expected = "forge.missing-dice", on_table
    else:
        return
    yield ruling(rule, "forge", n=abs(found - expected), expected=expected, found=found)


def _turned(before: State, after: State, sight: Sight) -> Reasons:
    """No die comes to the Forge during a round: one that was not there was another one before."""
    seen = [len(sure(sight, f"forge/{face}", "die")) for face in FACES]
    new = [f for f in FACES for _ in range(seen[f - 1] - before.forge[f - 1])]
    gone = [f for f in FACES for _ in range(after.forge[f - 1] - seen[f - 1])]
    gone += [f for f in FACES for _ in range(before.forge[f - 1] - seen[f - 1])]
    if sum(seen) > sum(before.forge):
        yield ruling("dock.die-back", *(f"forge/{face}" for face in new))
        return
    for come, old in zip(new, gone, strict=False):
        yield ruling("forge.turned", f"forge/{old}", f"forge/{come}", old=old, new=come)


def _dock(sight: Sight, seat: int) -> Reasons:
    place = f"dock/{seat}/dice"
    dice = sure(sight, place, "die")
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
        name = tile_there(edition, state.players[seat].island.tiles, cell)
        if sum(thing.kind == "tile" for thing in things) > 1:
            yield ruling("island.cell-taken", place, name=name)
        workers = sum(thing.kind == "worker" for thing in things)
        if workers > 1:
            yield ruling("deploy.cell-taken", place, name=name)
        elif workers and not placed.tile.has_worker_cell:
            yield ruling("island.no-worker-cell", place, name=name)
        tokens = [thing for thing in things if thing.kind == "upgrade"]
        kinds = [(token.identity or "").partition(":")[0] for token in tokens]
        for number, (token, kind) in enumerate(zip(tokens, kinds, strict=True)):
            if kind in kinds[:number]:
                upgrade = thing_name(edition, token)
                yield ruling("island.upgrade-slot", place, name=name, upgrade=upgrade)
