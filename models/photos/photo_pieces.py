"""Square pieces of real photos for the finder: any scale, any quarter turn, other colours.

A whole photo costs the finder four times as much to look at as a piece and mostly shows table.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from models.photos.colours import recoloured as in_other_colours
from models.photos.sources import Box, Photo
from models.scenes.scene import DIE, Label, spread_sizes

Pixels = NDArray[np.uint8]

# A die cut by the rim counts while this much of it is inside; one that is cut more is painted over.
INSIDE = 0.7
GREY = 114
# Sizes of dice in a piece, and how often there are four with small ones: these are overlooked most.
ANY, SMALL = (18.0, 150.0), (11.0, 34.0)
IN_FOUR = 0.25


def pieces(
    photo: Photo, seed: int, count: int, side: int = 320, around: Sequence[Box] = ()
) -> Iterator[tuple[Pixels, tuple[Label, ...]]]:
    """Cuts pieces out of one photo; where places are named, around these alone."""
    rng = np.random.default_rng(seed)
    pixels = photo.pixels()
    for _ in range(count):
        if rng.random() < IN_FOUR:
            half = side // 2
            yield _together(
                [_piece(rng, photo, pixels, half, around=around, sizes=SMALL) for _ in range(4)]
            )
        else:
            yield _piece(rng, photo, pixels, side, around=around, sizes=ANY)


def _together(four: list[tuple[Pixels, tuple[Label, ...]]]) -> tuple[Pixels, tuple[Label, ...]]:
    """Four small pieces side by side: dice as small as no photo shows them in the whole."""
    half = four[0][0].shape[0]
    rows = [np.hstack([four[i][0], four[i + 1][0]]) for i in (0, 2)]
    labels = []
    for number, (_, each) in enumerate(four):
        right, down = half * (number % 2), half * (number // 2)
        for one in each:
            x0, y0, x1, y1 = one.box
            box = (x0 + right, y0 + down, x1 + right, y1 + down)
            labels.append(Label(one.kind, box, one.value))
    return np.vstack(rows), tuple(labels)


def _piece(
    rng: np.random.Generator,
    photo: Photo,
    pixels: Pixels,
    side: int,
    *,
    around: Sequence[Box],
    sizes: tuple[float, float],
) -> tuple[Pixels, tuple[Label, ...]]:
    scale = _scale(rng, photo, pixels, side, sizes)
    squeeze = np.sqrt(spread_sizes(rng, 0.58, 1.7)) if rng.random() < 0.5 else 1.0
    zoom = np.array([scale * squeeze, scale / squeeze])
    middle = _middle(rng, around or _dice_mostly(rng, photo), pixels, side / zoom)
    shift = side / 2 - zoom * middle
    matrix = np.array([[zoom[0], 0, shift[0]], [0, zoom[1], shift[1]]])
    source = pixels
    while scale < 0.6:
        source = np.asarray(
            cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
        )
        matrix[:, :2] *= 2
        scale *= 2
    cut = cv2.warpAffine(
        source, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=(GREY,) * 3
    )
    picture = np.array(cut, np.uint8)
    labels = []
    for box, value in zip(photo.boxes, photo.values, strict=True):
        moved = _moved(box, zoom, shift)
        share = _inside(moved, side)
        if share >= INSIDE:
            x0, y0, x1, y1 = moved
            clipped = (max(x0, 0.0), max(y0, 0.0), min(x1, float(side)), min(y1, float(side)))
            labels.append(Label(DIE, clipped, value))
        elif share > 0:
            _paint_over(picture, moved)
    for box in photo.ignored:
        _paint_over(picture, _moved(box, zoom, shift))
    return _turned(rng, recoloured(rng, picture), tuple(labels))


def _scale(
    rng: np.random.Generator, photo: Photo, pixels: Pixels, side: int, wished: tuple[float, float]
) -> float:
    if not photo.boxes:
        return spread_sizes(rng, 0.5, 2.0)
    sizes = [max(b[2] - b[0], b[3] - b[1]) for b in photo.boxes]
    # Enlarging more than twice shows the finder blur that no closer look would give it, and it is
    # never shown a photo smaller than as a whole.
    wanted = spread_sizes(rng, *wished) / float(np.median(sizes))
    return float(np.clip(wanted, min(side / max(pixels.shape[:2]), 2.0), 2.0))


def _dice_mostly(rng: np.random.Generator, photo: Photo) -> Sequence[Box]:
    return photo.boxes if rng.random() < 0.8 else ()


def _middle(
    rng: np.random.Generator, around: Sequence[Box], pixels: Pixels, reach: NDArray[np.float64]
) -> NDArray[np.float64]:
    size = np.array([pixels.shape[1], pixels.shape[0]], float)
    if around:
        x0, y0, x1, y1 = around[int(rng.integers(len(around)))]
        middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + rng.uniform(-0.42, 0.42, 2) * reach
    else:
        middle = rng.uniform(0, 1, 2) * size
    # Stay on the photo as far as it reaches; grey rims teach nothing.
    half = np.minimum(reach, size) / 2
    return np.asarray(np.clip(middle, half, size - half))


def _moved(box: Box, zoom: NDArray[np.float64], shift: NDArray[np.float64]) -> Box:
    return (
        float(box[0] * zoom[0] + shift[0]),
        float(box[1] * zoom[1] + shift[1]),
        float(box[2] * zoom[0] + shift[0]),
        float(box[3] * zoom[1] + shift[1]),
    )


def _inside(box: Box, side: int) -> float:
    width = min(box[2], side) - max(box[0], 0)
    height = min(box[3], side) - max(box[1], 0)
    return max(width, 0.0) * max(height, 0.0) / max((box[2] - box[0]) * (box[3] - box[1]), 1e-9)


def _paint_over(picture: Pixels, box: Box) -> None:
    x0, y0, x1, y1 = (round(edge) for edge in box)
    picture[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = GREY


def recoloured(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """The same picture in other colours, under another lamp, perhaps out of focus."""
    picture = in_other_colours(rng, picture, (0.15, 0.3, 0.5, 0.6))
    if rng.random() < 0.4:
        bent = 255 * (np.arange(256) / 255) ** rng.uniform(0.6, 1.7) * rng.uniform(0.6, 1.1)
        picture = np.clip(bent, 0, 255).astype(np.uint8)[picture]
    if rng.random() < 0.25:
        picture = np.asarray(
            cv2.GaussianBlur(np.ascontiguousarray(picture), (0, 0), rng.uniform(0.4, 1.3)), np.uint8
        )
    return np.ascontiguousarray(picture)


def _turned(
    rng: np.random.Generator, picture: Pixels, labels: tuple[Label, ...]
) -> tuple[Pixels, tuple[Label, ...]]:
    side = picture.shape[0]
    for _ in range(rng.integers(4)):
        picture = np.ascontiguousarray(np.rot90(picture))
        labels = tuple(
            Label(
                one.kind, (one.box[1], side - one.box[2], one.box[3], side - one.box[0]), one.value
            )
            for one in labels
        )
    return picture, labels
