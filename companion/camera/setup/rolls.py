"""Reads rolls to try the camera with; people judge them afterwards."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace

import numpy as np

from companion.camera.encoding import as_jpeg
from companion.camera.lookout import Sighting
from companion.camera.setup import measuring
from companion.camera.setup.stills import QUALITY
from companion.common.errors import InputError
from companion.common.words import say
from companion.phones.camera_record.measures import Roll
from companion.phones.setup_view import StaleError, Tried
from companion.tabletop.chart import Chart
from vision.drawing.debug_view import draw
from vision.geometry import Image, Points
from vision.reading.look import Look

MOST_DICE = 20
_PICTURES = 3
_WIDTH = 800


@dataclass(frozen=True, eq=False)
class _Read:
    """A roll that was read: without its truth, and with its pictures."""

    sure: tuple[int, ...]
    unsure: tuple[int, ...]
    hidden: int
    plain: bytes
    drawn: bytes
    is_judged: bool = False


class Rolls:
    """The last few rolls that were read."""

    def __init__(self) -> None:
        self._read: OrderedDict[int, _Read] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def waiting(self) -> Tried | None:
        """The newest, if nobody has judged it yet."""
        with self._lock:
            number, newest = next(reversed(self._read.items()), (0, None))
        if newest is None or newest.is_judged:
            return None
        return Tried(number, len(newest.sure) + len(newest.unsure))

    def read(self, chart: Chart, sighting: Sighting) -> Tried:
        """Read what lies on the board.

        Raises:
            InputError: It is not found, or something moves.
        """
        look = sighting.look
        if look.camera is None:
            raise InputError(say("The board is not found: tap its corners."))
        seen = measuring.seen_on_board(chart, look)
        if not seen.at_rest:
            raise InputError(say("Something moves: take your hands off the table and try again."))
        sure, unsure = measuring.by_certainty(seen.dice)
        dice = {spot.place for spot in chart.main.spots if "die" in spot.kinds}
        corners = measuring.main_region(chart, look.camera)
        image = sighting.frame.image
        number = measuring.number_of(sighting.frame)
        read = _Read(
            sure,
            unsure,
            len(seen.hidden & dice),
            as_jpeg(_cut(image, corners), _WIDTH, QUALITY),
            as_jpeg(_cut(draw(image, _dice_of(look)), corners), _WIDTH, QUALITY),
        )
        with self._lock:
            self._read.setdefault(number, read)
            self._read.move_to_end(number)
            while len(self._read) > _PICTURES:
                self._read.popitem(last=False)
        return Tried(number, len(sure) + len(unsure))

    def judge(self, number: int, truth: tuple[int, ...]) -> Roll:
        """What it really was.

        Raises:
            InputError: There is no such roll, it was judged, or that are no dice.
        """
        read = self._read.get(number)
        if read is None:
            raise StaleError(say("That roll is gone: roll again and let it be read."))
        if read.is_judged:
            raise StaleError(say("You have told that already: roll again."))
        if not 1 <= len(truth) <= MOST_DICE or not all(1 <= value <= 6 for value in truth):
            raise InputError(say("Tap what the dice show, from 1 to 6; {n} dice at most.",
                                 n=MOST_DICE))  # fmt: skip
        return Roll(tuple(sorted(truth)), read.sure, read.unsure, read.hidden)

    def done(self, number: int) -> None:
        """It is kept."""
        with self._lock:
            self._read[number] = replace(self._read[number], is_judged=True)

    def picture(self, number: int) -> bytes | None:
        """The picture of a roll; before it is judged, without what was read."""
        read = self._read.get(number)
        if read is None:
            return None
        return read.drawn if read.is_judged else read.plain

    def forget(self) -> None:
        """None was tried."""
        with self._lock:
            self._read.clear()


def _dice_of(look: Look) -> Look:
    """The same look with nothing but its dice to draw."""
    return replace(look, beliefs=tuple(b for b in look.beliefs if b.kind == "die"))


def _cut(image: Image, corners: Points) -> Image:
    height, width = image.shape[:2]
    x0, y0 = np.clip(np.floor(corners.min(axis=0)), 0, [width - 2, height - 2]).astype(int)
    x1, y1 = np.clip(np.ceil(corners.max(axis=0)), [x0 + 1, y0 + 1], [width, height]).astype(int)
    return np.ascontiguousarray(image[y0:y1, x0:x1])
