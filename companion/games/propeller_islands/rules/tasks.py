"""What is still to be done, as values: the state carries a pile of tasks, and the top one is next.

A task waits for a player's decision, or for the table (dice, drawn tiles), or needs nobody and is
carried out at once. Effects resolve depth first: whatever an effect brings about goes on top of
the pile.
"""

from dataclasses import dataclass
from typing import get_args

from companion.games.propeller_islands.components.pieces import Tile
from companion.tabletop.hexes import Cell

# --- a player decides -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakeDie:
    """Step 1 of a turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class ChangeDie:
    """After Jacques' re-roll."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Act:
    """Step 2 of a turn: build, scrap or activate."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class ActivateTiles:
    """Activate tiles with a die, one by one; `extra`: Marie's additional tile is to be had."""

    seat: int
    value: int
    shared: bool
    extra: bool


@dataclass(frozen=True, slots=True)
class ActivateAny:
    """Activate up to `left` tiles whatever their number (radio station, dock reward)."""

    seat: int
    left: int


@dataclass(frozen=True, slots=True)
class DeployWorker:
    """Deploy a worker."""

    seat: int
    optional: bool


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """Place a tile that was drawn."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class ClaimReward:
    """Choose which of two dock rewards comes first."""

    seat: int
    lines: tuple[str, str]


@dataclass(frozen=True, slots=True)
class UseDepots:
    """Gain the bonus of up to `left` depots that were not `used` by this effect."""

    seat: int
    left: int
    used: tuple[Cell, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class ChooseGain:
    """Energy or steel (Amelia, Nicola)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CompletePlan:
    """Step 4 of a turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """After a completed plan."""

    seat: int


@dataclass(frozen=True, slots=True)
class ShiftShared:
    """Nelson reads the shared die as he likes."""

    seat: int
    value: int


# --- the table decides ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll that many dice onto the Forge."""

    count: int


@dataclass(frozen=True, slots=True)
class RollAgain:
    """Jacques rolls the die that he took."""

    seat: int


@dataclass(frozen=True, slots=True)
class FillSlot:
    """A tile from the stack goes to a market slot."""

    slot: str


@dataclass(frozen=True, slots=True)
class DrawTile:
    """A tile from the stack goes to a player."""

    seat: int


@dataclass(frozen=True, slots=True)
class DealCard:
    """A plan from a pile goes to a hand."""

    seat: int
    level: str


@dataclass(frozen=True, slots=True)
class ShowPlan:
    """A plan from a pile goes to the display."""

    level: str


@dataclass(frozen=True, slots=True)
class DealCharacter:
    """A seat gets its character."""

    seat: int


# --- nobody decides -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GainFame:
    """Fame, and what it sets off."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class GainBonus:
    """The bonus of a depot."""

    seat: int
    depot: str


@dataclass(frozen=True, slots=True)
class GrantReward:
    """The reward of an emptied dock line."""

    seat: int
    reward: str


@dataclass(frozen=True, slots=True)
class Produce:
    """The production upgrade of a tile that was activated."""

    seat: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class RewardPlan:
    """Nicola's ability."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoreDie:
    """Step 3 of a turn."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The next turn, or the shared die."""


@dataclass(frozen=True, slots=True)
class ShareDie:
    """A seat's use of the shared die begins."""

    seat: int


@dataclass(frozen=True, slots=True)
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
