"""What the table did by itself, as it was seen: dice, tiles and cards."""

from companion.common.errors import InputError
from companion.games.kit.values import ByType
from companion.games.propeller_islands.components.board import FACES, turned
from companion.games.propeller_islands.components.pieces import Plan, Tile
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.seen.seeing import DISPLAY
from companion.games.propeller_islands.seen.trail import COVERED, ODD, PLAIN, SILENT, Clues, Trail
from companion.games.protocol import Clue

#: What reads the clues for each task; `clues.py` adds those of players.
reader: ByType[Clues] = ByType()


@reader
def _rolls(trail: Trail, task: tasks.RollDice) -> Clues:
    """The dice as they lie; where a die lies says more than what is read on it."""
    values: list[int] = []
    for face, lying in trail.state.spaces():
        if not trail.sight.read(f"forge/{face}"):
            return
        seen = sum(thing.kind == "die" for thing in trail.sight.things(f"forge/{face}"))
        values += [face] * (seen - lying)
    if len(values) == task.count:
        yield Clue(moves.Roll(tuple(values)), PLAIN)
    elif len(values) == task.count - 1:
        yield from _rolls_before(trail, values)


def _rolls_before(trail: Trail, values: list[int]) -> Clues:
    """The roll before the first player took a die out of it and went on.

    It lies on the dock, or is in a hand while the tile that it brought lies on the island. Perhaps
    it is only still to be rolled: that is nothing to enter without asking.
    """
    first = trail.state.first
    taken = trail.stored(first)
    built = any(trail.tiles_at(first, cell) for cell in trail.homes(first))
    if taken.total() > 1 or not (taken or built):
        return
    for value in FACES:
        near = any(taken[str(turned(value, step))] for step in (-1, 1))
        effort = PLAIN if taken[str(value)] else SILENT if near else ODD
        yield Clue(moves.Roll(tuple(sorted((*values, value)))), effort, faint=True)


@reader
def _rerolls(trail: Trail, task: tasks.RollAgain) -> Clues:
    """Jacques' die lies on his dock later, turned or not."""
    new = trail.stored(task.seat)
    for value in FACES:
        near = any(new[str(turned(value, step))] for step in (-1, 1))
        effort = PLAIN if new[str(value)] else SILENT if near else ODD
        yield Clue(moves.Roll((value,)), effort)


@reader
def _fillings(trail: Trail, task: tasks.FillSlot) -> Clues:
    """The tile that lies there now, or one that lay there until somebody took it as well."""
    place = f"market/{task.slot}"
    for thing in trail.sight.things(place):
        if thing.kind == "tile":
            yield from _reveal(trail, thing.identity)
    for elsewhere, seen in trail.came("tile"):
        if elsewhere.startswith("island/"):
            yield from _reveal(trail, seen.identity, ODD)
    if not trail.sight.read(place) and trail.state.unseen:
        yield Clue(moves.Reveal(trail.state.unseen[0]), COVERED, stand_in=True)


def _reveal(trail: Trail, identity: str | None, effort: float = PLAIN) -> Clues:
    """A tile that the data does not have may be real all the same."""
    try:
        tile = Tile.parse(identity or "")
    except InputError:
        return
    if not tile.is_capitol:
        yield Clue(moves.Reveal(tile), effort if tile in trail.state.unseen else effort + COVERED)


@reader
def _draws_tile(trail: Trail, task: tasks.DrawTile) -> Clues:
    """A tile that has come to the island."""
    seen = dict.fromkeys(
        identity for cell in trail.homes(task.seat) for identity in trail.tiles_at(task.seat, cell)
    )
    for identity in seen:
        yield from _reveal(trail, identity)


@reader
def _deals(_: Trail, __: tasks.DealCard) -> Clues:
    """Only its owner sees it."""
    yield Clue(moves.Card(None), PLAIN)


@reader
def _shows(trail: Trail, task: tasks.ShowPlan) -> Clues:
    """A plan that has come to the display."""
    for identity in dict.fromkeys(trail.extras(DISPLAY, "plan")):
        try:
            plan = Plan.parse(identity)
        except InputError:
            continue
        if plan.level == task.level:
            known = plan in trail.state.unseen_plans
            yield Clue(moves.Card(plan), PLAIN if known else COVERED)
    unseen = [plan for plan in trail.state.unseen_plans if plan.level == task.level]
    if unseen and not trail.sight.read(DISPLAY):
        yield Clue(moves.Card(unseen[0]), SILENT, stand_in=True)
