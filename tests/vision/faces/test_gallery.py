"""Teach my copy: one photo a face, and tiles are known again, turned, in another light, covered."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import teaching
from tests.vision.art.own import draw_own_set
from tests.vision.art.shots import shoot
from tests.vision.art.tiles import Style, draw_set
from vision.faces.crops import REACH, SIDE, cut_tile
from vision.faces.details import FaceDetails
from vision.faces.gallery import Face, Gallery, lead_over
from vision.faces.gallery_file import GalleryError, load_gallery, save_gallery
from vision.faces.overlay import Evidence


@pytest.fixture(scope="module")
def tiles():
    rng = np.random.default_rng(900)
    return draw_set(Style.random(rng), 10, rng)


@pytest.fixture(scope="module")
def gallery(tiles):
    rng = np.random.default_rng(901)
    return Gallery(
        Face(f"tile {number}", shoot(tile, rng, tilt=15, across=100))
        for number, tile in enumerate(tiles[:8])
    )


def test_tiles_are_known_again_in_another_light_and_turn(tiles, gallery):
    rng = np.random.default_rng(902)
    for number, tile in enumerate(tiles[:8]):
        match = gallery.recognise(shoot(tile, rng, tilt=35))
        assert match.name == f"tile {number}"
        assert match.runner_up != match.name


def test_a_worker_on_a_tile_does_not_hide_what_it_is(tiles, gallery):
    rng = np.random.default_rng(903)
    known = [
        gallery.rank(shoot(tile, rng, covered=0.12))[0][0] == f"tile {number}"
        for number, tile in enumerate(tiles[:8])
    ]
    assert sum(known) >= 7, known


def test_what_is_known_to_lie_on_a_tile_does_not_speak_against_it(tiles, gallery):
    crop = shoot(tiles[2], np.random.default_rng(907), tilt=15)
    hidden = np.zeros((SIDE, SIDE), np.uint8)
    for at in ((30, 40), (64, 34), (50, 68)):
        cv2.circle(crop, at, 8, (20, 240, 240), -1)
        cv2.circle(hidden, at, 10, 1, -1)
    assert gallery.recognise(crop).name is None
    match = gallery.recognise(crop, hidden > 0)
    assert match.name == "tile 2"


def test_what_was_never_shown_is_none_of_these(tiles, gallery):
    rng = np.random.default_rng(904)
    matches = [gallery.recognise(shoot(tile, rng)) for tile in tiles[8:]]
    assert all(not (match.certain and match.name) for match in matches), matches
    noise = rng.integers(0, 255, (SIDE, SIDE, 3)).astype(np.uint8)
    assert gallery.recognise(noise).name is None


def test_a_neighbour_with_another_emblem_is_none_of_these_even_if_it_is_small():
    rng = np.random.default_rng(908)
    tiles = {name: tile for name, tile in draw_own_set(7).items() if name.startswith("05/")}
    for left_out in ("05/1", "05/4"):
        faces = [
            Face(name, shoot(tile, rng, tilt=12, across=100))
            for name, tile in tiles.items()
            if not name.startswith(left_out)
        ]
        (stranger,) = (tile for name, tile in tiles.items() if name.startswith(left_out))
        match = Gallery(faces).recognise(shoot(stranger, rng, tilt=25, across=62))
        assert match.name is None, match
        assert len(match.likely) >= 2


def test_a_face_knows_where_it_differs_from_those_like_it():
    rng = np.random.default_rng(909)
    tile = next(tile for name, tile in draw_own_set(7).items() if name.startswith("05/2"))
    crop = shoot(tile, rng, tilt=0, across=100)
    marked = crop.copy()
    cv2.circle(marked, (62, 58), 8, (20, 240, 240), -1)
    telling = Gallery([Face("plain", crop), Face("marked", marked)]).telling(0)
    assert telling[56:61, 60:65].all()
    assert telling.mean() < 0.1


def test_an_empty_gallery_knows_nothing(tiles):
    match = Gallery().recognise(shoot(tiles[0], np.random.default_rng(1)))
    assert match.name is None
    assert match.runner_up is None


def test_two_names_for_one_face_are_reported_as_too_alike(tiles, gallery):
    rng = np.random.default_rng(905)
    doubled = gallery.enrol("twin", shoot(tiles[3], rng, tilt=10, across=100))
    worst = doubled.look_alikes()[0]
    assert set(worst[:2]) == {"tile 3", "twin"}
    assert not doubled.recognise(shoot(tiles[3], rng, tilt=20)).certain


def test_a_gallery_survives_its_file(tmp_path, tiles, gallery):
    path = tmp_path / "mine.gallery"
    save_gallery(gallery, path)
    again = load_gallery(path)
    assert again.names == gallery.names
    crop = shoot(tiles[2], np.random.default_rng(906))
    assert again.recognise(crop) == gallery.recognise(crop)
    assert list(tmp_path.iterdir()) == [path]
    save_gallery(Gallery(), path)
    assert load_gallery(path).names == ()


def write(path, note, crops):
    text = np.frombuffer(json.dumps(note).encode(), np.uint8)
    with path.open("wb") as file:
        np.savez(file, note=text, crops=crops)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"version": 2}, "version 2"),
        ({"kind": "something"}, "no gallery"),
        ({"names": ["a"]}, "belong together"),
        ({"names": ["a", " "]}, "names is damaged"),
        ({"names": "ab"}, "names is damaged"),
        ({"crops": "0" * 64}, "pictures are damaged"),
    ],
)
def test_a_gallery_that_is_not_right_is_refused_by_name(tmp_path, change, complaint):
    path = tmp_path / "theirs.gallery"
    note = {"kind": "table-companion gallery", "version": 1, "names": ["a", "b"], "crops": ""}
    write(path, note | change, np.zeros((2, SIDE, SIDE, 3), np.uint8))
    with pytest.raises(GalleryError, match=rf"theirs\.gallery: .*{complaint}"):
        load_gallery(path)


@pytest.mark.parametrize("keep", [0, 10, 0.5, -20])
def test_a_broken_file_is_refused(tmp_path, gallery, keep):
    path = tmp_path / "broken.gallery"
    save_gallery(gallery, path)
    data = path.read_bytes()
    path.write_bytes(data[: int(keep * len(data)) if isinstance(keep, float) else keep])
    with pytest.raises(GalleryError, match="broken"):
        load_gallery(path)


def test_files_that_are_missing_or_huge_or_would_run_code_are_refused(tmp_path):
    with pytest.raises(GalleryError, match="can't be read"):
        load_gallery(tmp_path / "none")
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        np.savez_compressed(file, crops=np.zeros((60_000_000,), np.uint8))
    with pytest.raises(GalleryError, match="too large"):
        load_gallery(huge)
    evil = tmp_path / "evil"
    with evil.open("wb") as file:
        np.savez(file, note=np.array([{"a": 1}], dtype=object), crops=np.zeros(1))
    with pytest.raises(GalleryError, match="broken"):
        load_gallery(evil)


def test_a_face_must_be_a_crop_with_a_name():
    with pytest.raises(ValueError, match="name"):
        Face(" ", np.zeros((SIDE, SIDE, 3), np.uint8))
    with pytest.raises(ValueError, match="96 x 96"):
        Face("a", np.zeros((5, 5, 3), np.uint8))


def test_six_corners_in_a_line_are_no_tile():
    with pytest.raises(ValueError, match="no tile"):
        cut_tile(np.zeros((50, 50, 3), np.uint8), np.zeros((6, 2)))


@pytest.mark.thorough
def test_measured_on_random_art():
    open_, hidden = (teaching.measure(range(300, 304), covered=share) for share in (0.0, 0.15))
    assert open_.top["gallery"] >= 0.99 * open_.known, list(open_.lines())
    assert open_.certain_right >= 0.99 * open_.certain, list(open_.lines())
    assert open_.top["gallery"] >= open_.top["histogram of colours"]
    assert hidden.top["gallery"] >= 0.95 * hidden.known, list(hidden.lines())


def test_tiles_of_one_family_are_told_apart_by_their_number_and_emblem():
    drawn = draw_own_set(7)
    family = [name for name in drawn if name.startswith("05/")]
    rng = np.random.default_rng(907)
    taught = Gallery(Face(name, shoot(drawn[name], rng, tilt=10)) for name in family[:-1])
    for name in family[:-1]:
        assert taught.recognise(shoot(drawn[name], rng, tilt=25)).name == name
    assert taught.recognise(shoot(drawn[family[-1]], rng, tilt=25)).name is None


def test_a_neighbour_that_shows_along_the_rim_does_no_harm(tiles, gallery):
    crop = shoot(tiles[4], np.random.default_rng(908), tilt=10).copy()
    away = np.hypot(*(np.indices((SIDE, SIDE)) - (SIDE - 1) / 2))
    crop[away > 0.9 * REACH * SIDE] = (20, 20, 230)
    assert gallery.recognise(crop).name == "tile 4"


@pytest.mark.thorough
def test_measured_on_our_own_art():
    open_, hidden = (
        teaching.measure(range(300, 303), "own", covered=share) for share in (0.0, 0.15)
    )
    assert open_.top["gallery"] >= 0.97 * open_.known, list(open_.lines())
    for tally in (open_, hidden):
        assert tally.certain_right >= 0.98 * tally.certain, list(tally.lines())
        assert tally.rejected >= 0.95 * tally.strangers, list(tally.lines())


def test_what_another_face_explains_of_the_second_best_is_a_lead_of_the_best():
    """Two neighbours that differ in one emblem: little speaks against either as a whole."""
    best, second = (Evidence(0.01, 0.1, 0.0, 0.98, FaceDetails(0.1, 0.01)) for _ in range(2))
    assert lead_over(best, second) == 0
    borrowing = replace(second, borrowed=0.8)
    assert lead_over(best, borrowing) > 0.05
    assert lead_over(borrowing, best) == 0, "the best one's own parts are no lead"
