"""A track on a board: in which of its boxes the owner's marker stands.

It is shown, and nobody is held to it: people move markers late, so what counts is what they tell.
"""

import numpy as np
import numpy.typing as npt

from companion.tabletop.chart import Track
from vision.board.standing import Patch, pillar, square
from vision.faces.bare import Bare
from vision.geometry import Points
from vision.viewpoint.table_camera import TableCamera

Floats = npt.NDArray[np.float32]

_STANDS, _AHEAD = 0.5, 0.2
"""How much of what a marker hides must be of its colour, and how far it must be ahead of others."""
_BESIDE = 0.5
"""What the colour around a marker counts against it: whatever is larger is none."""


def read_track(
    track: Track, evidence: Floats, bare: Bare, camera: TableCamera
) -> tuple[int | None, Points]:
    """The box of the marker, or None if nobody can say, and the marker's outline in the picture.

    Args:
        track: Where its boxes are.
        evidence: Where the board has the marker's colour and did not before, from above.
        bare: The board as it is without anything on it.
        camera: How the board is seen.
    """
    boxes = np.array(track.boxes)
    scores = np.array([_score(at, track.marker, evidence, bare, camera) for at in boxes])
    best = int(scores.argmax())
    outline = pillar(camera, boxes[best], track.marker, 0.5)
    others = np.delete(scores, best)
    sure = scores[best] > _STANDS and scores[best] - others.max(initial=0.0) > _AHEAD
    return (best if sure else None), outline


def _score(at: Points, marker: float, evidence: Floats, bare: Bare, camera: TableCamera) -> float:
    """How much of what a marker would hide has its colour, beyond what is around it."""
    patch = Patch.at(camera, at, marker, bare.per_mm)
    column, row = np.rint((at - bare.low) * bare.per_mm).astype(int)
    here = square(evidence, row, column, patch.inner.shape[0] // 2)
    return float((here * patch.inner).sum() - _BESIDE * (here * patch.ring).sum())
