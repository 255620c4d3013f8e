"""Cameras that OpenCV can open: USB by number, a stream by its URL, a video by its file name."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraError
from hardware.frame import Frame

_PATIENCE = 10.0
"""Seconds without a picture after which a live camera counts as lost."""


def open_camera(name: str) -> "VideoFile | LiveCamera":
    """Open a camera by what a person types: `0`, `rtsp://...`, `http://...`, or a video file.

    Raises:
        CameraError: Nothing there, or nothing that shows pictures.
    """
    if name.isdecimal():
        return LiveCamera(name, _open(int(name), f"camera {name}", "is it plugged in, and free?"))
    if "://" in name:
        return LiveCamera(name, _open(name, name, "does the address open in a browser or VLC?"))
    if not Path(name).is_file():
        raise CameraError(f"{name}: no such video; give a camera's number, a URL or a video file")
    return VideoFile(name, _open(name, name, "is it a video?"))


def _open(source: int | str, name: str, question: str) -> cv2.VideoCapture:
    # OpenCV's own complaints would fill the screen before ours, which says the same in one line.
    before = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        capture = cv2.VideoCapture(source)
    finally:
        cv2.utils.logging.setLogLevel(before)
    if not capture.isOpened():
        raise CameraError(f"{name} can't be opened: {question}")
    return capture


class VideoFile:
    """A recording: every frame in order, with the time since its start."""

    def __init__(self, name: str, capture: cv2.VideoCapture) -> None:
        self._name = name
        self._capture = capture

    @property
    def id(self) -> str:
        """The file's name."""
        return self._name

    def frames(self) -> Iterator[Frame]:
        """Every frame up to the end."""
        while True:
            good, image = self._capture.read()
            if not good:
                return
            at = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            yield Frame(np.asarray(image, dtype=np.uint8), at, self._name)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class LiveCamera:
    """A camera or a stream: always the newest picture.

    Drivers queue pictures. Whoever looks slowly would see the table as it was seconds ago, so a
    thread empties the queue all the time and only the last picture is kept.
    """

    def __init__(self, name: str, capture: cv2.VideoCapture) -> None:
        self._name = name
        self._capture = capture
        self._newest: Frame | None = None
        self._changed = threading.Condition()
        self._ended = self._closed = False
        self._thread = threading.Thread(target=self._watch, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def id(self) -> str:
        """The number or URL it was opened by."""
        return self._name

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
                raise CameraError(
                    f"{self._name} stopped sending pictures: check its cable or network"
                )
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
            with self._changed:
                if good:
                    self._newest = Frame(np.asarray(image, dtype=np.uint8), time.time(), self._name)
                else:
                    self._ended = True
                self._changed.notify_all()
