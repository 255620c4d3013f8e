"""The state of the scene: what moves, what rests, what changed, and what can't be read."""

import cv2
import numpy as np
import pytest

from tests.vision.art.boards import draw_board
from vision.motion.scene import Scene, ZoneState

SIZE = (1280, 960)
ZONES = {
    "left": np.array([(80, 100), (600, 100), (600, 860), (80, 860)], float),
    "right": np.array([(680, 100), (1200, 100), (1200, 860), (680, 860)], float),
}


@pytest.fixture(scope="module")
def table():
    return cv2.resize(draw_board(3), SIZE, interpolation=cv2.INTER_AREA)


class Film:
    """A camera that films a still table with noise."""

    def __init__(self, table):
        self.table, self.scene = table, Scene(ZONES)
        self._rng = np.random.default_rng(0)
        self._noise = self._rng.normal(0, 2, (2, *table.shape)).astype(np.float32)
        self._count = 0

    def frame(self, picture=None):
        self._count += 1
        noise = np.roll(self._noise[self._count % 2], 7 * self._count, axis=0)
        shown = self.table if picture is None else picture
        return np.clip(shown + noise, 0, 255).astype(np.uint8)

    def show(self, picture=None, frames=1):
        for _ in range(frames):
            looks = self.scene.look(self.frame(picture))
        return looks

    def settled(self):
        self.show(frames=6)
        self.scene.mark_read(*ZONES)
        return self


def states(looks):
    return {zone: look.state for zone, look in looks.items()}


def with_hand(table, x=0):
    shown = table.copy()
    cv2.ellipse(shown, (330 + x, 960), (110, 420), 0, 0, 360, (140, 170, 225), cv2.FILLED)
    return shown


def with_tile(table):
    shown = table.copy()
    cv2.circle(shown, (900, 400), 45, (30, 200, 240), cv2.FILLED)
    return shown


def test_a_still_table_settles_and_is_new_until_it_was_read(table):
    film = Film(table)
    assert set(states(film.show()).values()) == {ZoneState.MOVING}
    looks = film.show(frames=5)
    assert set(states(looks).values()) == {ZoneState.SETTLED}
    assert all(look.worth_reading for look in looks.values())
    film.scene.mark_read("left")
    looks = film.show()
    assert not looks["left"].worth_reading
    assert looks["right"].worth_reading


def test_a_hand_is_seen_in_its_zone_only_even_when_it_rests(table):
    film = Film(table).settled()
    for _ in range(6):
        looks = film.show(with_hand(table))
        assert looks["left"].state is ZoneState.HAND
    assert looks["right"].state is ZoneState.SETTLED
    assert not looks["right"].changed


def test_a_pale_token_of_some_pixels_is_a_change_in_its_zone(table):
    pale = table.copy()
    cv2.rectangle(pale, (840, 340), (960, 460), (200, 225, 245), cv2.FILLED)
    film = Film(pale).settled()
    token = pale.copy()
    # As bright as what it hides: only its colour is another.
    cv2.circle(token, (900, 400), 7, (90, 231, 251), cv2.FILLED)
    looks = film.show(token, frames=6)
    assert looks["right"].worth_reading
    assert not looks["left"].worth_reading


def test_a_zone_that_a_hand_was_in_is_read_again_once(table):
    film = Film(table).settled()
    film.show(with_hand(table), frames=4)
    looks = film.show(frames=6)
    assert looks["left"].worth_reading
    assert not looks["right"].worth_reading
    film.scene.mark_read("left")
    assert not film.show(frames=2)["left"].worth_reading


def test_what_was_put_down_is_a_change_in_its_zone(table):
    film = Film(table).settled()
    film.show(with_hand(table, x=500), frames=2)
    looks = film.show(with_tile(table), frames=6)
    assert set(states(looks).values()) == {ZoneState.SETTLED}
    assert looks["right"].worth_reading
    assert not looks["left"].worth_reading


def test_something_small_that_moves_is_moving(table):
    film = Film(table).settled()
    shown = table.copy()
    cv2.circle(shown, (300, 400), 40, (250, 250, 250), cv2.FILLED)
    assert film.show(shown)["left"].state is ZoneState.MOVING


def test_another_exposure_is_no_change(table):
    film = Film(table).settled()
    brighter = np.clip(table.astype(np.int16) + 9, 0, 255).astype(np.uint8)
    looks = film.show(brighter, frames=5)
    assert set(states(looks).values()) == {ZoneState.SETTLED}
    assert not any(look.changed for look in looks.values())


def test_a_bumped_camera_is_told_once(table):
    film = Film(table).settled()
    bumped = np.roll(table, (5, 6), axis=(0, 1))
    seen = [states(film.show(bumped))["left"] for _ in range(9)]
    assert seen.count(ZoneState.CAMERA_MOVED) == 1
    assert seen[-1] is ZoneState.SETTLED
    assert film.show(bumped)["left"].changed


def test_darkness_and_blur_are_told(table):
    film = Film(table).settled()
    dark = (table * 0.08).astype(np.uint8)
    assert set(states(film.show(dark)).values()) == {ZoneState.TOO_DARK}
    film = Film(table).settled()
    blurred = cv2.GaussianBlur(table, (0, 0), 14)
    looks = film.show(blurred, frames=8)
    assert ZoneState.BLURRED in states(looks).values()
