"""A folder of pictures as a camera: one after the other, in the order of their names."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraError
from hardware.frame import Frame

ENDINGS = (".bmp", ".jpeg", ".jpg", ".png", ".webp")
_BEGINNINGS = (b"BM", b"\xff\xd8", b"\x89PNG", b"RIFF")
"""Of the files with those endings: OpenCV would open many more kinds, which nobody asked for."""
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
            try:
                data = np.fromfile(path, np.uint8)
            except OSError as error:
                why = error.strerror
                raise CameraError("folder-unreadable", path=str(path), reason=why) from error
            known = data[:4].tobytes().startswith(_BEGINNINGS)
            image = cv2.imdecode(data, cv2.IMREAD_COLOR) if known else None
            if image is None:
                raise CameraError("folder-with-other-file", path=str(path))
            yield Frame(np.asarray(image, dtype=np.uint8), number * INTERVAL, self.id)

    def close(self) -> None:
        """No more pictures."""
        self._closed = True
