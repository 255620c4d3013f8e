"""A worse model must not pass: accuracy on our own pictures and on strangers' photos.

The bars are a little below the figures in the model card.
"""

import pytest

from models import weights_folder
from models.measuring.calibrate import Thresholds, judge
from models.measuring.looking import look_at
from models.measuring.measure import Count
from models.photos.own_pictures import own_photos
from models.photos.sources import Photo, read_source
from models.places import Folders
from vision.dice.weights import read_weights

FOLDER = weights_folder()


def counted(photos: list[Photo]) -> Count:
    weights = read_weights(FOLDER)
    choice = Thresholds(
        weights.finder.threshold,
        weights.reader.certain,
        weights.reader.joint,
        weights.reader.least,
        weights.reader.die,
    )
    return judge(look_at(photos, weights.finder.path, weights.reader.path), choice)


@pytest.fixture(scope="module")
def own() -> Count:
    return counted(list(own_photos()))


def test_our_own_pictures_are_read(own: Count) -> None:
    assert own.dice == 142
    assert own.right >= 0.8 * own.dice, own
    assert own.false + own.wrong <= 0.11 * own.dice, own


def test_what_is_certain_on_our_own_pictures_is_right(own: Count) -> None:
    assert own.certain >= 0.65 * own.dice, own
    assert own.certain_right >= 0.95 * own.certain, own


def test_a_strangers_phone_photos_are_read(photos_of_dice: Folders) -> None:
    count = counted(list(read_source(photos_of_dice.dice_photos / "damian_phone")))
    assert count.dice == 172
    assert count.right >= 0.99 * count.dice, count
    assert count.false == 0, count
    assert count.certain >= 0.96 * count.dice, count
    assert count.certain_right == count.certain, count
