"""The structure of a PNG file: its size, how it was held, and the chunks that make the picture."""

import struct
import zlib
from collections.abc import Iterator

from vision.photo.header import Header, PictureError, orientation_in

_MARK = b"\x89PNG\r\n\x1a\n"
_PIXELS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_MOST_CHUNKS = 50_000


def read_png(data: bytes) -> Header:
    """Walk from chunk to chunk; each has a check of itself."""
    width = height = 0
    scans = 1
    orientation: int | None = None
    for kind, start, length in _chunks(data):
        if kind == b"IHDR":
            if width:
                raise PictureError("photo-damaged")
            width, height = struct.unpack_from(">II", data, start)
            scans = 2 if data[start + 12] else 1
        elif kind == b"eXIf" and orientation is None:
            orientation = orientation_in(data[start : start + length])
    return Header("PNG", width, height, orientation or 1, scans, copies=1)


def only_pixels(data: bytes) -> bytes:
    """The file without texts, profiles and animations, which decoders would unpack as well."""
    whole = memoryview(data)
    parts = [
        whole[start - 8 : start + length + 4]
        for kind, start, length in _chunks(data)
        if kind in _PIXELS
    ]
    return b"".join((_MARK, *parts))


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and length of each."""
    at = len(_MARK)
    for _ in range(_MOST_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        (expected,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(memoryview(data)[at + 4 : at + 8 + length]) != expected:
            raise PictureError("photo-damaged")
        yield kind, at + 8, length
        if kind == b"IEND":
            return
        at += 12 + length
    raise PictureError("photo-damaged")
