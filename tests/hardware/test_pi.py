"""The Pi's camera, against a stand-in that has picamera2's documented interface."""

import sys
from itertools import islice

import cv2
import numpy as np
import pytest

from hardware import motion
from hardware.camera import CameraError
from hardware.cameras import open_camera
from hardware.motion import Motion
from hardware.pi import PiCamera, list_pi_cameras, to_bgr
from hardware.process import hold
from hardware.process.hold import Hold, HoldStep
from tests.hardware import standin_picamera2


@pytest.fixture
def standin(monkeypatch):
    return standin_picamera2.install(monkeypatch)


def is_still(frame):
    """A still of the stand-in has less red in its bright square; the enlarged stream has not."""
    return frame.image[..., 2].max() <= 200


def test_moving_scenes_come_small_and_settled_ones_in_full(standin, monkeypatch):
    monkeypatch.setattr(motion, "REST", 0.05)
    camera = PiCamera("picamera2")
    frames = camera.frames()
    assert not is_still(next(frames)), "nothing is settled yet"
    assert is_still(list(islice(frames, 20))[-1])
    standin.last.square = 5
    moved = next(frames)
    assert not is_still(moved)
    assert moved.image.shape == (648, 1152, 3), "the size stays the same"
    assert is_still(list(islice(frames, 20))[-1])
    camera.close()
    assert standin.last.closed
    assert standin.last.lent == 0


def test_focus_exposure_and_white_balance_are_found_once_and_kept(standin, monkeypatch):
    monkeypatch.setattr(hold, "WARM_UP", 0.05)
    camera = PiCamera("picamera2")
    list(islice(camera.frames(), 20))
    camera.close()
    assert standin.last.focused == 1
    assert standin.last.set == [
        {"AfMode": 0, "LensPosition": 2.25},
        {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": 9000,
            "AnalogueGain": 1.5,
            "ColourGains": (1.8, 1.4),
        },
    ]


def test_a_lens_that_can_not_move_is_left_alone(standin, monkeypatch):
    monkeypatch.setattr(standin, "moves_its_lens", False)
    camera = PiCamera("picamera2")
    next(camera.frames())
    camera.close()
    assert standin.last.focused == 0
    assert standin.last.set == []


def test_one_that_sees_no_colours_has_no_white_balance_to_keep(standin, monkeypatch):
    monkeypatch.setattr(standin, "sees_colours", False)
    monkeypatch.setattr(hold, "WARM_UP", 0.05)
    camera = PiCamera("picamera2")
    list(islice(camera.frames(), 20))
    camera.close()
    assert standin.last.set[-1] == {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 1.5}


def test_pictures_in_a_format_that_nobody_asked_for(standin, monkeypatch):
    monkeypatch.setattr(standin, "insists_on", "NV12")
    monkeypatch.setattr(motion, "REST", 0.05)
    camera = PiCamera("picamera2")
    shown = list(islice(camera.frames(), 20))
    camera.close()
    assert {frame.image.shape for frame in shown} == {(648, 1152, 3)}
    blue, green, red = shown[-1].image[600, 600]
    assert blue == green == red, "grey is grey in every format"


def planes_of(colour):
    """A plain picture of that colour as JPEG has it: brightness, and the two planes of colour."""
    plain = np.full((40, 60, 3), colour, np.uint8)
    brightness, red, blue = cv2.split(cv2.cvtColor(plain, cv2.COLOR_BGR2YCrCb))
    return brightness, blue[::2, ::2], red[::2, ::2]


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (20, 40, 220), (230, 90, 10)])
@pytest.mark.parametrize("padding", [0, 4])
def test_colours_are_those_of_the_still_in_every_format(colour, padding):
    brightness, blue, red = planes_of(colour)

    def padded(plane, more):
        return np.pad(plane, ((0, 0), (0, more)))

    luma = padded(brightness, padding)
    chroma = [padded(plane, padding // 2).reshape(-1) for plane in (blue, red)]
    one_after_the_other = np.concatenate(chroma).reshape(20, -1)
    in_pairs = np.dstack(chroma).reshape(20, -1)
    for kind, colours in (("YUV420", one_after_the_other), ("NV12", in_pairs)):
        shown = to_bgr(np.vstack([luma, colours]), kind, (60, 40))
        assert shown.shape == (40, 60, 3)
        assert np.abs(shown.astype(int) - colour).max() <= 2


def test_a_format_that_nobody_can_read_is_told_when_it_is_opened(standin, monkeypatch):
    monkeypatch.setattr(standin, "insists_on", "MJPEG")
    with pytest.raises(CameraError, match="pictures come as MJPEG"):
        PiCamera("picamera2")
    assert standin.last.closed


def test_a_smaller_picture_can_be_wished(standin):
    camera = PiCamera("picamera2", size=(800, 600))
    assert next(camera.frames()).image.shape == (600, 800, 3)
    assert standin.last.camera_config["lores"]["size"] == (640, 480)
    camera.close()


def test_all_frames_have_the_size_that_the_hardware_chose(standin, monkeypatch):
    monkeypatch.setattr(motion, "REST", 0.05)
    camera = PiCamera("picamera2", size=(801, 601))
    frames = list(islice(camera.frames(), 20))
    camera.close()
    assert {is_still(frame) for frame in frames} == {True, False}
    assert {frame.image.shape for frame in frames} == {(600, 800, 3)}


def test_a_camera_that_fails_says_so(standin):
    camera = PiCamera("picamera2")
    frames = camera.frames()
    next(frames)
    standin.last.broken = True
    with pytest.raises(CameraError, match="picamera2 stopped sending pictures: Camera frontend"):
        next(frames)
    camera.close()


def test_one_that_another_program_has(standin, monkeypatch):
    monkeypatch.setattr(standin, "in_use", True)
    with pytest.raises(CameraError, match="does another program use it"):
        PiCamera("picamera2")


def test_one_that_is_not_there(standin):
    with pytest.raises(CameraError, match=r"libcamera sees 1 cameras; is the ribbon cable in"):
        PiCamera("picamera2:1", 1)


def test_without_picamera2_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        PiCamera("picamera2")
    assert list_pi_cameras() == []


def test_modules_are_listed_and_usb_cameras_are_not(standin, monkeypatch):
    usb = {"Model": "UVC Camera", "Num": 1, "Id": "base/soc/usb@0-1.0-046d:0825"}
    monkeypatch.setattr(standin, "infos", [*standin.infos, usb])
    assert [(f.name, f.model) for f in list_pi_cameras()] == [("picamera2:0", "imx708")]


def test_each_of_two_modules_is_opened_by_the_name_in_the_list(standin, monkeypatch):
    # libcamera counts them otherwise than picamera2 does, and early versions give no number.
    wide = {"Model": "imx708_wide", "Num": 0, "Id": "base/i2c@80000/imx708@1a"}
    near = {"Model": "imx477", "Id": "base/i2c@88000/imx477@1a"}
    monkeypatch.setattr(standin, "infos", [wide, near])
    listed = {found.name: found.model for found in list_pi_cameras()}
    assert set(listed.values()) == {"imx708_wide", "imx477"}
    for name, model in listed.items():
        camera = open_camera(name)
        assert standin.last.model == model
        camera.close()


@pytest.mark.parametrize("size", [(320, 240), (640, 480), (641, 301), (480, 640), (160, 1600)])
def test_the_stream_for_motion_is_never_larger_than_the_picture(standin, size):
    camera = PiCamera("picamera2", size=size)
    width, height = size[0] // 2 * 2, size[1] // 2 * 2
    assert next(camera.frames()).image.shape == (height, width, 3)
    camera.close()


def grey(level):
    return np.full((120, 160), level, np.uint8)


def test_settings_are_held_until_the_light_is_another():
    keeper = Hold()
    assert [keeper.see(grey(100), t) for t in (0, 1, 2, 3)] == [
        HoldStep.NOTHING,
        HoldStep.NOTHING,
        HoldStep.LOCK,
        HoldStep.NOTHING,
    ]
    assert keeper.see(grey(30), 10) is HoldStep.NOTHING, "somebody leans over the table"
    assert keeper.see(grey(100), 12) is HoldStep.NOTHING
    assert keeper.see(grey(30), 20) is HoldStep.NOTHING
    assert keeper.see(grey(30), 25) is HoldStep.RELEASE, "the lamp is off"
    assert keeper.see(grey(90), 26) is HoldStep.NOTHING
    assert keeper.see(grey(90), 28) is HoldStep.LOCK


def test_noise_is_no_motion_and_a_small_hand_is():
    source = np.random.default_rng(1)
    watch = Motion()

    def noisy(image):
        return np.clip(image + source.normal(0, 4, image.shape), 0, 255).astype(np.uint8)

    table = np.full((360, 640), 100, np.uint8)
    settled = [watch.see(noisy(table), number / 10) for number in range(8)]
    assert settled == [False] * 4 + [True] * 4
    hand = table.copy()
    hand[100:140, 200:260] = 160
    assert not watch.see(noisy(hand), 0.8)
    assert not watch.see(noisy(hand), 1.0)
    assert watch.see(noisy(hand), 1.3)
