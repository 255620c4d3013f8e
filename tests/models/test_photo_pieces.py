"""Pieces of photos keep their labels on the dice."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.photos import photo_pieces
from models.photos.book import read_things, write_picture, yolo_rows
from models.photos.photo_pieces import GREY, pieces
from models.photos.sources import Photo, with_tight_boxes
from models.scenes.scene import DIE, Label


@pytest.fixture
def true_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_pieces, "recoloured", lambda _rng, picture: picture)


@pytest.fixture
def photo(tmp_path: Path) -> Photo:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[60:100, 80:130] = 255
    picture[150:190, 200:240] = 128
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    return Photo(path, "s", ((80, 60, 130, 100),), (4,), ((200, 150, 240, 190),))


@pytest.mark.usefixtures("true_colours")
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


@pytest.mark.usefixtures("true_colours")
def test_what_is_ignored_is_painted_over(tmp_path: Path) -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[40:160, 60:240] = 255
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    unclear = Photo(path, "s", (), (), ((59, 39, 241, 161),))
    shown = [piece for piece, _ in pieces(unclear, 5, 30, side=160)]
    assert max(piece.max() for piece in shown) < 200, "something white is left"
    assert any((piece == GREY).any() for piece in shown)


def test_small_dice_are_shown_often_and_large_ones_too(photo: Photo) -> None:
    sizes = [
        max(label.box[2] - label.box[0], label.box[3] - label.box[1])
        for _, labels in pieces(photo, 4, 120)
        for label in labels
    ]
    assert sum(size < 40 for size in sizes) > 0.25 * len(sizes)
    assert sum(size > 70 for size in sizes) > 0.15 * len(sizes)


@pytest.mark.usefixtures("true_colours")
def test_a_photo_much_reduced_keeps_its_fine_lines(tmp_path: Path) -> None:
    """Every pixel has a say: sampled here and there, thin lines would be black or white."""
    picture = np.zeros((1600, 1600, 3), np.uint8)
    picture[(np.arange(1600) // 2) % 2 == 0] = 255
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    photo = Photo(path, "s", ((800, 800, 1000, 1000),), (4,), ())
    reduced = [
        piece
        for piece, labels in pieces(photo, 1, 60)
        if labels and all(one.box[2] - one.box[0] < 40 for one in labels)
    ]
    assert len(reduced) > 10
    assert all(piece.std() < 30 for piece in reduced)


def test_boxes_drawn_too_wide_are_tightened_around_their_middle(photo: Photo) -> None:
    loose = replace(photo, source="byler_d6")
    (x0, y0, x1, y1), (wide_x0, *_) = with_tight_boxes(loose).boxes[0], loose.boxes[0]
    assert wide_x0 < x0 < x1
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((105, 80))
    assert (x1 - x0, y1 - y0) == pytest.approx((50 / 1.19, 40 / 1.19))
    assert with_tight_boxes(photo) == photo


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
