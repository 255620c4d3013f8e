"""Checks of the camera: is it there, and does it see enough?"""

import functools
from typing import TYPE_CHECKING

from companion.common.finding import Finding, bad, good, skipped, warning
from companion.doctor.patient import Patient

if TYPE_CHECKING:
    from hardware.condition import Condition

NO_CAMERA = "no camera is set; a game can be played by hand"
_HOW = "`companion cameras` lists what is there; set camera.name, or run `companion setup`"


def camera(patient: Patient) -> Finding:
    """It can be opened, and a picture comes."""
    name = patient.settings.text("camera.name")
    if not name:
        return skipped(f"{NO_CAMERA}; {_HOW}")
    seen = look(name)
    if isinstance(seen, str):
        return bad(seen, _HOW)
    condition, width, height = seen
    if condition.fault:
        return bad(f"{name}: the picture is {condition.fault}", "lens cap? cable? is it dark?")
    return good(f"{name}, {width} x {height}")


def light(patient: Patient) -> Finding:
    """Bright enough, not too bright, and sharp."""
    from companion.camera.one_picture import remark

    name = patient.settings.text("camera.name")
    seen = look(name) if name else ""
    if isinstance(seen, str):
        return skipped("no picture to look at")
    condition, _, _ = seen
    found = f"brightness {condition.brightness:.0f} of 255, sharpness {condition.sharpness:.0f}"
    said = remark(condition.fault, condition.brightness, condition.burnt, condition.sharpness)
    return warning(found, said) if said else good(found)


@functools.lru_cache(maxsize=4)
def look(name: str) -> "tuple[Condition, int, int] | str":
    """One test picture for both checks, or why there is none."""
    from companion.camera.one_picture import take_picture
    from hardware.camera import CameraError
    from hardware.condition import condition_of

    try:
        image = take_picture(name).image
    except CameraError as error:
        return str(error)
    return condition_of(image), image.shape[1], image.shape[0]
