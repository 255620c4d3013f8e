"""A camera in a process of its own, which sends its frames to a pipe.

It is started as `python -m hardware.process.apart NAME`.

A driver that hangs, crashes or eats memory takes this process with it and nothing else.
"""

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

from hardware.camera import Camera, CameraError, Size
from hardware.cameras import is_recording, open_camera
from hardware.frame import Frame
from hardware.process.wire import EndOfFrames, send


def main(arguments: list[str]) -> None:
    """Open the camera and send what it sees until somebody closes our standard input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--size", nargs=2, type=int)
    parser.add_argument("--rate", type=float, required=True)
    args = parser.parse_args(arguments)
    size: Size | None = (args.size[0], args.size[1]) if args.size else None
    show(lambda: open_camera(args.name, size), args.rate, paced=is_recording(args.name))


def show(opener: Callable[[], Camera], rate: float, paced: bool = False) -> None:
    """Send at most `rate` frames a second; a recording that is `paced` as fast as it was taken."""
    threading.Thread(target=end_with_parent, daemon=True).start()
    # What libraries print must not get between the pictures.
    pipe = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        camera = opener()
        frames = camera.frames()
        due = float("-inf")
        for frame in _at_its_own_pace(frames) if paced else frames:
            now = time.monotonic()
            if now >= due:
                due = now + 1 / rate
                send(pipe, frame)
        send(pipe, EndOfFrames())
    except CameraError as error:
        send(pipe, EndOfFrames(error.problem))
    # Drivers that fail to close would keep us here; everything has been said.
    os._exit(0)


def _at_its_own_pace(frames: Iterator[Frame]) -> Iterator[Frame]:
    """A recording as fast as it was recorded."""
    start: float | None = None
    for frame in frames:
        if start is None:
            start = time.monotonic() - frame.taken
        time.sleep(max(0.0, start + frame.taken - time.monotonic()))
        yield frame


def end_with_parent() -> None:
    """Nobody holds the other end of our standard input any more: nobody needs us."""
    while os.read(0, 64):
        pass
    os._exit(0)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        os._exit(0)
