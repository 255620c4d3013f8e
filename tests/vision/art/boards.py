"""A printed board with random art, flat and in photos."""

import cv2
import numpy as np

from tests.vision.art.photos import TABLE, Photo, cells_around, lay_board, photograph, table_top
from tests.vision.art.tiles import Image, Style, draw_set
from vision.geometry import Matrix
from vision.viewpoint.view import BoardSize

PER_MM = 4.0
BOARD = BoardSize(TABLE[0] / PER_MM, TABLE[1] / PER_MM)


def draw_board(seed: int) -> Image:
    """The board from straight above: `TABLE` pixels, four to the millimetre."""
    rng = np.random.default_rng(seed)
    board = table_top(rng)
    cells = cells_around(14, rng)
    tiles = dict(zip(cells, draw_set(Style.random(rng), len(cells), rng), strict=True))
    lay_board(board, tiles, rng, at=(800, 600), pitch=190)
    cv2.rectangle(board, (20, 20), (TABLE[0] - 20, TABLE[1] - 20), (20, 30, 40), 8)
    return board


def take(board: Image, seed: int, *, tilt: float, turn: float, zoom: float = 0.75) -> Photo:
    """A photo of the board on a dark table."""
    rng = np.random.default_rng(seed)
    return photograph(board, {}, rng, size=(800, 600), tilt=tilt, turn=turn, zoom=zoom)


def truth(photo: Photo) -> Matrix:
    """From the board's millimetres to the photo's pixels."""
    return np.asarray(photo.homography @ np.diag([PER_MM, PER_MM, 1.0]))
