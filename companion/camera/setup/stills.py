"""Pictures that stand still while people draw on them; a few, and packed."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np

from companion.camera.lookout import Sighting
from vision.geometry import Image, shrunk
from vision.viewpoint.table_camera import TableCamera

MOST = 4
WIDTH, SHARP_WIDTH = 1280, 1920
"""Pixels for phones: of the newest picture, and of one that is drawn on, from near too."""
_QUALITY, _FINE = 78, 93


@dataclass(frozen=True, eq=False)
class Held:
    """One of them.

    Attributes:
        number: Its number.
        size: Width and height in pixels.
        small: For phones, JPEG.
        fine: All of its pixels, JPEG.
        camera: How the table was seen in it; None where it was not found.
    """

    number: int
    size: tuple[int, int]
    small: bytes
    fine: bytes
    camera: TableCamera | None

    def image(self) -> Image:
        """Its pixels."""
        found = cv2.imdecode(np.frombuffer(self.fine, np.uint8), cv2.IMREAD_COLOR)
        assert found is not None
        return np.asarray(found, np.uint8)


class Stills:
    """The last few that somebody wanted to draw on."""

    def __init__(self) -> None:
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, number: int, sighting: Sighting) -> Held:
        """Hold a picture."""
        with self._lock:
            if number not in self._held:
                image = sighting.frame.image
                self._held[number] = Held(
                    number,
                    (image.shape[1], image.shape[0]),
                    as_jpeg(image, SHARP_WIDTH),
                    as_jpeg(image, max(image.shape), _FINE),
                    sighting.look.camera,
                )
            self._held.move_to_end(number)
            while len(self._held) > MOST:
                self._held.popitem(last=False)
            return self._held[number]

    def find(self, number: int) -> Held | None:
        """The one of that number, if it is still held."""
        return self._held.get(number)


def as_jpeg(image: Image, width: int = WIDTH, quality: int = _QUALITY) -> bytes:
    """A picture as a phone wants it."""
    small, _ = shrunk(image, width)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return packed.tobytes()
