"""`companion serve` ends when it is told to, whatever it is busy with."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.benches.trust.made_to_hurt.photos import more_scans, progressive
from companion.benches.trust.visiting import Ask, Visitor
from companion.commands.play import serve
from companion.phones.passes import Passes
from tests.waiting import LIMIT, until

pytestmark = pytest.mark.live

HURTFUL = more_scans(progressive(np.full((1200, 1600, 3), 120, np.uint8)), 3000)
_, GOOD = cv2.imencode(".png", np.full((48, 64, 3), 200, np.uint8))
#: What a library does that hangs where no signal reaches it.
HANGS = "import threading; threading.Event().wait()"
#: Where that is: in the process that unpacks, in the eye, in the thread of the table.
PLACES = {
    "unpacking": ("vision.photo.apart", "vision.photo.picture", "decode"),
    "looking": ("companion", "companion.camera.photos.drawing", "decoded"),
    "leaving": ("companion", "companion.phones.evening", "Evening.stop"),
}


@pytest.mark.parametrize("place", PLACES)
def test_sigterm_ends_it_while_a_photo_is_read(tmp_path: Path, place: str) -> None:
    module, file, name = PLACES[place]
    (tmp_path / "sitecustomize.py").write_text(
        f"import sys\nif '{module}' in sys.orig_argv:\n"
        f"    import {file}\n    def hang(*_, **__):\n        {HANGS}\n    {file}.{name} = hang\n"
    )
    folder = tmp_path / "games"
    words = ["serve", "--by-hand", "--host", "127.0.0.1", "--port", "0", "--folder", str(folder)]
    paths = os.pathsep.join([str(tmp_path), str(Path.cwd())])
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            host = _host(process, folder)
            answer = host.ask(
                Ask("POST", "/photo", (("of", "forge"),), (("photo", GOOD.tobytes()),))
            )
            assert answer.status < 400, answer.text
            if place != "leaving":
                until(lambda: 'data-progress="reading"' in host.get("/photo").text)
            host.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(LIMIT) == 0
        finally:
            process.kill()


def test_a_photo_made_to_hurt_is_refused_and_holds_nobody_up(tmp_path: Path) -> None:
    words = ["serve", "--by-hand", "--host", "127.0.0.1", "--port", "0", "--folder", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            host = _host(process, tmp_path)
            host.ask(Ask("POST", "/photo", (("of", "forge"),), (("photo", HURTFUL),)))
            until(lambda: "takes too much memory or time" in host.get("/photo").text)
            host.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(LIMIT) == 0
        finally:
            process.kill()


def test_less_than_five_seconds_are_promised() -> None:
    assert serve.ENDS_WITHIN < 5


def _host(process: subprocess.Popen[str], folder: Path) -> Visitor:
    assert process.stdout is not None
    lines = iter(process.stdout)
    port = next(int(found[1]) for line in lines if (found := re.search(r"http://\S+:(\d+)/", line)))
    return Visitor("host", port, cookies={"host": Passes.of_folder(folder).host_pass()})
