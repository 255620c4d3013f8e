"""A camera that fails: noticed, opened again, and nobody hangs meanwhile."""

import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.tabletop.problems import Problem
from hardware.camera import Camera
from hardware.frame import Frame
from hardware.health import BUSY, GOOD, LOST, OPENING, STATES, Health, Inspector
from hardware.process import supervised
from hardware.process.silence import Silence, Work, works_of
from hardware.process.supervised import SupervisedCamera
from hardware.process.wire import EndOfFrames, WireError, receive, send
from tests.waiting import LIMIT, until

pytestmark = pytest.mark.live

SCRIPT = Path(__file__).with_name("faulty_camera.py")
NOT_THERE = Problem("camera-not-opened", {"camera": "faulty", "reason": Problem("ask-plug")})


class Diary:
    """Who listens to a camera, and what it was told.

    That the computer is busy with something else, as any may be, is left out unless it is `busy`.
    """

    def __init__(self, busy: bool = False) -> None:
        self.entries: list[Health] = []
        self._busy = busy
        self._more = threading.Condition()

    def __call__(self, health: Health) -> None:
        with self._more:
            is_news = not self.entries or self.entries[-1].state != health.state
            if is_news and (self._busy or health.state != BUSY):
                self.entries.append(health)
            self._more.notify_all()

    def states(self) -> list[str]:
        return [health.state for health in self.entries]

    def wait_for(self, *states: str) -> None:
        """Until these have come, in this order."""
        with self._more:
            found = self._more.wait_for(lambda: self._have(states), timeout=LIMIT)
        assert found, f"{self.states()}, not {states}"

    def _have(self, states: tuple[str, ...]) -> bool:
        told = iter(self.states())
        return all(state in told for state in states)


def faulty(fault: str, folder: Path) -> SupervisedCamera:
    return SupervisedCamera("faulty", command=[sys.executable, str(SCRIPT), fault, str(folder)])


def gone_wrong(fault: str, folder: Path, diary: Diary) -> SupervisedCamera:
    """A camera that was good and has a fault now."""
    camera = faulty(fault, folder)
    camera.listen(diary)
    diary.wait_for(GOOD)
    (folder / "wrong").touch()
    return camera


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("unplugged", "lost"),
        ("killed", "lost"),
        ("nonsense", "lost"),
        ("hangs", "silent"),
        ("frozen", "frozen"),
        ("black", "black"),
        ("blank", "blank"),
        ("noise", "noise"),
        ("smaller", "noise"),
    ],
)
def test_a_fault_is_noticed_told_and_mended(fault, state, tmp_path):
    diary = Diary()
    camera = gone_wrong(fault, tmp_path, diary)
    frames = camera.frames()
    seen = [next(frames)]
    watcher = threading.Thread(target=lambda: seen.extend(frames))
    watcher.start()
    try:
        diary.wait_for(GOOD, state, GOOD)
        before = len(seen)
        until(lambda: len(seen) > before, "a picture after the fault")
    finally:
        camera.close()
        watcher.join(LIMIT)
    assert diary.states() == [OPENING, GOOD, state, GOOD]
    opened, _, told, mended = diary.entries
    assert not opened.is_fault
    assert told.is_fault
    assert told.sentence
    assert (told.restarts, mended.restarts) == (0, 1)
    assert not watcher.is_alive()
    assert all(frame.image.mean() > 20 and frame.image.shape[0] == 120 for frame in seen)


COUNTS_WAITING = bool(works_of(os.getpid()))


@pytest.mark.skipif(not COUNTS_WAITING, reason="this system does not tell who waits for it")
def test_a_busy_computer_is_not_taken_for_a_dead_camera(tmp_path):
    diary = Diary(busy=True)
    camera = gone_wrong("starved", tmp_path, diary)
    diary.wait_for(GOOD, BUSY, GOOD)
    camera.close()
    assert set(diary.states()) == {OPENING, GOOD, BUSY}
    assert diary.entries[-1].restarts == 0, "nothing was opened again"


def test_one_that_hangs_at_full_speed_hangs_all_the_same(tmp_path):
    diary = Diary()
    camera = gone_wrong("spins", tmp_path, diary)
    diary.wait_for(GOOD, "silent", GOOD)
    camera.close()
    assert diary.entries[-1].restarts == 1


def test_silence_counts_only_while_somebody_could_have_spoken():
    works = {"1": Work(3.0, 7.0, wants=False), "2": Work(1.0, 0.0, wants=False)}
    silence = Silence(lambda: dict(works), longest_step=0.4, now=10.0)
    assert silence.lasts(10.2) == pytest.approx(0.2)
    works["1"] = Work(3.0, 7.3, wants=False)
    assert silence.lasts(10.6) == pytest.approx(0.3), "the other waited for three tenths"
    assert silence.lasts(19.6) == pytest.approx(0.7), "we were away for most of that"
    works["1"] = Work(3.0, 57.0, wants=True)
    assert silence.lasts(19.8) == pytest.approx(0.7), "it waited all the time"
    assert silence.lasts(20.1) == pytest.approx(0.7), "and waits on, which nobody has counted yet"
    works["1"] = Work(3.2, 57.0, wants=True)
    assert silence.lasts(20.3) == pytest.approx(0.9), "it had a processor and said nothing"
    assert silence.since == 10.0
    silence.restart(20.5)
    assert silence.lasts(20.9) == pytest.approx(0.4), "what was before is forgotten"


def test_where_the_system_does_not_count_all_silence_counts():
    silence = Silence(dict, longest_step=0.4, now=0.0)
    assert silence.lasts(0.4) + silence.lasts(0.8) == pytest.approx(1.2)
    assert works_of(1 << 30) == {}, "no such process"


def test_a_camera_may_take_a_picture_every_two_seconds():
    camera, diary = SupervisedCamera("sim:", size=(160, 120), rate=0.5), Diary()
    camera.listen(diary)
    frames = camera.frames()
    for _ in range(3):
        next(frames)
    camera.close()
    assert diary.states() == [OPENING, GOOD]


def test_one_that_is_not_there_is_tried_again_and_again(tmp_path):
    camera, diary = faulty("absent", tmp_path), Diary()
    camera.listen(diary)
    diary.wait_for(LOST, GOOD)
    camera.close()
    assert diary.states() == [OPENING, LOST, GOOD], "it is one and the same trouble"
    assert diary.entries[1].problem == NOT_THERE
    assert diary.entries[-1].restarts == 2


def test_who_switches_the_light_on_again_need_not_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(supervised, "SHORTEST_WAIT", 10 * LIMIT)
    diary = Diary()
    camera = gone_wrong("dark", tmp_path, diary)
    diary.wait_for(GOOD, "black")
    (tmp_path / "light").touch()
    diary.wait_for(GOOD, "black", GOOD)
    camera.close()
    assert diary.entries[-1].restarts == 0


def test_it_is_a_camera_like_any_other():
    camera: Camera = SupervisedCamera("sim:4", size=(320, 240), rate=20)
    frames = camera.frames()
    first, second = next(frames), next(frames)
    assert first.camera == camera.id == "sim:4"
    assert first.image.shape == (240, 320, 3)
    assert first.taken < second.taken
    assert not first.image.flags.writeable
    camera.close()
    camera.close()
    assert list(frames) == list(camera.frames()) == []


def test_a_recording_plays_at_its_own_pace_and_ends(tmp_path):
    picture = np.full((48, 64, 3), 60, np.uint8)
    picture[10:30, 10:30] = 200
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    camera = SupervisedCamera(f"folder:{tmp_path}")
    assert [frame.taken for frame in camera.frames()] == [0.0, 1.0, 2.0]
    assert camera.health.state == "ended"
    assert not camera.health.is_fault
    camera.close()


def children_of(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def test_no_process_is_left_behind_when_the_companion_is_killed():
    code = (
        "import time\n"
        "from hardware.process.supervised import SupervisedCamera\n"
        "camera = SupervisedCamera('sim:', size=(160, 120))\n"
        "next(camera.frames())\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)"
    )
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    with program:
        assert program.stdout.readline() == "ready\n"
        children = children_of(program.pid)
        assert len(children) == 1
        program.send_signal(signal.SIGKILL)
    until(lambda: not any(is_running(child) for child in children))


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_closing_leaves_neither_process_nor_thread(tmp_path):
    processes, threads = set(children_of(os.getpid())), threading.active_count()
    camera = gone_wrong("hangs", tmp_path, Diary())
    assert set(children_of(os.getpid())) - processes
    camera.close()
    assert not set(children_of(os.getpid())) - processes
    assert threading.active_count() <= threads


class Pipe(io.RawIOBase):
    """Both ends of a pipe in memory; gives and takes a little at a time, as real ones do."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, data: memoryview) -> int:
        self.data += data[:1000]
        return min(1000, len(data))

    def readinto(self, buffer: memoryview) -> int:
        part = self.data[: min(700, len(buffer))]
        buffer[: len(part)] = part
        del self.data[: len(part)]
        return len(part)


def test_pictures_and_troubles_come_through_the_pipe_as_they_were():
    image = np.random.default_rng(1).integers(0, 256, (37, 53, 3)).astype(np.uint8)
    pipe = Pipe()
    sink, source = io.BufferedWriter(pipe), io.BufferedReader(pipe)
    gone = EndOfFrames(NOT_THERE)
    for message in (Frame(image, 12.5, "x"), gone, EndOfFrames()):
        send(sink, message)
    frame = receive(source, "usb:0")
    assert np.array_equal(frame.image, image)
    assert (frame.taken, frame.camera) == (12.5, "usb:0")
    assert [receive(source, "usb:0") for _ in range(2)] == [gone, EndOfFrames()]
    assert receive(source, "usb:0") == EndOfFrames(Problem("process-ended"))


def test_a_pipe_that_is_cut_or_full_of_nonsense(tmp_path):
    pipe = io.BytesIO()
    send(pipe, Frame(np.zeros((9, 9, 3), np.uint8), 1.0, "x"))
    assert receive(io.BytesIO(pipe.getvalue()[:-5]), "x") == EndOfFrames(Problem("process-ended"))
    with pytest.raises(WireError, match="something else than pictures"):
        receive(io.BytesIO(b"nonsense" * 20), "x")


def test_a_single_bad_picture_is_passed_over():
    inspector = Inspector()
    good = [np.random.default_rng(n).integers(90, 99, (60, 80, 3)).astype(np.uint8) for n in (1, 2)]
    for image in good:
        image[:, 40:] += 90
    black = np.zeros((60, 80, 3), np.uint8)
    pictures = [good[0], black, good[1], good[1]]
    told = [inspector.see(Frame(p, 0.0, "x"), 0.1 * n) for n, p in enumerate(pictures)]
    assert told == [(True, ""), (False, ""), (True, ""), (False, "")]
    assert inspector.see(Frame(good[1], 0.0, "x"), 2.3) == (False, "frozen")


def test_every_state_can_be_told_as_plain_values():
    for state in STATES:
        told = Health("usb:0", state, 5.0).to_json()
        assert told["state"] == state
        assert bool(told["sentence"]) == (state != GOOD)
