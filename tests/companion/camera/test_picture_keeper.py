"""A picture goes with what was read on it first; none is kept twice, and a full disk is no end."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.archive.pictures import Pictures
from companion.camera.lookout import Sighting
from companion.camera.picture_keeper import PictureKeeper
from companion.common.errors import CompanionError
from companion.tabletop.observation import Die, Observation
from hardware.frame import Frame
from vision.reading.look import Look


def sighting(number: int, *seen: Observation) -> Sighting:
    image = np.full((90, 160, 3), number, np.uint8)
    return Sighting(number, Frame(image, float(number), "test"), Look({}, seen))


def seen(zone: str, value: int) -> Observation:
    return Observation(zone, (Die(value, f"{zone}/1"),), (), frozenset({f"{zone}/1"}))


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    return Pictures(tmp_path / "pictures")


def test_a_zone_that_stays_the_same_keeps_its_picture(pictures: Pictures) -> None:
    keeper = PictureKeeper(pictures)
    first = keeper.observations(sighting(1, seen("a", 1), seen("b", 1)))
    again = keeper.observations(sighting(2, seen("a", 1), seen("b", 1)))
    later = keeper.observations(sighting(3, seen("a", 1), seen("b", 2)))
    assert first == again
    assert first[0].picture == first[1].picture == later[0].picture
    assert later[1].picture != first[1].picture
    assert pictures.names() == (first[0].picture, later[1].picture)


def test_motion_has_no_picture(pictures: Pictures) -> None:
    keeper = PictureKeeper(pictures)
    moving = Observation("a", at_rest=False)
    assert keeper.observations(sighting(1, moving)) == (moving,)
    assert pictures.names() == ()


def test_a_picture_that_can_t_be_kept_is_done_without(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: bytes) -> str:
        raise CompanionError("no room")

    keeper = PictureKeeper(pictures)
    keep: Callable[[bytes], str] = pictures.keep
    monkeypatch.setattr(pictures, "keep", full)
    assert keeper.observations(sighting(1, seen("a", 1))) == (seen("a", 1),)
    assert keeper.trouble == "no room"
    monkeypatch.setattr(pictures, "keep", keep)
    assert keeper.observations(sighting(2, seen("a", 2)))[0].picture is not None
    assert keeper.trouble == ""
