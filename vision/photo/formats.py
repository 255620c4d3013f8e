"""The structure of JPEG, PNG and WebP files: size, how they were held, what unpacking costs."""

import re
import struct
import zlib
from collections.abc import Iterator

from companion.tabletop.problems import Problem
from vision.photo.header import Header, PictureError, orientation_in

# Inside a scan every FF is followed by 00 or a restart; whatever else stands there is a marker.
_MARKER = re.compile(rb"\xff([^\x00\x01\xd0-\xd7\xff])")
# Markers that start a frame and so carry its size; C4, C8 and CC mean something else.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_END, _SCAN, _EXIF = 0xD9, 0xDA, 0xE1
_MOST_SEGMENTS = 10_000
"""Segments of any kind; a photo has some dozens, and some hundred with a large profile."""
_MOST_SCANS = 200
"""A photo has one, a progressive one about ten; programs that squeeze files go up to a hundred."""
_COEFFICIENT = 2
"""Bytes; they are all kept when there is more than one scan."""
_PNG_MARK = b"\x89PNG\r\n\x1a\n"
_PIXELS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
_MOST_PNG_CHUNKS = 50_000
_MOST_WEBP_CHUNKS = 100
_LOSSLESS = 4.0
"""Bytes for each pixel that a decoder needs beside the picture."""
_MOVES = 0x02


# --- JPEG ---


def read_jpeg(data: bytes) -> Header:
    """Walk from marker to marker, up to the end of the picture, as a decoder does."""
    frame: tuple[int, int, float] | None = None
    orientation: int | None = None
    progressive = False
    scans = 0
    at = 2
    for _ in range(_MOST_SEGMENTS):
        found = _MARKER.search(data, at)
        if found is None:
            raise PictureError("photo-cut-off")
        marker, at = found.group(1)[0], found.end()
        if marker == _END:
            break
        (length,) = struct.unpack_from(">H", data, at)
        if marker in _FRAMES:
            if frame is not None:
                raise PictureError("photo-damaged")
            frame, progressive = _frame(data, at + 2), marker in _PROGRESSIVE
        elif marker == _SCAN:
            scans += 1
            if scans > _MOST_SCANS:
                raise PictureError("photo-many-scans", n=scans)
        elif marker == _EXIF and orientation is None and data[at + 2 : at + 8] == b"Exif\0\0":
            orientation = orientation_in(data[at + 8 : at + length])
        at += max(2, length)
    else:
        raise PictureError("photo-damaged")
    if frame is None or not scans:
        raise PictureError("photo-damaged")
    width, height, samples = frame
    kept = _COEFFICIENT * samples if progressive or scans > 1 else 0.0
    return Header("JPEG", width, height, orientation or 1, scans, kept)


def _frame(data: bytes, at: int) -> tuple[int, int, float]:
    """Width, height, and how many samples there are for each pixel."""
    height, width = struct.unpack_from(">HH", data, at + 1)
    factors = [divmod(data[at + 7 + 3 * part], 16) for part in range(data[at + 5])]
    most = max((one[0] for one in factors), default=0) * max((one[1] for one in factors), default=0)
    # Without any the decoder refuses it.
    return width, height, sum(wide * high for wide, high in factors) / max(1, most)


# --- PNG ---


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
    return b"".join((_PNG_MARK, *parts))


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and length of each."""
    at = len(_PNG_MARK)
    for _ in range(_MOST_PNG_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        (expected,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(memoryview(data)[at + 4 : at + 8 + length]) != expected:
            raise PictureError("photo-damaged")
        yield kind, at + 8, length
        if kind == b"IEND":
            return
        at += 12 + length
    raise PictureError("photo-damaged")


# --- WebP ---


def read_webp(data: bytes) -> Header:
    """Walk from chunk to chunk."""
    (claimed,) = struct.unpack_from("<I", data, 4)
    if len(data) < claimed + 8:
        raise PictureError("photo-cut-off")
    size: tuple[int, int] | None = None
    orientation: int | None = None
    extra = 0.0
    at = 12
    for _ in range(_MOST_WEBP_CHUNKS):
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
