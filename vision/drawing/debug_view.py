"""A picture with everything on it that an eye believes; what is not certain is dashed, with `?`."""

from collections.abc import Collection

import cv2
import numpy as np

from hardware.letters import in_text_thread
from vision.geometry import Image
from vision.reading.look import Belief, Look

_COLOURS = {
    "board": (255, 200, 0),
    "die": (80, 220, 80),
    "tile": (255, 170, 60),
    "marker": (90, 220, 90),
    "cell": (160, 160, 160),
}
_PIECE = (80, 200, 255)
_DOUBT = (0, 140, 255)


@in_text_thread
def draw(image: Image, look: Look, bold: float = 1.0) -> Image:
    """The picture with outlines and labels; what is only a question is dashed and orange, with `?`.

    For a small screen lines and letters are `bold` times as large.
    """
    canvas = image.copy()
    size = bold * max(canvas.shape[:2]) / 1280
    for belief in look.beliefs:
        _outline(canvas, belief, size)
    for belief in look.beliefs:
        _label(canvas, belief, size)
    _headline(canvas, look, size)
    return canvas


def _outline(canvas: Image, belief: Belief, size: float) -> None:
    points, thick = np.rint(belief.outline).astype(np.int32), max(1, round(1.4 * size))
    if belief.certain:
        colour = _COLOURS.get(belief.kind, _PIECE)
        cv2.polylines(canvas, [points], True, colour, thick, cv2.LINE_AA)
        return
    for start, end in zip(points, np.roll(points, -1, axis=0), strict=True):
        # People who see red and green alike tell doubt by its dashes.
        count = 2 * max(2, int(np.abs(end - start).max()) // (10 * thick)) + 2
        marks = np.linspace(start, end, count).round().astype(int).tolist()
        for first, last in zip(marks[::2], marks[1::2], strict=True):
            cv2.line(canvas, first, last, _DOUBT, thick)


def _label(canvas: Image, belief: Belief, size: float) -> None:
    text = belief.label if belief.certain else f"{belief.label}?"
    if not text:
        return
    x, y = belief.outline.mean(axis=0)
    if belief.kind not in ("board", "tile", "cell"):
        x, y = belief.outline[:, 0].max(), belief.outline[:, 1].min()
    _write(canvas, text, (float(x), float(y)), 0.4 * size)


def _headline(canvas: Image, look: Look, size: float) -> None:
    lines = [str(look.reason)] if look.reason else []
    lines += [f"{zone}: {state.value}" for zone, state in look.states.items()]
    for index, line in enumerate(lines):
        _write(canvas, line, (8 * size, (18 + 18 * index) * size), 0.5 * size, centred=False)


def _write(
    canvas: Image, text: str, at: tuple[float, float], scale: float, *, centred: bool = True
) -> None:
    font = cv2.FONT_HERSHEY_SIMPLEX
    (wide, high), _ = cv2.getTextSize(text, font, scale, 1)
    x, y = round(at[0] - wide / 2 * centred), round(at[1] + high / 2 * centred)
    thick = max(1, round(1.4 * scale))
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        cv2.putText(canvas, text, (x + dx, y + dy), font, scale, (0, 0, 0), thick, cv2.LINE_AA)
    cv2.putText(canvas, text, (x, y), font, scale, (255, 255, 255), thick, cv2.LINE_AA)


_RED, _WHITE = (40, 30, 230), (255, 255, 255)


def ring(image: Image, look: Look, places: Collection[str]) -> Image:
    """The picture with a ring around all that is believed to be at these places, if any is."""
    flagged = [belief for belief in look.beliefs if belief.place and belief.place in places]
    if not flagged:
        return image
    canvas = image.copy()
    size = max(canvas.shape[:2]) / 1280
    for belief in flagged:
        (x, y), radius = cv2.minEnclosingCircle(belief.outline.astype(np.float32))
        middle, around = (round(x), round(y)), round(radius + 5 * size)
        cv2.circle(canvas, middle, around, _WHITE, max(3, round(6 * size)), cv2.LINE_AA)
        cv2.circle(canvas, middle, around, _RED, max(2, round(3 * size)), cv2.LINE_AA)
    return canvas
