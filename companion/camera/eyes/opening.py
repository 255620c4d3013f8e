"""Opens eyes for dice and for tables: finds the weights, the drawings and what was taught."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.common.errors import CompanionError
from companion.games.capabilities import laid
from companion.games.protocol import Game
from companion.phones.camera_record.record import SetupFile
from companion.table.table import Table
from hardware.frame import Frame
from models import weights_folder
from vision.dice.dice import DiceEye, open_eye
from vision.dice.weights import Weights, WeightsError, read_weights
from vision.eye import Eye
from vision.faces.gallery import Gallery
from vision.faces.gallery_file import load_gallery
from vision.reading.look import Look

if TYPE_CHECKING:
    from companion.camera.setup.set_up_eye import SetUpEye

WEIGHTS_VARIABLE = "COMPANION_WEIGHTS"
"""A folder with other weights, for somebody who trained their own."""


def dice_weights() -> Weights:
    """The weights that ship, or those in the folder that the environment names."""
    own = os.environ.get(WEIGHTS_VARIABLE)
    try:
        return read_weights(Path(own) if own else weights_folder())
    except WeightsError as error:
        raise CompanionError(str(error)) from error


def open_dice_eye(threads: int | None = None) -> DiceEye:
    """An eye for dice, on all cores unless told otherwise."""
    return open_eye(dice_weights(), threads=threads or _cores())


def _cores() -> int:
    # A container or `taskset` may allow fewer cores than the machine has.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ShowingEye:
    """Reads nothing: the table of a game whose pieces no eye knows is shown all the same."""

    zones: frozenset[str] = frozenset()

    def look(self, frame: Frame) -> Look:
        """Nothing was read."""
        return Look({})


def open_table_eye(
    table: Table, _: object, file: SetupFile | None = None
) -> "Eye | SetUpEye | ShowingEye":
    """An eye for a table that is laid with our own print-and-play set.

    With a `file` it looks as the simulated camera was set up.
    """
    from companion.camera.eyes.own_kit import OwnEyes, can_be_read
    from companion.camera.setup.set_up_eye import SetUpEye

    if not can_be_read(laid(table.game).chart(table.now.state)):
        return ShowingEye()
    if file is None:
        return OwnEyes(table.game, table.now.state).open()
    return SetUpEye(lambda: OwnEyes(table.game, table.now.state), file, marked=False)


def open_owners_eye(game: Game, state: Any, gallery: Path, file: SetupFile) -> "SetUpEye":
    """An eye for somebody's own table, which looks as its camera was set up.

    Tiles are known by the faces that were taught, or else by our drawings; the main board is found
    by our drawing of it, or else by the printed markers around it.
    """
    from companion.camera.eyes.own_kit import OwnEyes
    from companion.camera.setup.set_up_eye import SetUpEye

    return SetUpEye(lambda: OwnEyes(game, state, tiles=owners_gallery(gallery)), file, marked=True)


def owners_gallery(path: Path) -> Gallery | None:
    """What was taught about a copy; None when nobody has taught anything yet.

    Raises:
        CompanionError: The file is damaged.
    """
    gallery = load_gallery(path) if path.exists() else None
    return gallery if gallery and gallery.faces else None
