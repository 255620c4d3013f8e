"""What every camera keeps, whatever it is made of. One contract, one set of tests.

The real ones are the same tests behind a marker: `pytest -m hardware tests/hardware` on a machine
that has them, with `COMPANION_TEST_CAMERA` naming the camera (default: `picamera2`).
"""

import os
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Camera, CameraError
from hardware.cameras import KINDS, open_camera
from tests.hardware import standin_picamera2
from tests.hardware.rtsp import rtsp
from tests.hardware.streams import streamed
from tests.waiting import LIMIT

pytestmark = pytest.mark.live

SIZE = (96, 64)


def scene(number: int) -> np.ndarray:
    image = np.full((SIZE[1], SIZE[0], 3), (90, 120, 140), np.uint8)
    cv2.rectangle(image, (number * 5 % 60, 20), (number * 5 % 60 + 20, 40), (30, 220, 40), -1)
    return image


@pytest.fixture(scope="module")
def phone() -> Iterator[str]:
    """An old phone that sends its camera's pictures."""
    with streamed(scene, pause=0.03) as address:
        yield address


@pytest.fixture(scope="module")
def network_camera() -> Iterator[str]:
    """One that speaks RTSP."""
    with rtsp(scene, pause=0.03) as address:
        yield address


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cameras")
    writer = cv2.VideoWriter(str(folder / "game.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, SIZE)
    (folder / "photos").mkdir()
    for number in range(8):
        writer.write(scene(number))
        cv2.imwrite(str(folder / "photos" / f"{number}.png"), scene(number))
    writer.release()
    return folder


REAL = pytest.param("real", marks=pytest.mark.hardware)


@pytest.fixture(params=["picamera2", "url", "rtsp", "file", "folder", "sim", REAL])
def name(
    request: pytest.FixtureRequest, things: Path, phone: str, network_camera: str, monkeypatch
) -> str:
    if request.param == "real":
        return os.environ.get("COMPANION_TEST_CAMERA", "picamera2")
    if request.param == "picamera2":
        standin_picamera2.install(monkeypatch)
    return {
        "picamera2": "picamera2:0",
        "url": f"url:{phone}",
        "rtsp": f"url:{network_camera}",
        "file": f"file:{things / 'game.avi'}",
        "folder": f"folder:{things / 'photos'}",
        "sim": "sim:3",
    }[request.param]


@pytest.fixture
def camera(name: str) -> Iterator[Camera]:
    camera = open_camera(name)
    yield camera
    camera.close()


def test_it_is_called_as_it_was_opened(camera, name):
    assert camera.id == name
    assert next(iter(camera.frames())).camera == name


def test_pictures_come_in_order_and_can_not_be_changed(camera):
    frames = list(islice(camera.frames(), 5))
    assert len(frames) == 5
    assert [f.taken for f in frames] == sorted(f.taken for f in frames)
    assert {f.image.shape for f in frames} == {frames[0].image.shape}
    assert not any(f.image.flags.writeable for f in frames)
    assert frames[0].image.std() > 3, "something is to be seen"


def test_a_closed_camera_shows_nothing_and_can_be_closed_again(camera):
    frames = camera.frames()
    next(frames)
    camera.close()
    assert list(frames) == []
    assert list(camera.frames()) == []
    camera.close()


def test_whoever_waits_for_a_picture_is_let_go_when_the_camera_is_closed(camera):
    begun, done = threading.Event(), threading.Event()

    def watch() -> None:
        for _ in camera.frames():
            begun.set()
        done.set()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    assert begun.wait(LIMIT)
    camera.close()
    assert done.wait(LIMIT)
    thread.join()


def test_it_can_be_opened_again_after_it_was_closed(name):
    for _ in range(2):
        camera = open_camera(name)
        assert next(iter(camera.frames())).image.ndim == 3
        camera.close()


def test_every_kind_is_under_contract():
    """A new kind of camera must be added to the list above; USB is what `real` is for."""
    assert set(KINDS) == {"picamera2", "url", "file", "folder", "sim", "usb"}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ("picamera", "did you mean 'picamera2'"),
        ("ubs:0", "did you mean 'usb'"),
        ("usb:left", "a number is needed after the colon, not 'left'"),
        ("sim:-1", "a number is needed"),
        ("folder:nowhere", "nowhere: no such folder"),
        ("file:nothing.mp4", "nothing.mp4: no such video"),
        ("nothing.mp4", "no such video; give a camera's number, a URL"),
        ("usb:99", "camera 99 can't be opened: is it plugged in"),
        ("url:http://127.0.0.1:9/", "does the address open"),
    ],
)
def test_a_wrong_name_says_what_to_try(wrong, complaint):
    with pytest.raises(CameraError, match=complaint):
        open_camera(wrong)


def test_a_folder_without_pictures_and_one_with_something_else(tmp_path):
    with pytest.raises(CameraError, match="no picture in it"):
        open_camera(f"folder:{tmp_path}")
    (tmp_path / "a.jpg").write_text("no picture")
    (tmp_path / "b.jpg").write_bytes(b"")
    for name in ("a.jpg", "b.jpg"):
        with pytest.raises(CameraError, match=f"{name} is no picture"):
            next(open_camera(str(tmp_path)).frames())
        (tmp_path / name).unlink()
