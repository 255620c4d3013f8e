"""The structure of a WebP file: its size, and how it was held."""

import struct

from companion.tabletop.problems import Problem
from vision.photo.header import Header, PictureError, orientation_in

_MOST_CHUNKS = 100
_LOSSLESS = 4.0
"""Bytes for each pixel that a decoder needs beside the picture."""
_MOVES = 0x02


def read_webp(data: bytes) -> Header:
    """Walk from chunk to chunk."""
    (claimed,) = struct.unpack_from("<I", data, 4)
    if len(data) < claimed + 8:
        raise PictureError("photo-cut-off")
    size: tuple[int, int] | None = None
    orientation: int | None = None
    extra = 0.0
    at = 12
    for _ in range(_MOST_CHUNKS):
        if at + 8 > len(data):
            break
        kind, length = struct.unpack_from("<4sI", data, at)
        body = at + 8
        if kind == b"ANIM" or (kind == b"VP8X" and data[body] & _MOVES):
            raise PictureError("photo-of-another-kind", what=Problem("moving-picture"))
        if kind == b"EXIF" and orientation is None:
            orientation = orientation_in(data[body : body + length].removeprefix(b"Exif\0\0"))
        elif kind in (b"VP8L", b"ALPH"):
            extra = _LOSSLESS
        if size is None:
            size = _size(kind, data, body)
        at = body + length + length % 2
    else:
        raise PictureError("photo-damaged")
    if size is None:
        raise PictureError("photo-damaged")
    return Header("WebP", *size, orientation or 1, extra=extra)


def _size(kind: bytes, data: bytes, body: int) -> tuple[int, int] | None:
    if kind == b"VP8X":
        width = int.from_bytes(data[body + 4 : body + 7], "little") + 1
        height = int.from_bytes(data[body + 7 : body + 10], "little") + 1
        return width, height
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, body + 6)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, body + 1)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None
