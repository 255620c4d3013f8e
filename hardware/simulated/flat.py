"""The flat part of a table from above: table top, boards, tiles, cards and tokens.

Faces lie in the order in which they were laid. No picture of the whole is kept: `show`
tells what has changed, and `paint` paints a part when it is asked for.
"""

import math
from collections.abc import Iterable

import cv2
import numpy as np

from companion.tabletop.observation import Point
from companion.tabletop.outlines import Outline
from companion.tabletop.scenery import FlatPiece, Print
from hardware.art.faces import draw_face
from hardware.art.style import Colour
from hardware.frame import Image
from hardware.simulated.light import Light
from hardware.simulated.tabletop import TableTop
from hardware.simulated.viewpoint import Box, common, turned


class FlatPicture:
    """The table from `low` to `high`, straight from above, `scale` pixels a millimetre."""

    def __init__(
        self,
        low: Point,
        high: Point,
        scale: float,
        *,
        light: Light,
        style: int,
        seed: int,
        cloth: Colour | None = None,
    ) -> None:
        self.low, self.scale = low, scale
        self.size = (round((high.x - low.x) * scale), round((high.y - low.y) * scale))
        self._style, self._light = style, light
        self._table = TableTop(scale, seed, cloth)
        self._faces: tuple[FlatPiece, ...] = ()
        self._boxes: dict[FlatPiece, Box] = {}
        self._textures: dict[tuple[Print, Outline], Image] = {}

    def show(self, faces: Iterable[FlatPiece]) -> list[Box]:
        """Let these lie there; the boxes in which it looks different now."""
        wanted = tuple(faces)
        if wanted == self._faces:
            return []
        changed = _changed(self._faces, wanted)
        boxes = {face: self._box(face) for face in {*wanted, *changed}}
        self._faces, self._boxes = wanted, boxes
        # Only of what lies there: a long evening shows many faces, and a large one is a megabyte.
        needed = {(face.print, face.outline) for face in wanted}
        self._textures = {key: one for key, one in self._textures.items() if key in needed}
        within = (0, 0, *self.size)
        return _joined(box for face in changed if (box := common(boxes[face], within)))

    def paint(self, box: Box) -> Image:
        """What is to be seen within a box."""
        found = self._table.part(*box)
        for face in self._faces:
            if part := common(self._boxes[face], box):
                self._paste(face, part, box, found)
        return found

    def pixel(self, point: Iterable[float]) -> tuple[float, float]:
        """Where a point of the table is in the flat picture."""
        x, y = point
        return (x - self.low.x) * self.scale - 0.5, (y - self.low.y) * self.scale - 0.5

    def _box(self, face: FlatPiece) -> Box:
        """What a face and its shadow cover."""
        pixels = np.array([self.pixel(corner) for corner in face.corners()])
        reach = 3 + self.scale * (1 + 1.5 * face.thickness)
        low, high = np.floor(pixels.min(0) - reach), np.ceil(pixels.max(0) + reach)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _texture(self, face: FlatPiece) -> Image:
        key = (face.print, face.outline)
        if key not in self._textures:
            self._textures[key] = draw_face(*key, self.scale, self._style)
        return self._textures[key]

    def _paste(self, face: FlatPiece, box: Box, region: Box, image: Image) -> None:
        """Paint the part of a face that lies in `box` into the picture of a region."""
        left, top, right, bottom = box
        texture = self._texture(face)
        high, wide = texture.shape[:2]
        spin = turned(face.turn)[:2, :2]
        shift = np.array(self.pixel(face.at)) - spin @ [(wide - 1) / 2, (high - 1) / 2]
        # The shadow reaches over the rim of the part that is painted, so paint more and cut.
        offset = -self._light.towards[:2] / self._light.towards[2] * face.thickness * self.scale
        blur = max(0.6, 0.5 * self.scale)
        pad = math.ceil(np.abs(offset).max() + 4 * blur) + 2
        matrix = np.hstack([spin, (shift - [left - pad, top - pad])[:, None]])
        size = (right - left + 2 * pad, bottom - top + 2 * pad)
        patch = cv2.warpAffine(texture, matrix, size)
        cover = patch[..., 3].astype(np.float32) / 255
        shift_only = np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float32)
        shade = cv2.warpAffine(cover, shift_only, size)
        shade = cv2.GaussianBlur(np.maximum(shade, cover), (0, 0), blur)
        inner = np.s_[pad:-pad, pad:-pad]
        view = image[top - region[1] : bottom - region[1], left - region[0] : right - region[0]]
        share = cover[inner][..., None]
        dark = 1 - 0.5 * shade[inner][..., None]
        view[:] = (view * dark * (1 - share) + patch[inner][..., :3] * share + 0.5).astype(np.uint8)


def _changed(old: tuple[FlatPiece, ...], new: tuple[FlatPiece, ...]) -> set[FlatPiece]:
    """The faces that came or went; all of them if others lie on top now than before."""
    before, after = set(old), set(new)
    if [face for face in old if face in after] != [face for face in new if face in before]:
        return before | after
    return before ^ after


def _joined(boxes: Iterable[Box]) -> list[Box]:
    """Boxes; those that overlap are put together and painted once."""
    found: list[Box] = []
    for box in boxes:
        left, top, right, bottom = box
        while other := next(
            (old for old in found if common(old, (left, top, right, bottom))), None
        ):
            found.remove(other)
            left, top = min(left, other[0]), min(top, other[1])
            right, bottom = max(right, other[2]), max(bottom, other[3])
        found.append((left, top, right, bottom))
    return found
