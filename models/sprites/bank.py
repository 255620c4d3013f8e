"""The drawn dice, ready to be pasted: read from the sheets, with clean edges."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Points = NDArray[np.float32]

# How dark it is so many pixels from a cell's border is taken for no shadow at all: a trace of it
# that stops at a straight line would be a square that a detector learns instead of the die.
RIM = 8


@dataclass(frozen=True, eq=False)
class Sprite:
    """One die: BGRA pixels with its shadow, its outline, its top face, and what it shows."""

    pixels: Pixels
    outline: Points
    top: Points
    value: int
    sheet: int
    elevation: float
    material: str

    @property
    def width(self) -> float:
        """The longer side of the box around the die itself, shadow left out."""
        return float((self.outline.max(axis=0) - self.outline.min(axis=0)).max())


def fade_edges(pixels: Pixels, keep: Points) -> Pixels:
    """Lets the shadow fade from the die (`keep`) to nothing at the border.

    The lines of equal shadow are round, whatever the cell's shape; the die itself stays untouched.
    """
    side = pixels.shape[0]
    outside = np.full((side, side), 255, np.uint8)
    cv2.fillConvexPoly(outside, np.round(keep).astype(np.int32), 0)
    from_die = cv2.distanceTransform(outside, cv2.DIST_L2, 5)
    inward = np.minimum(np.arange(side), np.arange(side)[::-1]).astype(np.float32)
    from_border = np.minimum(*np.meshgrid(inward, inward))
    near = from_border / np.maximum(from_border + from_die, 1e-6)
    weight = np.where(outside > 0, near * near * (3 - 2 * near), 1.0)
    # The light of a room is dimmed everywhere around a die: that much is no shadow.
    shade = pixels[..., 3].astype(np.float32)
    rim = outside > 0
    dim = float(np.median(shade[(from_border == RIM) & rim])) if rim.any() else 0.0
    shade = np.where(rim, np.maximum(shade - dim, 0) * 255 / max(255 - dim, 1), shade)
    faded = pixels.copy()
    faded[..., 3] = np.round(shade * weight).astype(np.uint8)
    # Less than this can't be seen, but it would widen every later measure of the shadow.
    faded[faded[..., 3] < 5, 3] = 0
    faded[[0, -1], :, 3] = 0
    faded[:, [0, -1], 3] = 0
    return faded


def load_bank(folder: Path) -> tuple[Sprite, ...]:
    """Reads all finished sheets of a folder.

    Raises:
        FileNotFoundError: There is no finished sheet.
    """
    sprites: list[Sprite] = []
    for page in sorted(folder.glob("sheet*.json")):
        sprites.extend(_load_sheet(page))
    if not sprites:
        raise FileNotFoundError(f"no dice in {folder}: draw them first (python -m models sketches)")
    return tuple(sprites)


def _load_sheet(page: Path) -> list[Sprite]:
    told = json.loads(page.read_text())
    picture = cv2.imread(str(page.with_suffix(".png")), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{page.with_suffix('.png')} is no RGBA picture: delete it and draw again")
    side = told["cell"]
    found = []
    for die in told["dice"]:
        row, column = divmod(die["cell"], told["across"])
        cell = picture[row * side : (row + 1) * side, column * side : (column + 1) * side]
        outline = np.array(die["outline"], np.float32)
        if outline.min() < 1 or outline.max() > side - 1:
            continue
        found.append(
            Sprite(
                fade_edges(np.asarray(cell, np.uint8), outline),
                outline,
                np.array(die["top"], np.float32),
                die["value"],
                int(page.stem.removeprefix("sheet")),
                told["elevation"],
                die["look"]["material"],
            )
        )
    return found
