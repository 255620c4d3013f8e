"""What is still to be done, as values: the state carries a pile of tasks, and the top one is next.

A task waits for a player's decision, or for the table (dice, drawn tiles), or needs nobody and is
carried out at once. Effects resolve depth first: whatever an effect brings about goes on top of
the pile.
"""

from companion.games.kit.values import value
from companion.games.propeller_islands.components.pieces import Tile
from companion.tabletop.hexes import Cell


@value
class Seated:
    """What one seat does or gets."""

    seat: int


# --- a player decides -----------------------------------------------------------------------------


class Choice(Seated):
    """What a seat is asked."""


@value
class WithDie(Choice):
    """The same about a die of this value."""

    value: int


class TakeDie(Choice):
    """Step 1 of a turn."""


class ChangeDie(WithDie):
    """After Jacques' re-roll."""


class Act(WithDie):
    """Step 2 of a turn: build, scrap or activate."""


@value
class ActivateTiles(WithDie):
    """Activate tiles with a die, one by one; `extra`: Marie's additional tile is to be had."""

    shared: bool
    extra: bool


@value
class ActivateAny(Choice):
    """Activate up to `left` tiles whatever their number (radio station, dock reward)."""

    left: int


@value
class DeployWorker(Choice):
    """Deploy a worker."""

    optional: bool


@value
class PlaceTile(Choice):
    """Place a tile that was drawn."""

    tile: Tile


@value
class ClaimReward(Choice):
    """Choose which of two dock rewards comes first."""

    lines: tuple[str, str]


@value
class UseDepots(Choice):
    """Gain the bonus of up to `left` depots that were not `used` by this effect."""

    left: int
    used: tuple[Cell, ...]
    optional: bool


class ChooseGain(Choice):
    """Energy or steel (Amelia, Nicola)."""


class CompletePlan(Choice):
    """Step 4 of a turn."""


class DrawPlan(Choice):
    """After a completed plan."""


class ShiftShared(WithDie):
    """Nelson reads the shared die as he likes."""


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


Task = (
    TakeDie | ChangeDie | Act | ActivateTiles | ActivateAny | DeployWorker | PlaceTile | ClaimReward
    | UseDepots | ChooseGain | CompletePlan | DrawPlan | ShiftShared
    | RollDice | RollAgain | FillSlot | DrawTile | DealCard | ShowPlan | DealCharacter
    | GainFame | GainBonus | GrantReward | Produce | RewardPlan | StoreDie | EndTurn | ShareDie
    | EndRound
)  # fmt: skip
