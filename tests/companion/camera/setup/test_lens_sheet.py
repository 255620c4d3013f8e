"""The lens is worked out from pictures of the printed sheet, and the eye begins with it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.camera.setup.lens_sheet import fit_lens, see_sheet, sheet_outline
from companion.common.errors import InputError
from companion.common.words import Said
from companion.phones.camera_record.measures import LensFit
from companion.phones.camera_record.record import CameraRecord
from hardware.frame import Frame
from hardware.printing.markers import LENS_SIZE, lens_picture
from tests.companion.camera.setup.hung import Hung
from vision.geometry import Image
from vision.viewpoint.lens import LensError
from vision.viewpoint.table_camera import TableCamera

SIZE = (1280, 960)
FOCAL, BEND = 0.9, -0.08
#: How the sheet is held: turned about x, y and z in degrees, and its middle in millimetres.
POSES = (
    ((0, 0, 3), (0, 0, 420)),
    ((28, 4, -8), (-60, -40, 460)),
    ((-24, 14, 12), (70, 50, 450)),
    ((6, -30, 85), (40, -60, 480)),
    ((12, 26, -5), (-80, 55, 470)),
)


def held(pose: tuple[tuple[float, ...], tuple[float, ...]], seed: int = 0) -> Frame:
    """The sheet under a camera whose lens bends."""
    wide, high = LENS_SIZE
    sheet = np.kron(lens_picture(), np.ones((3, 3), np.uint8))
    turn = np.deg2rad(np.array(pose[0], float))
    rotation = np.asarray(cv2.Rodrigues(turn)[0])
    away = np.array(pose[1], float) - rotation @ np.array([wide / 2, high / 2, 0])
    camera = TableCamera(SIZE, FOCAL * SIZE[0], BEND, turn, away)
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    at = camera.table(np.stack([x, y], axis=-1)).astype(np.float32) * np.float32(
        sheet.shape[1] / wide
    )
    paper = cv2.remap(sheet, at, None, cv2.INTER_AREA, borderValue=150)  # type: ignore[call-overload]
    noise = np.random.default_rng(seed).normal(0, 2, paper.shape)
    grey = np.clip(paper + noise, 0, 255).astype(np.uint8)
    return Frame(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)), float(seed), "usb:0")


@pytest.fixture(scope="module")
def record() -> CameraRecord:
    found = CameraRecord()
    for number, pose in enumerate(POSES):
        found = CameraRecord(sheets=(*found.sheets, see_sheet(held(pose, number), found)))
    return found


def test_the_lens_is_found_from_five_pictures(record: CameraRecord) -> None:
    lens = fit_lens(record.sheets, SIZE)
    assert lens.pictures == 5
    assert lens.focal == pytest.approx(FOCAL, rel=0.02)
    assert lens.bend == pytest.approx(BEND, abs=0.02)
    assert lens.error < 1.0
    half = fit_lens(record.sheets, (640, 480))
    assert half.focal == pytest.approx(lens.focal, rel=0.01), "the size of the picture is nothing"


def test_the_sheet_is_outlined_where_it_is() -> None:
    x, y = np.mean(sheet_outline(held(POSES[0])), axis=0)
    assert (x, y) == (pytest.approx(0.5, abs=0.05), pytest.approx(0.5, abs=0.05))
    wood: Image = np.full((480, 640, 3), 90, np.uint8)
    assert sheet_outline(Frame(wood, 0.0, "usb:0")) == ()


def test_what_says_nothing_new_is_refused(record: CameraRecord) -> None:
    with pytest.raises(InputError, match="looks like a picture you have"):
        see_sheet(held(POSES[1], 9), record)
    wood: Image = np.full((480, 640, 3), 90, np.uint8)
    with pytest.raises(InputError, match="can't be seen well enough"):
        see_sheet(Frame(wood, 0.0, "usb:0"), record)
    with pytest.raises(InputError, match="20 pictures are enough"):
        see_sheet(held(POSES[1]), CameraRecord(sheets=record.sheets * 4))
    with pytest.raises(InputError, match="1 more picture of the sheet is needed"):
        fit_lens(record.sheets[:2], SIZE)


def test_pictures_that_contradict_each_other_are_refused_in_every_language(
    record: CameraRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LensError("lens-contradictory", n="7.0")

    monkeypatch.setattr("companion.camera.setup.lens_sheet.lens_from", fail)
    with pytest.raises(InputError, match="contradict each other by") as error:
        fit_lens(record.sheets, SIZE)
    assert isinstance(error.value.args[0], Said)


def test_the_eye_begins_with_the_lens_that_was_measured(tmp_path: Path) -> None:
    hung = Hung(tmp_path).look(1)
    usual = hung.newest.look.camera.focal
    hung.file.change(lens=LensFit(1.6, 0.0, 0.3, 5))
    hung.look(1)
    assert hung.newest.look.camera.focal > 1.2 * usual
    hung.table.close()
