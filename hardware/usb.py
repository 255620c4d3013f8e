"""Which USB cameras are plugged in, asked of Linux itself (V4L2)."""

import struct
from pathlib import Path

from hardware.camera import FoundCamera

_DEVICES = Path("/dev")
_QUERY_CAPABILITIES = 0x80685600  # VIDIOC_QUERYCAP
_CAPABILITIES = struct.Struct("16s32s32sIII12x")
_CAPTURES = 0x1
_INTERNAL = ("bcm2835", "rpi", "rp1", "pisp", "unicam")
"""What drivers of the Pi's own camera path are called; those cameras are opened by picamera2."""


def list_usb_cameras(devices: Path = _DEVICES) -> list[FoundCamera]:
    """The cameras that OpenCV can open by number."""
    found = []
    for path in devices.glob("video*"):
        number = path.name.removeprefix("video")
        if number.isdecimal():
            model = _model(path)
            if model:
                found.append((int(number), model))
    return [FoundCamera(f"usb:{number}", model) for number, model in sorted(found)]


def model_of(answer: bytes) -> str:
    """The name of a camera by what its driver tells; empty when it takes no pictures."""
    driver, card, _, _, _, abilities = _CAPABILITIES.unpack(answer)
    if not abilities & _CAPTURES or _text(driver).lower().startswith(_INTERNAL):
        return ""
    return _text(card) or "unnamed camera"


def _model(path: Path) -> str:
    try:
        from fcntl import ioctl

        with path.open("rb", buffering=0) as device:
            answer = ioctl(device, _QUERY_CAPABILITIES, bytes(_CAPABILITIES.size))
    except (ImportError, OSError):
        return ""
    return model_of(answer)


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace").strip()
