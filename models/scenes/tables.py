"""Table tops: cloth, wood, stone, trays, boards; drawn by ourselves or cut from texture photos."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]


def draw_table(
    seed: int, side: int, photos: Sequence[Path] = (), photographed: float = 0.45
) -> Picture:
    """Draws a table top (side x side x 3, BGR, 0 to 255).

    Args:
        seed: Decides about everything.
        side: Of the picture.
        photos: To cut table tops from.
        photographed: How often one of them is taken, where there are any.
    """
    rng = np.random.default_rng(seed)
    if photos and rng.random() < photographed:
        table = _from_photo(rng, side, photos)
    else:
        kinds = (_plain, _cloth, _wood, _speckled, _woven, _checks, _hexes, _clouds, _clutter)
        table = kinds[rng.integers(len(kinds))](rng, side)
    if rng.random() < 0.15:
        table = _second_surface(rng, table, side)
    return np.clip(table, 0, 255).astype(np.float32)


def table_photos(folder: Path) -> tuple[Path, ...]:
    """Finds texture photos, or none: the drawn tables do without."""
    return tuple(sorted(p for p in folder.rglob("*.jpg"))) if folder.is_dir() else ()


def any_colour(rng: np.random.Generator) -> Picture:
    """A colour that tables, boards and prints come in."""
    saturation = rng.choice((rng.uniform(0, 60), rng.uniform(60, 255)))
    hsv = np.array([[[rng.integers(180), saturation, rng.uniform(25, 250)]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def soft_noise(rng: np.random.Generator, side: int, cells: float, stretch: float = 1.0) -> Picture:
    """Smooth noise with mean 0 and spread about 1; `cells` is how many hills fit side by side."""
    rows = max(2, round(cells * stretch))
    small = rng.normal(size=(rows, max(2, round(cells)))).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _plain(rng: np.random.Generator, side: int) -> Picture:
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    light = 1 + rng.uniform(-0.3, 0.3) * ramp[:, None] + rng.uniform(-0.3, 0.3) * ramp[None]
    return np.asarray(any_colour(rng) * light[..., None], np.float32)


def _cloth(rng: np.random.Generator, side: int) -> Picture:
    grain = rng.normal(0, rng.uniform(4, 16), (side, side, 1)).astype(np.float32)
    soft = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2))[..., None] * 2
    return np.asarray(_plain(rng, side) + soft, np.float32)


def _wood(rng: np.random.Generator, side: int) -> Picture:
    tone = rng.uniform(40, 230)
    colour = np.array(
        [tone * rng.uniform(0.35, 0.85), tone * rng.uniform(0.6, 0.92), tone], np.float32
    )
    lines = soft_noise(rng, side, rng.uniform(20, 70), 0.06) + soft_noise(rng, side, 9, 0.1)
    grain = 1 + rng.uniform(0.03, 0.12) * lines + 0.02 * soft_noise(rng, side, 90, 0.3)
    wood = colour * grain[..., None]
    return np.asarray(wood if rng.random() < 0.5 else wood.transpose(1, 0, 2), np.float32)


def _speckled(rng: np.random.Generator, side: int) -> Picture:
    base = _plain(rng, side)
    for _ in range(rng.integers(1, 4)):
        dots = soft_noise(rng, side, rng.uniform(side / 12, side / 3))
        sharp = (dots > rng.uniform(0.8, 2.0)).astype(np.float32)
        mask = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.7)[..., None], np.float32)
        base = base * (1 - mask) + any_colour(rng) * mask
    return np.asarray(base, np.float32)


def _woven(rng: np.random.Generator, side: int) -> Picture:
    step = rng.uniform(4, 22)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    weave = np.sin(x * 2 * np.pi / step) * np.sin(y * 2 * np.pi / (step * rng.uniform(0.5, 1.5)))
    if rng.random() < 0.5:
        weave = np.sign(weave) * np.abs(weave) ** 0.3
    first, second = any_colour(rng), any_colour(rng)
    share = (0.5 + 0.5 * weave)[..., None] * rng.uniform(0.1, 0.7)
    return np.asarray(
        first * (1 - share) + second * share + rng.normal(0, 4, (side, side, 1)), np.float32
    )


def _checks(rng: np.random.Generator, side: int) -> Picture:
    step = rng.uniform(18, 120)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    odd = ((u // step + (v // step if rng.random() < 0.7 else 0)) % 2)[..., None]
    return np.asarray(any_colour(rng) * odd + any_colour(rng) * (1 - odd), np.float32)


def _hexes(rng: np.random.Generator, side: int) -> Picture:
    # Letters can be drawn on whole numbers only.
    board = np.empty((side, side, 3), np.uint8)
    board[:] = any_colour(rng)
    radius = rng.uniform(30, 110)
    colours = [any_colour(rng) for _ in range(5)]
    corner = np.arange(6) * np.pi / 3
    for row in range(-1, int(side / radius / 1.5) + 2):
        for column in range(-1, int(side / radius / 1.73) + 2):
            middle = ((column + 0.5 * (row % 2)) * radius * 1.732, row * radius * 1.5)
            points = np.stack(
                [
                    middle[0] + radius * 0.95 * np.sin(corner),
                    middle[1] + radius * 0.95 * np.cos(corner),
                ],
                axis=1,
            )
            colour = colours[rng.integers(5)]
            cv2.fillConvexPoly(board, points.astype(np.int32), colour.tolist(), cv2.LINE_AA)
            if rng.random() < 0.6:
                _number_token(rng, board, middle, radius)
    detail = soft_noise(rng, side, 60) * rng.uniform(0, 10)
    return np.asarray(board + detail[..., None], np.float32)


def _number_token(
    rng: np.random.Generator, board: NDArray[np.uint8], middle: tuple[float, float], radius: float
) -> None:
    """A round number on a hex, often with a row of dots: the best disguise of a face."""
    x, y = int(middle[0]), int(middle[1])
    size = radius * rng.uniform(0.22, 0.42)
    paper = (
        any_colour(rng) if rng.random() < 0.4 else np.array([190, 225, 240]) * rng.uniform(0.7, 1)
    )
    ink = (20, 20, 20) if rng.random() < 0.7 else (40, 40, 190)
    cv2.circle(board, (x, y), int(size), paper.tolist(), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(board, (x, y), int(size), (20, 20, 20), 1, cv2.LINE_AA)
    text = str(rng.integers(2, 13))
    height = size / 28
    wide = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, height, 2)[0][0]
    below = int(y + size * 0.3)
    cv2.putText(
        board,
        text,
        (x - wide // 2, below),
        cv2.FONT_HERSHEY_SIMPLEX,
        height,
        ink,
        max(1, round(size / 12)),
        cv2.LINE_AA,
    )
    if rng.random() < 0.6:
        dots = int(rng.integers(1, 6))
        for spot in range(dots):
            at = (int(x + (spot - (dots - 1) / 2) * size * 0.25), int(y + size * 0.6))
            cv2.circle(board, at, max(1, round(size * 0.09)), ink, -1, cv2.LINE_AA)


def _clouds(rng: np.random.Generator, side: int) -> Picture:
    share = np.clip(0.5 + 0.3 * sum(soft_noise(rng, side, 3 * 2**k) / 2**k for k in range(4)), 0, 1)
    return np.asarray(
        any_colour(rng) * share[..., None] + any_colour(rng) * (1 - share[..., None]), np.float32
    )


def _clutter(rng: np.random.Generator, side: int) -> Picture:
    """The edge of a table: cables, books, screens, whatever lies about."""
    table = np.clip(_cloth(rng, side), 0, 255).astype(np.uint8)
    for _ in range(rng.integers(3, 12)):
        colour = any_colour(rng).tolist()
        a, b = rng.integers(-side // 4, side * 5 // 4, (2, 2))
        shape = rng.integers(4)
        if shape == 0:
            cv2.line(table, a.tolist(), b.tolist(), colour, int(rng.integers(2, 14)), cv2.LINE_AA)
        elif shape == 1:
            lying = (a.tolist(), rng.uniform(10, 160, 2).tolist(), rng.uniform(0, 90))
            corners = np.asarray(cv2.boxPoints(lying)).astype(np.int32)
            cv2.fillConvexPoly(table, corners, colour, cv2.LINE_AA)
        elif shape == 2:
            cv2.ellipse(
                table,
                a.tolist(),
                rng.integers(6, 90, 2).tolist(),
                rng.uniform(0, 90),
                0,
                rng.choice((360, 200)),
                colour,
                int(rng.choice((-1, 3, 8))),
                cv2.LINE_AA,
            )
        else:
            cv2.putText(
                table,
                "".join(map(chr, rng.integers(48, 90, 5))),
                a.tolist(),
                cv2.FONT_HERSHEY_DUPLEX,
                rng.uniform(0.5, 3),
                colour,
                2,
                cv2.LINE_AA,
            )
    return np.asarray(table, np.float32)


def _second_surface(rng: np.random.Generator, table: Picture, side: int) -> Picture:
    """A board, mat or sheet of paper that covers part of the table."""
    other = _plain(rng, side) if rng.random() < 0.5 else _clouds(rng, side)
    mask = np.zeros((side, side), np.float32)
    middle = rng.uniform(0, side, 2).tolist()
    points = cv2.boxPoints(
        (middle, rng.uniform(side * 0.5, side * 1.5, 2).tolist(), rng.uniform(0, 90))
    )
    cv2.fillConvexPoly(mask, np.round(points).astype(np.int32), 1.0, cv2.LINE_AA)
    return np.asarray(table * (1 - mask[..., None]) + other * mask[..., None], np.float32)


@lru_cache(maxsize=128)
def _photo(path: Path) -> NDArray[np.uint8]:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is no picture: remove it from the textures")
    scale = 1024 / max(picture.shape[:2])
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def _from_photo(rng: np.random.Generator, side: int, photos: Sequence[Path]) -> Picture:
    photo = _photo(photos[int(rng.integers(len(photos)))])
    turn, zoom = rng.uniform(0, 360), rng.uniform(0.25, 1.6)
    matrix = cv2.getRotationMatrix2D((0, 0), turn, zoom)
    matrix[:, 2] = rng.uniform(0, 1024, 2)
    cut = cv2.warpAffine(photo, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
    tint = rng.uniform(0.55, 1.25) * rng.uniform(0.85, 1.15, 3)
    return np.asarray(cut * tint.astype(np.float32), np.float32)
