"""Black, blank, noise; and USB cameras by what their drivers tell."""

import struct

import cv2
import numpy as np
import pytest

from hardware.condition import BLACK, BLANK, NOISE, condition_of, fault_of
from hardware.simulated.dice import SimulatedDice
from hardware.usb import list_usb_cameras, model_of

SOURCE = np.random.default_rng(5)
SHAPE = (480, 640, 3)


@pytest.fixture(scope="module")
def table():
    return next(SimulatedDice("sim:", interval=0).frames()).image


def test_a_table_is_a_good_picture_by_day_and_by_candle(table):
    assert fault_of(table) == ""
    assert fault_of((table * 0.15).astype(np.uint8)) == ""
    noisy = np.clip(table + SOURCE.normal(0, 25, table.shape), 0, 255).astype(np.uint8)
    assert fault_of(noisy) == "", "a dark room makes noise, but the table is there"


@pytest.mark.parametrize(
    ("image", "fault"),
    [
        (np.zeros(SHAPE, np.uint8), BLACK),
        (SOURCE.integers(0, 6, SHAPE).astype(np.uint8), BLACK),
        (np.full(SHAPE, (0, 135, 0), np.uint8), BLANK),
        (np.full(SHAPE, 255, np.uint8), BLANK),
        (SOURCE.integers(0, 256, SHAPE).astype(np.uint8), NOISE),
    ],
    ids=["off", "lens cap", "green", "white", "snow"],
)
def test_useless_pictures_have_a_name(image, fault):
    assert fault_of(image) == fault


def test_light_and_focus_are_measured(table):
    bright = np.clip(table.astype(int) * 3, 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(table, (31, 31), 9)
    assert condition_of(bright).brightness > condition_of(table).brightness
    assert condition_of(bright).burnt > condition_of(table).burnt
    assert condition_of(soft).sharpness < condition_of(table).sharpness / 5


def answer(driver: bytes, card: bytes, abilities: int) -> bytes:
    return struct.pack("16s32s32sIII12x", driver, card, b"usb-1", 1, 0x84A00001, abilities)


def test_only_what_takes_pictures_is_a_camera():
    assert model_of(answer(b"uvcvideo", b"HD Webcam C270", 0x04200001)) == "HD Webcam C270"
    assert model_of(answer(b"uvcvideo", b"HD Webcam C270", 0x04A00000)) == "", "its metadata"
    assert model_of(answer(b"bcm2835-codec", b"decoder", 0x04200001)) == ""
    assert model_of(answer(b"uvcvideo", b"", 1)) == "unnamed camera"


def test_files_that_are_no_devices_are_passed_over(tmp_path):
    (tmp_path / "video0").write_bytes(b"")
    (tmp_path / "videos").mkdir()
    assert list_usb_cameras(tmp_path) == []
