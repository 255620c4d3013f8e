"""The eye: from frames to observations.

It finds the table by its main board, watches every zone, and reads a zone when it has come to rest
and looks different from when it was read last. What is not certain is hidden or has no name, so
that people are asked; it is never entered as a fact.

    eye = Eye(chart, gallery, dice, keeper, pictures=..., colours=...)
    look = eye.look(frame)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.chart import Chart
from companion.observation import Observation
from hardware.frame import Frame
from vision.board import View
from vision.dice import DiceEye
from vision.gallery import Gallery
from vision.geometry import Image, Points
from vision.keeper import BoardKeeper
from vision.looking import Belief, Look
from vision.scene import Scene, State
from vision.table_camera import TableCamera, shifted

__all__ = ["Belief", "Eye", "Kit", "Look"]

_MOVED = 2.0
"""Pixels by which the board's corners must be elsewhere before the camera counts as moved."""
_LEAST_SEEN = 0.3
"""Share of a zone that must be in the picture to be watched."""


@dataclass(frozen=True, eq=False)
class Kit:
    """What the owner of a copy has shown the eye.

    Attributes:
        tiles: A photo of each face.
        tokens: Photos of upgrade tokens; without any, tokens are seen but not named.
        pictures: Boards from straight above, by the names of the chart. The board's box and
            nothing else.
        colours: The colour of each seat's figures in plain light (BGR), by the names of the
            chart's owners.
    """

    tiles: Gallery
    tokens: Gallery = field(default_factory=Gallery)
    pictures: Mapping[str, Image] = field(default_factory=dict)
    colours: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)


class Eye:
    """Sees a table.

    Args:
        chart: Where things can be.
        kit: What things look like.
        dice: Sees dice.
        keeper: Knows where the main board is: by its picture, by markers, or by taps.
        rest: How many frames in a row must look the same before a zone has settled.
    """

    def __init__(
        self, chart: Chart, kit: Kit, dice: DiceEye, keeper: BoardKeeper, *, rest: int = 3
    ) -> None:
        self._chart, self._kit, self._dice, self._keeper = chart, kit, dice, keeper
        self._rest = rest
        self._view: View | None = None
        self._camera: TableCamera | None = None
        self._scene: Scene | None = None
        self._observations: dict[str, Observation] = {}
        self._beliefs: dict[str, tuple[Belief, ...]] = {}

    @property
    def camera(self) -> TableCamera | None:
        """How the table is seen; None until it was found."""
        return self._camera

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        raise NotImplementedError


def _box(corners: Points) -> Points:
    return np.array([corners.min(axis=0), corners.max(axis=0)])
