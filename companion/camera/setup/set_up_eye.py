"""An eye that uses what was set up for its camera, and follows every change of it at once."""

from collections.abc import Callable

import numpy as np

from companion.camera.encoding import from_bytes
from companion.camera.eyes.own_kit import OwnEyes
from companion.camera.lookout import SeesTables
from companion.phones.camera_record.record import BY_TAPS, SetupFile
from companion.phones.camera_record.shapes import tap_points
from companion.phones.camera_record.zones import as_drawn
from companion.tabletop.chart import Chart
from hardware.frame import Frame
from vision.geometry import Points
from vision.reading.look import Look
from vision.viewpoint.table_camera import KnownLens
from vision.viewpoint.tapped import Taps


class SetUpEye:
    """Looks with taps, zones and lens as they were set up.

    Drawings and networks take a while; they are made when the first picture comes, in the thread
    that looks, and once. What was set up anew counts from the next picture on.

    Args:
        make: Makes what eyes need.
        file: What was set up.
        marked: Whether printed markers around the board are looked for too.
    """

    def __init__(self, make: Callable[[], OwnEyes], file: SetupFile, *, marked: bool) -> None:
        self._make, self._file, self._marked = make, file, marked
        self._eyes: OwnEyes | None = None
        self._eye: SeesTables | None = None
        self._version = -1

    @property
    def zones(self) -> frozenset[str]:
        """The zones that it reads."""
        return self._opened().zones

    def look(self, frame: Frame) -> Look:
        """What is in this picture."""
        return self._opened().look(frame)

    def _opened(self) -> SeesTables:
        version = self._file.version
        if self._eye is None or version != self._version:
            if self._eyes is None:
                self._eyes = self._make()
            self._eye = set_up_eye(self._eyes, self._file, marked=self._marked)
            self._version = version
        return self._eye


class EitherEye:
    """Two eyes for one table: whichever finds it looks, until it loses sight of it."""

    def __init__(self, one: SeesTables, other: SeesTables) -> None:
        self._one, self._other = one, other

    @property
    def zones(self) -> frozenset[str]:
        """The zones that the one that looks reads."""
        return self._one.zones

    def look(self, frame: Frame) -> Look:
        """What is in this picture."""
        look = self._one.look(frame)
        if not look.reason:
            return look
        instead = self._other.look(frame)
        if instead.reason:
            return look
        self._one, self._other = self._other, self._one
        return instead


def set_up_eye(eyes: OwnEyes, file: SetupFile, *, marked: bool, rest: int = 3) -> SeesTables:
    """An eye that has seen nothing yet, for the camera of this file."""
    record = file.record
    chart = as_drawn(eyes.chart, record.zones.get(players_of(eyes.chart), {}))
    lens = None if record.lens is None else KnownLens(record.lens.focal, record.lens.bend)
    taps = taps_of(file, chart)
    if taps is not None:
        assert record.forge is not None
        is_ours = record.forge.is_ours
        tapped = eyes.open(rest, chart, lens, finds=eyes.tapped(taps), is_ours=is_ours)
        return EitherEye(tapped, eyes.open(rest, chart, lens))
    one = eyes.open(rest, chart, lens)
    if not marked:
        return one
    return EitherEye(one, eyes.open(rest, chart, lens, finds=eyes.markers(), is_ours=False))


def players_of(chart: Chart) -> int:
    """For how many players a chart is: each has one field."""
    return len(chart.fields)


def taps_of(file: SetupFile, chart: Chart) -> Taps | None:
    """The taps that were kept, if the board is to be found by them."""
    record, picture = file.record, file.board
    if record.forge is None or record.forge.by != BY_TAPS or picture is None:
        return None
    flat = from_bytes(picture)
    if flat is None or len(record.taps) != 4:
        return None
    return Taps(
        np.array(record.taps), board_points(chart), (record.forge.width, record.forge.height), flat
    )


def board_points(chart: Chart) -> Points:
    """The corners that people tap, in the board's own millimetres: from its box's upper left."""
    return np.array(tap_points(chart.main)) + np.array(chart.main.size) / 2
