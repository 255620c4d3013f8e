"""What fooled the finder is found again, kept, and taught as what it is."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.photos.crops import NO_DIE, crops_of_photos
from models.photos.mining import NOTHING, Hard, hard_in, keep, kept
from models.photos.photo_pieces import pieces
from models.photos.sources import Photo

DIE = (100.0, 100.0, 140.0, 140.0)
UNCLEAR = (300.0, 20.0, 340.0, 60.0)
TOKEN = (200.0, 200.0, 240.0, 240.0)


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    picture = np.full((400, 400, 3), 90, np.uint8)
    cv2.rectangle(picture, (100, 100), (140, 140), (255, 255, 255), -1)
    cv2.circle(picture, (220, 220), 20, (0, 0, 255), -1)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture)
    return Photo(path, "somewhere", (DIE,), (4,), (UNCLEAR,))


def test_a_token_taken_for_a_die_is_hard_and_a_die_that_was_found_is_not(photo: Photo) -> None:
    assert hard_in(photo, [(DIE, 0.9), (TOKEN, 0.2)]) == Hard((TOKEN,), ())


def test_a_die_with_a_poor_score_counts_as_overlooked(photo: Photo) -> None:
    assert hard_in(photo, [(DIE, 0.2)]) == Hard((), (DIE,))


def test_what_lies_on_a_die_or_on_an_unclear_one_is_not_taught_as_no_die(photo: Photo) -> None:
    beside = (130.0, 130.0, 190.0, 190.0)
    assert hard_in(photo, [(DIE, 0.9), (beside, 0.5), (UNCLEAR, 0.8)]) == NOTHING


def test_hard_places_survive_the_disk_and_a_missing_file_holds_none(tmp_path: Path) -> None:
    places = {"a.jpg": Hard((TOKEN,), (DIE,)), "b.jpg": NOTHING}
    keep(places, tmp_path / "hard" / "somewhere.json")
    assert kept(tmp_path / "hard" / "somewhere.json") == places
    assert kept(tmp_path / "nowhere.json") == {}
    assert json.loads((tmp_path / "hard" / "somewhere.json").read_text())["b.jpg"]["false"] == []


def test_the_reader_is_shown_what_fooled_the_finder_as_no_die(photo: Photo) -> None:
    crops = crops_of_photos([photo], empty=0, hard={"table.png": Hard((TOKEN,), ())})
    assert crops.answers.tolist() == [3, NO_DIE]
    middle = crops.pixels[1][52, 52]
    assert middle[2] > 200 > middle[0]


def test_pieces_around_named_places_show_these(photo: Photo) -> None:
    for picture, _ in pieces(photo, seed=3, count=8, around=[TOKEN]):
        # Whatever happens to colours and scale: the token differs from grey, white and black.
        spread = picture.max(axis=2).astype(int) - picture.min(axis=2)
        if spread.max() > 0:
            assert (spread > 40).sum() > 50
