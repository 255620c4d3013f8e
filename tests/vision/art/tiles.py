"""Hexagonal tiles with random art. A set shares its look, as printed sets do."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

SIZE = 256
PITCH = 216.0
"""Pixels from one flat side of a drawn tile to the opposite one."""
CENTRE = (SIZE - 1) / 2

_ANGLES = np.deg2rad(30 + 60 * np.arange(6))
HEXAGON = CENTRE + PITCH / np.sqrt(3) * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)
_SHARP = 4


def mask() -> Image:
    """255 where the tile is."""
    return cv2.fillPoly(np.zeros((SIZE, SIZE), np.uint8), [_at(HEXAGON)], 255)


def _at(points: npt.ArrayLike) -> npt.NDArray[np.int32]:
    return np.rint(np.asarray(points)).astype(np.int32)


def colour(rng: np.random.Generator, low: int = 20, high: int = 235) -> Colour:
    b, g, r = rng.integers(low, high, 3).tolist()
    return b, g, r


@dataclass(frozen=True)
class Style:
    """What all tiles of a set share: rim, grounds, layout, inks."""

    rim: Colour
    rim_share: float
    line: int
    grounds: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    spots: tuple[tuple[float, float], ...]
    scale: float
    font: int
    grain: float

    @classmethod
    def random(cls, rng: np.random.Generator) -> "Style":
        angle = rng.uniform(0, 2 * np.pi)
        count = int(rng.integers(2, 5))
        turns = angle + np.arange(count) * 2 * np.pi / count + rng.normal(0, 0.2, count)
        far = rng.uniform(0.25, 0.5) * PITCH / 2
        return cls(
            rim=colour(rng),
            rim_share=float(rng.uniform(0.04, 0.16)),
            line=int(rng.integers(0, 4)),
            grounds=tuple(colour(rng, 40, 220) for _ in range(int(rng.integers(2, 6)))),
            inks=tuple(colour(rng) for _ in range(5)),
            spots=tuple((CENTRE + far * np.cos(t), CENTRE + far * np.sin(t)) for t in turns),
            scale=float(rng.uniform(0.16, 0.26) * PITCH),
            font=int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX])),
            grain=float(rng.uniform(0, 14)),
        )


def draw_tile(style: Style, rng: np.random.Generator) -> Image:
    """One tile of a set: a ground, a few icons on the set's spots, a number."""
    image = np.full((SIZE, SIZE, 3), style.grounds[rng.integers(len(style.grounds))], np.uint8)
    image = _textured(image, style.grain, rng)
    if rng.random() < 0.5:
        _scenery(image, style, rng)
    for spot in style.spots:
        _icon(image, np.array(spot), style.scale, style, rng)
    text = str(rng.integers(1, 100))
    at = (int(CENTRE - style.scale * 0.4), int(CENTRE + rng.choice([-0.3, 0.36]) * PITCH))
    cv2.putText(image, text, at, style.font, style.scale / 42, style.inks[0], 3, cv2.LINE_AA)
    _rim(image, style)
    return image


def draw_set(style: Style, count: int, rng: np.random.Generator) -> list[Image]:
    return [draw_tile(style, rng) for _ in range(count)]


def _textured(image: Image, grain: float, rng: np.random.Generator) -> Image:
    coarse = cv2.resize(rng.normal(0, 1, (16, 16, 1)).astype(np.float32), (SIZE, SIZE))
    fine = rng.normal(0, 0.5, (SIZE, SIZE)).astype(np.float32)
    return np.clip(image + (grain * (coarse + fine))[..., None], 0, 255).astype(np.uint8)


def _scenery(image: Image, style: Style, rng: np.random.Generator) -> None:
    """A horizon, a river or a few hills behind the icons."""
    ink = style.inks[int(rng.integers(1, len(style.inks)))]
    start, end = rng.uniform(0, SIZE, (2, 2))
    middle = rng.uniform(0.2, 0.8, 2) * SIZE
    t = np.linspace(0, 1, 30)[:, None]
    curve = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
    cv2.polylines(image, [_at(curve)], False, ink, int(rng.integers(4, 22)), cv2.LINE_AA)


def _icon(
    image: Image, at: npt.NDArray[np.float64], size: float, style: Style, rng: np.random.Generator
) -> None:
    ink = style.inks[int(rng.integers(len(style.inks)))]
    other = style.inks[int(rng.integers(len(style.inks)))]
    kind = int(rng.integers(6))
    half = size * rng.uniform(0.7, 1.1)
    if kind == 0:
        cv2.circle(image, _at(at).tolist(), int(half), ink, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(image, _at(at).tolist(), int(half * 0.5), other, cv2.FILLED, cv2.LINE_AA)
    elif kind == 1:
        corners = int(rng.integers(3, 7))
        turn = rng.uniform(0, 2 * np.pi) + np.arange(corners) * 2 * np.pi / corners
        ring = at + half * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        cv2.fillPoly(image, [_at(ring)], ink, cv2.LINE_AA)
        cv2.polylines(image, [_at(ring)], True, other, 3, cv2.LINE_AA)
    elif kind == 2:
        spikes = int(rng.integers(4, 9)) * 2
        turn = np.arange(spikes) * 2 * np.pi / spikes
        radius = half * np.where(np.arange(spikes) % 2, 0.45, 1.0)
        ring = at + radius[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        cv2.fillPoly(image, [_at(ring)], ink, cv2.LINE_AA)
    elif kind == 3:
        blob = at + rng.normal(0, half * 0.6, (int(rng.integers(5, 9)), 2))
        cv2.fillPoly(image, [cv2.convexHull(_at(blob))], ink, cv2.LINE_AA)
        cv2.circle(image, _at(blob[0]).tolist(), int(half * 0.3), other, cv2.FILLED, cv2.LINE_AA)
    elif kind == 4:
        for _ in range(int(rng.integers(2, 6))):
            ends = at + rng.uniform(-half, half, (2, 2))
            cv2.line(image, *_at(ends).tolist(), ink, int(rng.integers(3, 9)), cv2.LINE_AA)
    else:
        low, high = at - half * 0.8, at + half * 0.8
        cv2.rectangle(image, _at(low).tolist(), _at(high).tolist(), ink, cv2.FILLED)
        for _ in range(int(rng.integers(1, 7))):
            pip = _at(at + rng.choice([-0.45, 0, 0.45], 2) * half)
            cv2.circle(image, pip.tolist(), int(half * 0.16), other, cv2.FILLED, cv2.LINE_AA)


def _rim(image: Image, style: Style) -> None:
    inner = CENTRE + (HEXAGON - CENTRE) * (1 - 2 * style.rim_share)
    band = cv2.bitwise_and(
        mask(), cv2.bitwise_not(cv2.fillPoly(np.zeros_like(mask()), [_at(inner)], 255))
    )
    image[band > 0] = style.rim
    if style.line:
        cv2.polylines(image, [_at(inner)], True, style.inks[0], style.line, cv2.LINE_AA)
