"""Cameras by their names: what a person types, and what is there to be typed."""

import difflib
from pathlib import Path

from hardware.camera import Camera, CameraError, FoundCamera, Size

KINDS = ("picamera2", "usb", "url", "file", "folder", "sim")
_NUMBERED = ("picamera2", "usb", "sim")


def open_camera(name: str, size: Size | None = None) -> Camera:
    """Open a camera by its name, such as `picamera2`, `usb:0` or `url:rtsp://...`.

    A bare number is a USB camera, a bare address a stream, a bare path a folder or a video. `size`
    is wished of cameras that can choose.

    Raises:
        CameraError: Nothing there, or nothing that shows pictures.
    """
    # Each loads what it needs only when it is opened.
    kind, rest = _kind(name)
    number = _number(name, rest) if kind in _NUMBERED else 0
    match kind:
        case "picamera2":
            from hardware.pi import PiCamera

            return PiCamera(name, number, size)
        case "usb":
            from hardware.opencv import open_usb

            return open_usb(name, number, size)
        case "url":
            from hardware.opencv import open_stream

            return open_stream(name, rest)
        case "file":
            from hardware.opencv import open_video

            return open_video(name, Path(rest))
        case "folder":
            from hardware.folder import Folder

            return Folder(name, Path(rest))
    from hardware.simulated.dice import SimulatedDice

    return SimulatedDice(name, number, size)


def check_name(name: str) -> None:
    """Refuse what can't be a camera, without opening any.

    Raises:
        CameraError: No camera has such a name.
    """
    kind, rest = _kind(name)
    if kind in _NUMBERED:
        _number(name, rest)


def _kind(name: str) -> tuple[str, str]:
    """What kind of camera has that name, and what is behind the colon."""
    kind, colon, rest = name.partition(":")
    if kind in KINDS and not rest.startswith("//"):
        return kind, rest
    if name.isdecimal():
        return "usb", name
    if "://" in name:
        return "url", name
    if Path(name).is_dir():
        return "folder", name
    if Path(name).is_file():
        return "file", name
    close = difflib.get_close_matches(kind, KINDS, n=1)
    if close and (colon or not Path(name).suffix):
        raise CameraError("camera-misspelt", camera=name, other=close[0])
    kinds = ", ".join(f"{kind}:" for kind in KINDS)
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
