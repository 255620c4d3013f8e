"""What is still to be done, as values: the state carries a pile of tasks, and the top one is next.

A task waits for a player's decision, or for the table (dice, drawn tiles), or needs nobody and is
carried out at once. Effects resolve depth first: whatever an effect brings about goes on top of
the pile.
"""

from typing import get_args

from companion.games.kit.values import value
from companion.games.propeller_islands.components.pieces import Tile
from companion.tabletop.hexes import Cell


@value
class Seated:
    """What one seat does or gets."""

    seat: int


# --- a player decides -----------------------------------------------------------------------------


class TakeDie(Seated):
    """Step 1 of a turn."""


@value
class ChangeDie(Seated):
    """After Jacques' re-roll."""

    value: int


@value
class Act(Seated):
    """Step 2 of a turn: build, scrap or activate."""

    value: int


@value
class ActivateTiles(Seated):
    """Activate tiles with a die, one by one; `extra`: Marie's additional tile is to be had."""

    value: int
    shared: bool
    extra: bool


@value
class ActivateAny(Seated):
    """Activate up to `left` tiles whatever their number (radio station, dock reward)."""

    left: int


@value
class DeployWorker(Seated):
    """Deploy a worker."""

    optional: bool


@value
class PlaceTile(Seated):
    """Place a tile that was drawn."""

    tile: Tile


@value
class ClaimReward(Seated):
    """Choose which of two dock rewards comes first."""

    lines: tuple[str, str]


@value
class UseDepots(Seated):
    """Gain the bonus of up to `left` depots that were not `used` by this effect."""

    left: int
    used: tuple[Cell, ...]
    optional: bool


class ChooseGain(Seated):
    """Energy or steel (Amelia, Nicola)."""


class CompletePlan(Seated):
    """Step 4 of a turn."""


class DrawPlan(Seated):
    """After a completed plan."""


@value
class ShiftShared(Seated):
    """Nelson reads the shared die as he likes."""

    value: int


# --- the table decides ----------------------------------------------------------------------------


@value
class RollDice:
    """Roll that many dice onto the Forge."""

    count: int


@value
class RollAgain(Seated):
    """Jacques rolls the die that he took."""

    count = 1


@value
class FillSlot:
    """A tile from the stack goes to a market slot."""

    slot: str


class DrawTile(Seated):
    """A tile from the stack goes to a player."""


@value
class DealCard(Seated):
    """A plan from a pile goes to a hand."""

    level: str


@value
class ShowPlan:
    """A plan from a pile goes to the display."""

    level: str


class DealCharacter(Seated):
    """A seat gets its character."""


# --- nobody decides -------------------------------------------------------------------------------


@value
class GainFame(Seated):
    """Fame, and what it sets off."""

    points: int


@value
class GainBonus(Seated):
    """The bonus of a depot."""

    depot: str


@value
class GrantReward(Seated):
    """The reward of an emptied dock line."""

    reward: str


@value
class Produce(Seated):
    """The production upgrade of a tile that was activated."""

    cell: Cell


class RewardPlan(Seated):
    """Nicola's ability."""


@value
class StoreDie(Seated):
    """Step 3 of a turn."""

    value: int


@value
class EndTurn:
    """The next turn, or the shared die."""


class ShareDie(Seated):
    """A seat's use of the shared die begins."""


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
