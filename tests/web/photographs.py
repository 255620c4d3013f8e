"""Photos for the tests of the pages: files of every kind, and an eye that needs no time."""

import struct
import zlib
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from companion.common.errors import InputError
from companion.tabletop.observation import Observation
from vision.geometry import Image
from vision.reading.look import Belief, Look


def png(width: int = 64, height: int = 48, shade: int = 200) -> bytes:
    """A small picture of nothing."""
    _, data = cv2.imencode(".png", np.full((height, width, 3), shade, np.uint8))
    return data.tobytes()


def bomb(side: int = 60_000) -> bytes:
    """A few bytes that claim to be a picture of some gigabytes."""
    pieces = (
        (b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes(100_000))),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in pieces
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


class TrueEye:
    """Sees in every photo what `lies` says; a state, or None for what the log says."""

    def __init__(self, game: Any, lies: Callable[[], Any]) -> None:
        self._game, self._lies = game, lies

    def look_for(self, image: Image, zone: str, known: Observation) -> Look:
        state = self._lies()
        if isinstance(state, InputError):
            raise state
        seen = known if state is None else self._game.project(state, zone)
        outline = np.array([(4.0, 4.0), (20.0, 4.0), (20.0, 20.0), (4.0, 20.0)])
        tile = Belief(zone, "tile", "01", outline, 1.0, True, "market/C1")
        return Look({}, (seen.as_seen(),), (tile,))
