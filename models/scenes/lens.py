"""What lamp, lens, sensor and file format do to a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]

# What has fewer pixels across is hardly to be told from a crumb.
FEWEST = 11.0


def photograph(table: Picture, seed: int, smallest: float) -> NDArray[np.uint8]:
    """Takes the photo.

    Args:
        table: The drawn table, BGR, 0 to 255.
        seed: Decides about the camera.
        smallest: Width of the smallest die in pixels; blur stays below what hides its pips.
    """
    rng = np.random.default_rng(seed)
    side = table.shape[0]
    picture = _lamp(rng, table, side)
    if rng.random() < 0.55:
        blur = rng.uniform(0.4, max(0.5, smallest * 0.035))
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    if rng.random() < 0.12:
        picture = _shaken(rng, picture, smallest)
    dark = rng.random() < 0.2
    noise = rng.uniform(1, 18 if dark else 9)
    grain = rng.normal(0, noise, (side, side, 3)).astype(np.float32)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.6, np.float32)
    if dark:
        picture = picture * rng.uniform(0.35, 0.65)
    shot: NDArray[np.uint8] = np.clip(picture + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        shot = peppered(rng, shot)
    if rng.random() < 0.7:
        shot = as_jpeg(shot, int(rng.integers(35, 95)))
    return shot


def as_jpeg(shot: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """The same after it was a JPEG file of this quality."""
    _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def enlarged(
    rng: np.random.Generator, shot: NDArray[np.uint8], smallest: float
) -> NDArray[np.uint8]:
    """The same with fewer details than pixels, as when a part of a photo is looked at closer.

    Args:
        rng: Decides about how much closer.
        shot: The photo.
        smallest: Width of the smallest die in pixels; it never had less than `FEWEST` of its own.
    """
    closer = rng.uniform(1.0, max(1.0, min(3.0, smallest / FEWEST)))
    side = round(shot.shape[0] / closer)
    real = cv2.resize(shot, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(real, shot.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def peppered(rng: np.random.Generator, shot: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same with single pixels gone white or black, as cheap sensors in the dark have them."""
    lost = rng.random(shot.shape[:2]) < rng.uniform(0.002, 0.03)
    spoiled = shot.copy()
    spoiled[lost] = rng.choice((0, 255), (int(lost.sum()), 1)).astype(np.uint8)
    return spoiled


def _lamp(rng: np.random.Generator, table: Picture, side: int) -> Picture:
    warm = rng.uniform(0.6, 1.0) if rng.random() < 0.5 else 1.0
    white = np.array([warm, (1 + warm) / 2, 1.0], np.float32) * rng.uniform(0.75, 1.3)
    if rng.random() < 0.1:
        white = white[::-1]
    y, x = np.mgrid[:side, :side].astype(np.float32) / side
    centre = rng.uniform(-0.2, 1.2, 2)
    fall = rng.uniform(0, 0.6) * ((x - centre[0]) ** 2 + (y - centre[1]) ** 2)
    picture = table * white * (1 - fall / 2)[..., None]
    if rng.random() < 0.15:
        glare = np.exp(-((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / rng.uniform(0.01, 0.1))
        picture = picture + rng.uniform(20, 120) * glare[..., None]
    if rng.random() < 0.15:
        edge = np.clip(
            ((x - 0.5) * np.cos(centre[0] * 7) + (y - 0.5) * np.sin(centre[0] * 7)) * 20, 0, 1
        )
        picture = picture * (1 - rng.uniform(0.2, 0.6) * edge[..., None])
    gamma = rng.uniform(0.75, 1.35)
    return np.asarray(255 * (np.clip(picture, 0, 255) / 255) ** gamma, np.float32)


def _shaken(rng: np.random.Generator, picture: Picture, smallest: float) -> Picture:
    length = max(2, int(smallest * rng.uniform(0.04, 0.1)))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    turn = rng.uniform(0, np.pi)
    offset = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    cv2.line(
        kernel,
        np.round(length - offset).astype(int).tolist(),
        np.round(length + offset).astype(int).tolist(),
        1.0,
    )
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6)), np.float32)
