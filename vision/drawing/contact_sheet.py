"""Cut-outs side by side in one picture, each with its number, to name them at a terminal."""

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.letters import in_text_thread
from vision.faces.crops import SIDE
from vision.geometry import Image

_COLUMNS = 8
_SCALE = 1.5
_PAPER, _INK = 255, (30, 30, 30)
_MARGIN, _LINE = 10, 26


@in_text_thread
def contact_sheet(cuts: Sequence[tuple[int, Image, str]]) -> Image:
    """Draw crops in rows of eight; each has its number and a word or two below it."""
    if not cuts:
        raise ValueError("there is nothing to draw")
    side = round(SIDE * _SCALE)
    wide, high = side + 2 * _MARGIN, side + 2 * _MARGIN + 2 * _LINE
    columns = min(_COLUMNS, len(cuts))
    rows = -(-len(cuts) // columns)
    sheet = np.full((rows * high, columns * wide, 3), _PAPER, np.uint8)
    for place, (number, crop, words) in enumerate(cuts):
        row, column = divmod(place, columns)
        left, top = column * wide + _MARGIN, row * high + _MARGIN
        shown = cv2.resize(crop, (side, side), interpolation=cv2.INTER_CUBIC)
        sheet[top : top + side, left : left + side] = shown
        _write(sheet, f"{number}", (left, top + side + _LINE - 4), 0.8, side)
        _write(sheet, words, (left, top + side + 2 * _LINE - 8), 0.5, side)
    return sheet


def _write(sheet: Image, words: str, at: tuple[int, int], size: float, widest: int) -> None:
    plain = words.encode("ascii", "replace").decode()
    (wide, _), _ = cv2.getTextSize(plain, cv2.FONT_HERSHEY_DUPLEX, size, 1)
    fitting = min(size, size * widest / max(wide, 1))
    cv2.putText(sheet, plain, at, cv2.FONT_HERSHEY_DUPLEX, fitting, _INK, 1, cv2.LINE_AA)
