"""How high a camera hangs: checked against the formula for straight down, and by projection."""

import math

import pytest

from hardware.mounting import LENSES, LensModel, place_for

MARGIN = 0.03


@pytest.mark.parametrize("name", LENSES)
@pytest.mark.parametrize(("width", "depth"), [(900, 600), (600, 900), (1600, 500)])
def test_straight_down_it_is_school_geometry(name, width, depth):
    lens = LENSES[name]
    across, down = lens.pixels
    half = math.tan(math.radians(lens.degrees) / 2)
    room = 1 - 2 * MARGIN
    height = max(width / room / 2 / half, depth / room / 2 / (half * down / across))
    place = place_for(width, depth, lens)
    assert place.height == pytest.approx(height, rel=0.01)
    assert place.aside == pytest.approx(0, abs=2)
    # The upper face of a die is nearer to the camera than the table is.
    pixels = 16 * across / (2 * (height - 16) * half)
    assert place.die == pytest.approx(pixels, rel=0.02)


def test_a_tilted_camera_makes_far_dice_smaller():
    straight, tilted = (place_for(900, 600, LENSES["module3"], tilt) for tilt in (0, 30))
    assert tilted.die < 0.9 * straight.die
    assert tilted.aside > 300


@pytest.mark.parametrize(
    ("pixels", "verdict"), [(4000, "good"), (1600, "good"), (1250, "tight"), (800, "too small")]
)
def test_verdicts(pixels, verdict):
    assert place_for(1000, 500, LensModel("x", (pixels, pixels), 60.0)).verdict == verdict
