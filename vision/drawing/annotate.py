"""Drawing what was seen into the picture, so that a person can check it at a glance."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from hardware.letters import in_text_thread
from vision.dice.dice import DieReading

# BGR; told apart by people who see red and green alike, and by the dashes anyway.
_CERTAIN = (80, 200, 0)
_UNSURE = (0, 140, 255)
_INK = (255, 255, 255)


@in_text_thread
def annotate(image: npt.NDArray[np.uint8], dice: Iterable[DieReading]) -> npt.NDArray[np.uint8]:
    """Draw a frame and the value for each die; unsure ones are dashed and carry a question mark.

    Returns:
        A new picture; the old one stays as it is.
    """
    drawn = image.copy()
    thickness = max(1, round(max(image.shape[:2]) / 500))
    for die in dice:
        x0, y0, x1, y1 = (round(edge) for edge in die.box)
        colour = _CERTAIN if die.certain else _UNSURE
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if die.certain:
                cv2.line(drawn, start, end, colour, thickness)
            else:
                _dashes(drawn, start, end, colour, thickness)
        _label(
            drawn, (x0, y0), str(die.value) if die.certain else f"{die.value}?", colour, thickness
        )
    return drawn


def _dashes(
    image: npt.NDArray[np.uint8],
    start: tuple[int, int],
    end: tuple[int, int],
    colour: tuple[int, int, int],
    thickness: int,
) -> None:
    length = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    marks = np.linspace(start, end, 2 * max(2, length // (8 * thickness)) + 2).round().astype(int)
    for dash in range(0, len(marks) - 1, 2):
        cv2.line(image, marks[dash].tolist(), marks[dash + 1].tolist(), colour, thickness)


def _label(
    image: npt.NDArray[np.uint8],
    corner: tuple[int, int],
    text: str,
    colour: tuple[int, int, int],
    thickness: int,
) -> None:
    scale = 0.5 * thickness + 0.2
    font = cv2.FONT_HERSHEY_SIMPLEX
    (width, height), below = cv2.getTextSize(text, font, scale, thickness)
    tall = height + below + thickness
    # Above the die where there is room, else inside its frame.
    left = max(0, min(corner[0], image.shape[1] - width))
    top = corner[1] - tall if corner[1] >= tall else corner[1]
    cv2.rectangle(image, (left, top), (left + width, top + tall), colour, cv2.FILLED)
    cv2.putText(
        image, text, (left, top + height + thickness), font, scale, _INK, thickness, cv2.LINE_AA
    )
