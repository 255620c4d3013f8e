"""What a seat may know, as JSON for a phone: everything on the table, and only the own hand."""

from companion.common.json_reading import Json
from companion.common.remembering import remembering
from companion.common.words import say
from companion.games.propeller_islands.components.board import FACES, slots_around
from companion.games.propeller_islands.components.pieces import LEVELS
from companion.games.propeller_islands.rules import activating, scoring, tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.rules.workers import dock_cells
from companion.games.propeller_islands.told import position
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.propeller_islands.told.words import SAID
from companion.tabletop.chart import on_track


def view(state: State, viewer: int | None) -> dict[str, Json]:
    """The state as this seat sees it; None is somebody without a seat."""
    data = position.to_json(position.of_state(state))
    data["seats"] = [_of_seat(state, index, index == viewer) for index in range(len(state.players))]
    task = state.agenda[-1] if state.agenda else None
    # Several slots may be empty, so the one that is meant is named.
    said, slot = type(task).__name__, getattr(task, "slot", "")
    return {
        **data,
        "round": state.round,
        "turn": state.turn,
        "stack": state.stack,
        "display": [str(plan) for plan in state.display],
        "piles": dict(state.piles),
        "reach": {str(f): list(slots_around(f, state.edition.forge_order)) for f in FACES},
        "to_move": task.seat if isinstance(task, tasks.Choice) else None,
        "drawing": task.seat if isinstance(task, tasks.DrawTile | tasks.DealCard) else None,
        "expected": SAID["expected"][said] if task else say("the game is over"),
        "prompt": SAID["prompts"][said].fill(slot=slot) if task else "",
        "over": state.over,
    }


@remembering(
    most=64, by=lambda state, index, own: (state.players[index], state.edition, index, own)
)
def _of_seat(state: State, index: int, own: bool) -> dict[str, Json]:
    """A seat as its player or all others see it; it hangs on the player and the edition alone."""
    player, here = state.players[index], position.of_state(state)
    backs = HANDS.backs(player)
    tokens, marker = on_track(player.fame, state.edition.fame_track)
    mine: dict[str, Json] = {}
    if own:
        mine["can_pay"] = [player.stock.covers(plan.cost) for plan in player.hand]
    return {
        **position.seat_to_json(here.seats[index]),
        "cards": len(player.hand) + len(player.hidden),
        "hand": [str(plan) for plan in player.hand] if own else None,
        "backs": {level: backs.count(level) for level in LEVELS},
        **mine,
        "activates": {str(value): _activates(state, index, value) for value in FACES},
        "dock_cells": list(dock_cells(player, state)),
        "level": state.level(index),
        "points": scoring.score_seat(here, index).points,
        "fame_track": {"tokens": tokens, "marker": marker},
    }


def _activates(state: State, seat: int, value: int) -> list[Json]:
    """The tiles that a die of this value would activate now, each by its cell."""
    offers = activating.offers(state, tasks.Act(seat, value), with_extra=False)
    return [list(cell) for cell in dict.fromkeys(cell for cell, _ in offers)]
