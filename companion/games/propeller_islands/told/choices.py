"""Every legal move as buttons for one seat: no button gives another hand away.

The buttons on the way to a move follow from its fields, each by its line of `_BUTTONS`. A plan in a
hand is listed for its owner as it is. For everybody else it could be any card that does not lie
open; which one it is, its owner says or shows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.common.words import joined, say
from companion.games.buttons import Choice, Path, Sign, buttons, opened, path
from companion.games.propeller_islands.components.board import turned
from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules import moves, tasks
from companion.games.propeller_islands.rules.rulings import island_place
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.workers import reward_of
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.propeller_islands.told.telling import BRINGING, MadeMove
from companion.games.propeller_islands.told.words import (
    SAID,
    card,
    character,
    numbered_tile,
    tile_face,
    tile_name,
    upgrade_button,
)
from companion.tabletop import hexes

_UNTOLD = moves.Card(None)
#: More plans than this are first asked for by what they bring.
MANY = 8


def choices(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """The moves that are legal now, for whoever sits at `eyes`; None is somebody without a seat."""
    if not state.agenda:
        return ()
    task = state.agenda[-1]
    if isinstance(task, tasks.RollDice):
        return (Choice(say("What the {n} dice show", n=task.count), moves="roll", dice=task.count),)
    return opened(buttons(_paths(HANDS.known_to(state, eyes), task, eyes)))


def tellings(state: State, eyes: int | None) -> tuple[Choice, ...]:
    """What can be told at any time: a plan in the own hand, and how many tiles are left."""
    if not state.agenda:
        return ()
    found = []
    if eyes is not None and state.players[eyes].hidden:
        plans = dict.fromkeys(HANDS.known_to(state, eyes).unseen_plans)
        hidden = (plan for plan in plans if plan.level in state.players[eyes].hidden)
        paths = (path(_card(plan), moves.Hold(eyes, plan)) for plan in hidden)
        found.append(Choice(say("A plan in my hand"), choices=buttons(paths)))
    counts = tuple(
        Choice(str(left), moves=str(moves.CountStack(left)))
        for left in range(state.stack + 3, max(-1, state.stack - 4), -1)
        if left != state.stack and left <= len(state.unseen)
    )
    if counts:
        said = say("now {n}", n=state.stack)
        found.append(Choice(say("Tiles in the stack"), said, choices=counts))
    return tuple(found)


def _paths(state: State, task: Any, eyes: int | None) -> Iterator[Path]:
    legal = [
        move
        for move in moves.legal_moves(state)
        # Where hands are open the companion deals with what was said; only its owner says it.
        if eyes == getattr(task, "seat", None)
        or not isinstance(task, tasks.DealCard)
        or move == _UNTOLD
    ]
    legal.sort(key=lambda move: move == _UNTOLD, reverse=True)
    many = len({getattr(move, "plan", None) for move in legal} - {None}) > MANY
    for move in legal:
        made = MadeMove(state, task, move)
        tells = isinstance(move, (*BRINGING, moves.Take, moves.Change))
        yield path(_way(made, many), move, made.brings if tells else "")


def _card(plan: Plan) -> tuple[str, str]:
    return upgrade_button(plan.upgrade), card(plan)


# --- the way to each move -------------------------------------------------------------------------


def _way(made: MadeMove, many: bool) -> Iterator[Sign | str]:
    """What its kind of move is called, then what each of its fields is."""
    move = made.move
    name = f"pass-{type(made.task).__name__}" if move == moves.PASS else move.verb
    if name in SAID["taps"]:
        yield SAID["taps"][name]
    for field in fields(move):
        value = getattr(move, field.name)
        if value is None:
            yield from filter(None, [SAID["taps"].get(f"{name}-no-{field.name}")])
        elif field.name == "plan" and many:
            yield from _card(value)
        else:
            yield from _BUTTONS[field.name](made)


def _cell(made: MadeMove) -> Iterator[Sign]:
    """A tile that lies there, by its name; a free place by its neighbours."""
    tiles, cell = made.player.island.tiles, made.move.cell
    if cell in tiles:
        label: str = numbered_tile(made.state.edition, tiles[cell].tile, tiles[cell].number)
    else:
        around = (tiles[near].tile for near in hexes.neighbours(cell) if near in tiles)
        names = sorted(tile_name(made.state.edition, tile.id) for tile in around)
        label = say("Next to {tiles}", tiles=joined(names, ", "))
    yield Sign(label, island_place(made.seat, cell))


def _change(made: MadeMove) -> Iterator[str]:
    move = made.move
    if isinstance(move, moves.Take) and not move.change:
        yield say("Roll it again") if move.reroll else say("As it is")
    else:
        value = turned(made.rolled, move.change)
        yield say("Make it a {die}" if move.change else "Keep the {die}", die=value)


def _line(made: MadeMove) -> Iterator[str]:
    line = made.move.line
    reward = SAID["rewards"][reward_of(made.state, line)]
    yield SAID["lines"][line[:-1]].fill(number=int(line[-1]), reward=reward)


_BUTTONS: Mapping[str, Callable[[MadeMove], Iterable[Sign | str]]] = {
    "die": lambda made: [say("Take a {die}", die=made.move.die)],
    "change": _change,
    "reroll": lambda made: [],
    "slot": lambda made: [
        Sign(
            joined([made.move.slot, tile_face(made.state.edition, made.tile)], ": "),
            f"market/{made.move.slot}",
        )
    ],
    "cell": _cell,
    "dock_cell": lambda made: [say("From {cell}", cell=made.move.dock_cell)],
    "option": lambda made: [SAID["options"][made.move.option]],
    "line": _line,
    "resource": lambda made: [SAID["gains"][made.move.resource]],
    "level": lambda made: [
        say("From the display")
        if made.move.plan
        else say("Face down, level {level}", level=made.move.level)
    ],
    "plan": lambda made: [card(made.move.plan)],
    "value": lambda made: [say("Use it as a {die}", die=made.move.value)],
    "values": lambda made: [say("A {die}", die=made.move.values[0])],
    "tile": lambda made: [
        SAID["families"][made.tile.family],
        tile_name(made.state.edition, made.tile.id),
        tile_face(made.state.edition, made.tile),
    ],
    "name": lambda made: [character(made.move.name)],
}
