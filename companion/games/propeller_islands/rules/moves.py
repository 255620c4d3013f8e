"""The moves of players, of the table, and of people who tell what can't be seen.

What a move is stands in its class: its text, its places, and its rules. Here is what holds for all.
"""

import random
from collections.abc import Iterator
from itertools import chain
from typing import Any, get_args

from companion.games.kit.agenda import settle
from companion.games.kit.plain import Move
from companion.games.kit.texts import places_of
from companion.games.kit.values import evolve
from companion.games.propeller_islands.components.board import FACES
from companion.games.propeller_islands.rules import tasks
from companion.games.propeller_islands.rules.activating import PASS, Activate, Gain, Pass, UseDepot
from companion.games.propeller_islands.rules.building import Build, CountStack, Place, Reveal, Scrap
from companion.games.propeller_islands.rules.consequences import COURSE
from companion.games.propeller_islands.rules.plans import Card, Complete, Draw, Hold
from companion.games.propeller_islands.rules.rulings import ruling
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.taking import Change, Roll, Take, UseShared
from companion.games.propeller_islands.rules.workers import Character, Claim, Deploy, dock_cells
from companion.games.propeller_islands.told.words import SAID
from companion.games.protocol import IllegalMove, Violation

#: What players do.
DECISIONS: tuple[type[Move], ...] = (
    Take, Change, Build, Scrap, Activate, Deploy, Place, Claim, UseDepot, Gain, Complete, Pass,
    Draw, UseShared,
)  # fmt: skip
CHANCE: tuple[type[Move], ...] = (Roll, Reveal, Card, Character)
KINDS = (*DECISIONS, *CHANCE, Hold, CountStack)

__all__ = [
    "PASS", "Activate", "Build", "Card", "Change", "Character", "Claim", "Complete", "CountStack",
    "Deploy", "Draw", "Gain", "Hold", "Move", "Pass", "Place", "Reveal", "Roll", "Scrap", "Take",
    "UseDepot", "UseShared", "dock_cells",
]  # fmt: skip

#: The kinds of moves that answer each kind of task.
_ANSWERS = {
    task: [kind for kind in (*DECISIONS, *CHANCE) if issubclass(task, kind.answers)]
    for task in get_args(tasks.Task)
}


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move, lazily, in a stable order, without duplicates."""
    if not state.agenda:
        return iter(())
    task = state.agenda[-1]
    return chain(*[kind.tries(state, task) for kind in _ANSWERS[type(task)]])


def kinds(task: object) -> list[Any]:
    """The kinds of moves that answer a task."""
    return _ANSWERS[type(task)]


def violations(state: State, move: Move) -> tuple[Violation, ...]:
    """All reasons why `move` is not legal now."""
    if not state.agenda:
        return (ruling("order.over"),)
    task = state.agenda[-1]
    if isinstance(task, move.answers):
        return tuple(move.wrong(state, task))
    return (_not_now(task, move),)


def _not_now(task: tasks.Task, move: Move) -> Violation:
    shared = isinstance(task, tasks.ShiftShared) or (
        isinstance(task, tasks.ActivateTiles) and task.shared
    )
    if shared and isinstance(move, Take | Change):
        return ruling("shared.no-energy")
    if shared and isinstance(move, Complete):
        return ruling("shared.no-plan")
    return ruling("order.not-now", expected=SAID["expected"][type(task).__name__])


def play(state: State, move: Move) -> State:
    """The state after a legal move, up to the next thing that somebody must decide."""
    reasons = violations(state, move)
    if reasons:
        raise IllegalMove(reasons)
    return carry_out(state, move)


def carry_out(state: State, move: Move) -> State:
    """What a move does, allowed or not: the table obeys whoever moves the pieces."""
    after: State = move.do(state, state.agenda[-1] if state.agenda else None)
    # What is told of a hand ends nothing: that would show everybody what the hand can pay.
    return after if isinstance(move, Hold) else settle(after, COURSE)


def as_it_lies(state: State, move: Move) -> State:
    """The table right after a legal move; dice and workers of a round that ends still lie there."""
    after = carry_out(state, move)
    if after.round == state.round and after.agenda:
        return after
    shared = any(isinstance(task, tasks.EndRound) for task in state.agenda)
    last = tasks.EndRound if shared else tasks.EndTurn
    pause = tasks.TakeDie(state.first)
    agenda = tuple(pause if isinstance(task, last) else task for task in state.agenda)
    return carry_out(evolve(state, agenda=agenda), move)


def touches(state: State, move: Move) -> Iterator[str]:
    """The places that a legal move touches: those of its class, then the dock for the die.

    What follows by itself is not touched: bonus and fame of a tile, rewards, what abilities gain.
    """
    agenda = state.agenda
    yield from places_of(state, agenda[-1] if agenda else None, move)
    if len(agenda) > 1 and isinstance(agenda[-2], tasks.StoreDie):
        yield f"dock/{agenda[-2].seat}/dice"


def chance(state: State, source: random.Random) -> Move:
    """A fair roll, or a card or tile out of those that are left."""
    task = state.agenda[-1]
    match task:
        case tasks.FillSlot() | tasks.DrawTile():
            return Reveal(source.choice(state.unseen))
        case tasks.RollDice(count) | tasks.RollAgain(count=count):
            return Roll(tuple(sorted(source.choice(FACES) for _ in range(count))))
        case tasks.DealCard(level=level) | tasks.ShowPlan(level):
            plans = [plan for plan in state.unseen_plans if plan.level == level]
            return Card(source.choice(plans))
    return source.choice([*legal_moves(state)])


def rolled(move: Move) -> tuple[int, ...]:
    """The dice of a roll."""
    return move.values if isinstance(move, Roll) else ()
