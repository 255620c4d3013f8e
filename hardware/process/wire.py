"""Frames through a pipe, from the process that has the camera to the one that plays."""

import json
import struct
from dataclasses import asdict, dataclass
from typing import Protocol

import numpy as np

from companion.tabletop.problems import Problem
from hardware.frame import Frame

_HEAD = struct.Struct("!4scdIII")
_MARK = b"TCf1"
_FRAME, _END, _TROUBLE = b"f", b"e", b"t"
_LONGEST = 1 << 28


class WireError(ValueError):
    """What came through the pipe is nothing that was ever sent."""


@dataclass(frozen=True)
class EndOfFrames:
    """There are no more pictures; `trouble` says why; a recording's last one needs no reason."""

    trouble: Problem | None = None


class Source(Protocol):
    """What can be read from."""

    def readinto(self, buffer: memoryview, /) -> int | None:
        """Fill a buffer as far as there is something; 0 at the end."""
        ...


class Sink(Protocol):
    """What can be written to."""

    def write(self, data: memoryview, /) -> int | None:
        """Take some of it."""
        ...


def send(sink: Sink, message: Frame | EndOfFrames) -> None:
    """Write one message, whole."""
    if isinstance(message, EndOfFrames):
        text = json.dumps(asdict(message.trouble)).encode() if message.trouble else b""
        kind = _TROUBLE if text else _END
        _write(sink, _HEAD.pack(_MARK, kind, 0.0, 0, 0, len(text)) + text)
        return
    height, width = message.image.shape[:2]
    image = np.ascontiguousarray(message.image)
    _write(sink, _HEAD.pack(_MARK, _FRAME, message.taken, width, height, image.nbytes))
    _write(sink, image.data.cast("B"))


def receive(source: Source, camera: str) -> Frame | EndOfFrames:
    """Read one message; the frame gets the camera's name.

    Raises:
        WireError: Nonsense, or an end in the middle of something.
    """
    head = bytearray(_HEAD.size)
    if not _fill(source, head):
        return EndOfFrames(Problem("process-ended"))
    mark, kind, taken, width, height, length = _HEAD.unpack(head)
    if mark != _MARK or length > _LONGEST or (kind == _FRAME and length != width * height * 3):
        raise WireError("the camera's process sends something else than pictures")
    body = bytearray(length)
    if length and not _fill(source, body):
        return EndOfFrames(Problem("process-ended"))
    if kind != _FRAME:
        return EndOfFrames(Problem.from_json(json.loads(body)) if body else None)
    image = np.frombuffer(body, dtype=np.uint8).reshape(height, width, 3)
    return Frame(image, taken, camera)


def _write(sink: Sink, data: bytes | memoryview) -> None:
    left = memoryview(data)
    while left:
        left = left[sink.write(left) or 0 :]


def _fill(source: Source, buffer: bytearray) -> bool:
    """Whether there was enough to fill it."""
    left = memoryview(buffer)
    while left:
        count = source.readinto(left)
        if not count:
            return False
        left = left[count:]
    return True
