"""Pictures come in, looks go out; whatever fails is named, and never ends the evening."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from companion.camera import lookout as module
from companion.camera.lookout import Lookout, Sighting
from companion.tabletop.problems import Problem
from hardware.camera import CameraError
from hardware.frame import Frame
from tests.waiting import LIMIT, until
from vision.reading.look import Look

pytestmark = pytest.mark.live


def picture(number: int) -> Frame:
    return Frame(np.full((2, 2, 3), number, np.uint8), float(number), "test")


class Roll:
    """A camera with some pictures; after them it waits, or breaks."""

    id = "roll"

    def __init__(self, *numbers: int, breaks: Exception | None = None) -> None:
        self._numbers, self._breaks = numbers, breaks
        self.shown, self.closed = threading.Event(), threading.Event()

    def frames(self) -> Iterator[Frame]:
        for number in self._numbers:
            yield picture(number)
        self.shown.set()
        if self._breaks:
            raise self._breaks
        self.closed.wait()

    def close(self) -> None:
        self.closed.set()


class Eye:
    """Remembers what it was shown; fails where it is told to."""

    zones = frozenset({"table"})

    def __init__(self, fails_at: int | None = None) -> None:
        self.seen: list[float] = []
        self.may_look = threading.Event()
        self.may_look.set()
        self._fails_at = fails_at

    def look(self, frame: Frame) -> Look:
        assert self.may_look.wait(LIMIT)
        self.seen.append(frame.taken)
        if frame.taken == self._fails_at:
            raise ValueError("dust")
        return Look({})


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.02)


def wait(lookout: Lookout, taken: float) -> Sighting:
    """Until the picture of that time was looked at."""
    number = 0
    while True:
        sighting = lookout.after(number, LIMIT)
        assert sighting is not None, lookout.trouble
        if sighting.frame.taken >= taken:
            return sighting
        number = sighting.number


def test_whoever_listens_hears_of_the_newest_picture() -> None:
    heard: list[Sighting] = []
    camera = Roll(1, 2, 3)
    lookout = Lookout(lambda: camera, Eye(), heard.append)
    lookout.start()
    last = wait(lookout, 3)
    lookout.stop()
    assert heard[-1] is last is lookout.newest
    assert [sighting.number for sighting in heard] == list(range(1, len(heard) + 1))
    assert camera.closed.is_set()


def test_a_slow_eye_misses_pictures_and_never_falls_behind() -> None:
    eye = Eye()
    eye.may_look.clear()
    camera = Roll(*range(1, 51))
    lookout = Lookout(lambda: camera, eye)
    lookout.start()
    until(camera.shown.is_set, "all fifty pictures")
    eye.may_look.set()
    wait(lookout, 50)
    lookout.stop()
    assert len(eye.seen) < 10
    assert eye.seen[-1] == 50


def test_a_camera_that_breaks_is_named_and_opened_again() -> None:
    cameras = [
        Roll(1, breaks=CameraError("0 stopped sending pictures: check its cable")),
        Roll(breaks=OSError("no such device")),
        Roll(7),
    ]
    opened: list[Roll] = []
    troubles: list[str] = []

    def open_next() -> Roll:
        if opened:
            troubles.append(lookout.trouble)
        opened.append(cameras[len(opened)])
        return opened[-1]

    lookout = Lookout(open_next, Eye())
    lookout.start()
    wait(lookout, 7)
    assert lookout.trouble == ""
    lookout.stop()
    assert troubles[0].startswith("The camera does not work: 0 stopped sending pictures: check")
    assert troubles[1].startswith("The camera does not work: OSError: no such device")
    assert all(text.endswith("Trying again.") for text in troubles)
    assert all(camera.closed.is_set() for camera in opened)


def test_a_camera_that_can_t_be_opened_is_trouble_and_no_end() -> None:
    attempts = 0

    def fail() -> Roll:
        nonlocal attempts
        attempts += 1
        raise CameraError("camera-not-opened", camera="camera 0", reason=Problem("ask-plug"))

    lookout = Lookout(fail, Eye())
    lookout.start()
    until(lambda: attempts >= 3)
    assert lookout.after(0, 0) is None
    assert "is it plugged in" in lookout.trouble
    lookout.stop()


def test_an_eye_that_fails_at_a_picture_goes_on_with_the_next() -> None:
    gate = threading.Event()

    class Slow(Roll):
        def frames(self) -> Iterator[Frame]:
            yield picture(1)
            assert gate.wait(LIMIT)
            yield picture(2)
            self.closed.wait()

    camera = Slow()
    lookout = Lookout(lambda: camera, Eye(fails_at=1))
    lookout.start()
    until(lambda: lookout.trouble)
    assert lookout.after(0, 0) is None
    assert "The eye failed at a picture: ValueError: dust" in lookout.trouble
    gate.set()
    assert wait(lookout, 2).number == 1
    lookout.stop()
    assert lookout.trouble == ""


def test_nobody_hears_of_anything_after_the_end() -> None:
    heard: list[Sighting] = []
    camera = Roll(1)
    lookout = Lookout(lambda: camera, Eye(), heard.append)
    lookout.start()
    wait(lookout, 1)
    lookout.stop()
    lookout.stop()
    assert not [thread for thread in threading.enumerate() if thread.name in ("camera", "eye")]
    assert lookout.after(len(heard), 0.01) is None


def test_what_ails_a_camera_that_waits_is_trouble_until_it_is_well() -> None:
    ails = ["its cable is out"]
    camera = Roll(1)
    lookout = Lookout(lambda: camera, Eye(), ailment=lambda _: ails[-1])
    assert lookout.trouble == ""
    lookout.start()
    wait(lookout, 1)
    assert lookout.trouble == "its cable is out"
    ails.append("")
    assert lookout.trouble == ""
    lookout.stop()


def test_what_a_look_misses_is_trouble() -> None:
    lookout = Lookout(lambda: Roll(1), Eye(), missing=lambda look: f"{len(look.states)} zones")
    lookout.start()
    wait(lookout, 1)
    assert lookout.trouble == "0 zones"
    lookout.stop()


def test_a_recording_ends_and_does_not_begin_again() -> None:
    opened: list[Roll] = []

    def once() -> Roll:
        opened.append(Roll(1, 2))
        opened[-1].closed.set()
        return opened[-1]

    lookout = Lookout(once, Eye(), is_recording=True)
    lookout.start()
    wait(lookout, 2)
    for thread in threading.enumerate():
        if thread.name == "camera":
            thread.join(LIMIT)
    assert lookout.trouble == "The recording has ended."
    lookout.stop()
    assert len(opened) == 1


def test_an_eye_that_never_ends_a_look_can_be_told_from_one_that_waits() -> None:
    eye = Eye()
    eye.may_look.clear()
    lookout = Lookout(lambda: Roll(1), eye)
    assert lookout.looking_for() == 0
    lookout.start()
    until(lookout.looking_for)
    eye.may_look.set()
    assert lookout.after(0, LIMIT)
    assert lookout.looking_for() == 0
    lookout.stop()
