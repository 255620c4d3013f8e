"""A folder of pictures as a camera: one after the other, in the order of their names."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraError
from hardware.frame import Frame

ENDINGS = (".bmp", ".jpeg", ".jpg", ".png", ".webp")
INTERVAL = 1.0
"""Seconds between two pictures."""


class Folder:
    """Every picture once, as if one had been taken each second."""

    def __init__(self, name: str, folder: Path) -> None:
        if not folder.is_dir():
            raise CameraError("folder-missing", camera=str(folder))
        paths = [path for path in folder.iterdir() if path.suffix.lower() in ENDINGS]
        if not paths:
            raise CameraError("folder-empty", camera=str(folder), endings=", ".join(ENDINGS))
        self.id = name
        self._paths = sorted(paths)
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Every picture up to the last.

        Raises:
            CameraError: A file that is no picture.
        """
        for number, path in enumerate(self._paths):
            if self._closed:
                return
            image = cv2.imdecode(_bytes(path), cv2.IMREAD_COLOR)
            if image is None:
                raise CameraError("folder-with-other-file", path=str(path))
            yield Frame(np.asarray(image, dtype=np.uint8), number * INTERVAL, self.id)

    def close(self) -> None:
        """No more pictures."""
        self._closed = True


def _bytes(path: Path) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CameraError("folder-unreadable", path=str(path), reason=error.strerror) from error
    # An empty buffer is no picture either, but OpenCV would raise instead of saying so.
    return np.frombuffer(data or b"\0", dtype=np.uint8)
