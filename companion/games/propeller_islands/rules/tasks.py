"""What is still to be done, as values: the state carries a pile of tasks, and the top one is next.

A task waits for a player's decision, or for the table (dice, drawn tiles), or needs nobody and is
carried out at once. Effects resolve depth first: whatever an effect brings about goes on top of
the pile.
"""

from typing import get_args

from companion.games.propeller_islands.components.pieces import Tile
from companion.games.propeller_islands.rules.values import value
from companion.tabletop.hexes import Cell

# --- a player decides -----------------------------------------------------------------------------


@value
class TakeDie:
    """Step 1 of a turn."""

    seat: int


@value
class ChangeDie:
    """After Jacques' re-roll."""

    seat: int
    value: int


@value
class Act:
    """Step 2 of a turn: build, scrap or activate."""

    seat: int
    value: int


@value
class ActivateTiles:
    """Activate tiles with a die, one by one; `extra`: Marie's additional tile is to be had."""

    seat: int
    value: int
    shared: bool
    extra: bool


@value
class ActivateAny:
    """Activate up to `left` tiles whatever their number (radio station, dock reward)."""

    seat: int
    left: int


@value
class DeployWorker:
    """Deploy a worker."""

    seat: int
    optional: bool


@value
class PlaceTile:
    """Place a tile that was drawn."""

    seat: int
    tile: Tile


@value
class ClaimReward:
    """Choose which of two dock rewards comes first."""

    seat: int
    lines: tuple[str, str]


@value
class UseDepots:
    """Gain the bonus of up to `left` depots that were not `used` by this effect."""

    seat: int
    left: int
    used: tuple[Cell, ...]
    optional: bool


@value
class ChooseGain:
    """Energy or steel (Amelia, Nicola)."""

    seat: int


@value
class CompletePlan:
    """Step 4 of a turn."""

    seat: int


@value
class DrawPlan:
    """After a completed plan."""

    seat: int


@value
class ShiftShared:
    """Nelson reads the shared die as he likes."""

    seat: int
    value: int


# --- the table decides ----------------------------------------------------------------------------


@value
class RollDice:
    """Roll that many dice onto the Forge."""

    count: int


@value
class RollAgain:
    """Jacques rolls the die that he took."""

    seat: int


@value
class FillSlot:
    """A tile from the stack goes to a market slot."""

    slot: str


@value
class DrawTile:
    """A tile from the stack goes to a player."""

    seat: int


@value
class DealCard:
    """A plan from a pile goes to a hand."""

    seat: int
    level: str


@value
class ShowPlan:
    """A plan from a pile goes to the display."""

    level: str


@value
class DealCharacter:
    """A seat gets its character."""

    seat: int


# --- nobody decides -------------------------------------------------------------------------------


@value
class GainFame:
    """Fame, and what it sets off."""

    seat: int
    points: int


@value
class GainBonus:
    """The bonus of a depot."""

    seat: int
    depot: str


@value
class GrantReward:
    """The reward of an emptied dock line."""

    seat: int
    reward: str


@value
class Produce:
    """The production upgrade of a tile that was activated."""

    seat: int
    cell: Cell


@value
class RewardPlan:
    """Nicola's ability."""

    seat: int


@value
class StoreDie:
    """Step 3 of a turn."""

    seat: int
    value: int


@value
class EndTurn:
    """The next turn, or the shared die."""


@value
class ShareDie:
    """A seat's use of the shared die begins."""

    seat: int


@value
class EndRound:
    """The end check, or the next round."""


Choice = (
    TakeDie | ChangeDie | Act | ActivateTiles | ActivateAny | DeployWorker | PlaceTile | ClaimReward
    | UseDepots | ChooseGain | CompletePlan | DrawPlan | ShiftShared
)  # fmt: skip
TableTask = RollDice | RollAgain | FillSlot | DrawTile | DealCard | ShowPlan | DealCharacter
Consequence = (
    GainFame | GainBonus | GrantReward | Produce | RewardPlan | StoreDie | EndTurn | ShareDie
    | EndRound
)  # fmt: skip
#: The same as classes: asking a tuple is faster than asking a union.
CHOICES = get_args(Choice)
Task = Choice | TableTask | Consequence
