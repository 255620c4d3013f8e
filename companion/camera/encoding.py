"""Pictures as the bytes of a file, there and back."""

import cv2

from companion.common.errors import CompanionError
from vision.geometry import Image, shrunk
from vision.photo.header import PictureError
from vision.photo.picture import decode


def as_jpeg(image: Image, longest: int | None = None, quality: int = 95) -> bytes:
    """A picture as JPEG, with at most so many pixels along its longer side."""
    small = image if longest is None else shrunk(image, longest)[0]
    return _encoded(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])


def as_png(image: Image) -> bytes:
    """A picture as PNG: every pixel stays as it is."""
    return _encoded(".png", image, [])


def _encoded(kind: str, image: Image, how: list[int]) -> bytes:
    good, data = cv2.imencode(kind, image, how)
    if not good:
        raise CompanionError(f"the picture can't be saved as {kind}")
    return data.tobytes()


def from_bytes(data: bytes) -> Image | None:
    """The picture in a file of our own; None when it is damaged, or of another kind than ours."""
    try:
        return decode(data)
    except PictureError:
        return None
