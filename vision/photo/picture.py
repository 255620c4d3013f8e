"""Opening a photo: the picture as a person sees it, or a sentence that says what is wrong."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo.formats import only_pixels
from vision.photo.header import MOST_MEMORY, Header, PictureError, is_halved, read_header
from vision.photo.heic import load_heic

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
    return decode(read(path))


def decode(data: bytes) -> npt.NDArray[np.uint8]:
    """The picture that the bytes of a photo hold, upright; refused as `load` refuses it."""
    if not data:
        raise PictureError("photo-empty")
    header = read_header(data)
    half = is_halved(header, len(data))
    if header.format == "HEIC":
        return load_heic(data, header)
    return upright(_decode(data, header, half=half), header.orientation)


def upright(image: npt.NDArray[np.uint8], orientation: int) -> npt.NDArray[np.uint8]:
    """Turn and mirror a picture as its EXIF orientation (1 to 8) asks."""
    turn, mirrored = _TURNS.get(orientation, (None, False))
    if turn is not None:
        image = np.asarray(cv2.rotate(image, turn), dtype=np.uint8)
    if mirrored:
        image = np.asarray(cv2.flip(image, 1), dtype=np.uint8)
    return image


def read(path: Path) -> bytes:
    """The bytes of a photo; a file that can be none is refused."""
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
        if size > MOST_MEMORY:
            raise PictureError("photo-too-large", size=round(size / 1e6))
        return path.read_bytes()
    except OSError as error:
        raise PictureError("photo-unreadable", reason=error.strerror or str(error)) from error
    except ValueError as error:
        if isinstance(error, PictureError):
            raise
        # A name with a NUL in it.
        raise PictureError("photo-unreadable", reason=str(error)) from error


def _decode(data: bytes, header: Header, *, half: bool) -> npt.NDArray[np.uint8]:
    # OpenCV would turn some formats by itself and others not; we turn all of them the same way.
    flags = cv2.IMREAD_REDUCED_COLOR_2 if half else cv2.IMREAD_COLOR
    if header.format == "PNG":
        data = only_pixels(data)
    try:
        image = cv2.imdecode(
            np.frombuffer(data, dtype=np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION
        )
    except MemoryError as error:
        raise PictureError("photo-needs-work") from error
    except cv2.error as error:
        why = str(error.err)
        raise PictureError("photo-not-unpacked", format=header.format, reason=why) from error
    if image is None or not _is_whole(image.shape, header, half=half):
        raise PictureError("photo-half-unpacked", format=header.format)
    return np.asarray(image, dtype=np.uint8)


def _is_whole(shape: tuple[int, ...], header: Header, *, half: bool) -> bool:
    high, wide = shape[:2]
    if half:  # one pixel more or less, as the decoder rounds
        return abs(2 * high - header.height) <= 2 and abs(2 * wide - header.width) <= 2
    return (high, wide) == (header.height, header.width)
