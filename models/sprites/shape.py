"""The body of a die as plain arrays: a cube with rounded edges, and what is on its six sides."""

import numpy as np
from numpy.typing import NDArray

from models.sprites.look import DieLook, pip_centres

FACE_PIXELS = 128
# For each side: outward normal, the direction of its picture's x axis, and of its y axis.
FRAMES = (
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (-1, 0, 0), (0, 1, 0)),
)

Floats = NDArray[np.float64]


def corners(look: DieLook, around: int = 4, across: int = 6) -> Floats:
    """Points (N x 3) on the surface of a die of width one around the origin: its outline's."""
    flat = 0.5 - look.edge
    bend = np.linspace(flat, 0.5, around + 1)[1:]
    line = np.concatenate([-bend[::-1], np.linspace(-flat, flat, across + 1), bend])
    u, v = (each[..., None] for each in np.meshgrid(line, line, indexing="ij"))
    sides = [u * np.array(right) + v * np.array(up) + 0.5 * np.array(n) for n, right, up in FRAMES]
    return _round(np.concatenate(sides).reshape(-1, 3), look)


def _round(points: Floats, look: DieLook) -> Floats:
    flat = 0.5 - look.edge
    core = np.clip(points, -flat, flat)
    out = points - core
    length = np.linalg.norm(out, axis=1, keepdims=True)
    rounded = core + np.divide(out, length, out=np.zeros_like(out), where=length > 1e-9) * look.edge
    radius = np.linalg.norm(rounded, axis=1, keepdims=True)
    # Many dice are a cube cut by a ball, which takes the corners off.
    return np.asarray(rounded * np.minimum(1.0, look.ball / np.maximum(radius, 1e-9)))


def face_atlas(look: DieLook) -> Floats:
    """Draws all pips: channel 0 is how much of a pixel is pip, 1 its depth, 2 is one on the 1."""
    size = FACE_PIXELS
    atlas = np.zeros((2 * size, 3 * size, 3))
    axis = (np.arange(size) + 0.5) / size - 0.5
    x, y = np.meshgrid(axis, axis)
    for side, value in enumerate(look.faces):
        cell = np.zeros((size, size, 3))
        radius = look.pip_of_one_radius if value == 1 else look.pip_radius
        for cx, cy in pip_centres(value, look.pip_spread):
            dx, dy = x - cx, y - cy
            away = np.maximum(abs(dx), abs(dy)) if look.square_pips else np.hypot(dx, dy)
            cover = np.clip((radius - away) * size + 0.5, 0.0, 1.0)
            if value == 1 and look.emblem:
                cover = _EMBLEMS[look.emblem](dx / radius, dy / radius)
            cell[..., 0] = np.maximum(cell[..., 0], cover)
            bowl = np.sqrt(np.clip(1.0 - (away / radius) ** 2, 0.0, 1.0)) * (cover > 0)
            cell[..., 1] = np.maximum(cell[..., 1], bowl)
        cell[..., 2] = 1.0 if value == 1 else 0.0
        cell = np.rot90(cell, look.quarter_turns[side])
        column, row = side % 3, side // 3
        atlas[row * size : (row + 1) * size, column * size : (column + 1) * size] = cell
    return atlas


def _ring(x: Floats, y: Floats) -> Floats:
    away = np.hypot(x, y)
    return np.asarray((away < 1) & (away > 0.72), float)


def _ringed_pip(x: Floats, y: Floats) -> Floats:
    return np.maximum(_ring(x, y), np.hypot(x, y) < 0.4)


def _star(x: Floats, y: Floats) -> Floats:
    return np.asarray(np.hypot(x, y) < 0.7 + 0.3 * np.cos(5 * np.arctan2(y, x)), float)


def _letter(x: Floats, y: Floats) -> Floats:
    """A ring that is open at one side, with a bar inward: a C, a G or an e, depending on turns."""
    open_side = (x > 0) & (abs(y) < 0.3)
    bar = (x > 0) & (x < 0.95) & (abs(y + 0.1) < 0.12)
    return np.maximum(np.where(open_side, 0.0, _ring(x, y)), bar)


_EMBLEMS = {"ring": _ring, "ringed pip": _ringed_pip, "star": _star, "letter": _letter}
