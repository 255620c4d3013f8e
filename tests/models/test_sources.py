"""Photos are split by source, and the test sources stay out of every lesson."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.learning.finetune import read_own
from models.learning.training import lesson
from models.photos.sources import (
    NO_DICE,
    TEST,
    TRAINING,
    ForbiddenSourceError,
    Photo,
    contested_labels,
    photos_to_learn_from,
    photos_without_dice,
    read_source,
    training_sources,
    unlabelled_dice,
    with_contested_labels,
)
from models.places import Folders
from models.steps import Workshop, read_recipe
from vision.dice.boxes import iou


def write_photo(folder: Path, name: str, rows: str, ignored: str = "") -> None:
    for part in ("images", "labels", "ignore"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.png"), np.full((50, 100, 3), 90, np.uint8))
    (folder / "labels" / f"{name}.txt").write_text(rows)
    if ignored:
        (folder / "ignore" / f"{name}.txt").write_text(ignored)


def test_training_and_test_sources_share_nothing() -> None:
    assert not set(TRAINING) & set(TEST)
    assert {"damian_phone", "skovy"} == set(TEST)


@pytest.mark.parametrize("source", TEST)
def test_a_test_source_is_never_learnt_from(tmp_path: Path, source: str) -> None:
    write_photo(tmp_path / source, "a", "0 0.5 0.5 0.2 0.2\n")
    with pytest.raises(ForbiddenSourceError, match=source):
        photos_to_learn_from(tmp_path, (source,))
    with pytest.raises(ForbiddenSourceError, match=source):
        read_own(tmp_path / source)


@pytest.mark.parametrize("source", TRAINING)
def test_leaving_a_source_out_leaves_exactly_that_one_out(source: str) -> None:
    assert set(training_sources(without=source)) == set(TRAINING) - {source}


def test_only_a_training_source_can_be_left_out() -> None:
    with pytest.raises(ForbiddenSourceError, match="skovy"):
        training_sources(without="skovy")


@pytest.mark.parametrize("left_out", TRAINING)
def test_no_lesson_shows_a_picture_of_a_source_that_is_left_out_or_kept_for_testing(
    tmp_path: Path, left_out: str
) -> None:
    for source in TRAINING + TEST:
        folder = tmp_path / "photos" / source / "images"
        folder.mkdir(parents=True)
        (folder / "one.jpg").touch()
    workshop = Workshop(Folders(tmp_path, tmp_path), read_recipe())
    pictures = lesson(workshop, training_sources(left_out), workshop.recipe["finder"]["without"])
    shown = {picture.parent.parent.name for picture in pictures}
    assert shown == set(TRAINING) - {left_out}


def test_labels_become_boxes_in_pixels_and_values_from_one_to_six(tmp_path: Path) -> None:
    write_photo(tmp_path / "s", "a", "5 0.5 0.5 0.2 0.4\n", "0.1 0.1 0.1 0.1\n")
    (photo,) = read_source(tmp_path / "s")
    assert photo.values == (6,)
    assert photo.boxes == (pytest.approx((40, 15, 60, 35)),)
    assert photo.ignored == (pytest.approx((5, 2.5, 15, 7.5)),)


def test_too_few_photos_of_ones_own_are_refused_with_a_word_about_the_format(
    tmp_path: Path,
) -> None:
    write_photo(tmp_path / "mine", "a", "0 0.5 0.5 0.2 0.2\n")
    with pytest.raises(ValueError, match="class cx cy w h"):
        read_own(tmp_path / "mine")


def test_a_fifth_of_ones_own_photos_is_held_back(tmp_path: Path) -> None:
    for n in range(10):
        write_photo(tmp_path / "mine", f"p{n}", "0 0.5 0.5 0.2 0.2\n")
    learn, held = read_own(tmp_path / "mine")
    assert len(learn) == 8
    assert len(held) == 2
    assert not {p.path for p in learn} & {p.path for p in held}


def test_the_real_photos_are_all_there(photos_of_dice: Folders) -> None:
    learnt = photos_to_learn_from(photos_of_dice.dice_photos, TRAINING)
    assert len(learnt) == 1314
    assert sum(len(photo.boxes) for photo in learnt) == 6162


def test_contested_labels_are_read_as_we_see_them(monkeypatch, tmp_path) -> None:
    told = tmp_path / "contested.json"
    told.write_text('{"s": {"x.jpg": {"1": 5}}}')
    monkeypatch.setattr("models.photos.sources.CONTESTED", told)
    box = (0.0, 0.0, 9.0, 9.0)
    photo = Photo(tmp_path / "x.jpg", "s", (box, box), (3, 4), ())
    assert with_contested_labels(photo).values == (3, 5)
    other = replace(photo, path=tmp_path / "y.jpg")
    assert with_contested_labels(other) == other


def test_dice_that_nobody_labelled_are_added_or_left_aside(monkeypatch, tmp_path) -> None:
    told = tmp_path / "unlabelled.json"
    told.write_text('{"s": {"x.jpg": [[20, 20, 29, 29, 6], [40, 0, 49, 5, 0]]}}')
    monkeypatch.setattr("models.photos.sources.UNLABELLED", told)
    photo = Photo(tmp_path / "x.jpg", "s", ((0.0, 0.0, 9.0, 9.0),), (3,), ())
    ours = with_contested_labels(photo)
    assert ours.boxes == ((0.0, 0.0, 9.0, 9.0), (20, 20, 29, 29))
    assert ours.values == (3, 6)
    assert ours.ignored == ((40, 0, 49, 5),)


def test_dice_that_nobody_labelled_are_in_their_photos_and_not_labelled(
    photos_of_dice: Folders,
) -> None:
    for source, files in unlabelled_dice().items():
        photos = {p.path.name: p for p in read_source(photos_of_dice.dice_photos / source)}
        for name, dice in files.items():
            height, width = photos[name].pixels().shape[:2]
            theirs = np.array(photos[name].boxes, np.float32).reshape(-1, 4)
            for (x0, y0, x1, y1), value in dice:
                assert 0 <= x0 < x1 <= width
                assert 0 <= y0 < y1 <= height
                assert 0 <= value <= 6
                assert (iou(np.array([[x0, y0, x1, y1]], np.float32), theirs) < 0.5).all()


def test_contested_labels_name_dice_that_are_there(photos_of_dice: Folders) -> None:
    for source, files in contested_labels().items():
        photos = {p.path.name: p for p in read_source(photos_of_dice.dice_photos / source)}
        for name, dice in files.items():
            for number, value in dice.items():
                assert 1 <= value <= 6
                assert photos[name].values[number] != value, (source, name, number)


def test_photos_without_dice_have_nothing_to_find(tmp_path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "board.jpg").write_bytes(b"")
    (photo,) = photos_without_dice(tmp_path)
    assert (photo.source, photo.boxes) == (NO_DICE, ())
    assert photos_without_dice(tmp_path / "missing") == ()
