"""Cameras that OpenCV can open: USB by number, a stream by its URL, a video by its file name."""

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.tabletop.problems import Problem
from hardware.camera import CameraError, Size
from hardware.frame import Frame
from hardware.process.hold import Hold, HoldStep

_PATIENCE = 10.0
"""Seconds without a picture after which a live camera counts as lost."""
_USUAL_SIZE = (1920, 1080)
"""Asked of USB cameras, which would give 640 x 480; they choose the nearest that they can."""
_AUTOMATICS = (
    # V4L2 says 1 for manual exposure and 3 for automatic.
    (cv2.CAP_PROP_AUTO_EXPOSURE, 1, 3, cv2.CAP_PROP_EXPOSURE),
    (cv2.CAP_PROP_AUTO_WB, 0, 1, cv2.CAP_PROP_WB_TEMPERATURE),
    (cv2.CAP_PROP_AUTOFOCUS, 0, 1, cv2.CAP_PROP_FOCUS),
)
"""A property that switches something automatic, its off and on, and the value behind it."""


def open_usb(name: str, number: int, size: Size | None = None) -> "LiveCamera":
    """A camera by its number; it keeps its focus, exposure and white balance once it has them.

    Raises:
        CameraError: There is none with that number, or another program has it.
    """
    capture = _open(number, f"camera {number}", Problem("ask-plug"))
    # Uncompressed, USB carries large pictures a few times a second at best.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    width, height = size or _USUAL_SIZE
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    return LiveCamera(name, capture, holds=True)


def open_stream(name: str, url: str) -> "LiveCamera":
    """A network camera or an old phone, by the address of its stream (RTSP or MJPEG).

    Raises:
        CameraError: Nobody sends pictures there.
    """
    return LiveCamera(name, _open(url, url, Problem("ask-address")))


def open_video(name: str, path: Path) -> "VideoFile":
    """A recording.

    Raises:
        CameraError: It is not there, or it is none.
    """
    if not path.is_file():
        raise CameraError("video-missing", camera=str(path))
    return VideoFile(name, _open(str(path), str(path), Problem("ask-video")))


def _open(source: int | str, name: str, question: Problem) -> cv2.VideoCapture:
    # OpenCV's own complaints would fill the screen before ours, which says the same in one line,
    # and so would those of the library that reads videos for it.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        capture = cv2.VideoCapture(source)
    finally:
        cv2.utils.logging.setLogLevel(before)
    if not capture.isOpened():
        raise CameraError("camera-not-opened", camera=name, reason=question)
    return capture


class VideoFile:
    """A recording: every frame in order, with the time since its start."""

    def __init__(self, name: str, capture: cv2.VideoCapture) -> None:
        self.id = name
        self._capture = capture
        self._reading = threading.Lock()  # OpenCV hangs when a file is closed while it is read

    def frames(self) -> Iterator[Frame]:
        """Every frame up to the end."""
        while True:
            with self._reading:
                good, image = self._capture.read()
                at = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if not good:
                return
            yield Frame(np.asarray(image, dtype=np.uint8), at, self.id)

    def close(self) -> None:
        """Close the file."""
        with self._reading:
            self._capture.release()


class LiveCamera:
    """A camera or a stream: always the newest picture.

    Drivers queue pictures. Whoever looks slowly would see the table as it was seconds ago, so a
    thread empties the queue all the time and only the last picture is kept. One that `holds` keeps
    its focus, exposure and white balance once it has found them.
    """

    def __init__(self, name: str, capture: cv2.VideoCapture, *, holds: bool = False) -> None:
        self.id = name
        self._hold = Hold() if holds else None
        self._capture = capture
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._ended = self._closed = False
        self._thread = threading.Thread(target=self._watch, name=f"camera {name}", daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """The newest picture, again and again; ends when the camera is closed.

        Raises:
            CameraError: No picture came for a while.
        """
        last: Frame | None = None
        while (last := self._after(last)) is not None:
            yield last

    def _after(self, last: Frame | None) -> Frame | None:
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or self._newest is not last, timeout=_PATIENCE
            )
            if self._closed:
                return None
            if self._newest is last:
                raise CameraError("camera-stopped", camera=self.id)
            return self._newest

    def close(self) -> None:
        """Stop watching and let go of the device."""
        with self._changed:
            self._closed = self._ended = True
            self._changed.notify_all()
        self._thread.join(timeout=_PATIENCE)
        self._capture.release()

    def _watch(self) -> None:
        while not self._ended:
            good, image = self._capture.read()
            if good and self._hold:
                step = self._hold.see(np.asarray(image, dtype=np.uint8), time.monotonic())
                if step is not HoldStep.NOTHING:
                    switch_automatics(self._capture, on=step is HoldStep.RELEASE)
            with self._changed:
                if good:
                    self._newest = Frame(np.asarray(image, dtype=np.uint8), time.time(), self.id)
                else:
                    self._ended = True
                self._changed.notify_all()


def switch_automatics(capture: cv2.VideoCapture, *, on: bool) -> None:
    """Let a camera adjust itself, or keep what it has; one that can't simply goes on."""
    for switch, off_value, on_value, held in _AUTOMATICS:
        before = capture.get(held)
        capture.set(switch, on_value if on else off_value)
        if not on and before > 0:
            capture.set(held, before)
