"""Scenes for `companion bench eye`: any position of a game, any home, any printer's art.

Everything comes from a seed. What an owner would have shown the eye before (one photo of each
face, the board, how the figures are coloured) is taken under another lamp and from another side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.games import find
from companion.games.protocol import Laid
from companion.observation import Point
from companion.scenery import Cutout, Face, Scenery, Thing
from companion.simulation import plies

if TYPE_CHECKING:
    import numpy as np

    from hardware.simulated.renderer import Renderer
    from hardware.simulated.takes import Take
    from vision.board import Reference
    from vision.gallery import Gallery
    from vision.geometry import Image

_SPACING = 1.15
_OFF = 0.008
"""By which share of a tile its corners are off when somebody cuts it out of a photo."""
_SPARE = 1_000_003


@dataclass(frozen=True)
class Position:
    """A state of a random game, laid on the table."""

    game: Any
    state: Any
    scenery: Scenery


def position(seed: int, players: int = 2) -> Position:
    """A position of a random game: the first moves, the last, or any in between."""
    import numpy as np

    game = find("propeller-islands")
    assert isinstance(game, Laid)
    states = [ply.state for ply in plies(game, {"players": players}, f"eye/{seed}")]
    state = states[int(np.random.default_rng([seed, 41]).integers(len(states)))]
    return Position(game, state, game.scenery(state, seed))


def photo_of(
    faces: Sequence[Cutout], seed: int, style: int, *, tilt: float
) -> "tuple[Image, Renderer, Scenery]":
    """Faces laid out in rows and photographed."""
    import numpy as np

    from hardware.simulated.camera import SimulatedCamera
    from hardware.simulated.takes import take

    rng = np.random.default_rng([seed, 43])
    wide, high = (
        _SPACING * max(max(p[axis] for p in f.outline) - min(p[axis] for p in f.outline) for f in faces)
        for axis in (0, 1)
    )
    columns = max(1, round((len(faces) * 4 / 3 * high / wide) ** 0.5))
    things = tuple(
        Thing(
            "face",
            Point(i % columns * wide, i // columns * high),
            (
                Face(
                    Point(i % columns * wide, i // columns * high),
                    float(rng.uniform(-8, 8)),
                    face.outline,
                    face.print,
                ),
            ),
            face.name,
        )
        for i, face in enumerate(faces)
    )
    table = Scenery(things)
    shot = take(seed + _SPARE, *table.bounds(), tilt=tilt, style=style)
    camera = SimulatedCamera(
        table, shot.view, shot.light, shot.sensor, style=style, seed=shot.seed
    )
    return next(camera.frames()).image, camera.renderer, table
