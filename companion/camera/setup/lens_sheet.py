"""Measures the lens from pictures of the printed sheet under the camera."""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.camera.setup.board_taps import shares
from companion.common.errors import InputError
from companion.common.words import say, say_n
from companion.phones.camera_record.measures import LensFit
from companion.phones.camera_record.record import CameraRecord, SheetPicture
from companion.tabletop.outlines import Outline
from hardware.frame import Frame
from vision.viewpoint.lens import LEAST_PICTURES, SheetSeen, find_sheet, lens_from

MOST_SHEETS = 20
_ALIKE = 0.02
"""Shares of the picture by which corners must be elsewhere for a picture to say something new."""
_FOCALS = (0.35, 4.0)


def see_sheet(frame: Frame, record: CameraRecord) -> SheetPicture:
    """The sheet in a picture.

    Raises:
        InputError: It can't be seen well enough, or says nothing new.
    """
    if len(record.sheets) >= MOST_SHEETS:
        raise InputError(say("{n} pictures are enough: work the lens out.", n=MOST_SHEETS))
    seen = find_sheet(frame.image)
    if seen is None:
        raise InputError(
            say("The sheet can't be seen well enough: hold it flat and wholly in the picture.")
        )
    high, wide = frame.image.shape[:2]
    new = SheetPicture(seen.names, shares(np.clip(seen.pixels, 0, [wide, high]), (wide, high)))
    if any(_apart(new, old) < _ALIKE for old in record.sheets):
        raise InputError(
            say("That looks like a picture you have: hold the sheet elsewhere, or tilt it.")
        )
    return new


def sheet_outline(frame: Frame) -> Outline:
    """Around the part of the sheet that is seen, as shares of the picture; empty where none is."""
    seen = find_sheet(frame.image)
    if seen is None:
        return ()
    hull = np.asarray(cv2.convexHull(seen.pixels.astype(np.float32)), float).reshape(-1, 2)
    high, wide = frame.image.shape[:2]
    return shares(hull, (wide, high))


def _apart(one: SheetPicture, other: SheetPicture) -> float:
    ours, theirs = (dict(zip(seen.names, seen.points, strict=True)) for seen in (one, other))
    both = ours.keys() & theirs.keys()
    if not both:
        return 1.0
    gaps = [np.subtract(ours[name], theirs[name]) for name in both]
    return float(np.abs(gaps).max(axis=1).mean())


def fit_lens(sheets: Sequence[SheetPicture], size: tuple[int, int]) -> LensFit:
    """The lens that explains them.

    Raises:
        InputError: There are too few, or they contradict each other.
    """
    if len(sheets) < LEAST_PICTURES:
        raise InputError(
            say_n("{n} more picture of the sheet is needed.",
                  "{n} more pictures of the sheet are needed.", LEAST_PICTURES - len(sheets))
        )  # fmt: skip
    seen = [SheetSeen(one.names, np.array(one.points) * size) for one in sheets]
    lens = lens_from(seen, size)
    focal = float(lens.matrix[0, 0]) / max(size)
    if not _FOCALS[0] < focal < _FOCALS[1] or not np.isfinite(lens.bend()):
        raise InputError(
            say("These pictures make no sense together: take them again, from more sides.")
        )
    return LensFit(focal, lens.bend(), lens.error * 1000 / max(size), len(sheets))
