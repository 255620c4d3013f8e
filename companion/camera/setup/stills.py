"""Keeps the last few pictures on which people draw, as JPEG."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from companion.camera.encoding import as_jpeg, from_bytes
from companion.camera.lookout import Sighting
from vision.geometry import Image
from vision.viewpoint.table_camera import TableCamera

MOST = 4
WIDTH, SHARP_WIDTH = 1280, 1920
"""Pixels for phones: of the newest picture, and of one that is drawn on, from near too."""
QUALITY, _FINE = 78, 93


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
        found = from_bytes(self.fine)
        assert found is not None
        return found


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
                    as_jpeg(image, SHARP_WIDTH, QUALITY),
                    as_jpeg(image, quality=_FINE),
                    sighting.look.camera,
                )
            self._held.move_to_end(number)
            while len(self._held) > MOST:
                self._held.popitem(last=False)
            return self._held[number]

    def find(self, number: int) -> Held | None:
        """The one of that number, if it is still held."""
        return self._held.get(number)
