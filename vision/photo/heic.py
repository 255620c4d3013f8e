"""HEIC, the format of iPhones: what such a file says about itself, and its picture.

The picture needs a small library; what it will cost is read before that library sees the file.
"""

import io
import math
import struct
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from vision.photo.header import Header, PictureError

_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_MOST_BOXES = 2000
"""In one box; a photo of 48 megapixels has some hundred tiles, and few properties."""
_PLANES = (1.0, 2.2, 4.4, 6.6)
"""Bytes for each pixel that unpacking takes, by how often colours are kept: never to everywhere."""


def is_heic(data: bytes) -> bool:
    """Tell whether a file says that it is HEIC."""
    return data[4:8] == b"ftyp" and data[8:12] in _BRANDS


def read_heic(data: bytes) -> Header:
    """Walk from box to box; the size is that of the largest picture that the file holds.

    The tiles that a photo is made of are pictures of their own.
    """
    start, end = _first(b"meta", data, 0, len(data))
    start, end = _first(b"iprp", data, start + 4, end)
    sizes: dict[int, tuple[int, int]] = {}
    extra = 0.0
    boxes = _boxes(data, *_first(b"ipco", data, start, end))
    for number, (kind, body, _) in enumerate(boxes, 1):
        if kind == b"ispe":
            sizes[number] = struct.unpack_from(">II", data, body + 4)
        elif kind == b"hvcC":
            deep = 2 if max(data[body + 17] & 7, data[body + 18] & 7) else 1
            extra = max(extra, _PLANES[data[body + 16] & 3] * deep)
    lists = (box for box in _boxes(data, start, end) if box[0] == b"ipma")
    kept = (number for _, body, stop in lists for number in _kept(data, body, stop))
    pictures = [sizes[number] for number in kept if number in sizes]
    width, height = max(pictures, key=math.prod, default=(0, 0))
    total = sum(map(math.prod, pictures))
    return Header("HEIC", width, height, scans=-(-total // max(1, width * height)), extra=extra)


def _boxes(data: bytes, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of the body of each box between two places."""
    for _ in range(_MOST_BOXES):
        if start >= end:
            return
        length, kind = struct.unpack_from(">I4s", data, start)
        body = start + 8
        if length == 1:
            (length,) = struct.unpack_from(">Q", data, body)
            body += 8
        stop = start + length if length else end
        if stop > end:
            raise PictureError("photo-cut-off")
        if stop < body:
            raise PictureError("photo-damaged")
        yield kind, body, stop
        start = stop
    raise PictureError("photo-damaged")


def _first(wanted: bytes, data: bytes, start: int, end: int) -> tuple[int, int]:
    """Where the body of the first box of a kind begins and ends."""
    for kind, body, stop in _boxes(data, start, end):
        if kind == wanted:
            return body, stop
    raise PictureError("photo-damaged")


def _kept(data: bytes, at: int, end: int) -> Iterator[int]:
    """The numbers of the properties of all items, one item after the other."""
    kind, count = struct.unpack_from(">II", data, at)
    at += 8
    for _ in range(count):
        at += 4 if kind >> 24 else 2
        more, at = data[at], at + 1
        for _ in range(more):
            wide = kind & 1
            (number,) = struct.unpack_from(">H" if wide else ">B", data, at)
            at += 2 if wide else 1
            yield number & (0x7FFF if wide else 0x7F)
        if at > end:
            raise PictureError("photo-damaged")


def load_heic(data: bytes, header: Header) -> npt.NDArray[np.uint8]:
    """Load a HEIC photo as H x W x 3 in BGR; the format itself says how it is turned."""
    try:
        import pillow_heif
    except ImportError as error:
        raise PictureError("photo-heic") from error
    try:
        photo = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        if math.prod(photo.size) > header.pixels:
            raise PictureError("photo-damaged")
        image = np.asarray(photo)
    except (ValueError, RuntimeError, OSError, EOFError, SyntaxError, MemoryError) as error:
        if isinstance(error, PictureError):
            raise
        raise PictureError("photo-damaged") from error
    if image.ndim != 3:
        image = np.repeat(image[..., None], 3, axis=2)
    return np.ascontiguousarray(image[..., :3], dtype=np.uint8)
