"""What lies on a tile, seen from straight above: figures, and tokens of the figures' colour."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.chart import Measures
from vision.crops import cut_tile
from vision.figures import tint_of
from vision.gallery import Face, Gallery
from vision.lattice import CORNERS
from vision.on_tiles import ThingsOnTiles
from vision.table_camera import TableCamera
from vision.tile_reader import TileReading, cut, tile_outline
from vision.zone_reading import ZoneReading

MEASURES = Measures(tile=55.0, pitch=56.0, die=16.0, figure=16.0, token=11.0)
CAMERA = TableCamera((240, 240), 600.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 240.0]))
"""It sees 2.5 pixels of a millimetre."""
PURPLE, WHITE, GREEN = (120, 20, 150), (245, 245, 245), (60, 140, 40)
HERE = "island/0/(0,0)"


def drawn(sign: tuple[int, int, int]) -> Any:
    """A picture of the table with one tile, which has a house and a sign printed on it."""
    picture = np.full((240, 240, 3), (70, 90, 110), np.uint8)
    outline = tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0)
    cv2.fillPoly(picture, [np.rint(outline).astype(np.int32)], (200, 225, 235))
    cv2.rectangle(picture, (100, 100), (135, 125), (60, 60, 60), -1)
    cv2.fillPoly(picture, [np.array([(95, 100), (140, 100), (117, 80)])], (50, 60, 120))
    cv2.circle(picture, (85, 145), 9, sign, -1)
    return picture


def lay_token(picture: Any, at: tuple[int, int], radius: int, colour: tuple[int, int, int]) -> Any:
    """A white token with a square flag that has a white spot."""
    half = round(0.62 * radius)
    cv2.circle(picture, at, radius, WHITE, -1, cv2.LINE_AA)
    low, high = (at[0] - half, at[1] - half), (at[0] + half, at[1] + half)
    cv2.rectangle(picture, low, high, colour, -1)
    cv2.circle(picture, at, max(1, round(0.15 * radius)), WHITE, -1, cv2.LINE_AA)
    return picture


def face_of(picture: Any) -> Any:
    return cut(picture, tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0))


def token_photo(colour: tuple[int, int, int]) -> Any:
    photo = lay_token(np.full((200, 200, 3), 40, np.uint8), (100, 100), 80, colour)
    return cut_tile(photo, 160 * CORNERS + 100)


@pytest.fixture(scope="module")
def faces() -> Gallery:
    signs = {"red": (40, 40, 200), "blue": (200, 90, 30), "green": GREEN}
    return Gallery(Face(name, face_of(drawn(sign))) for name, sign in signs.items())


def read(faces: Gallery, picture: Any, soft: float = 2.5) -> ZoneReading:
    tokens = Gallery([Face("flag", token_photo(PURPLE)), Face("leaf", token_photo(GREEN))])
    things = ThingsOnTiles(faces, tokens, MEASURES, "seat-0", tint_of(PURPLE))
    outline = tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0)
    crop = cut(cv2.GaussianBlur(picture, (0, 0), soft), outline)
    tile = TileReading(np.zeros(2), outline, crop, faces.recognise(crop))
    reading = ZoneReading("island:0")
    things.read(CAMERA, {HERE: tile}, reading)
    return reading


def test_a_token_with_a_sign_in_the_colour_of_the_workers_is_no_worker(faces: Gallery) -> None:
    seen = read(faces, lay_token(drawn((40, 40, 200)), (152, 150), 14, PURPLE))
    assert [(p.kind, p.identity) for p in seen.pieces if p.kind != "tile"] == [("upgrade", "flag")]


def test_what_has_no_outline_of_a_worker_and_fits_no_token_is_left_open(faces: Gallery) -> None:
    seen = read(faces, lay_token(drawn((40, 40, 200)), (152, 150), 14, PURPLE), soft=1.0)
    assert seen.hidden == {HERE}


def test_a_worker_is_no_token(faces: Gallery) -> None:
    picture = drawn((40, 40, 200))
    cv2.rectangle(picture, (136, 141), (168, 161), PURPLE, -1)
    seen = read(faces, picture)
    assert [(p.kind, p.identity) for p in seen.pieces if p.kind != "tile"] == [("worker", "seat-0")]


def test_nothing_is_on_a_bare_tile(faces: Gallery) -> None:
    seen = read(faces, drawn(GREEN))
    assert not [p for p in seen.pieces if p.kind != "tile"]
    assert not seen.hidden
