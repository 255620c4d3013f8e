"""Single tiles as a camera would see them, cut out again with a hand that shakes."""

import cv2
import numpy as np

from tests.vision.art.tiles import CENTRE, HEXAGON, SIZE, Image, colour, mask
from vision.faces.crops import cut_tile
from vision.geometry import Points, carry

PICTURE = 220


def shoot(
    tile: Image,
    rng: np.random.Generator,
    *,
    tilt: float = 30.0,
    across: float = 90.0,
    light: float = 0.35,
    shake: float = 0.015,
    covered: float = 0.0,
) -> Image:
    """A crop of a tile on a table.

    Args:
        tile: As drawn.
        rng: Where chance comes from.
        tilt: Degrees that the camera leans, at most.
        across: Pixels that the tile is wide.
        light: How much brighter, darker, redder, bluer or slanted the light may be.
        shake: By which share of its width each corner is found in the wrong place.
        covered: Share of the tile that a worker hides.
    """
    picture, outline = _photograph(_covered(tile, covered, rng), rng, tilt, across)
    lit = _lit(picture, light, rng)
    found = outline + rng.normal(0, shake * across, outline.shape)
    start = int(rng.integers(6))
    return cut_tile(lit, np.roll(found, start, axis=0))


def _covered(tile: Image, share: float, rng: np.random.Generator) -> Image:
    if not share:
        return tile
    hidden = tile.copy()
    radius = np.sqrt(share * float((mask() > 0).sum()) / np.pi)
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.25) * SIZE
    at = (int(CENTRE + far * np.cos(way)), int(CENTRE + far * np.sin(way)))
    axes = (int(radius * 1.25), int(radius / 1.25))
    cv2.ellipse(hidden, at, axes, rng.uniform(0, 180), 0, 360, colour(rng), cv2.FILLED)
    return hidden


def _photograph(
    tile: Image, rng: np.random.Generator, tilt: float, across: float
) -> tuple[Image, Points]:
    a, b = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(0, tilt))
    spin = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    way = rng.uniform(0, 2 * np.pi)
    about = np.array([[np.cos(way), -np.sin(way), 0], [np.sin(way), np.cos(way), 0], [0, 0, 1]])
    pose = about @ lean @ spin
    far = 6.0 * SIZE
    view = np.column_stack([pose[:, 0], pose[:, 1], (0, 0, far)])
    focal = far * across / 216.0
    lens = np.array([[focal, 0, PICTURE / 2], [0, focal, PICTURE / 2], [0, 0, 1]])
    flat = np.array([[1, 0, -CENTRE], [0, 1, -CENTRE], [0, 0, 1.0]])
    matrix = lens @ view @ flat
    size = (PICTURE, PICTURE)
    soft = cv2.GaussianBlur(tile, (0, 0), max(0.3, 0.45 * 216.0 / across))
    art = cv2.warpPerspective(soft, matrix, size).astype(np.float32)
    where = cv2.warpPerspective(mask(), matrix, size).astype(np.float32)[..., None] / 255
    table = np.full(art.shape, colour(rng), np.float32)
    return (where * art + (1 - where) * table).astype(np.uint8), carry(matrix, HEXAGON)


def _lit(picture: Image, light: float, rng: np.random.Generator) -> Image:
    way = rng.uniform(0, 2 * np.pi)
    x, y = np.meshgrid(np.linspace(-1, 1, PICTURE), np.linspace(-1, 1, PICTURE))
    slanted = 1 + 0.5 * light * (np.cos(way) * x + np.sin(way) * y)
    tint = np.exp(rng.normal(0, 0.35 * light, 3)) * np.exp(rng.uniform(-light, 0.5 * light))
    noisy = picture * slanted[..., None] * tint + rng.normal(0, 3, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)
