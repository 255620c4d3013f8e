"""Reading how large a picture is, and how it was held, without unpacking it.

A file may claim any size; knowing the claim first keeps a small broken file from asking for
gigabytes. Walking the file's own structure also finds one that was cut off while copying, which
decoders quietly fill with grey. By hand, because nothing else here needs Pillow, which could do it.
"""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from companion.tabletop.problems import Problem, ProblemError

MOST_PIXELS = 60_000_000
"""Larger pictures are refused before they are unpacked: 60 MP fill 180 MB of memory."""


class PictureError(ProblemError, ValueError):
    """A file that can't be looked at. The message continues a sentence that names the file."""

    def __str__(self) -> str:
        return super().__str__().removeprefix("the photo ")


class HugePictureError(PictureError):
    """A picture with more pixels than can be looked at."""


@dataclass(frozen=True)
class Header:
    """What a picture file says about itself: size as stored, and EXIF orientation (1 to 8)."""

    format: str
    width: int
    height: int
    orientation: int = 1


def read_header(data: bytes) -> Header:
    """Read the header of a JPEG, PNG or WebP file.

    Raises:
        PictureError: It is none of these, or it is cut off or damaged.
    """
    try:
        header = _read_any(data)
    except (struct.error, IndexError) as error:
        raise PictureError("photo-cut-off") from error
    if header.width < 1 or header.height < 1:
        raise PictureError("photo-damaged")
    return header


def refuse_if_huge(width: int, height: int) -> None:
    """Refuse a picture by the size that its header claims."""
    if width * height > MOST_PIXELS:
        size, most = (round(pixels / 1e6) for pixels in (width * height, MOST_PIXELS))
        raise HugePictureError("photo-huge", width=width, height=height, size=size, most=most)


def _read_any(data: bytes) -> Header:
    if data.startswith(b"\xff\xd8"):
        return _read_jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _read_png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _read_webp(data)
    others = (what for start, what in _OTHERS if data.startswith(start))
    raise PictureError("photo-of-another-kind", what=next(others, Problem("no-picture")))


_OTHERS = (
    (b"GIF8", Problem("gif")),
    (b"BM", Problem("bmp")),
    (b"II*\0", Problem("tiff")),
    (b"MM\0*", Problem("tiff")),
    (b"%PDF", Problem("pdf")),
    (b"PK\x03\x04", Problem("zip")),
    (b"<svg", Problem("svg")),
)

# JPEG markers that start a frame and so carry its size; C4, C8 and CC mean something else.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN = 0xDA
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})


def _read_jpeg(data: bytes) -> Header:
    size: tuple[int, int] | None = None
    orientation = 1
    at = 2
    while True:
        if data[at] != 0xFF:
            raise PictureError("photo-damaged")
        marker = data[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", data, at + 2)
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = width, height
        elif marker == 0xE1 and data[at + 4 : at + 10] == b"Exif\0\0":
            orientation = _orientation(data[at + 10 : at + 2 + length])
        elif marker == _SCAN:
            break
        at += 2 + length
    if size is None:
        raise PictureError("photo-damaged")
    # Inside a scan every FF is followed by 00 or a restart, so this can only be the end.
    if data.find(b"\xff\xd9", at) < 0:
        raise PictureError("photo-cut-off")
    return Header("JPEG", *size, orientation)


def _read_png(data: bytes) -> Header:
    width = height = 0
    orientation = 1
    for kind, start, length in _png_chunks(data):
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", data, start)
        elif kind == b"eXIf":
            orientation = _orientation(data[start : start + length])
    return Header("PNG", width, height, orientation)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    at = 8
    kind = b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        (expected,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(memoryview(data)[at + 4 : at + 8 + length]) != expected:
            raise PictureError("photo-damaged")
        yield kind, at + 8, length
        at += 12 + length


def _read_webp(data: bytes) -> Header:
    (claimed,) = struct.unpack_from("<I", data, 4)
    if len(data) < claimed + 8:
        raise PictureError("photo-cut-off")
    size: tuple[int, int] | None = None
    orientation = 1
    at = 12
    while at + 8 <= len(data):
        kind, length = struct.unpack_from("<4sI", data, at)
        body = at + 8
        if kind == b"EXIF":
            exif = data[body : body + length]
            orientation = _orientation(exif.removeprefix(b"Exif\0\0"))
        elif size is None:
            size = _webp_size(kind, data, body)
        at = body + length + length % 2
    if size is None:
        raise PictureError("photo-damaged")
    return Header("WebP", *size, orientation)


def _webp_size(kind: bytes, data: bytes, body: int) -> tuple[int, int] | None:
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


def _orientation(exif: bytes) -> int:
    """Find the orientation tag in EXIF data; anything odd counts as upright."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (table,) = struct.unpack_from(order + "I", exif, 4)
        (entries,) = struct.unpack_from(order + "H", exif, table)
        for entry in range(entries):
            tag, _, _, value = struct.unpack_from(order + "HHIH", exif, table + 2 + 12 * entry)
            if tag == 0x0112:
                return int(value) if 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1
