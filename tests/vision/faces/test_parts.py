"""Parts of other faces: a tile that nobody has shown has an emblem that is known from elsewhere."""

import cv2
import numpy as np
import pytest

from tests.vision.art.own import draw_own_set
from tests.vision.art.shots import shoot
from tests.vision.art.tiles import Style, draw_set
from vision.faces.crops import SIDE
from vision.faces.gallery import Face, Gallery


@pytest.fixture(scope="module")
def tiles():
    return draw_own_set(7)


@pytest.fixture(scope="module")
def gallery(tiles):
    rng = np.random.default_rng(910)
    return Gallery(
        Face(name, shoot(tile, rng, tilt=12, across=100)) for name, tile in tiles.items()
    )


def best(gallery, crop, **how):
    name, evidence = gallery.rank(crop, bare=True, **how)[0]
    return name, evidence.borrowed


def hubs(tiles):
    return [name for name in tiles if "/hub:" in name and name.count("/") == 2][:8]


def test_a_tile_that_nobody_has_shown_has_parts_of_other_faces(tiles, gallery):
    rng = np.random.default_rng(911)
    borrowed = []
    for name in hubs(tiles):
        crop = shoot(tiles[name], rng, tilt=25, across=70)
        taken_for, part = best(gallery, crop, leaving_out=name)
        assert taken_for != name
        borrowed.append(part)
    assert np.median(borrowed) > 0.6, borrowed


def test_a_tile_that_is_what_it_seems_has_none(tiles, gallery):
    rng = np.random.default_rng(912)
    borrowed = []
    for name in hubs(tiles):
        taken_for, part = best(gallery, shoot(tiles[name], rng, tilt=25, across=70))
        assert taken_for == name
        borrowed.append(part)
    assert max(borrowed) < 0.5, borrowed


def test_what_is_known_to_lie_on_a_tile_is_no_part_of_it(tiles, gallery):
    rng = np.random.default_rng(913)
    name = hubs(tiles)[0]
    crop = shoot(tiles[name], rng, tilt=15)
    other = cv2.rotate(crop, cv2.ROTATE_180)
    hidden = np.zeros((SIDE, SIDE), np.uint8)
    cv2.circle(hidden, (40, 28), 14, 1, -1)
    patched = np.where(hidden[..., None] > 0, other, crop)
    _, part = best(gallery, patched, excused=hidden > 0)
    assert part < 0.4


def test_faces_with_nothing_in_common_explain_nothing_of_each_other():
    rng = np.random.default_rng(914)
    tiles = draw_set(Style.random(rng), 10, rng)
    gallery = Gallery(
        Face(f"tile {number}", shoot(tile, rng, tilt=15, across=100))
        for number, tile in enumerate(tiles)
    )
    for number, tile in enumerate(tiles):
        name, part = best(gallery, shoot(tile, rng, tilt=25))
        assert name == f"tile {number}"
        assert part < 0.4


def test_two_faces_tell_nothing_about_what_they_share(tiles):
    rng = np.random.default_rng(915)
    names = hubs(tiles)[:2]
    pair = Gallery(Face(name, shoot(tiles[name], rng, tilt=12, across=100)) for name in names)
    assert best(pair, shoot(tiles[names[0]], rng))[1] == 0.0
    assert Gallery(pair.faces[1:]).rank(shoot(tiles[names[0]], rng), leaving_out=names[1]) == []
