"""Frames through a pipe, from the process that has the camera to the one that plays."""

import json
import struct
from dataclasses import asdict, dataclass
from typing import IO

import numpy as np

from companion.tabletop.problems import Problem
from hardware.frame import Frame

_HEAD = struct.Struct("!4scdIII")
_MARK = b"TCf1"
_FRAME, _END = b"f", b"e"
_LONGEST = 1 << 28


class WireError(ValueError):
    """What came through the pipe is nothing that was ever sent."""


@dataclass(frozen=True)
class EndOfFrames:
    """There are no more pictures; `trouble` says why; a recording's last one needs no reason."""

    trouble: Problem | None = None


def send(sink: IO[bytes], message: Frame | EndOfFrames) -> None:
    """Write one message, whole."""
    if isinstance(message, EndOfFrames):
        text = json.dumps(asdict(message.trouble)).encode() if message.trouble else b""
        sink.write(_HEAD.pack(_MARK, _END, 0.0, 0, 0, len(text)) + text)
    else:
        height, width = message.image.shape[:2]
        image = np.ascontiguousarray(message.image)
        sink.write(_HEAD.pack(_MARK, _FRAME, message.taken, width, height, image.nbytes))
        sink.write(image.data)
    sink.flush()


def receive(source: IO[bytes], camera: str) -> Frame | EndOfFrames:
    """Read one message; the frame gets the camera's name.

    Raises:
        WireError: Nonsense.
    """
    head = source.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return EndOfFrames(Problem("process-ended"))
    mark, kind, taken, width, height, length = _HEAD.unpack(head)
    if mark != _MARK or length > _LONGEST or (kind == _FRAME and length != width * height * 3):
        raise WireError("the camera's process sends something else than pictures")
    body = source.read(length)
    if len(body) < length:
        return EndOfFrames(Problem("process-ended"))
    if kind != _FRAME:
        return EndOfFrames(Problem.from_json(json.loads(body)) if body else None)
    image = np.frombuffer(body, dtype=np.uint8).reshape(height, width, 3)
    return Frame(image, taken, camera)
