"""Tables drawn with a ruler, and networks that can see exactly those."""

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.dice.dice import DiceEye
from vision.dice.finder import Finder
from vision.dice.reader import Reader
from vision.dice.weights import Joint

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
DrawTable = Callable[[int, int, Sequence[tuple[int, int, int]]], Image]

TABLE = (60, 90, 40)


@pytest.fixture(scope="session")
def draw_table() -> DrawTable:
    """Draws a green table with white squares; each is x, y of its corner and its side."""

    def draw(width: int, height: int, squares: Sequence[tuple[int, int, int]]) -> Image:
        image = np.full((height, width, 3), TABLE, dtype=np.uint8)
        for x, y, side in squares:
            image[y : y + side, x : x + side] = 255
        return image

    return draw


@pytest.fixture(scope="session")
def see_squares() -> Callable[[Floats], Floats]:
    """A finder's network that answers with every white blob of at least 6 pixels.

    Its score grows with the size, as a real one's does.
    """

    def see(blob: Floats) -> Floats:
        (picture,) = blob
        white = (picture.min(axis=0) > 0.7).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(white)
        rows = [
            (x + w / 2, y + h / 2, w, h, min(0.95, 0.3 + max(w, h) / 50))
            for (x, y, w, h, _), _ in zip(stats[1:], centres[1:], strict=True)
            if min(w, h) >= 6
        ]
        raw = np.array(rows, dtype=np.float32).reshape(-1, 5)
        return raw.T[None]

    return see


PIPS = {
    1: [(2, 2)],
    2: [(1, 1), (3, 3)],
    3: [(1, 1), (2, 2), (3, 3)],
    4: [(1, 1), (1, 3), (3, 1), (3, 3)],
    5: [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)],
    6: [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)],
}


@pytest.fixture(scope="session")
def draw_dice(draw_table: DrawTable) -> Callable[..., Image]:
    """Draws dice from above; each is x, y, side, value. 0 is a square without pips."""

    def draw(width: int, height: int, dice: Sequence[tuple[int, int, int, int]]) -> Image:
        image = draw_table(width, height, [die[:3] for die in dice])
        for x, y, side, value in dice:
            for row, column in PIPS.get(value, []):
                centre = round(x + column * side / 4), round(y + row * side / 4)
                cv2.circle(image, centre, round(side / 14), (0, 0, 0), cv2.FILLED)
        return image

    return draw


@pytest.fixture(scope="session")
def count_pips() -> Callable[[Floats], Floats]:
    """A reader's network that counts the dark blobs on the white square in each crop."""

    def count(crops: Floats) -> Floats:
        logits = np.zeros((len(crops), 7), dtype=np.float32)
        for crop, row in zip(crops.mean(axis=1), logits, strict=True):
            dark = (crop < (crop.min() + crop.max()) / 2).astype(np.uint8)
            blobs, _, stats, _ = cv2.connectedComponentsWithStats(dark)
            inside = sum(
                x > 0 and y > 0 and x + w < 64 and y + h < 64 for x, y, w, h, _ in stats[1:blobs]
            )
            row[inside - 1 if 1 <= inside <= 6 else 6] = 9.0
        return logits

    return count


@pytest.fixture(scope="session")
def drawn_eye(see_squares: Any, count_pips: Any) -> DiceEye:
    """An eye for drawn dice: everything is real but the two networks."""
    return DiceEye(Finder(see_squares), Reader(count_pips), certain=0.9, joint=Joint(), least=0.0)
