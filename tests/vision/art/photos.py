"""Tiles laid out on a table, and photos of that table, with exact truth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.tabletop.hexes import Cell
from tests.vision.art.tiles import CENTRE, PITCH, Image, colour, mask
from vision.geometry import Matrix, Points, carry
from vision.lattice.lattice import CORNERS, middle

TABLE = (1600, 1200)
"""Width and height of the flat table in its own pixels."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo and the truth: outlines in pixels, and from the table's pixels to the photo's."""

    image: Image
    outlines: Mapping[Cell, Points]
    homography: Matrix


def table_top(rng: np.random.Generator) -> Image:
    """Wood, cloth or plain: bands and noise of some colour."""
    width, height = TABLE
    ground = np.array(colour(rng, 30, 200), np.float32)
    bands = cv2.resize(rng.normal(0, 1, (60, 3)).astype(np.float32), (width, height))
    clouds = cv2.resize(rng.normal(0, 1, (9, 12)).astype(np.float32), (width, height))
    noise = rng.normal(0, 1, (height, width)).astype(np.float32)
    pattern = rng.uniform(0, 9) * bands + rng.uniform(0, 9) * clouds + rng.uniform(0, 5) * noise
    return np.clip(ground + pattern[..., None], 0, 255).astype(np.uint8)


def lay(
    table: Image, tile: Image, at: npt.ArrayLike, pitch: float, turn: float
) -> npt.NDArray[np.float64]:
    """Put a tile on the table; returns its corners there."""
    scale = pitch / PITCH
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    matrix = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
    matrix[:, 2] = np.asarray(at) - matrix[:, :2] @ (CENTRE, CENTRE)
    size = (table.shape[1], table.shape[0])
    small = cv2.GaussianBlur(tile, (0, 0), max(0.01, 0.4 / scale)) if scale < 1 else tile
    art = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR)
    where = cv2.warpAffine(mask(), matrix, size, flags=cv2.INTER_LINEAR)
    alpha = where[..., None].astype(np.float32) / 255
    table[:] = (alpha * art + (1 - alpha) * table).astype(np.uint8)
    corners = np.column_stack([CORNERS * PITCH + CENTRE, np.ones(6)])
    return np.asarray(corners @ matrix.T)


def lay_board(
    table: Image,
    tiles: Mapping[Cell, Image],
    rng: np.random.Generator,
    *,
    at: tuple[float, float],
    pitch: float,
    turn: float = 0.0,
    gap: float = 0.02,
    crooked: float = 0.0,
) -> dict[Cell, Points]:
    """Lay tiles on a lattice; `gap` and `crooked` are shares of the pitch (and radians)."""
    cos, sin = np.cos(turn), np.sin(turn)
    turned = np.array([[cos, -sin], [sin, cos]])
    laid = {}
    for cell, tile in tiles.items():
        spot = np.asarray(at) + pitch * turned @ middle(cell) + rng.normal(0, crooked, 2) * pitch
        any_of_six = int(rng.integers(6)) * np.pi / 3
        own = turn + rng.normal(0, crooked)
        corners = lay(table, tile, spot, pitch * (1 - gap), own + any_of_six)
        laid[cell] = corners
    return laid


def photograph(
    table: Image,
    outlines: Mapping[Cell, Points],
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = (1280, 960),
    tilt: float = 25.0,
    turn: float = 0.0,
    zoom: float = 1.0,
    light: float = 0.25,
    noise: float = 3.0,
) -> Photo:
    """Take a picture of the table: tilt and turn in degrees."""
    homography = camera(size, tilt=tilt, turn=turn, zoom=zoom)
    image = cv2.warpPerspective(
        cv2.GaussianBlur(table, (0, 0), 0.7), homography, size, borderValue=(35, 40, 45)
    ).astype(np.float32)
    width, height = size
    way = rng.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    falloff = 1 + light * (np.cos(way) * x + np.sin(way) * y)
    tint = 1 + rng.uniform(-light, light, 3) * 0.6
    strength = rng.uniform(1 - light, 1 + light * 0.5)
    image *= (falloff[..., None] * tint * strength).astype(np.float32)
    image += rng.normal(0, noise, image.shape).astype(np.float32)
    taken = np.clip(image, 0, 255).astype(np.uint8)
    seen = {cell: carry(homography, corners) for cell, corners in outlines.items()}
    return Photo(taken, seen, homography)


def camera(size: tuple[int, int], *, tilt: float, turn: float, zoom: float = 1.0) -> Matrix:
    """From the flat table's pixels to those of a camera over its middle."""
    width, height = size
    focal = 1.1 * width
    far = focal * TABLE[0] / width / zoom
    a, b = np.deg2rad(turn), np.deg2rad(tilt)
    round_up = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    pose = lean @ round_up
    flat = np.array([[1, 0, -TABLE[0] / 2], [0, 1, -TABLE[1] / 2], [0, 0, 1.0]])
    view = np.column_stack([pose[:, 0], pose[:, 1], (0, 0, far)])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
    matrix = lens @ view @ flat
    return np.asarray(matrix / matrix[2, 2])


def cells_around(count: int, rng: np.random.Generator) -> Sequence[Cell]:
    """A random island that hangs together, with the origin in it."""
    from companion.tabletop.hexes import frontier

    cells: list[Cell] = [(0, 0)]
    while len(cells) < count:
        free = frontier(cells)
        cells.append(free[int(rng.integers(len(free)))])
    return cells
