"""Opening a photo: the picture as a person sees it, or a sentence that says what is wrong."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo.header import MOST_PIXELS, Header, PictureError, read_header, refuse_if_huge
from vision.photo.heic import is_heic, load_heic

# 60 MP with 16 bits in four channels, not packed at all.
_MOST_BYTES = MOST_PIXELS * 8

# What EXIF asks for, by orientation: first a quarter turn, then mirrored left to right.
_TURNS: dict[int, tuple[int | None, bool]] = {
    1: (None, False),
    2: (None, True),
    3: (cv2.ROTATE_180, False),
    4: (cv2.ROTATE_180, True),
    5: (cv2.ROTATE_90_CLOCKWISE, True),
    6: (cv2.ROTATE_90_CLOCKWISE, False),
    7: (cv2.ROTATE_90_COUNTERCLOCKWISE, True),
    8: (cv2.ROTATE_90_COUNTERCLOCKWISE, False),
}


def load(path: Path) -> npt.NDArray[np.uint8]:
    """Load a JPEG, PNG, WebP or HEIC photo, upright.

    Returns:
        H x W x 3 in BGR, turned as its EXIF orientation asks.

    Raises:
        PictureError: The file is missing, broken, too large, or no picture; the message says
            which, in words for the person who took it.
    """
    return decode(_read(path))


def decode(data: bytes) -> npt.NDArray[np.uint8]:
    """The picture that the bytes of a photo hold, upright; refused as `load` refuses it."""
    if not data:
        raise PictureError("photo-empty")
    if is_heic(data):
        return load_heic(data)
    header = read_header(data)
    refuse_if_huge(header.width, header.height)
    return upright(_decode(data, header), header.orientation)


def upright(image: npt.NDArray[np.uint8], orientation: int) -> npt.NDArray[np.uint8]:
    """Turn and mirror a picture as its EXIF orientation (1 to 8) asks."""
    turn, mirrored = _TURNS.get(orientation, (None, False))
    if turn is not None:
        image = np.asarray(cv2.rotate(image, turn), dtype=np.uint8)
    if mirrored:
        image = np.asarray(cv2.flip(image, 1), dtype=np.uint8)
    return image


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PictureError("photo-is-folder")
        if not path.exists():
            raise PictureError("photo-missing")
        if not path.is_file():
            raise PictureError("photo-is-no-file")
        size = path.stat().st_size
        if size == 0:
            raise PictureError("photo-empty")
        if size > _MOST_BYTES:
            raise PictureError("photo-too-large", size=round(size / 1e6))
        return path.read_bytes()
    except OSError as error:
        raise PictureError("photo-unreadable", reason=error.strerror or str(error)) from error
    except ValueError as error:
        if isinstance(error, PictureError):
            raise
        # A name with a NUL in it.
        raise PictureError("photo-unreadable", reason=str(error)) from error


def _decode(data: bytes, header: Header) -> npt.NDArray[np.uint8]:
    # OpenCV would turn some formats by itself and others not; we turn all of them the same way.
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), flags)
    except cv2.error as error:
        why = str(error.err)
        raise PictureError("photo-not-unpacked", format=header.format, reason=why) from error
    if image is None or image.shape[:2] != (header.height, header.width):
        raise PictureError("photo-half-unpacked", format=header.format)
    return np.asarray(image, dtype=np.uint8)
