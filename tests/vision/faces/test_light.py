"""Lamp, lens and printer: what they do to a face is no difference between a tile and its face."""

import numpy as np
import pytest

from tests.vision.art.own import draw_own_set
from tests.vision.art.tiles import HEXAGON
from vision.faces.alignment import Alignment, LitTile, Pattern
from vision.faces.crops import cut_tile
from vision.faces.gallery import Face, Gallery
from vision.faces.light import Exposure, light, softened

DRAWN = [name for name in draw_own_set(0) if "/hub:" in name][:6]


@pytest.fixture(scope="module")
def crops():
    tiles = draw_own_set(0)
    return {name: cut_tile(tiles[name], HEXAGON) for name in DRAWN}


def photographed(crop, soft, contrast):
    """As ink on paper under another lamp, out of focus."""
    grey = softened(crop, soft)
    toned = 190 * (grey / 255) ** contrast * np.array([0.8, 0.9, 1.0], np.float32)
    noise = np.random.default_rng(5).normal(0, 1.5, crop.shape)
    return np.clip(toned + noise, 0, 255).astype(np.uint8)


def test_a_lens_makes_pink_of_white_on_crimson():
    stripes = np.full((40, 40, 3), (60, 20, 220), np.uint8)
    stripes[:, ::2] = 255
    blue, green, red = softened(stripes, 4.0)[20, 20]
    assert red > 230
    assert min(blue, green) > 170, "half of the white light, which is brighter than half as grey"


def test_another_lamp_adds_the_same_to_every_point():
    image = np.random.default_rng(1).integers(80, 250, (20, 20, 3)).astype(np.float32)
    apart = light(0.8 * image) - light(image)
    assert np.abs(apart - apart.mean(axis=(0, 1))).max() < 0.03


@pytest.mark.parametrize(("soft", "contrast"), [(0.1, 1.0), (2.0, 0.75), (3.2, 0.7)])
def test_focus_and_contrast_are_found(crops, soft, contrast):
    crop = crops[DRAWN[0]]
    seen = LitTile(photographed(crop, soft, contrast), stray=0.0)
    alignment = Alignment(Pattern(crop, stray=0.0), seen, 0)
    for _ in range(10):
        alignment.step()
    off, _ = alignment.differences()
    assert np.abs(off).mean() < 0.02
    assert 1 + alignment.contrast == pytest.approx(contrast, abs=0.12)
    assert (alignment.focus > 0.5) == (soft > 1)


def test_a_drawing_is_known_in_a_soft_flat_photo_and_its_neighbour_stays_a_stranger(crops):
    gallery = Gallery(Face(name, crop) for name, crop in crops.items())
    for name in DRAWN[:3]:
        seen = photographed(crops[name], 2.0, 0.72)
        match = gallery.recognise(seen, bare=True)
        assert (match.name, match.certain) == (name, True), match
        others = Gallery(face for face in gallery.faces if face.name != name)
        stranger = others.recognise(seen, bare=True)
        assert not stranger.is_fact, stranger


def test_other_tiles_tell_how_faces_come_out_in_a_picture(crops):
    gallery = Gallery(Face(name, crop) for name, crop in crops.items())
    matches = [
        gallery.recognise(photographed(crop, 2.0, 0.72), bare=True) for crop in crops.values()
    ]
    told = [match.exposure for match in matches if match.exposure]
    usual = Exposure.usual(told)
    assert usual is not None
    assert Exposure.usual(told[:3]) is None, "three tiles tell too little"
    assert all(each.colours == pytest.approx(usual.colours, abs=0.05) for each in told)


def test_no_lamp_makes_one_tile_red_and_leaves_the_others_white(crops):
    gallery = Gallery(Face(name, crop) for name, crop in crops.items())
    usual = gallery.recognise(photographed(crops[DRAWN[1]], 2.0, 0.72), bare=True).exposure
    reddish = np.clip(crops[DRAWN[0]] * np.array([0.5, 0.6, 1.0]), 0, 255).astype(np.uint8)
    seen = photographed(reddish, 2.0, 0.72)
    assert gallery.recognise(seen, bare=True).name == DRAWN[0], "a red lamp, for all it knows"
    assert gallery.recognise(seen, bare=True, usual=usual).name is None
