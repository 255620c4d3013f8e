"""Whether a tile has a part of another face: then it is a tile that nobody has shown.

Tiles of one set share a layout: a number here, an emblem there. One that nobody has shown mostly
looks like a neighbour that has another emblem, and in all that is little. But the emblem is known,
from other faces. So all faces are laid over each other once, and where a tile differs from the face
that it was taken for, each other face is asked whether it explains that part better. Of a tile that
is what it seems, no other face explains any part: what differs there is light, focus and noise.

Faces that share nothing explain nothing of each other, and nothing is lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces.alignment import FINE, FOCI, WITHIN, Alignment, Floats, LitTile, Pattern, disc
from vision.faces.crops import SIDE
from vision.faces.light import Light
from vision.faces.polar import STEPS, RingIndex, rings_of
from vision.geometry import Image, Matrix

_FEWEST = 3
"""Of fewer faces nobody can tell what they share."""
_PULLS = 5
_SIDE = FINE // 2
"""Pixels of a tile in which its parts are compared, both ways: an emblem has about six of them."""
_PATCH, _WIDTH = 1.25, (7, 7)
"""How far around a point a part reaches, in those pixels (one deviation)."""
_APART = 6.0
"""How much two faces must differ in a part, in noise, that one can be told from the other."""
_ANYWAY = 2.0
"""What differs anyway in any part."""
_SEEN = 0.5


def _smaller(picture: Floats) -> Floats:
    return np.asarray(cv2.resize(picture, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), np.float32)


_COMPARED = _smaller(disc(FINE, 0.80).astype(np.float32)) > 0.99
_KNOWN = (_smaller(disc(FINE, 0.88).astype(np.float32)) > 0.99).astype(np.float32)[..., None]
"""Where parts may have their middle, and what of a tile belongs to any of them."""


@dataclass(frozen=True, eq=False)
class _Laid:
    """Faces as they lie over each other.

    Attributes:
        faces: Each without its lamp, in every focus: foci x faces x side x side x 3.
        ways: From the shared layout to each face, in pixels of `FINE`.
    """

    faces: Light
    ways: tuple[Matrix, ...]


class Parts:
    """All faces of a gallery, part by part.

    Args:
        names: What they are called.
        patterns: Their photos, ready to be laid over tiles.
        index: Their rings.
    """

    def __init__(self, names: Sequence[str], patterns: Sequence[Pattern], index: RingIndex) -> None:
        self._names = np.array(names)
        self._laid = _lay(patterns, index) if len(patterns) >= _FEWEST else None

    def borrowed(
        self, face: int, alignment: Alignment, noise: Floats, leaving_out: str | None = None
    ) -> float:
        """How much of what differs in one part of a tile another face explains, 0 to 1.

        Args:
            face: Which face was laid over the tile.
            alignment: That face as it lies there.
            noise: What noise is in each channel.
            leaving_out: A name that is not asked.
        """
        asked = self._names != self._names[face]
        if leaving_out is not None:
            asked &= self._names != leaving_out
        if self._laid is None or not asked.any():
            return 0.0
        off, seen = _differences(self._laid.ways[face], alignment, noise)
        others = self._others(face, alignment.focus)
        others *= np.float32(1 + alignment.contrast)
        others *= seen / noise
        # With t on the way from this face (0) to another (1), 2t - 1 of what lies between is won.
        between = _patches(np.einsum("ijkl,ijkl->ijk", others, others))
        won = 2 * _patches(np.einsum("ijkl,jkl->ijk", others, off)) - between
        differs = _patches((off**2).sum(axis=-1)[None])
        counts = (between > _APART) & _COMPARED & asked[:, None, None]
        explained = np.where(counts, won / (differs + _ANYWAY), 0.0)
        return float(np.clip(explained.max(), 0.0, 1.0))

    def _others(self, face: int, focus: float) -> Light:
        """What all faces differ by from one, in the focus of the tile."""
        assert self._laid is not None
        # A tile may be sharper than its photo; nobody can sharpen that.
        level = float(np.interp(focus, FOCI, range(len(FOCI))))
        lower = min(int(level), len(FOCI) - 2)
        near, far = self._laid.faces[lower : lower + 2]
        found = near + np.float32(level - lower) * (far - near)
        found -= found[face].copy()
        return np.asarray(found, np.float32)


def _differences(way: Matrix, alignment: Alignment, noise: Floats) -> tuple[Floats, Floats]:
    """What a tile differs by from its face, in the shared layout; and what of it is seen."""
    off, _ = alignment.differences()
    excused = alignment.excused()
    hidden = np.zeros(len(off), np.bool_) if excused is None else excused
    whole = np.zeros((FINE, FINE, 4), np.float32)
    whole[WITHIN] = np.column_stack([off / noise, hidden])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    laid = _smaller(np.asarray(cv2.warpPerspective(whole, way, (FINE, FINE), flags=flags)))
    seen = (laid[..., 3:] < _SEEN) * _KNOWN
    return np.asarray(laid[..., :3] * seen, np.float32), np.asarray(seen, np.float32)


def _lay(patterns: Sequence[Pattern], index: RingIndex) -> _Laid:
    """Lay all faces over what they have in common."""
    rings = [rings_of(pattern.crop) for pattern in patterns]
    common = Pattern(_common([pattern.crop for pattern in patterns], rings, index))
    turned = RingIndex(rings_of(common.crop)[None])
    faces, ways = [], []
    for pattern, ring in zip(patterns, rings, strict=True):
        _, turns = turned.likeness(ring)
        alignment = Alignment(common, LitTile(pattern.crop), int(turns[0, 0]))
        for _ in range(_PULLS):
            alignment.step()
        faces.append([_in_layout(alignment, pattern.crop, focus) for focus in FOCI])
        ways.append(alignment.upright)
    return _Laid(np.stack(faces, axis=1), tuple(ways))


def _in_layout(alignment: Alignment, crop: Image, focus: float) -> Floats:
    whole = np.zeros((FINE, FINE, 3), np.float32)
    whole[WITHIN] = alignment.seen(LitTile(crop, focus=focus))[:, :3] - alignment.lamp
    return _smaller(whole)


def _common(crops: Sequence[Image], rings: Sequence[Light], index: RingIndex) -> Image:
    """What most faces show: the middle value of all, turned as the one most like the others."""
    likeness = np.stack([index.likeness(ring)[0] for ring in rings])
    middle = int(np.median(likeness, axis=1).argmax())
    _, turns = index.likeness(rings[middle])
    centre = ((SIDE - 1) / 2, (SIDE - 1) / 2)
    turned = [
        cv2.warpAffine(
            crop,
            cv2.getRotationMatrix2D(centre, -float(turn) * 360 / STEPS, 1.0),
            (SIDE, SIDE),
            borderMode=cv2.BORDER_REPLICATE,
        )
        for crop, turn in zip(crops, turns[:, 0], strict=True)
    ]
    return np.asarray(np.median(np.stack(turned), axis=0), np.uint8)


def _patches(values: npt.NDArray[np.float32]) -> Floats:
    """The mean around each point, picture by picture.

    They lie below each other as one: nothing is known at their rims, so none reaches the next.
    """
    tall = np.ascontiguousarray(values, np.float32).reshape(-1, _SIDE)
    smooth = np.asarray(cv2.GaussianBlur(tall, _WIDTH, _PATCH), np.float32)
    return smooth.reshape(-1, _SIDE, _SIDE)
