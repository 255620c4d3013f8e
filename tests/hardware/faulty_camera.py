"""A camera that goes wrong when it is told to, and is well when it is opened again.

Run in place of `hardware.process.apart`: `faulty_camera.py FAULT FOLDER`. A file in that folder
counts the openings; `wrong` says when to go wrong, and `light` that it is not dark any more.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.tabletop.problems import Problem
from hardware.camera import CameraError
from hardware.frame import Frame
from hardware.process.apart import show

STARVED = 4.0
SHAPE = (120, 160, 3)


def table(number: int) -> np.ndarray:
    ramp = np.linspace(40, 200, SHAPE[1], dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(number).normal(0, 3, SHAPE)
    return np.clip(ramp + noise, 0, 255).astype(np.uint8)


class FaultyCamera:
    id = "faulty"

    def __init__(self, fault: str, folder: Path) -> None:
        self._fault, self._folder = fault, folder

    def frames(self) -> Iterator[Frame]:
        number, was_wrong = 0, False
        while True:
            number += 1
            time.sleep(0.03)
            is_wrong = self._is_wrong()
            if is_wrong and not was_wrong and self._fault == "starved":
                work_beside_somebody_greedy()
            was_wrong = is_wrong
            image = wrong(self._fault, number) if is_wrong else table(number)
            yield Frame(image, time.time(), self.id)

    def _is_wrong(self) -> bool:
        is_lit = self._fault == "dark" and (self._folder / "light").exists()
        return bool(self._fault) and (self._folder / "wrong").exists() and not is_lit

    def close(self) -> None:
        """Nothing to let go of."""


def wrong(fault: str, number: int) -> np.ndarray:
    if fault == "unplugged":
        raise CameraError("camera-stopped", camera="faulty")
    if fault == "killed":
        os.kill(os.getpid(), 9)
    if fault == "hangs":
        time.sleep(3600)
    if fault == "spins":
        while True:
            pass
    if fault == "nonsense":
        # The pipe is the first file that `show` opened. Whoever believed this would then wait.
        os.write(3, b"this is no picture at all, and it is long enough for a head")
        time.sleep(3600)
    if fault == "frozen":
        return table(0)
    if fault == "starved":
        return table(number)
    if fault == "smaller":
        return table(number)[:60]
    level = {"dark": 0, "black": 0, "blank": 130}.get(fault)
    if level is not None:
        return np.full(SHAPE, level, np.uint8)
    assert fault == "noise"
    return np.random.default_rng(number).integers(0, 256, SHAPE).astype(np.uint8)


def work_beside_somebody_greedy() -> None:
    """Work for a while on a processor of which another program leaves next to nothing."""
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})
    greedy = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
    with subprocess.Popen([sys.executable, "-c", greedy]) as other:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        until = time.monotonic() + STARVED
        while time.monotonic() < until:
            pass
        other.kill()
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.sched_setaffinity(0, everywhere)


def open_faulty(fault: str, folder: Path) -> FaultyCamera:
    counter = folder / "openings"
    opened = int(counter.read_text() or 0) if counter.exists() else 0
    counter.write_text(str(opened + 1))
    if fault == "absent" and opened < 2:
        raise CameraError("camera-not-opened", camera="faulty", reason=Problem("ask-plug"))
    is_well = opened or fault == "absent"
    return FaultyCamera("" if is_well else fault, folder)


if __name__ == "__main__":
    show(lambda: open_faulty(sys.argv[1], Path(sys.argv[2])), rate=20)
