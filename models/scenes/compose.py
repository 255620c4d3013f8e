"""From a seed to a labelled picture: choose what lies where, draw it, photograph it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.scenes.carpets import draw_carpet
from models.scenes.lens import photograph
from models.scenes.prints import draw_print, stands_up
from models.scenes.scene import (
    DIE,
    PRINTS,
    VISIBLE,
    Label,
    PlannedPicture,
    SceneThing,
    spread_sizes,
)
from models.scenes.tables import draw_table
from models.sprites.bank import Sprite

Picture = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Points = NDArray[np.float32]

# Dice of one picture are seen from the same height, within so many degrees.
ALIKE = 12.0
# From this high above, no face but the top can be mistaken for it, however the camera is held.
FROM_ABOVE = 72.0
# How much of a pale print is left.
_LEFT = (0.12, 0.6)
# Pixels at a die's rim let something of the table through.
_SOLID = 200


@dataclass(frozen=True)
class Studio:
    """Draws scenes from a bank of dice and, where there are any, photos of table tops."""

    bank: Sequence[Sprite]
    photos: Sequence[Path] = ()
    photographed: float = 0.45
    side: int = 320
    smallest: float = 16.0
    largest: float = 170.0
    hiding: bool = False
    """Whether all dice lie on carpets of about their own colour."""
    pale: bool = False
    """Whether prints hardly stand out from the table: worn off, or holes and stains."""

    def scene(self, seed: int) -> PlannedPicture:
        """Describes a random table."""
        rng = np.random.default_rng(seed)
        squeeze = spread_sizes(rng, 0.54, 1.8) if rng.random() < 0.45 else 1.0
        sheet = self.bank[int(rng.integers(len(self.bank)))]
        slant = float(np.sin(np.radians(sheet.elevation)))
        base = spread_sizes(rng, self.smallest * 1.2, self.largest * 0.9)
        prints = [self._print(rng, base) for _ in range(self._how_many_prints(rng))]
        dice = self._dice(rng, sheet.sheet, base, squeeze)
        return PlannedPicture(
            self.side,
            int(rng.integers(1 << 31)),
            squeeze,
            slant,
            (*prints, *dice),
            int(rng.integers(1 << 31)),
        )

    def picture(self, scene: PlannedPicture) -> tuple[Pixels, tuple[Label, ...]]:
        """Draws a scene, with a label for every piece."""
        canvas = self._ground(scene)
        labels = []
        smallest = 60.0
        for piece in scene.pieces:
            placed = self.place(piece, scene)
            _paste(canvas, placed, stands_up(piece.kind))
            box = _clipped(placed.outline, scene.side)
            if piece.kind == DIE:
                top = tuple((round(float(x), 1), round(float(y), 1)) for x, y in placed.top)
                labels.append(Label(DIE, box, self.bank[piece.look].value, top))
                smallest = min(smallest, piece.size)
            else:
                labels.append(Label(piece.kind, box))
        return photograph(canvas, scene.lens, smallest), tuple(labels)

    def _ground(self, scene: PlannedPicture) -> Picture:
        if not self.hiding:
            return draw_table(scene.table, scene.side, self.photos, self.photographed)
        dice = [self.bank[piece.look] for piece in scene.pieces if piece.kind == DIE]
        return draw_carpet(scene.table, scene.side, _colour(dice[0]) if dice else None)

    def place(self, piece: SceneThing, scene: PlannedPicture) -> "PlacedSprite":
        """Says where the pixels of a piece come to lie."""
        if piece.kind == DIE:
            sprite = self.bank[piece.look]
            return _placed(
                sprite.pixels,
                sprite.outline,
                sprite.top,
                piece,
                width=sprite.width,
                squeeze=scene.squeeze,
                slant=1.0,
            )
        patch = draw_print(piece.kind, piece.look)
        if self.pale:
            patch = _worn(patch, piece.look)
        side = patch.shape[0]
        square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
        return _placed(
            patch, square, square, piece, width=side, squeeze=scene.squeeze, slant=scene.slant
        )

    def _how_many_prints(self, rng: np.random.Generator) -> int:
        return 0 if rng.random() < 0.45 else int(rng.integers(1, 9))

    def _print(self, rng: np.random.Generator, base: float) -> SceneThing:
        kind = PRINTS[rng.choice(len(PRINTS), p=_PRINT_SHARES)]
        factor = 3.0 if kind in ("card", "hex_tile") else 1.0
        size = float(np.clip(base * factor * rng.uniform(0.6, 1.5), 12, self.side))
        x, y = rng.uniform(0, self.side, 2)
        return SceneThing(
            kind, float(x), float(y), size, float(rng.uniform(0, 360)), int(rng.integers(1 << 31))
        )

    def _dice(
        self, rng: np.random.Generator, sheet: int, base: float, squeeze: float
    ) -> list[SceneThing]:
        room = max(1, int((self.side / base) ** 2 / 3))
        wanted = (
            0 if rng.random() < 0.08 else min(room, int(rng.choice((1, 2, 3, 4, 6, 9, 14, 20))))
        )
        close = rng.random() < 0.35
        same = [i for i, s in enumerate(self.bank) if s.sheet == sheet]
        elevation = self.bank[same[0]].elevation
        turn = camera_roll(rng, elevation)
        mirrored = bool(rng.random() < 0.5)
        alike = [i for i, s in enumerate(self.bank) if abs(s.elevation - elevation) < ALIKE]
        taken: list[PlacedSprite] = []
        dice: list[SceneThing] = []
        for _ in range(wanted * 4):
            if len(dice) == wanted:
                break
            look = (
                same[rng.integers(len(same))]
                if rng.random() < 0.8
                else alike[rng.integers(len(alike))]
            )
            size = float(np.clip(base * rng.uniform(0.88, 1.12), self.smallest, self.largest))
            x, y = rng.uniform(0.02, 0.98, 2) * self.side
            if close and dice:
                beside = dice[rng.integers(len(dice))]
                away, angle = size * rng.uniform(0.8, 1.15), rng.uniform(0, 2 * np.pi)
                x, y = beside.x + away * np.cos(angle), beside.y + away * np.sin(angle)
            piece = SceneThing(DIE, float(x), float(y), size, turn, look, mirrored)
            bare = PlannedPicture(self.side, 0, squeeze, 1.0, (), 0)
            placed = self.place(piece, bare)
            if _fits(placed, taken, self.side):
                dice.append(piece)
                taken.append(placed)
        return [
            dice[i] for i in sorted(range(len(dice)), key=lambda i: taken[i].outline[:, 1].max())
        ]


_PRINT_SHARES = np.array([0.2, 0.07, 0.09, 0.07, 0.12, 0.09, 0.07, 0.1, 0.05, 0.04, 0.1])


def _worn(patch: Pixels, seed: int) -> Pixels:
    """The same print, so that the table shows through."""
    left = np.random.default_rng([seed, 1]).uniform(*_LEFT)
    worn = patch.copy()
    worn[..., 3] = patch[..., 3] * left
    return worn


def _colour(sprite: Sprite) -> Picture:
    """What a die mostly looks like: neither its pips nor the lamp mirrored in it."""
    return np.asarray(np.median(sprite.pixels[sprite.pixels[..., 3] > _SOLID][:, :3], axis=0))


def camera_roll(rng: np.random.Generator, elevation: float) -> float:
    """How far a camera is turned around its own axis, in degrees.

    From above, any way. From the side people hold it upright, more or less: a die stood on its head
    would teach the reader that the face at the bottom may be the one on top.
    """
    if elevation >= FROM_ABOVE or rng.random() < 0.1:
        return float(rng.uniform(0, 360))
    return float(rng.normal(0, 12))


@dataclass(frozen=True, eq=False)
class PlacedSprite:
    """A piece's pixels with the 2 x 3 matrix that puts them on the canvas."""

    pixels: Pixels
    matrix: NDArray[np.float64]
    outline: Points
    top: Points

    @cached_property
    def area(self) -> float:
        """How many square pixels its outline covers."""
        return float(cv2.contourArea(self.outline))


def _placed(
    pixels: Pixels,
    outline: Points,
    top: Points,
    piece: SceneThing,
    *,
    width: float,
    squeeze: float,
    slant: float,
) -> PlacedSprite:
    scale = piece.size / width
    turn = np.radians(piece.turn)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flip = np.diag([-1.0 if piece.mirrored else 1.0, 1.0])
    # What lies flat is foreshortened; then the whole picture may be squeezed, as some apps do.
    view = np.diag([np.sqrt(squeeze), 1 / np.sqrt(squeeze)]) @ np.diag([1.0, slant])
    linear = view @ spin @ flip * scale
    middle = (outline.max(axis=0) + outline.min(axis=0)) / 2
    shift = np.array([piece.x, piece.y]) - linear @ middle
    matrix = np.hstack([linear, shift[:, None]])
    return PlacedSprite(pixels, matrix, _moved(outline, matrix), _moved(top, matrix))


def _moved(points: Points, matrix: NDArray[np.float64]) -> Points:
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float32)


def _paste(canvas: Picture, placed: PlacedSprite, shadow: bool) -> None:
    side = placed.pixels.shape[0]
    corners = _moved(
        np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32), placed.matrix
    )
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 6, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 7, canvas.shape[1::-1])
    if (high <= low).any():
        return
    matrix = placed.matrix.copy()
    matrix[:, 2] -= low
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    patch = _shrunk(placed.pixels, matrix, size)
    view = canvas[low[1] : high[1], low[0] : high[0]]
    if shadow:
        shade = cv2.GaussianBlur(np.roll(patch[..., 3], (3, 2), (0, 1)), (0, 0), 2.5)
        view *= 1 - 0.5 * shade[..., None]
    view *= 1 - patch[..., 3:]
    view += patch[..., :3] * 255


def _shrunk(pixels: Pixels, matrix: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """Warps with premultiplied alpha; shrinks in halves first so that small pips don't alias."""
    patch: Picture = pixels.astype(np.float32)
    patch /= 255
    patch[..., :3] *= patch[..., 3:]
    matrix = matrix.copy()
    while np.sqrt(abs(np.linalg.det(matrix[:, :2]))) < 0.6:
        half = cv2.resize(patch, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        patch = np.asarray(half, np.float32)
        matrix[:, :2] *= 2
    return np.asarray(cv2.warpAffine(patch, matrix, size, flags=cv2.INTER_LINEAR), np.float32)


def _clipped(outline: Points, side: int) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    return (float(max(x0, 0)), float(max(y0, 0)), float(min(x1, side)), float(min(y1, side)))


def _fits(new: PlacedSprite, taken: Sequence[PlacedSprite], side: int) -> bool:
    """Whether every die's top stays visible, whichever of the two is in front."""
    frame = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    if _overlap(new.top, frame) < 0.95 * abs(cv2.contourArea(new.top)):
        return False
    if _overlap(new.outline, frame) < 0.75 * new.area:
        return False
    for other in taken:
        common = _overlap(new.outline, other.outline)
        if common > 0.22 * min(new.area, other.area):
            return False
        for top, cover in ((new.top, other.outline), (other.top, new.outline)):
            if _overlap(top, cover) > (1 - VISIBLE) * 0.5 * abs(cv2.contourArea(top)):
                return False
    return True


def _overlap(one: Points, other: Points) -> float:
    a, b = cv2.convexHull(one), cv2.convexHull(other)
    return float(cv2.intersectConvexConvex(a, b)[0])
