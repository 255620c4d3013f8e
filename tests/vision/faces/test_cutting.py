"""Cutting tiles out of photos, whatever their shape, apart or side by side."""

import cv2
import numpy as np
import pytest

from tests.vision.art.laid import photo, pieces
from vision.drawing.contact_sheet import contact_sheet
from vision.faces.crops import SIDE, cut_out
from vision.faces.cutting import cut_out_tiles, in_rows
from vision.geometry import overlap
from vision.lattice.shapes import find_shapes


@pytest.mark.parametrize(
    ("kind", "count", "corners"), [("tile", 10, 6), ("card", 8, 4), ("upgrade", 7, 24)]
)
def test_tiles_of_any_shape_that_lie_apart_are_all_found(kind, count, corners):
    image, truths = photo(pieces(kind, count), seed=count)
    found = find_shapes(image)
    assert len(found) == count
    assert {len(outline) for outline in found} == {corners}
    for truth in truths.values():
        # A rim in the colour of the table may be lost to it.
        assert max(overlap(outline, truth) for outline in found) > 0.8


def test_hexagons_side_by_side_are_found_as_a_lattice():
    image, truths = photo(pieces("tile", 10), seed=3, apart=False)
    found = cut_out_tiles(image)
    assert len(found) == len(truths)
    for truth in truths.values():
        assert max(overlap(tile.outline, truth) for tile in found) > 0.8


def test_an_empty_table_has_no_tiles():
    grain = np.random.default_rng(1).normal(120, 4, (300, 400, 3))
    assert cut_out_tiles(grain.astype(np.uint8)) == []


def test_tiles_are_numbered_as_people_read():
    square = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], float)
    places = [(50, 3), (0, 0), (2, 40), (25, 44)]
    shuffled = [square + place for place in (places[3], places[0], places[2], places[1])]
    middles = [tuple(outline[0]) for outline in in_rows(shuffled)]
    assert middles == [(0, 0), (50, 3), (2, 40), (25, 44)]


def test_a_rectangle_is_cut_out_with_its_long_sides_above_and_below_and_never_mirrored():
    image = np.zeros((200, 200, 3), np.uint8)
    cv2.rectangle(image, (60, 20), (120, 180), (60, 60, 60), cv2.FILLED)
    cv2.rectangle(image, (60, 20), (75, 180), (255, 255, 255), cv2.FILLED)
    corners = np.array([(60, 20), (120, 20), (120, 180), (60, 180)], float)
    crops = [cut_out(image, turned) for turned in (corners, corners[::-1], np.roll(corners, 2, 0))]
    for crop in crops:
        top, bottom = crop[12, SIDE // 2], crop[-12, SIDE // 2]
        assert sorted((int(top[0]), int(bottom[0])))[1] > 200, "the bright long side is an end"
    assert np.abs(crops[0].astype(int) - crops[1]).mean() < 60


@pytest.mark.parametrize("first", range(6))
def test_what_is_up_in_the_picture_is_up_in_the_crop_of_a_tile(first):
    angles = np.deg2rad(np.arange(30, 390, 60) + 8)
    corners = 60 * np.stack([np.cos(angles), np.sin(angles)], axis=-1) + 100
    image = np.zeros((200, 200, 3), np.uint8)
    image[:100] = 255
    crop = cut_out(image, np.roll(corners, first, axis=0))
    assert crop[20, SIDE // 2, 0] > 200
    assert crop[-20, SIDE // 2, 0] < 50


@pytest.mark.parametrize("count", [3, 24])
def test_what_encloses_nothing_is_refused(count):
    with pytest.raises(ValueError, match="no tile"):
        cut_out(np.zeros((50, 50, 3), np.uint8), np.zeros((count, 2)))


def test_a_tile_outside_of_the_picture_is_refused():
    corners = np.array([(60, 20), (120, 20), (120, 180), (60, 180)], float) + 1000
    with pytest.raises(ValueError, match="outside"):
        cut_out(np.zeros((50, 50, 3), np.uint8), corners)


def test_a_contact_sheet_has_a_place_for_every_cut_out():
    crop = np.full((SIDE, SIDE, 3), 90, np.uint8)
    one, many = (contact_sheet([(n, crop, "a name") for n in range(count)]) for count in (1, 17))
    assert many.shape[0] == 3 * one.shape[0]
    assert many.shape[1] == 8 * one.shape[1]
    with pytest.raises(ValueError, match="nothing"):
        contact_sheet([])
