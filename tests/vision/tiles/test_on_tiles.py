"""What lies on a tile, seen from straight above: figures, and tokens of the figures' colour."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.tabletop.chart import Measures
from vision.faces.crops import cut_tile
from vision.faces.gallery import Face, Gallery
from vision.faces.light import softened
from vision.lattice.lattice import CORNERS
from vision.reading.zone_reading import ZoneReading
from vision.tiles.figures import tint_of
from vision.tiles.meeple import silhouette
from vision.tiles.on_tiles import ThingsOnTiles
from vision.tiles.tile_reader import TileReader, TileReading, cut, tile_outline
from vision.viewpoint.table_camera import TableCamera

MEASURES = Measures(tile=55.0, pitch=56.0, die=16.0, figure=16.0, token=11.0)
CAMERA = TableCamera((240, 240), 600.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 240.0]))
"""It sees 2.5 pixels of a millimetre."""
ASLANT = TableCamera((240, 240), 600.0, 0.0, np.array([-0.4, 0.0, 0.0]), CAMERA.away)
PLACE = (152, 100)
PURPLE, WHITE, GREEN = (120, 20, 150), (245, 245, 245), (60, 140, 40)
HERE = "island/0/(0,0)"


CREAM = (200, 225, 235)


def blank(paper: tuple[int, int, int]) -> Any:
    """A picture of the table with one tile."""
    picture = np.full((240, 240, 3), (70, 90, 110), np.uint8)
    outline = tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0)
    return cv2.fillPoly(picture, [np.rint(outline).astype(np.int32)], paper)


def tower() -> Any:
    """A tile with another picture printed on it."""
    picture = blank(CREAM)
    cv2.rectangle(picture, (105, 80), (125, 150), (60, 60, 60), -1)
    return cv2.circle(picture, (115, 75), 12, (50, 60, 120), -1)


def drawn(sign: tuple[int, int, int], paper: tuple[int, int, int] = CREAM) -> Any:
    """A tile that has a house and a sign printed on it."""
    picture = blank(paper)
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


def of_the_workers() -> Any:
    """A tile in the workers' own colour with a white place to stand on."""
    picture = drawn((40, 40, 200), paper=PURPLE)
    cv2.circle(picture, PLACE, 15, WHITE, -1, cv2.LINE_AA)
    return picture


def aslant(picture: Any) -> Any:
    """The same table seen by the other camera."""
    points = np.array([(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)])
    way, _ = cv2.findHomography(CAMERA.pixels(points), ASLANT.pixels(points))
    return cv2.warpPerspective(picture, way, ASLANT.size)


def stand_on_the_place(picture: Any) -> Any:
    """A worker, as the camera that hangs aslant sees him."""
    foot = CAMERA.table(np.array([PLACE], np.float64))[0] - (0.0, 1.5)
    outline = silhouette(ASLANT, foot, MEASURES.figure, lying=False)
    return cv2.fillPoly(picture, [np.rint(outline).astype(np.int32)], PURPLE)


def with_emblem(spots: tuple[int, int, int]) -> Any:
    """A tile with an emblem printed in the workers' colour, which has two spots."""
    picture = drawn((40, 40, 200))
    cv2.circle(picture, (152, 150), 13, PURPLE, -1, cv2.LINE_AA)
    for at in ((148, 146), (156, 154)):
        cv2.circle(picture, at, 4, spots, -1, cv2.LINE_AA)
    return picture


def with_flag(picture: Any, colour: tuple[int, int, int]) -> Any:
    """The same picture with a square emblem, as large as a worker."""
    return cv2.rectangle(picture, (140, 138), (164, 162), colour, -1)


def face_of(picture: Any) -> Any:
    return cut(picture, tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0))


def token_photo(colour: tuple[int, int, int]) -> Any:
    photo = lay_token(np.full((200, 200, 3), 40, np.uint8), (100, 100), 80, colour)
    return cut_tile(photo, 160 * CORNERS + 100)


@pytest.fixture(scope="module")
def faces() -> Gallery:
    signs = {"red": (40, 40, 200), "blue": (200, 90, 30), "green": GREEN}
    return Gallery(Face(name, face_of(drawn(sign))) for name, sign in signs.items())


TOKENS = Gallery([Face("flag", token_photo(PURPLE)), Face("leaf", token_photo(GREEN))])


def coin_photo() -> Any:
    photo = cv2.circle(np.full((200, 200, 3), 40, np.uint8), (100, 100), 80, PURPLE, -1)
    return cut_tile(photo, 160 * CORNERS + 100)


COINS = Gallery([Face("coin", coin_photo()), *TOKENS.faces])
"""With a token in the workers' colour all over."""


def on_tile(
    faces: Gallery, camera: TableCamera, tile: TileReading, tokens: Gallery = TOKENS
) -> ZoneReading:
    reading = ZoneReading("island:0")
    on = ThingsOnTiles(faces, tokens, MEASURES, "seat-0", tint_of(PURPLE))
    on.read(camera, {HERE: tile}, reading)
    return reading


def read(faces: Gallery, picture: Any, soft: float = 2.5) -> ZoneReading:
    outline = tile_outline(CAMERA, np.zeros(2), MEASURES.tile, 0.0)
    crop = cut(cv2.GaussianBlur(picture, (0, 0), soft), outline)
    tile = TileReading(np.zeros(2), outline, crop, faces.recognise(crop))
    return on_tile(faces, CAMERA, tile)


def things(seen: ZoneReading) -> list[tuple[str, str | None]]:
    return [(p.kind, p.identity) for p in seen.pieces if p.kind != "tile"]


def test_a_token_with_a_sign_in_the_colour_of_the_workers_is_no_worker(faces: Gallery) -> None:
    picture = lay_token(drawn((40, 40, 200)), (152, 150), 14, PURPLE)
    out_of_focus = np.rint(softened(picture, 2.5)).astype(np.uint8)
    seen = read(faces, out_of_focus, soft=0.1)
    assert [(p.kind, p.identity) for p in seen.pieces if p.kind != "tile"] == [("token", "flag")]


def test_what_has_no_outline_of_a_worker_and_fits_no_token_is_left_open(faces: Gallery) -> None:
    seen = read(faces, lay_token(drawn((40, 40, 200)), (152, 150), 14, PURPLE), soft=1.0)
    assert seen.hidden == {HERE}


def test_a_worker_is_no_token(faces: Gallery) -> None:
    picture = drawn((40, 40, 200))
    cv2.rectangle(picture, (136, 141), (168, 161), PURPLE, -1)
    seen = read(faces, picture)
    assert [(p.kind, p.identity) for p in seen.pieces if p.kind != "tile"] == [("figure", "seat-0")]


def seen_after(
    faces: Gallery, camera: TableCamera, *pictures: Any, soft: float, tokens: Gallery = TOKENS
) -> ZoneReading:
    """What lies there in the last of some pictures: the tile is known from the first."""
    reader = TileReader(faces, MEASURES.tile)
    for picture in pictures:
        blurred = cv2.GaussianBlur(picture, (0, 0), soft)
        tile = reader.read(blurred, camera, np.zeros(2), 0.0)
    return on_tile(faces, camera, tile, tokens)


def test_a_worker_who_looks_like_a_token_of_his_colour_is_left_open(faces: Gallery) -> None:
    bare = drawn((40, 40, 200))
    picture = cv2.rectangle(bare.copy(), (140, 139), (164, 161), PURPLE, -1)
    assert seen_after(faces, CAMERA, bare, picture, soft=1.0, tokens=COINS).hidden == {HERE}


def test_a_token_that_is_larger_with_its_rim_is_left_open(faces: Gallery) -> None:
    bare = drawn((40, 40, 200))
    picture = cv2.circle(bare.copy(), (152, 150), 16, (90, 15, 110), -1, cv2.LINE_AA)
    cv2.circle(picture, (152, 150), 14, PURPLE, -1, cv2.LINE_AA)
    assert seen_after(faces, CAMERA, bare, picture, soft=1.0, tokens=COINS).hidden == {HERE}


def test_a_worker_on_a_tile_of_his_own_colour_needs_no_outline(faces: Gallery) -> None:
    # He hides the white place, and that is all there is to be seen of him.
    bare = aslant(of_the_workers())
    every = faces.enrol("home", face_of(of_the_workers()))
    seen = seen_after(every, ASLANT, bare, stand_on_the_place(bare.copy()), soft=1.0)
    assert things(seen) == [("figure", "seat-0")]
    assert not seen.hidden


@pytest.mark.parametrize("soft", [1.0, 2.5])
@pytest.mark.parametrize("at", [PLACE, (110, 160)])
def test_a_token_on_a_tile_of_the_workers_colour_is_left_open(
    faces: Gallery, at: tuple[int, int], soft: float
) -> None:
    bare, laid = of_the_workers(), lay_token(of_the_workers(), at, 14, PURPLE)
    every = faces.enrol("home", face_of(bare))
    assert seen_after(every, CAMERA, bare, laid, soft=soft).hidden == {HERE}


def test_an_emblem_in_the_colour_of_the_workers_is_no_worker(faces: Gallery) -> None:
    # Only its spots are not as they were shown.
    every = faces.enrol("emblem", face_of(with_emblem(CREAM)))
    assert things(read(every, with_emblem(PURPLE), soft=1.0)) == []


def test_an_emblem_on_a_tile_that_nobody_has_shown_is_no_worker() -> None:
    # Another tile has that emblem; under a worker this would be the house with the green one.
    house, other = with_flag(drawn((40, 40, 200)), GREEN), with_flag(tower(), PURPLE)
    shown = Gallery([Face("house", face_of(house)), Face("tower", face_of(other))])
    seen = read(shown, with_flag(drawn((40, 40, 200)), PURPLE), soft=1.0)
    assert seen.hidden == {HERE}


def test_nothing_is_on_a_bare_tile(faces: Gallery) -> None:
    seen = read(faces, drawn(GREEN))
    assert not [p for p in seen.pieces if p.kind != "tile"]
    assert not seen.hidden
