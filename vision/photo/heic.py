"""HEIC, the format of iPhones, where the small library for it is installed."""

import io

import numpy as np
import numpy.typing as npt

from vision.photo.header import PictureError, refuse_if_huge

_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def is_heic(data: bytes) -> bool:
    """Tell whether a file says that it is HEIC."""
    return data[4:8] == b"ftyp" and data[8:12] in _BRANDS


def load_heic(data: bytes) -> npt.NDArray[np.uint8]:
    """Load a HEIC photo as H x W x 3 in BGR; the format itself says how it is turned."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PictureError("photo-heic") from error
    try:
        photo = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        refuse_if_huge(*photo.size)
        image = np.asarray(photo)
    except (ValueError, RuntimeError, OSError, EOFError, SyntaxError, MemoryError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError("photo-damaged") from error
    if image.ndim != 3:
        image = np.repeat(image[..., None], 3, axis=2)
    return np.ascontiguousarray(image[..., :3], dtype=np.uint8)
