"""The structure of a JPEG file: its size, how it was held, and how many scans it has."""

import re
import struct

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
