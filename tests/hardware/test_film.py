"""What a real camera makes of a table's light: mixed as light, noisy before the tone curve."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.tabletop.observation import Point
from companion.tabletop.scenery import Scenery
from hardware.art.style import style
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.light import Film, Glare, Light, Sensor
from hardware.simulated.takes import take
from hardware.simulated.viewpoint import above

PLAIN = Film(veil=0, contrast=1, shoulder=0, defocus=0)
LOW, HIGH = Point(-150, -100), Point(150, 100)


def shot_of(light, film, **more):
    sensor = Sensor(blur=0.01, noise=0, quality=None, film=film)
    rows = np.asarray(light, np.float32)
    return replace(sensor, **more).expose(rows, np.random.default_rng(1)).astype(float)


def grey(level, side=64):
    return np.full((side, side, 3), level, np.float32)


def test_a_plain_film_gives_back_what_was_drawn():
    for level in (20, 90, 180, 250):
        assert np.abs(shot_of(grey(level), PLAIN) - level).max() < 1.5


def test_a_lens_out_of_focus_mixes_light_and_not_grey_levels():
    stripes = grey(0)
    stripes[:, ::2] = 255
    film = replace(PLAIN, defocus=4.0)
    middle = shot_of(stripes, film)[20:44, 20:44].mean()
    assert middle == pytest.approx(255 * 0.5 ** (1 / 2.2), abs=6)


def test_print_has_less_contrast_than_the_drawing():
    film = Film(veil=0.05, contrast=0.85, shoulder=0.4)
    dark, pale = (shot_of(grey(level), film).mean() for level in (40, 220))
    assert 0.3 < np.log(pale / dark) / np.log(220 / 40) < 0.9


def test_a_lamp_mirrors_itself_in_one_place():
    film = replace(PLAIN, glare=Glare((0.25, 0.75), 0.05, 0.8))
    image = shot_of(grey(60, 200), film).mean(-1)
    row, column = np.unravel_index(image.argmax(), image.shape)
    assert (abs(row - 150) < 6, abs(column - 50) < 6) == (True, True)
    assert image.max() > 200
    assert image[20, 180] < 70


def test_strips_of_a_film_leave_no_seam():
    light = np.random.default_rng(2).uniform(0, 255, (300, 900, 3)).astype(np.float32)
    film = replace(PLAIN, defocus=1.3)
    whole = film.unsharp(film.light(light, 0, (900, 300)))
    expected = film.developed(
        np.asarray(cv2.GaussianBlur(whole, (0, 0), 1.1), np.float32), np.float32(0)
    )
    assert np.abs(shot_of(light, film, blur=1.1) - expected).max() <= 1.01


def test_noise_comes_before_the_tone_curve():
    """As light it grows with the light, so dark parts are as grainy as bright ones or more."""
    sensor = {"noise": 4.0}
    dark, pale = (shot_of(grey(level, 200), PLAIN, **sensor).std() for level in (40, 220))
    assert 2 < pale < 7
    assert dark > pale


@pytest.mark.parametrize("seed", range(4))
def test_a_table_cloth_has_the_colour_it_was_given(seed):
    """Whatever is woven into it: brighter or darker, but of that colour."""
    camera = SimulatedCamera(
        Scenery(()),
        above(LOW, HIGH, size=(240, 160)),
        Light(warmth=0, falloff=0),
        Sensor(noise=0, quality=None),
        seed=seed,
        cloth=(180, 60, 90),
    )
    blue, green, red = np.median(next(camera.frames()).image.reshape(-1, 3), axis=0)
    assert blue / green == pytest.approx(3, rel=0.1)
    assert red / green == pytest.approx(1.5, rel=0.1)


def test_takes_are_as_different_as_homes():
    takes = [take(seed, LOW, HIGH, style=5, grounds=("depot",)) for seed in range(60)]
    films = [shot.sensor.film for shot in takes if shot.sensor.film is not None]
    assert 40 < len(films) < 60, "the old look stays as one of many"
    assert any(film.glare for film in films)
    cloths = [shot.cloth for shot in takes if shot.cloth is not None]
    assert 10 < len(cloths) < 40
    assert style(5).colour("depot") in cloths, "some cloths have a colour of the tiles"
    assert len(set(cloths)) > 5
