"""The description of a table: plain values, drawn from a seed before any pixel is made."""

from dataclasses import dataclass

import numpy as np

DIE = "die"
# A top face of which less is to be seen can't be judged; such a die is not put on the table.
VISIBLE = 0.6
PRINTS = (
    "printed_die",
    "coin",
    "token",
    "number",
    "number_token",
    "dots",
    "card",
    "hex_tile",
    "meeple",
    "cube",
    "sail",
)


@dataclass(frozen=True)
class SceneThing:
    """One thing on the table.

    Attributes:
        kind: `die`, or what it is instead; new kinds need a drawer in `prints.py`.
        x: Where its middle lies, in pixels of the picture.
        y: The same, downwards.
        size: Its longer side in pixels.
        turn: How far it is turned, in degrees.
        look: For a die the index of its sprite, for anything else the seed of its drawing.
        mirrored: Whether it is drawn mirror-wise (dice of both handedness exist).
    """

    kind: str
    x: float
    y: float
    size: float
    turn: float
    look: int
    mirrored: bool = False


@dataclass(frozen=True)
class PlannedPicture:
    """A picture to be made: a table top, things on it from back to front, and a camera."""

    side: int
    table: int
    squeeze: float
    slant: float
    pieces: tuple[SceneThing, ...]
    lens: int


@dataclass(frozen=True)
class Label:
    """Where a piece ended up in the picture: x0, y0, x1, y1, clipped to the picture.

    Attributes:
        kind: As of its piece.
        box: Where it is.
        value: What a die shows.
        top: The corners of a die's top face, where they are known.
    """

    kind: str
    box: tuple[float, float, float, float]
    value: int | None = None
    top: tuple[tuple[float, float], ...] = ()


def spread_sizes(rng: np.random.Generator, smallest: float, largest: float) -> float:
    """Draws a size so that each doubling of it is as likely as the next."""
    return float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
