"""Light in strips: the same picture as a whole, in a fraction of the room."""

import tracemalloc
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games import find
from companion.tabletop.observation import Point
from companion.tabletop.scenery import Hand
from hardware.simulated.camera import SimulatedCamera
from hardware.simulated.glow import KeptGlow
from hardware.simulated.light import Sensor
from hardware.simulated.renderer import Renderer
from hardware.simulated.viewpoint import GroundMap, above

GAME = find("propeller-islands")
TABLE = GAME.scenery(GAME.setup({"players": 2}), 1)


@pytest.mark.parametrize("table", [TABLE, replace(TABLE, hand=Hand(Point(0, 0)))])
def test_strips_are_parts_of_the_whole(table):
    renderer = Renderer(above(*table.bounds("forge"), tilt=25, turn=10, size=(320, 240)))
    whole = renderer.picture(table)
    glow = renderer.glow(table)
    assert glow.shape == (240, 320, 3)
    for rows in (slice(0, 7), slice(100, 131), slice(239, 240)):
        off = np.abs(glow[rows] - whole[rows])
        assert off.max() < (0.01 if table.hand else 4)
        assert off[whole[rows] < 255].max() < (0.01 if table.hand else 0.63)


def test_a_still_table_is_kept_in_steps_that_nobody_sees():
    """Fine ones up to white; what is brighter only shines over edges, and stays that bright."""
    light = np.linspace(0, 511, 900, dtype=np.float32)
    kept = KeptGlow(np.stack([light] * 3, -1)[None])[0:1][0, :, 0]
    off = np.abs(kept - light)
    assert off[light < 270].max() < 0.63
    assert off.max() < 3.4
    assert (np.diff(kept) >= 0).all()
    assert kept[-1] > 500


def test_what_comes_out_of_the_sensor_does_not_depend_on_strips():
    """The blur of the lens crosses their borders, and no row is left out or taken twice."""
    rng = np.random.default_rng(1)
    light = rng.uniform(0, 255, (300, 900, 3)).astype(np.float32)
    shot = Sensor(blur=1.1, noise=0, quality=None).expose(light, rng)
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), 1.1))
    assert np.abs(shot - soft).max() <= 0.51


def test_no_grain_repeats_the_one_beside_it():
    rng = np.random.default_rng(1)
    grey = np.full((600, 600, 3), 128, np.float32)
    shot = Sensor(blur=0.01, noise=3, quality=None).expose(grey, rng).astype(float) - 128
    assert 2 < shot.std() < 6
    tiles = [shot[y : y + 257, x : x + 257] for x in (0, 257) for y in (0, 257)]
    whole = [tile[:257, :257] for tile in tiles if tile.shape == (257, 257, 3)]
    likeness = np.corrcoef([tile.ravel() for tile in whole])
    assert np.abs(likeness[~np.eye(len(whole), dtype=bool)]).max() < 0.5


def test_between_the_pixels_that_are_worked_out_the_table_is_as_good_as_flat():
    low, high = Point(-500, -300), Point(500, 300)
    view = above(low, high, tilt=35, turn=15, size=(640, 400), bend=(-0.08, 0.02))
    box = (101, 203, 407, 399)
    found = GroundMap(view).part(box, (0.0, 0.0), 1.0)
    y, x = np.mgrid[box[1] : box[3], box[0] : box[2]]
    pixels = np.stack([x, y], -1).reshape(-1, 2)
    exact = view.ground(pixels).reshape(found.shape) - 0.5
    assert np.abs(found - exact).max() * view.focal / view.distance < 0.05


def test_a_large_picture_takes_little_room():
    """Once it took 400 MB, more than a Pi has to spare; numpy tells what it holds."""
    view = above(*TABLE.bounds(), tilt=18, size=(2560, 1440))
    tracemalloc.start()
    try:
        frames = SimulatedCamera(TABLE, view).frames()
        for _ in range(2):
            next(frames)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 130e6
