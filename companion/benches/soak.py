"""Whether memory stays flat: a served table, a phone that watches it, a camera that is killed.

The camera runs apart, as on a Pi, and its process is killed once a minute.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

NAME = "soak"
HELP = "memory of the server and of a supervised camera over time"

_POINTS = 12
_PAGE = os.sysconf("SC_PAGE_SIZE")


def minute() -> Mapping[str, object]:
    """The short form."""
    return _soak(60)


def hour() -> Mapping[str, object]:
    """The long one."""
    return _soak(3600)


PARTS = {"minute": minute, "hour": hour}


def run(_: bool) -> Mapping[str, object]:
    """The short form; the long one must be asked for."""
    return minute()


def _soak(seconds: float) -> Mapping[str, object]:
    from hardware.supervised import SupervisedCamera

    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as server:
        camera = SupervisedCamera("sim:", size=(640, 480))
        pictures = _Count()
        watcher = threading.Thread(target=pictures.take, args=(camera,), daemon=True)
        watcher.start()
        curves: dict[str, list[float]] = {"server": [], "camera's keeper": []}
        kills = 0
        began = time.monotonic()
        for point in range(_POINTS + 1):
            time.sleep(max(0.0, began + seconds * point / _POINTS - time.monotonic()))
            curves["server"].append(_megabytes(server))
            curves["camera's keeper"].append(_megabytes(os.getpid()))
            if time.monotonic() - began >= 60 * kills + 30:
                kills += _kill_children()
        restarts = camera.health.restarts
        camera.close()
        watcher.join(timeout=5)
    figures: dict[str, object] = {
        f"{name}, MB": " ".join(f"{value:.0f}" for value in curve) for name, curve in curves.items()
    }
    # The first quarter fills caches.
    for name, curve in curves.items():
        grown = curve[-1] - curve[_POINTS // 4]
        figures[f"{name}, MB more since the first quarter"] = round(grown, 1)
    return figures | {
        "seconds": round(seconds),
        "pictures": pictures.number,
        "camera killed": kills,
        "camera opened again": restarts,
    }


class _Count:
    """Takes all pictures of a camera."""

    number = 0

    def take(self, camera: object) -> None:
        for _ in camera.frames():  # type: ignore[attr-defined]
            self.number += 1


@contextmanager
def _server(folder: Path) -> Iterator[int]:
    """A served table with somebody who watches it; gives its process."""
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--pace", "0.3", "--folder"]
    command = [sys.executable, "-m", "companion", *words, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = next(
                found.group() for line in process.stdout if (found := re.search(r"http\S+", line))
            )
            threading.Thread(target=_watch, args=(f"{address}events",), daemon=True).start()
            yield process.pid
        finally:
            process.send_signal(signal.SIGINT)


def _watch(url: str) -> None:
    try:
        with urllib.request.urlopen(url) as stream:
            while stream.read1(1 << 16):
                pass
    except OSError:
        return  # the server has gone home


def _megabytes(process: int) -> float:
    """What is in memory of a process."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE / 1e6


def _kill_children() -> int:
    """Kill the process of the camera; the server is a child too, and is spared."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
            parent = int((path.parent / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and b"hardware.apart" in words:
            os.kill(int(path.parent.name), signal.SIGKILL)
            return 1
    return 0
