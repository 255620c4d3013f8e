"""The reader's crops show what their answer says, however they are varied."""

import cv2
import numpy as np

from models.photos.augment import MARGIN, SIDE, at_the_rim, straight, vary
from models.photos.crops import NO_DIE, STORED, STORED_MARGIN, crops_of, gather
from models.scenes.scene import DIE, Label
from vision.dice.reader import cut


def picture_with_a_die() -> np.ndarray:
    picture = np.full((200, 200, 3), 40, np.uint8)
    cv2.rectangle(picture, (80, 80), (119, 119), (230, 230, 230), -1)
    cv2.circle(picture, (100, 100), 6, (0, 0, 0), -1)
    return picture


def test_dice_and_prints_become_crops_with_their_answers() -> None:
    labels = [Label(DIE, (80, 80, 120, 120), 1), Label("coin", (10, 10, 50, 50))]
    crops = crops_of(picture_with_a_die(), labels, (), seed=0, empty=0)
    assert crops.answers.tolist() == [0, NO_DIE]
    assert crops.pixels.shape == (2, STORED, STORED, 3)


def test_a_print_under_a_die_is_left_out() -> None:
    labels = [Label(DIE, (80, 80, 120, 120), 1), Label("hex_tile", (60, 60, 140, 140))]
    assert crops_of(picture_with_a_die(), labels, (), 0, empty=0).answers.tolist() == [0]


def test_empty_crops_never_show_a_whole_die() -> None:
    labels = [Label(DIE, (80, 80, 120, 120), 1)]
    crops = crops_of(picture_with_a_die(), labels, (), seed=1, empty=20)
    empty = crops.pixels[crops.answers == NO_DIE]
    assert len(empty) > 5
    middle = np.stack([straight(crop) for crop in empty])[:, 27:37, 27:37]
    assert middle.min() > 20, "the black pip is in the middle: this is the die itself"


def test_an_unvaried_crop_is_what_the_reader_is_shown_at_run_time() -> None:
    picture = picture_with_a_die()
    crops = crops_of(picture, [Label(DIE, (80, 80, 120, 120), 1)], (), 0, 0)
    shown = cut(picture, (80, 80, 120, 120), size=SIDE, margin=MARGIN)
    assert np.abs(straight(crops.pixels[0]).astype(int) - shown).mean() < 6


def test_varying_is_seeded_and_changes_the_crop() -> None:
    crop = crops_of(picture_with_a_die(), [Label(DIE, (80, 80, 120, 120), 1)], (), 0, 0).pixels[0]
    first, again, other = (vary(np.random.default_rng(seed), crop)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert first.shape == (SIDE, SIDE, 3)


def test_a_die_cut_off_by_the_rim_looks_as_it_does_at_run_time() -> None:
    rng = np.random.default_rng(0)
    picture = picture_with_a_die()
    crop = crops_of(picture, [Label(DIE, (80, 80, 120, 120), 1)], (), 0, 0).pixels[0]
    sides = set()
    for _ in range(40):
        cut_off, middle = at_the_rim(rng, crop)
        x, y = middle - STORED / 2
        lost = 2 * max(abs(x), abs(y)) * 40 * STORED_MARGIN / STORED
        if lost < 2:
            continue
        # The same die in a picture that ends there.
        ends = round(80 + lost)
        if x > 0:
            rest, box, side = picture[:, ends:], (0, 80, 120 - ends, 120), "left"
        elif x < 0:
            rest, box, side = picture[:, : 200 - ends], (80, 80, 200 - ends, 120), "right"
        elif y > 0:
            rest, box, side = picture[ends:], (80, 0, 120, 120 - ends), "top"
        else:
            rest, box, side = picture[: 200 - ends], (80, 80, 120, 200 - ends), "bottom"
        shown = cut(rest, box, size=STORED, margin=STORED_MARGIN)
        moved = np.array([[1, 0, -x], [0, 1, -y]], float)
        ours = cv2.warpAffine(cut_off, moved, (STORED, STORED), borderMode=cv2.BORDER_REPLICATE)
        assert np.abs(ours.astype(int) - shown).mean() < 8
        sides.add(side)
    assert sides == {"left", "right", "top", "bottom"}


def test_a_crop_knows_where_its_top_face_is_and_a_varied_one_where_that_went() -> None:
    top = ((85.0, 82.0), (115.0, 82.0), (115.0, 98.0), (85.0, 98.0))
    picture = np.full((200, 200, 3), 40, np.uint8)
    cv2.fillConvexPoly(picture, np.array(top, np.int32), (250, 250, 250))
    crops = crops_of(picture, [Label(DIE, (80, 80, 120, 120), 1, top)], (), 0, 0)
    for seed in range(8):
        seen, way = vary(np.random.default_rng(seed), crops.pixels[0])
        corners = crops.tops[0] @ way[:, :2].T + way[:, 2]
        drawn = cv2.fillConvexPoly(
            np.zeros(seen.shape[:2], np.uint8), np.rint(corners).astype(int), 1
        )
        away = cv2.dilate(drawn, np.ones((13, 13), np.uint8)) == 0
        grey = seen.astype(float).mean(axis=2)
        assert abs(grey[drawn > 0].mean() - grey[away].mean()) > 25, seed


def test_of_real_photos_and_prints_nobody_knows_the_top() -> None:
    labels = [Label(DIE, (80, 80, 120, 120), 1), Label("coin", (10, 10, 50, 50))]
    assert np.isnan(crops_of(picture_with_a_die(), labels, (), 0, empty=1).tops).all()


def test_gathering_nothing_gives_nothing() -> None:
    assert len(gather(())) == 0
