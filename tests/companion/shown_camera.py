"""A live camera that shows what a test wants, until it wants something else.

Run in place of `hardware.process.apart`: `shown_camera.py FOLDER`. FOLDER/now has the name of a
picture in the folder, or what goes wrong. Like a sensor it never repeats its noise.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import CameraError
from hardware.frame import Frame
from hardware.process.apart import show

UNPLUGGED = "unplugged"
BLACK = "black"


def put(folder: Path, name: str) -> None:
    """Let the camera show another picture from now on."""
    new = folder / "now.new"
    new.write_text(name)
    new.replace(folder / "now")


class ShownCamera:
    id = "shown"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._picture()

    def frames(self) -> Iterator[Frame]:
        source = np.random.default_rng(1)
        while True:
            time.sleep(0.1)
            image = self._picture()
            noise = source.integers(-1, 2, image.shape) if image.any() else 0
            noisy = np.clip(image.astype(np.int16) + noise, 0, 255).astype(np.uint8)
            yield Frame(noisy, time.time(), self.id)

    def _picture(self) -> np.ndarray:
        name = (self._folder / "now").read_text()
        if name == UNPLUGGED:
            raise CameraError("shown stopped sending pictures")
        if name == BLACK:
            return np.zeros((720, 960, 3), np.uint8)
        image = cv2.imread(str(self._folder / name))
        assert image is not None
        return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Nothing to let go of."""


if __name__ == "__main__":
    show(lambda: ShownCamera(Path(sys.argv[1])), rate=10)
