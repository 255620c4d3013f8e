"""What is measured when a camera is set up: plain numbers that can be kept and told again later.

Words are made from them in `findings.py` when somebody looks, in that person's language.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self, get_type_hints

from companion.tabletop.problems import Problem

_LONGEST = 300
_MOST = 64


@dataclass(frozen=True)
class Measure:
    """What all of them can do: come back from JSON, or refuse it with a `ValueError`."""

    @classmethod
    def from_json(cls, data: object) -> Self:
        """The measure that was kept."""
        if not isinstance(data, Mapping):
            raise ValueError(f"{cls.__name__} is no object")
        hints = get_type_hints(cls)
        known = {
            f.name: _checked(data[f.name], hints[f.name]) for f in fields(cls) if f.name in data
        }
        try:
            return cls(**known)
        except TypeError as error:
            raise ValueError(str(error)) from None


def _checked(value: object, kind: Any) -> Any:
    """A value of that kind; numbers are finite, texts and lists are short."""
    if kind is bool and isinstance(value, bool):
        return value
    if kind in (float | None, Problem | None) and value is None:
        return None
    if kind == Problem | None and isinstance(value, Mapping | str):
        return Problem.from_json(value) if value else None
    if kind in (float, float | None) and isinstance(value, int | float) and math.isfinite(value):
        return float(value)
    if kind is int and type(value) is int:
        return value
    if kind is str and isinstance(value, str) and len(value) <= _LONGEST:
        return value
    if kind == tuple[str, ...] and isinstance(value, list) and len(value) <= _MOST:
        return tuple(_checked(each, str) for each in value)
    if kind == tuple[int, ...] and isinstance(value, list) and len(value) <= _MOST:
        return tuple(_checked(each, int) for each in value)
    raise ValueError(f"{str(value)[:40]!r} is no {kind}")


@dataclass(frozen=True)
class Aim(Measure):
    """Where the camera looks.

    Attributes:
        found: Whether the main board was found.
        reason: Why not.
        inside: Whether the board is in the picture with all that lies around it.
        die: Pixels along the edge of a die on the board.
        tilt: Degrees away from straight down.
        unseen: Zones of which nothing is in the picture.
    """

    found: bool
    reason: Problem | None = None
    inside: bool = True
    die: float = 0.0
    tilt: float = 0.0
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Focus(Measure):
    """How sharp the board is, 0 to 100."""

    sharpness: float


@dataclass(frozen=True)
class LightMeasure(Measure):
    """The light on the table.

    Attributes:
        fault: `black`, `blank` or `noise`, where a picture is useless.
        brightness: The mean grey level, 0 to 255.
        glare: The share of the board that one burnt-out patch covers.
        uneven: How many times brighter the brightest part is than the darkest.
        flicker: By which share the light goes up and down; None while nobody knows yet.
    """

    fault: str
    brightness: float
    glare: float
    uneven: float
    flicker: float | None = None


@dataclass(frozen=True)
class LensFit(Measure):
    """A lens that was measured.

    Attributes:
        focal: As a share of the picture's longer side.
        bend: The k1 of OpenCV.
        error: Pixels by which the sheet's corners miss, in a picture 1000 pixels wide.
        pictures: How many pictures of the sheet it comes from.
    """

    focal: float
    bend: float
    error: float
    pictures: int


@dataclass(frozen=True)
class Roll(Measure):
    """Dice that were read, and what they really showed.

    Attributes:
        truth: What people said.
        sure: What was read for certain.
        unsure: What was read, and would have been asked.
        hidden: How many places were left open.
    """

    truth: tuple[int, ...]
    sure: tuple[int, ...] = ()
    unsure: tuple[int, ...] = ()
    hidden: int = 0

    def __post_init__(self) -> None:
        if not all(1 <= value <= 6 for value in (*self.truth, *self.sure, *self.unsure)):
            raise ValueError("a die shows 1 to 6")

    @property
    def score(self) -> "Score":
        """How well that went."""
        truth, sure, unsure = (Counter(each) for each in (self.truth, self.sure, self.unsure))
        right = (truth & sure).total()
        left, false = truth - sure, sure - truth
        asked = (left & unsure).total()
        open_ = left.total() - asked
        wrong = min(false.total(), open_)
        # A die that was read with doubt is asked about, even if the guess is another value.
        doubted = min(unsure.total() - asked + self.hidden, open_ - wrong)
        return Score(
            len(self.truth),
            right,
            asked + doubted,
            wrong,
            open_ - wrong - doubted,
            false.total() - wrong,
        )


@dataclass(frozen=True)
class Score:
    """Dice by how they were read; `extra` were read where none lay."""

    dice: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0
    missed: int = 0
    extra: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)))

    @property
    def false(self) -> int:
        """What would have been entered although it is wrong."""
        return self.wrong + self.extra
