"""Where the weights are, and an eye that uses them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.staging import Stage
    from companion.table import Table
    from vision.dice import DiceEye
    from vision.eye import Eye
    from vision.weights import Weights

WEIGHTS_VARIABLE = "COMPANION_WEIGHTS"
"""A folder with other weights, for somebody who trained their own."""


def dice_weights() -> "Weights":
    """The weights that ship, or those in the folder that the environment names."""
    from models import weights_folder
    from vision.weights import WeightsError, read_weights

    own = os.environ.get(WEIGHTS_VARIABLE)
    try:
        return read_weights(Path(own) if own else weights_folder())
    except WeightsError as error:
        raise CompanionError(str(error)) from error


def open_dice_eye(threads: int | None = None) -> "DiceEye":
    """An eye for dice, on all cores unless told otherwise."""
    from vision.dice import open_eye

    return open_eye(dice_weights(), threads=threads or _cores())


def _cores() -> int:
    # A container or `taskset` may allow fewer cores than the machine has.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_table_eye(table: "Table", _: "Stage") -> "Eye":
    """An eye for a table that is laid with our own print-and-play set."""
    from companion.own_kit import OwnEyes

    return OwnEyes(table.game, table.now.state).open()
