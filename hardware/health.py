"""How a camera does: a value to show to people, and the inspector who finds out."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from companion.tabletop.problems import Problem
from hardware.condition import BLACK, BLANK, NOISE, fault_of
from hardware.frame import Frame, Image

OPENING, GOOD, ENDED = "opening", "good", "ended"
LOST, SILENT, BUSY, FROZEN = "lost", "silent", "busy", "frozen"
STATES = (OPENING, GOOD, LOST, SILENT, BUSY, FROZEN, BLACK, BLANK, NOISE, ENDED)
"""All that a camera can be; everything from `lost` to `noise` is a fault."""

FROZEN_AFTER = 2.0
"""Seconds of the very same picture: a sensor that works never repeats its noise."""
FAULTY_AFTER = 1.0
"""Seconds of useless pictures: a single one may happen."""


@dataclass(frozen=True)
class Health:
    """How a camera does.

    Attributes:
        camera: Its name.
        state: One of `STATES`.
        since: Since when, in seconds since 1970.
        problem: What is known beyond the state, if anything is.
        restarts: How often it was opened again.
    """

    camera: str
    state: str
    since: float
    problem: Problem | None = None
    restarts: int = 0

    @property
    def is_fault(self) -> bool:
        """Whether people must play by hand for now."""
        return self.state not in (OPENING, GOOD, ENDED)

    @property
    def sentence(self) -> str:
        """What to tell people; empty when all is well."""
        return "" if self.state == GOOD else Problem(f"camera-{self.state}").said

    def to_json(self) -> dict[str, Any]:
        """As plain values, for pages and programs."""
        problem = str(self.problem or "")
        more = {"problem": problem, "fault": self.is_fault, "sentence": self.sentence}
        return asdict(self) | more


class Inspector:
    """Looks at every picture of one camera; times are in seconds of any steady clock."""

    def __init__(self, *, may_repeat: bool = False, frozen_after: float = FROZEN_AFTER) -> None:
        self._may_repeat, self._frozen_after = may_repeat, frozen_after
        self._shape: tuple[int, ...] | None = None
        self._glimpse: Image | None = None
        self._fresh = 0.0
        self._fault = ""
        self._faulty = 0.0

    def see(self, frame: Frame, now: float) -> tuple[bool, str]:
        """Whether the picture is fit to be looked at, and the fault, if it has lasted."""
        fault = self._fault_of(frame.image)
        if fault != self._fault:
            self._fault, self._faulty = fault, now
        if fault:
            return False, fault if now - self._faulty >= FAULTY_AFTER else ""
        step = max(1, frame.image.shape[0] // 240)
        glimpse = np.ascontiguousarray(frame.image[::step, ::step])
        if self._glimpse is None or self._may_repeat or not np.array_equal(glimpse, self._glimpse):
            self._glimpse, self._fresh = glimpse, now
            return True, ""
        return False, FROZEN if now - self._fresh >= self._frozen_after else ""

    def _fault_of(self, image: Image) -> str:
        if self._shape is None:
            self._shape = image.shape
        return NOISE if image.shape != self._shape and not self._may_repeat else fault_of(image)
