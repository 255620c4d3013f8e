"""Pieces of photos keep their labels on the dice."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.book import read_things, write_picture, yolo_rows
from models.photo_pieces import GREY, pieces
from models.scenes.scene import DIE, Label
from models.sources import Photo


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[60:100, 80:130] = 255
    picture[150:190, 200:240] = 128
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    return Photo(path, "s", ((80, 60, 130, 100),), (4,), ((200, 150, 240, 190),))


def test_boxes_follow_the_die_through_scale_squeeze_and_turns(photo: Photo) -> None:
    whole = 0
    for picture, labels in pieces(photo, 3, 40, side=160):
        for label in labels:
            x0, y0, x1, y1 = label.box
            if min(x0, y0) < 3 or max(x1, y1) > 157:
                continue
            whole += 1
            inner = picture[round(y0) + 3 : round(y1) - 3, round(x0) + 3 : round(x1) - 3]
            assert inner.mean() > 120, "the box is not on the white die"
            assert label.value == 4
    assert whole > 5


def test_what_is_ignored_is_painted_over(tmp_path: Path) -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[40:160, 60:240] = 255
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    unclear = Photo(path, "s", (), (), ((59, 39, 241, 161),))
    shown = [piece for piece, _ in pieces(unclear, 5, 30, side=160)]
    assert max(piece.max() for piece in shown) < 200, "something white is left"
    assert any((piece == GREY).any() for piece in shown)


def test_the_same_seed_cuts_the_same_pieces(photo: Photo) -> None:
    first, again = (list(pieces(photo, 1, 3)) for _ in range(2))
    assert all(
        np.array_equal(a[0], b[0]) and a[1] == b[1] for a, b in zip(first, again, strict=True)
    )


def test_yolo_rows_hold_dice_only_as_shares_of_the_picture() -> None:
    labels = (Label(DIE, (10, 20, 30, 60), 3), Label("coin", (0, 0, 5, 5)))
    assert yolo_rows(labels, 100, 200) == "0 0.200000 0.200000 0.200000 0.200000\n"


def test_labels_survive_the_disk(tmp_path: Path) -> None:
    labels = (Label(DIE, (1.0, 2.0, 3.0, 4.0), 3), Label("coin", (0.0, 0.0, 5.0, 5.0)))
    path = write_picture(tmp_path, "one", (np.zeros((32, 32, 3), np.uint8), labels))
    assert read_things(path) == labels
    assert (tmp_path / "labels" / "one.txt").read_text().count("\n") == 1
