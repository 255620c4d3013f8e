"""Laying the photo of a face over a tile that shows it, to see what else is there.

The turn is found along rings around the middle; then the face is pulled onto the tile, with its
lamp and its focus (`alignment`). What is left is compared as in `bare`: with the nearest value
close by.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.faces.alignment import Alignment, LitTile, Pattern, darkest
from vision.faces.crops import REACH, SIDE
from vision.faces.light import Light
from vision.faces.polar import RingIndex, rings_of
from vision.geometry import Image, Points, Truths
from vision.lattice.lattice import CORNERS

_PULLS = 6
_CLOSE_BY = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
_COLOUR, _BRIGHTER, _DARKER = 0.2, 0.25, 0.25
_GLARE = 6.0
_FAINT = 0.4
"""Share of what makes something solid from which it may be something pale."""
TILE: Points = CORNERS * 2 * REACH * SIDE + (SIDE - 1) / 2
"""The six corners of a tile in a crop."""


def _inside() -> Truths:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    corners = np.rint(0.96 * (TILE - (SIDE - 1) / 2) + (SIDE - 1) / 2).astype(np.int32)
    cv2.fillConvexPoly(mask, corners, 1)
    return mask > 0


INSIDE: Truths = _inside()
"""The part of a crop that is surely the tile."""


@dataclass(frozen=True, eq=False)
class Leftover:
    """What a tile shows beyond its face, in the tile's crop.

    Attributes:
        solid: Where the colour differs, or it is brighter.
        differs: Where anything differs, shadows too.
        faint: Where it differs so little that it may be noise; as a whole it may be pale.
        seen: The tile as light, with the lamp of the face.
        plain: The face in the same light and focus: the tile with nothing on it.
        face: The face as it lies over it.
    """

    solid: Truths
    differs: Truths
    faint: Truths
    seen: Light
    plain: Light
    face: Alignment


def leftover(face: Pattern, crop: Image) -> Leftover:
    """Lay a face over a crop."""
    shown = LitTile(crop, stray=face.stray)
    _, turns = RingIndex(rings_of(face.crop)[None]).likeness(rings_of(crop))
    alignment = Alignment(face, shown, int(turns[0, 0]))
    for _ in range(_PULLS):
        alignment.step()
    was, lamp = alignment.laid()
    now = shown.layers[..., :3]
    most, least = (np.asarray(each(was, _CLOSE_BY), np.float32) for each in (cv2.dilate, cv2.erode))
    gap = np.maximum(now - most, 0) - np.maximum(least - now, 0)
    # Where it is dark, a little stray light changes much.
    stray = _GLARE * np.exp(-darkest(least))
    colour, brighter = np.hypot(gap[..., 1], gap[..., 2]), gap[..., 0]
    solid = (colour > _COLOUR + stray) | (brighter > _BRIGHTER + stray)
    faint = (colour > _FAINT * (_COLOUR + stray)) | (brighter > _FAINT * (_BRIGHTER + stray))
    differs = solid | (brighter < -_DARKER - stray)
    return Leftover(
        np.asarray(solid & INSIDE),
        np.asarray(differs & INSIDE),
        np.asarray(faint & INSIDE),
        np.asarray(now - lamp, np.float32),
        np.asarray(was - lamp, np.float32),
        alignment,
    )
