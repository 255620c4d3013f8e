"""How large the pieces are, in millimetres.

ASSUMED, all of it: no rulebook gives a size, and nobody has measured a copy for us yet. The
simulated table and the print-and-play sheets use these; no rule and no reading of a photo does.
"""

from dataclasses import dataclass

from companion.tabletop.observation import Point


@dataclass(frozen=True)
class Sizes:
    """Lengths of one printed copy."""

    tile: float = 55.0
    """A tile from flat side to flat side."""
    pitch: float = 57.0
    """From the middle of a tile to that of its neighbour, as people lay them."""
    die: float = 16.0
    worker: float = 16.0
    upgrade: float = 11.0
    """An upgrade token is round; this is its diameter."""
    resource: float = 15.0
    card: tuple[float, float] = (41.0, 63.0)
    dock_cell: float = 20.0
    """From one worker of the dock to the next."""
    dice_cell: float = 24.0
    track_box: float = 9.0
    marker: float = 8.0
    gap: float = 12.0
    """Between boards that lie next to each other."""
    crooked_turn: float = 3.5
    """How many degrees a piece is off at most."""
    crooked_shift: float = 1.0
    """How many millimetres a piece is off at most, where there is room for it."""


SIZES = Sizes()

#: Where things lie on a tile, from its middle, the picture's top being up.
WORKER_CELL = Point(0.0, 18.5)
UPGRADE_SLOTS = {
    "banner": Point(-17.5, 13.5),
    "production": Point(17.5, 13.5),
    "joker": Point(0.0, -23.5),
}
