"""Takes measures from pictures, for the steps on the phone and for `companion calibrate`."""

from collections.abc import Iterable, Sequence

import numpy as np

from companion.phones.camera_record.measures import Aim, Focus, LightMeasure
from companion.tabletop.chart import Chart
from companion.tabletop.observation import Die, Observation
from hardware.condition import fault_of
from hardware.frame import Frame
from vision.geometry import Points
from vision.photo.lighting import LightSample, light_of, sample
from vision.photo.sharpness import sharpness
from vision.reading.look import Look
from vision.reading.zone_reading import NOT_CERTAIN
from vision.viewpoint.table_camera import TableCamera


def number_of(frame: Frame) -> int:
    """By which number a phone names a picture: when it was taken, short enough for a form."""
    return round(1000 * frame.taken) % 10**11


def aim_of(chart: Chart, look: Look) -> Aim:
    """Where the camera looks."""
    camera = look.camera
    if camera is None:
        return Aim(found=False, reason=look.reason)
    corners = main_region(chart, camera)
    inside = bool((corners >= 0).all() and (corners <= np.array(camera.size) - 1).all())
    zones = {*(board.zone for board in chart.boards), *(field.zone for field in chart.fields)}
    blank = {seen.zone for seen in look.observations if seen.at_rest and not seen.looked_at}
    tilt = np.rad2deg(np.arccos(np.clip(camera.rotation[2, 2], -1, 1)))
    return Aim(
        found=True,
        inside=inside,
        die=die_pixels(chart, camera),
        tilt=float(tilt),
        unseen=tuple(sorted(zones - set(look.states) | blank)),
    )


def die_pixels(chart: Chart, camera: TableCamera) -> float:
    """How large a die is in the middle of the board: the shorter of its two directions."""
    side = chart.measures.die
    half = side / 2
    ends = [(-half, 0.0, side), (half, 0.0, side), (0.0, -half, side), (0.0, half, side)]
    left, right, far, near = camera.pixels(ends)
    return float(min(np.hypot(*(right - left)), np.hypot(*(near - far))))


def main_region(chart: Chart, camera: TableCamera) -> Points:
    """The corners of the main board's region in the picture."""
    return camera.pixels([(point.x, point.y) for point in chart.regions[chart.main.zone]])


def focus_of(chart: Chart, frame: Frame, look: Look) -> Focus:
    """How sharp the board is with what lies around it; until it is found, the picture's middle."""
    around = None if look.camera is None else main_region(chart, look.camera)
    return Focus(sharpness(frame.image, around))


def sample_of(chart: Chart, frame: Frame, look: Look) -> LightSample:
    """The light in one picture."""
    around = None if look.camera is None else main_region(chart, look.camera)
    return sample(frame.image, frame.taken, around)


def lamp_of(frame: Frame, samples: Sequence[LightSample]) -> LightMeasure:
    """The light over some pictures, the last of which is this frame."""
    light = light_of(samples)
    fault = fault_of(frame.image)
    return LightMeasure(fault, light.brightness, light.glare, light.uneven, light.flicker)


def by_certainty(dice: Iterable[Die]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The values that were read for certain, and the others, each in order."""
    read = sorted(dice, key=lambda die: die.value)
    sure = tuple(die.value for die in read if die.confidence > NOT_CERTAIN)
    return sure, tuple(die.value for die in read if die.confidence <= NOT_CERTAIN)


def seen_on_board(chart: Chart, look: Look) -> Observation:
    """What was seen of the main board; not at rest where nothing was."""
    zone = chart.main.zone
    unseen = Observation(zone, at_rest=False)
    return next((each for each in look.observations if each.zone == zone), unseen)
