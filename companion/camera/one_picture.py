"""Takes a few pictures with a camera, and says what a person should do about one."""

import time
from collections import deque
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.camera import Size
    from hardware.frame import Frame

#: Seconds in which a camera finds its exposure before the picture counts.
SETTLING = 1.5
_DARK, _BRIGHT, _BURNT, _SOFT = 50, 215, 0.15, 30


def take_picture(name: str) -> "Frame":
    """The first picture after the camera has found its exposure; the last one of a short video."""
    return take_pictures(name, 1)[-1]


def take_pictures(name: str, count: int, size: "Size | None" = None) -> "list[Frame]":
    """Some pictures after the camera has found its exposure; the last ones of a recording.

    Raises:
        CameraError: It can't be used, or shows nothing.
    """
    from hardware.camera import CameraError
    from hardware.cameras import open_camera

    kept: deque[Frame] = deque(maxlen=count)
    with closing(open_camera(name, size)) as camera:
        end, late = time.monotonic() + SETTLING, 0
        for frame in camera.frames():
            kept.append(frame)
            late += time.monotonic() >= end
            if late >= count:
                break
    if not kept:
        raise CameraError("camera-without-picture", camera=name)
    return list(kept)


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
