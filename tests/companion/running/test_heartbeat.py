"""What systemd hears from us, over a real socket; and that a server that hangs falls silent."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.running.heartbeat import Heartbeat, interval, tell
from tests.waiting import LIMIT

pytestmark = pytest.mark.live


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(LIMIT)
        yield line


def first_other_than_alive(line: socket.socket) -> bytes:
    """What is said next; until then we may say that we are alive as often as we like."""
    end = time.monotonic() + LIMIT
    while (heard := line.recv(100)) == b"WATCHDOG=1":
        assert time.monotonic() < end, "it is told to go, and stays"
    return heard


def environment(line: socket.socket, seconds: float) -> dict[str, str]:
    return {"NOTIFY_SOCKET": line.getsockname(), "WATCHDOG_USEC": str(int(seconds * 1e6))}


def test_it_says_ready_then_alive_and_at_the_end_stopping(systemd):
    heart = Heartbeat(lambda: True, environment(systemd, 0.06))
    heart.start()
    heard = [systemd.recv(100) for _ in range(4)]
    heart.stop()
    assert first_other_than_alive(systemd) == b"STOPPING=1"
    assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"WATCHDOG=1"]


def test_who_is_not_well_is_silent(systemd):
    asked = threading.Semaphore(0)
    heart = Heartbeat(lambda: bool(asked.release()), environment(systemd, 0.03))
    heart.start()
    assert systemd.recv(100) == b"READY=1"
    for _ in range(5):
        assert asked.acquire(timeout=LIMIT)
    heart.stop()
    assert systemd.recv(100) == b"STOPPING=1", "nothing was said before"


def test_without_systemd_nobody_is_told():
    assert tell("READY=1", {}) is False
    assert tell("READY=1", {"NOTIFY_SOCKET": "/nowhere/at/all"}) is False
    Heartbeat(lambda: True, {}).start()


def test_a_socket_that_is_in_no_folder():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        name = f"table-companion-test-{os.getpid()}"
        line.bind(f"\0{name}")
        assert tell("READY=1", {"NOTIFY_SOCKET": f"@{name}"})
        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_how_often(environ, expected):
    assert interval(environ) == expected


def test_the_served_table_tells_systemd_and_goes_when_it_is_told_to(systemd, tmp_path):
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path / "games")]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        env=os.environ | environment(systemd, 1.5),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert systemd.recv(100) == b"READY=1"
            assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
            line = next(line for line in process.stdout if "http://" in line)
            with urllib.request.urlopen(re.search(r"http\S+", line).group() + "healthz") as answer:
                assert answer.read() == b"ok\n"
            process.send_signal(signal.SIGTERM)
            assert first_other_than_alive(systemd) == b"STOPPING=1"
            assert process.wait(timeout=LIMIT) == 0
        finally:
            process.kill()
