"""The process that has the camera, seen from the one that has not."""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from companion.tabletop.problems import Problem
from hardware.camera import Size
from hardware.frame import Frame
from hardware.process.silence import Works, works_of
from hardware.process.wire import EndOfFrames, receive

_QUIET = {
    # We say in one line what these libraries would say in ten.
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "LIBCAMERA_LOG_LEVELS": "*:ERROR",
}


def command_for(name: str, size: Size | None, rate: float) -> list[str]:
    """What to start for a camera."""
    wish = ["--size", *map(str, size)] if size else []
    return [sys.executable, "-m", "hardware.process.apart", f"--rate={rate:g}", *wish, "--", name]


class Child:
    """A process that sends frames; only the newest is kept."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self._name = name
        root = str(Path(__file__).parents[2])
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_QUIET | os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,  # Ctrl-C is for us; we tell the child
        )
        self._frame: Frame | None = None
        self._end: EndOfFrames | None = None
        self._come = threading.Condition()
        self._thread = threading.Thread(target=self._read, name=f"pipe of {name}", daemon=True)
        self._thread.start()

    def take(self, patience: float) -> Frame | EndOfFrames | None:
        """The newest frame that nobody has taken, then the end; None when nothing comes in time."""
        with self._come:
            self._come.wait_for(lambda: self._frame or self._end, timeout=patience)
            frame, self._frame = self._frame, None
            return frame or self._end

    def works(self) -> Works:
        """What its threads have done so far, and how long they were kept waiting."""
        return works_of(self._process.pid)

    def end(self) -> None:
        """Be rid of it. One that hangs in a driver is left to the system; it holds up nobody."""
        self._process.kill()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return
        self._thread.join(timeout=2)
        if self._process.stdin:
            self._process.stdin.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        while pipe and self._end is None:
            try:
                message = receive(pipe, self._name)
            except (OSError, ValueError) as error:
                message = EndOfFrames(Problem(str(error)))
            with self._come:
                if isinstance(message, EndOfFrames):
                    self._end = message
                else:
                    self._frame = message
                self._come.notify_all()
        if pipe:
            pipe.close()
