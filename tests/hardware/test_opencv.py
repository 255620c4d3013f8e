"""Cameras by OpenCV; a recording and a stream over HTTP stand in for the device."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import CameraError
from hardware.cameras import open_camera
from tests.hardware.streams import streamed
from tests.waiting import until


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten frames, each a little brighter, five a second."""
    path = tmp_path_factory.mktemp("video") / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    assert writer.isOpened()
    for number in range(10):
        writer.write(np.full((48, 64, 3), 20 * number, dtype=np.uint8))
    writer.release()
    return path


def test_a_video_gives_every_frame_with_its_time(recording):
    camera = open_camera(str(recording))
    frames = list(camera.frames())
    camera.close()
    assert [round(frame.image.mean() / 20) for frame in frames] == list(range(10))
    assert [frame.taken for frame in frames] == pytest.approx([n / 5 for n in range(10)], abs=0.01)
    assert {frame.camera for frame in frames} == {str(recording)}
    assert frames[0].image.shape == (48, 64, 3)


def test_closing_twice_is_fine(recording):
    camera = open_camera(str(recording))
    camera.close()
    camera.close()
    assert list(camera.frames()) == []


def test_a_missing_video_is_named(tmp_path):
    with pytest.raises(CameraError, match="no such video"):
        open_camera(str(tmp_path / "none.avi"))


def test_what_is_no_video_is_refused(tmp_path):
    (tmp_path / "notes.avi").write_text("no video at all")
    with pytest.raises(CameraError, match="can't be opened"):
        open_camera(str(tmp_path / "notes.avi"))


def test_a_camera_that_is_not_there_says_what_to_check():
    with pytest.raises(CameraError, match="camera 99 can't be opened: is it plugged in"):
        open_camera("99")


def test_a_stream_always_shows_the_newest_picture():
    sent = [0]

    def picture(number):
        sent.append(number)
        return np.full((48, 64, 3), number % 250, dtype=np.uint8)

    with streamed(picture) as address:
        camera = open_camera(address)
        shown = []
        for frame in camera.frames():
            shown.append(round(float(frame.image.mean())))
            if len(shown) == 4:
                break
            last = sent[-1]
            until(lambda: sent[-1] > last + 20)  # noqa: B023 - whoever looks slowly
        camera.close()
    assert shown[-1] - shown[0] > 20, "must not fall behind"
    assert list(camera.frames()) == []


def test_a_stream_that_nobody_sends_is_refused():
    with pytest.raises(CameraError, match="address"):
        open_camera("http://127.0.0.1:9/nothing.mjpg")
