"""The camera runs apart from the pages: neither can hang the other. With real processes."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.benches.serving.weighing import can_weigh, family
from companion.phones.passes import Passes
from tests.hardware.streams import streamed
from tests.waiting import LIMIT, until
from web.access.guests import HOST_COOKIE

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not can_weigh(), reason="needs /proc, to find the camera's process"),
]


class Served:
    """A companion that is looking through a camera."""

    def __init__(self, process: int, address: str, folder: Path) -> None:
        self.process, self._address = process, address
        self._cookie = f"{HOST_COOKIE}={Passes.of_folder(folder).host_pass()}"

    def get(self, path: str, patience: float = LIMIT) -> bytes:
        asked = urllib.request.Request(self._address + path, headers={"Cookie": self._cookie})
        with urllib.request.urlopen(asked, timeout=patience) as answer:
            return bytes(answer.read())

    def trouble(self) -> str:
        return str(json.loads(self.get("camera"))["trouble"])

    def hangs(self) -> bool:
        """Whether no answer comes; a process that is told to stop may answer once more before."""
        try:
            self.get("healthz", patience=3)
        except OSError as error:
            return "timed out" in str(error)
        return False

    def camera(self) -> int | None:
        """The process that has the camera."""
        for process in family(self.process):
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"hardware.process.apart" in words:
                return process
        return None


def tables_top(number: int) -> np.ndarray:
    """Something moves there, but it is no game."""
    image = np.full((64, 96, 3), (90, 120, 140), np.uint8)
    cv2.rectangle(image, (number * 5 % 60, 20), (number * 5 % 60 + 20, 40), (30, 220, 40), -1)
    return image


@pytest.fixture
def phone() -> Iterator[str]:
    """An old phone above the table."""
    with streamed(tables_top, pause=0.1, pictures=10_000) as address:
        yield address


@pytest.fixture
def served(tmp_path: Path, phone: str) -> Iterator[Served]:
    words = ["--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path), "--camera", phone]
    command = [sys.executable, "-m", "companion", "serve", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            line = next(line for line in process.stdout if "on this computer" in line)
            found = re.search(r"http\S+", line)
            assert found
            yield Served(process.pid, found.group(), tmp_path)
        finally:
            process.kill()


def wait_for(ask: Callable[[], Any], is_it: Callable[[Any], bool]) -> None:
    until(lambda: is_it(ask()), ask)


def sees(said: str) -> bool:
    """There is no Forge in the pictures: that is known when they come and are looked at."""
    return "does not find" in said


def test_a_camera_that_hangs_holds_up_no_page_and_is_replaced(served: Served) -> None:
    wait_for(served.trouble, sees)
    hung = served.camera()
    assert hung is not None
    os.kill(hung, signal.SIGSTOP)
    wait_for(served.trouble, lambda said: "no pictures" in said)
    assert served.get("healthz") == b"ok\n", "the pages answer meanwhile"
    assert b"<html" in served.get("")
    wait_for(served.camera, lambda other: other not in (None, hung))
    wait_for(served.trouble, sees)


def test_pages_that_hang_do_not_take_the_camera_with_them(served: Served) -> None:
    wait_for(served.trouble, sees)
    camera = served.camera()
    os.kill(served.process, signal.SIGSTOP)
    try:
        wait_for(served.hangs, bool)
        state = Path(f"/proc/{camera}/stat").read_text().rpartition(")")[2].split()[0]
        assert state in "RS", "the camera waits for somebody who takes its pictures"
    finally:
        os.kill(served.process, signal.SIGCONT)
    wait_for(served.trouble, sees)
    assert served.camera() == camera, "nothing had to be opened again"
