"""What a seat may know, as JSON for a phone: everything on the table, and only the own hand."""

from companion.common.json_reading import Json
from companion.common.remembering import remembering
from companion.common.words import player_name, say
from companion.games.propeller_islands.components.pieces import LEVELS
from companion.games.propeller_islands.rules import scoring, tasks
from companion.games.propeller_islands.rules.state import State
from companion.games.propeller_islands.told import position
from companion.games.propeller_islands.told.secrets import HANDS
from companion.games.propeller_islands.told.words import SAID
from companion.tabletop.chart import on_track


def view(state: State, viewer: int | None) -> dict[str, Json]:
    """The state as this seat sees it; None is somebody without a seat."""
    data = position.to_json(position.of_state(state))
    data["seats"] = [_of_seat(state, index, index == viewer) for index in range(len(state.players))]
    task = state.agenda[-1] if state.agenda else None
    prompt, expected = prompts(state)
    return {
        **data,
        "round": state.round,
        "turn": state.turn,
        "stack": state.stack,
        "display": [str(plan) for plan in state.display],
        "piles": dict(state.piles),
        "to_move": task.seat if isinstance(task, tasks.Choice) else None,
        "drawing": task.seat if isinstance(task, tasks.DrawTile | tasks.DealCard) else None,
        "expected": expected,
        "prompt": prompt,
        "over": state.over,
    }


def prompts(state: State) -> tuple[str, str]:
    """What is to be done, said to whoever does it, and in the middle of a sentence."""
    if not state.agenda:
        return "", say("the game is over")
    # Several slots may be empty, so the one that is meant is named.
    task = state.agenda[-1]
    about = {name: getattr(task, name, "") for name in ("slot", "level", "count")}
    who = player_name(getattr(task, "seat", 0))
    said = type(task).__name__
    return SAID["prompts"][said].fill(who=who, **about), SAID["expected"][said]


@remembering(
    most=64, by=lambda state, index, own: (state.players[index], state.edition, index, own)
)
def _of_seat(state: State, index: int, own: bool) -> dict[str, Json]:
    """A seat as its player or all others see it; it hangs on the player and the edition alone."""
    player, here = state.players[index], position.of_state(state)
    backs = HANDS.backs(player)
    tokens, marker = on_track(player.fame, state.edition.fame_track)
    return {
        **position.seat_to_json(here.seats[index]),
        "cards": len(player.hand) + len(player.hidden),
        "hand": [str(plan) for plan in player.hand] if own else None,
        "backs": {level: backs.count(level) for level in LEVELS},
        "level": state.level(index),
        "points": scoring.score_seat(here, index).points,
        "fame_track": {"tokens": tokens, "marker": marker},
    }
