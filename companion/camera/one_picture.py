"""One picture of a camera, and what a person should do about it."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.frame import Frame

#: Seconds in which a camera finds its exposure before the picture counts.
SETTLING = 1.5
_DARK, _BRIGHT, _BURNT, _SOFT = 50, 215, 0.15, 30


def take_picture(name: str) -> "Frame":
    """The first picture after the camera has found its exposure; the last one of a short video."""
    from hardware.camera import CameraError
    from hardware.cameras import open_camera

    camera = open_camera(name)
    last = None
    try:
        end = time.monotonic() + SETTLING
        for frame in camera.frames():
            last = frame
            if time.monotonic() >= end:
                break
    finally:
        camera.close()
    if last is None:
        raise CameraError("camera-without-picture", camera=name)
    return last


def remark(fault: str, brightness: float, burnt: float, sharpness: float) -> str:
    """What a person should do about a picture; nothing when it is good."""
    if fault:
        return f"the picture is {fault}: is the lens cap off, and the cable whole?"
    if brightness < _DARK:
        return "too dark: more light on the table"
    if brightness > _BRIGHT or burnt > _BURNT:
        return "too bright: a lamp shines into the lens or mirrors on the table"
    if sharpness < _SOFT:
        return "soft: wipe the lens, and focus it if it can be turned"
    return ""
