"""Cameras by their names: what a person types, and what is there to be typed."""

import difflib
from collections.abc import Callable
from pathlib import Path

from hardware.camera import Camera, CameraError, FoundCamera, Size

Opener = Callable[[str, str, Size | None], Camera]


def open_camera(name: str, size: Size | None = None) -> Camera:
    """Open a camera by its name, such as `picamera2`, `usb:0` or `url:rtsp://...`.

    A bare number is a USB camera, a bare address a stream, a bare path a folder or a video. `size`
    is wished of cameras that can choose.

    Raises:
        CameraError: Nothing there, or nothing that shows pictures.
    """
    opener, rest = _opener(name)
    return opener(name, rest, size)


def check_name(name: str) -> None:
    """Refuse what can't be a camera, without opening any.

    Raises:
        CameraError: No camera has such a name.
    """
    opener, rest = _opener(name)
    if opener in (_picamera2, _usb, _sim):
        _number(name, rest)


def _opener(name: str) -> tuple[Opener, str]:
    """Who opens a camera of that name, and what is behind the colon."""
    kind, colon, rest = name.partition(":")
    if kind in OPENERS and not rest.startswith("//"):
        return OPENERS[kind], rest
    if name.isdecimal():
        return _usb, name
    if "://" in name:
        return _url, name
    if Path(name).is_dir():
        return _folder, name
    if Path(name).is_file():
        return _file, name
    close = difflib.get_close_matches(kind, OPENERS, n=1)
    if close and (colon or not Path(name).suffix):
        raise CameraError("camera-misspelt", camera=name, other=close[0])
    kinds = ", ".join(f"{kind}:" for kind in OPENERS)
    raise CameraError("camera-unknown", camera=name, kinds=kinds)


def is_recording(name: str) -> bool:
    """Whether a camera shows what was taken before, and ends."""
    return name.startswith(("file:", "folder:")) or (not name.isdecimal() and Path(name).exists())


def list_cameras() -> list[FoundCamera]:
    """What is plugged in, and last the simulated one, which always is."""
    from hardware.pi import list_pi_cameras
    from hardware.usb import list_usb_cameras

    return [
        *list_pi_cameras(),
        *list_usb_cameras(),
        FoundCamera("sim:", "simulated dice on a table"),
    ]


def _number(name: str, text: str) -> int:
    if text and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise CameraError("camera-number", camera=name, text=text)
    return int(text or "0")


def _picamera2(name: str, rest: str, size: Size | None) -> Camera:
    from hardware.pi import PiCamera

    return PiCamera(name, _number(name, rest), size)


def _usb(name: str, rest: str, size: Size | None) -> Camera:
    from hardware.opencv import open_usb

    return open_usb(name, _number(name, rest), size)


def _url(name: str, rest: str, _: Size | None) -> Camera:
    from hardware.opencv import open_stream

    return open_stream(name, rest)


def _file(name: str, rest: str, _: Size | None) -> Camera:
    from hardware.opencv import open_video

    return open_video(name, Path(rest))


def _folder(name: str, rest: str, _: Size | None) -> Camera:
    from hardware.folder import Folder

    return Folder(name, Path(rest))


def _sim(name: str, rest: str, size: Size | None) -> Camera:
    from hardware.simulated.dice import SimulatedDice

    return SimulatedDice(name, _number(name, rest), size)


OPENERS: dict[str, Opener] = {
    "picamera2": _picamera2,
    "usb": _usb,
    "url": _url,
    "file": _file,
    "folder": _folder,
    "sim": _sim,
}
"""One for each kind of camera; they load what they need only when they are called."""
