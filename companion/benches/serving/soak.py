"""`companion bench soak`: whether memory stays flat while a table is served for long.

The table is that of `make run`, with its simulated camera and the eye that reads its pictures. A
second camera runs apart, as on a Pi, and its process is killed once a minute.
"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import NamedTuple

from companion.benches.serving.weighing import Weight, family, peak, weigh
from companion.common.terminal import progress
from companion.phones.passes import Passes
from hardware.health import GOOD, Health
from hardware.process.supervised import SupervisedCamera
from web.access.guests import HOST_COOKIE

NAME = "soak"
HELP = "memory of the whole companion and of a supervised camera over time"

_POINTS = 120
_TOLD = 12
"""So many of the points are printed."""
_ASKED = ("", "camera.jpg", "history")
_GAMES, _GAME = 10, 60.0
_PATIENCE = 5.0
"""Seconds after which a phone asks for a page again."""


def run() -> Mapping[str, object]:
    """The short form; the long one must be asked for."""
    return _soak(60)


def games() -> Mapping[str, object]:
    """One game after the other, each put away by the host before it is over."""
    weights, most = list[Weight](), list[float]()
    with tempfile.TemporaryDirectory() as folder, _server(folder) as served:
        for _ in progress(range(_GAMES), "games"):
            time.sleep(_GAME)
            weights.append(weigh(served.process.pid))
            most.append(peak(served.process.pid))
            served.begin_another()
    return {
        "games, of so many seconds": [_GAMES, round(_GAME)],
        "MB after each (RSS)": " ".join(f"{one.rss:.0f}" for one in weights),
        "the most it ever held up to then, MB (RSS)": " ".join(f"{one:.0f}" for one in most),
    }


PARTS = {"minute": run, "hour": lambda: _soak(3600), "games": games}


def _soak(seconds: float) -> Mapping[str, object]:
    server, keeper, loads = list[Weight](), list[Weight](), list[float]()
    with tempfile.TemporaryDirectory() as folder, _server(folder) as served:
        camera = SupervisedCamera("sim:", size=(640, 480))
        told, pictures = Counter[str](), Counter[str]()
        killed, noticed = list[float](), list[float]()

        def hear(health: Health) -> None:
            told[health.state] += 1
            if len(noticed) < len(killed) and health.state != GOOD:
                noticed.append(time.monotonic() - killed[-1])

        camera.listen(hear)
        watcher = threading.Thread(
            target=lambda: pictures.update("taken" for _ in camera.frames()), daemon=True
        )
        watcher.start()
        moves = list[int]()
        began = time.monotonic()
        for point in progress(range(_POINTS + 1), "points in time"):
            time.sleep(max(0.0, began + seconds * point / _POINTS - time.monotonic()))
            server.append(weigh(served.process.pid))
            keeper.append(weigh(os.getpid()))
            loads.append(os.getloadavg()[0] / (os.cpu_count() or 1))
            if point % (_POINTS // 4) == 0:
                moves.append(_events(Path(folder)))
            if time.monotonic() - began >= 60 * len(killed) + 30:
                killed.append(time.monotonic())
                if not kill_camera():
                    killed.pop()
        restarts = camera.health.restarts
        camera.close()
        watcher.join(timeout=5)
        told_to_end = time.monotonic()
        served.process.send_signal(signal.SIGINT)
        served.process.wait()
        took = time.monotonic() - told_to_end
    own = [whole.pss - part.pss for whole, part in zip(keeper, server, strict=True)]
    curves = {"companion serve": [one.pss for one in server], "camera and its keeper": own}
    figures: dict[str, object] = {"seconds": round(seconds)}
    for name, curve in curves.items():
        figures[f"{name}, MB (PSS)"] = " ".join(f"{value:.0f}" for value in _some(curve))
        figures[f"{name}, MB more in the last quarter than in the second"] = round(growth(curve), 1)
    figures["companion serve, MB: mean, largest (PSS); largest (RSS)"] = [
        round(sum(curves["companion serve"]) / len(server), 1),
        round(max(curves["companion serve"]), 1),
        round(max(one.rss for one in server), 1),
    ]
    return figures | {
        "events in the log after each quarter": moves[1:],
        "pictures": pictures.total(),
        "camera killed": len(killed),
        "seconds until that was noticed, at most (goal: 3)": round(max(noticed, default=0.0), 2),
        "camera opened again": restarts,
        "seconds until the server had ended, a stream open (goal: 6)": round(took, 2),
        "what the camera's keeper told": dict(told),
        "load per processor (mean)": round(sum(loads) / len(loads), 1),
    }


def _some(curve: Sequence[float]) -> list[float]:
    return [*curve[:: max(1, (len(curve) - 1) // _TOLD)]]


def growth(curve: Sequence[float]) -> float:
    """By how much the last quarter is above the second; the first one fills what is kept."""
    quarter = max(1, len(curve) // 4)
    last, second = curve[-quarter:], curve[quarter : 2 * quarter]
    return sum(last) / len(last) - sum(second) / len(second)


class _Served(NamedTuple):
    """What is served, for somebody who shows `cookie`."""

    process: subprocess.Popen[str]
    address: str
    cookie: str

    def ask(self, path: str, form: bytes | None = None) -> HTTPResponse:
        """Open a page of it, or send a form there."""
        headers = {"Cookie": self.cookie, "Origin": self.address.rstrip("/")}
        request = urllib.request.Request(self.address + path, form, headers)
        answer: HTTPResponse = urllib.request.urlopen(request)  # nosec B310 # our own server
        return answer

    def begin_another(self) -> None:
        """What the host taps."""
        self.ask("host/new", b"players=2&edition=de&mode=auto&hands=hidden").close()


@contextmanager
def serving(folder: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that serves a simulated table on any free port."""
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--folder", folder, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)


def port_of(process: subprocess.Popen[str]) -> int:
    """Where it listens, as it prints once it does."""
    assert process.stdout is not None
    found = (re.search(r"http://\S+:(\d+)/", line) for line in process.stdout)
    return next(int(one[1]) for one in found if one)


@contextmanager
def _server(folder: str) -> Iterator[_Served]:
    """A served table with phones that watch it."""
    with serving(folder, "--pace", "0.3") as process:
        address = f"http://127.0.0.1:{port_of(process)}/"
        passes = Passes.of_folder(Path(folder))
        served = _Served(process, address, f"{HOST_COOKIE}={passes.host_pass()}")
        for watch in (_stream, _ask):
            threading.Thread(target=watch, args=(served,), daemon=True).start()
        yield served


def _stream(served: _Served) -> None:
    """A phone that shows the table."""
    try:
        with served.ask("events") as stream:
            while stream.read1(1 << 16):
                pass
    except OSError:
        return  # the server has gone home


def _ask(served: _Served) -> None:
    """A phone on which somebody turns the pages."""
    try:
        while True:
            for path in _ASKED:
                with served.ask(path) as answer:
                    answer.read()
                time.sleep(_PATIENCE)
    except OSError:
        return


def _events(folder: Path) -> int:
    """How much has happened in all games."""
    total = 0
    for log in folder.glob("*/game.log"):
        with sqlite3.connect(f"file:{log}?mode=ro", uri=True) as base:
            total += int(base.execute("SELECT count(*) FROM events").fetchone()[0])
    return total


def kill_camera() -> int:
    """Kill the process of the camera that runs apart."""
    for process in family(os.getpid()):
        try:
            words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"hardware.process.apart" in words:
            os.kill(process, signal.SIGKILL)
            return 1
    return 0
