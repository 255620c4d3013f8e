"""The flat part of a table as one picture: table top, boards, tiles, cards and tokens from above.

Faces are pasted in the order in which they were laid. When some of them come, go or move, only the
parts of the picture that they covered are painted again.
"""

import math
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scenery import Face, Point
from hardware.art.faces import draw_face
from hardware.simulated.light import Light
from hardware.simulated.tabletop import draw_tabletop

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels of the flat picture."""


class FlatPicture:
    """A picture of the table from `low` to `high`, straight from above."""

    def __init__(
        self, low: Point, high: Point, scale: float, *, light: Light, style: int, seed: int
    ) -> None:
        self.low, self.scale = low, scale
        self._style, self._light = style, light
        width, height = round((high.x - low.x) * scale), round((high.y - low.y) * scale)
        self._table = draw_tabletop(width, height, scale, seed)
        self.image: NDArray[np.uint8] = self._table.copy()
        self._faces: tuple[Face, ...] = ()

    def show(self, faces: Iterable[Face]) -> bool:
        """Paint what has changed; whether anything has."""
        wanted = tuple(faces)
        if wanted == self._faces:
            return False
        changed = _changed(self._faces, wanted)
        boxes = {face: self._box(face) for face in {*wanted, *self._faces}}
        self._faces = wanted
        for region in _joined([boxes[face] for face in changed], self.image.shape):
            left, top, right, bottom = region
            self.image[top:bottom, left:right] = self._table[top:bottom, left:right]
            for face in wanted:
                if _meet(boxes[face], region):
                    self._paste(face, boxes[face], region)
        return True

    def pixel(self, point: Sequence[float]) -> tuple[float, float]:
        """Where a point of the table is in the flat picture."""
        x, y = point
        return (x - self.low.x) * self.scale - 0.5, (y - self.low.y) * self.scale - 0.5

    def _box(self, face: Face) -> Box:
        """What a face and its shadow cover."""
        pixels = np.array([self.pixel(corner) for corner in face.corners()])
        reach = 3 + self.scale * (1 + 1.5 * face.thickness)
        low, high = np.floor(pixels.min(0) - reach), np.ceil(pixels.max(0) + reach)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _paste(self, face: Face, box: Box, region: Box) -> None:
        left, top = max(box[0], region[0]), max(box[1], region[1])
        right, bottom = min(box[2], region[2]), min(box[3], region[3])
        texture = draw_face(face.print, face.outline, self.scale, self._style)
        high, wide = texture.shape[:2]
        turn = np.radians(face.turn)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shift = np.array(self.pixel(face.at)) - spin @ [(wide - 1) / 2, (high - 1) / 2]
        # The shadow reaches over the rim of the part that is painted, so paint more and cut.
        offset = -self._light.towards[:2] / self._light.towards[2] * face.thickness * self.scale
        blur = max(0.6, 0.5 * self.scale)
        pad = math.ceil(np.abs(offset).max() + 4 * blur) + 2
        matrix = np.hstack([spin, (shift - [left - pad, top - pad])[:, None]])
        size = (right - left + 2 * pad, bottom - top + 2 * pad)
        patch = cv2.warpAffine(texture, matrix, size, flags=cv2.INTER_LINEAR)
        cover = patch[..., 3].astype(np.float32) / 255
        shift_only = np.array([[1, 0, offset[0]], [0, 1, offset[1]]], np.float32)
        shade = cv2.warpAffine(cover, shift_only, size)
        shade = cv2.GaussianBlur(np.maximum(shade, cover), (0, 0), blur)
        inner = np.s_[pad:-pad, pad:-pad]
        view = self.image[top:bottom, left:right]
        share = cover[inner][..., None]
        dark = 1 - 0.5 * shade[inner][..., None]
        view[:] = (view * dark * (1 - share) + patch[inner][..., :3] * share + 0.5).astype(np.uint8)


def _changed(old: tuple[Face, ...], new: tuple[Face, ...]) -> set[Face]:
    """The faces that came or went; all of them if others lie on top now than before."""
    before, after = set(old), set(new)
    if [face for face in old if face in after] != [face for face in new if face in before]:
        return before | after
    return before ^ after


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _joined(boxes: Iterable[Box], shape: tuple[int, ...]) -> list[Box]:
    """Boxes within the picture; those that overlap are put together and painted once."""
    found: list[Box] = []
    for box in boxes:
        left, top = max(0, box[0]), max(0, box[1])
        right, bottom = min(shape[1], box[2]), min(shape[0], box[3])
        if left >= right or top >= bottom:
            continue
        new = (left, top, right, bottom)
        while (other := next((old for old in found if _meet(old, new)), None)) is not None:
            found.remove(other)
            new = (
                min(new[0], other[0]),
                min(new[1], other[1]),
                max(new[2], other[2]),
                max(new[3], other[3]),
            )
        found.append(new)
    return found
