"""What an eye says about one frame: the state of each zone, what was read, and what it believes."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.tabletop.observation import Observation
from companion.tabletop.problems import Problem
from vision.geometry import Points
from vision.motion.scene import ZoneState
from vision.viewpoint.table_camera import TableCamera


@dataclass(frozen=True, eq=False)
class Belief:
    """One thing that the eye believes it sees, to be drawn on the picture.

    Attributes:
        zone: To which zone it belongs.
        kind: `board`, `die`, `tile`, `cell`, `marker`, or what the game calls its pieces.
        label: What it is, in a few letters; empty when there is nothing to say.
        outline: N x 2 pixels of the frame.
        confidence: How likely it is right.
        certain: Whether it may be taken as a fact; otherwise it is a question.
        place: Where the game would say it is; empty when it is nowhere in particular.
    """

    zone: str
    kind: str
    label: str
    outline: Points
    confidence: float
    certain: bool
    place: str = ""


@dataclass(frozen=True, eq=False)
class Look:
    """Everything about one frame.

    Attributes:
        states: What is going on in each zone. A zone that is out of the picture is not in it.
        observations: One for each zone that was ever read, and for each zone in motion (these
            with `at_rest` False and nothing in them). A zone about which nothing can be said yet
            has none.
        beliefs: What was read, to be drawn.
        read: The zones that were read just now, in this very frame.
        camera_moved: Whether the camera is not where it was.
        reason: Why nothing could be read; None when all is well.
        camera: How the table was seen; None when it was not found.
    """

    states: Mapping[str, ZoneState]
    observations: tuple[Observation, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    read: frozenset[str] = frozenset()
    camera_moved: bool = False
    reason: Problem | None = None
    camera: TableCamera | None = None
