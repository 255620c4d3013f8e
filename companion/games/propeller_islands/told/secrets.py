"""What one seat alone knows: which plans it holds. Everybody sees how many, and of which level."""

from companion.games.kit.hands import Hands
from companion.games.propeller_islands.components.pieces import Plan
from companion.games.propeller_islands.rules.state import State

HANDS: Hands[State, Plan] = Hands(
    deck=lambda state: state.edition.plans,
    shown=lambda state: (
        *state.display,
        *(plan for player in state.players for plan in player.completed),
    ),
    back=lambda plan: plan.level,
    unseen="unseen_plans",
)
