"""A field of tiles: those on a cloth of their own colour, and those without an origin."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.tabletop.chart import Measures, TileField
from companion.tabletop.observation import Point
from vision.faces.gallery import Face, Gallery
from vision.lattice.lattice import middle
from vision.tiles.tile_field import FieldReader
from vision.tiles.tile_reader import TileReader, cut, tile_corners
from vision.viewpoint.table_camera import TableCamera

MEASURES = Measures(tile=55.0, pitch=56.0, die=16.0, figure=16.0, token=11.0)
CAMERA = TableCamera((640, 480), 600.0, 0.0, np.zeros(3), np.array([0.0, 0.0, 240.0]))
CLOTH = (90, 140, 100)
REGION = (Point(-125, -93), Point(125, -93), Point(125, 93), Point(-125, 93))
LAID = {(0, 0): "home", (1, 0): "red", (0, 1): "blue", (-1, 1): "red"}
INKS = {"home": (30, 30, 30), "red": (40, 40, 200), "blue": (200, 90, 30)}


def tile(picture: Any, cell: tuple[int, int], name: str, paper: tuple[int, int, int]) -> None:
    at = MEASURES.pitch * middle(cell)
    outline = np.rint(CAMERA.pixels(tile_corners(at, MEASURES.tile, 0.0))).astype(np.int32)
    cv2.fillPoly(picture, [outline], paper)
    cv2.polylines(picture, [outline], True, (20, 40, 30), 4, cv2.LINE_AA)
    x, y = np.rint(CAMERA.pixels(at[None])[0]).astype(int).tolist()
    cv2.circle(picture, (x - 20, y - 14), 13, INKS[name], -1, cv2.LINE_AA)
    width = 22 if name == "red" else 10
    cv2.rectangle(picture, (x + 8, y + 4), (x + 8 + width, y + 26), INKS[name], -1, cv2.LINE_AA)


def table(laid: dict[tuple[int, int], str], paper: dict[tuple[int, int], Any]) -> Any:
    noise = np.random.default_rng(1).normal(0, 2, (480, 640, 3))
    picture = np.full((480, 640, 3), CLOTH, np.uint8)
    for cell, name in laid.items():
        tile(picture, cell, name, paper.get(cell, (225, 230, 235)))
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def faces(own: bool) -> Gallery:
    paper = {(0, 0): CLOTH} if own else {}
    outline = CAMERA.pixels(tile_corners(np.zeros(2), MEASURES.tile, 0.0))
    return Gallery(
        Face(name, cut(table({(0, 0): name}, paper), outline)) for name in ("home", "red", "blue")
    )


def reader(gallery: Gallery) -> FieldReader:
    field = TileField("field", "f/{q},{r}", frozenset({"home"}), owner="seat-0")
    return FieldReader(field, REGION, MEASURES, TileReader(gallery, MEASURES.tile))


def test_a_tile_on_a_cloth_of_its_own_colour_is_read_by_its_sides_and_its_name() -> None:
    gallery = Gallery([*faces(False).faces, Face("blue", faces(True).faces[2].crop)])
    picture = table(LAID, {(0, 1): CLOTH})
    reading, named = reader(gallery).read(picture, CAMERA)
    assert {place: tile.match.name for place, tile in named.items()} == {
        f"f/{q},{r}": name for (q, r), name in LAID.items()
    }
    assert "f/0,1" not in reading.hidden


def test_the_same_tile_without_a_name_is_a_doubt() -> None:
    gallery = Gallery(face for face in faces(False).faces if face.name != "blue")
    reading, named = reader(gallery).read(table(LAID, {(0, 1): CLOTH}), CAMERA)
    assert "f/0,1" not in named
    assert "f/0,1" in reading.hidden


@pytest.mark.parametrize("hidden", [True, False])
def test_tiles_have_names_even_where_nobody_can_tell_the_origin(hidden: bool) -> None:
    laid = {cell: name for cell, name in LAID.items() if not hidden or name != "home"}
    reading, named = reader(faces(False)).read(table(laid, {}), CAMERA)
    seen = sorted((belief.label, bool(belief.place)) for belief in reading.beliefs)
    assert seen == sorted((name, not hidden) for name in laid.values())
    assert bool(named) == bool(reading.pieces) == bool(reading.looked_at) == (not hidden)


def test_an_origin_that_only_its_place_tells_is_no_fact() -> None:
    field = reader(faces(False))
    _, first = field.read(table(LAID, {}), CAMERA)
    assert first["f/0,0"].match.is_fact
    _, named = field.read(table(LAID | {(0, 0): "blue"}, {(0, 0): (150, 20, 120)}), CAMERA)
    match = named["f/0,0"].match
    assert (match.name, match.certain) == ("home", False)
