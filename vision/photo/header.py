"""Reading how large a picture is, how it was held and what unpacking costs, without unpacking it.

A file may claim any size; knowing the claim first keeps a small broken file from asking for
gigabytes or minutes. Walking the file's own structure also finds one that was cut off while
copying, which decoders quietly fill with grey. By hand, because nothing else here needs Pillow,
which could do some of it.
"""

import struct
from dataclasses import dataclass

from companion.tabletop.problems import Problem, ProblemError

MOST_PIXELS = 60_000_000
"""Larger pictures are refused before they are unpacked."""
MOST_MEMORY = 160_000_000
"""Bytes that all copies of a file and of its picture may fill at one time, here and in the process
that unpacks it; with what that process itself takes it is less than 200 MB."""
MOST_WORK = 1_500_000_000
"""Pixels that a decoder may go over: a JPEG may have many scans, each over all of them."""
WHOLE = 25_000_000
"""Pixels up to which a picture is looked at as it is; larger ones at half their size."""
_DEPTH = 3
"""Bytes of a pixel."""

HUGE = "photo-huge"
COSTLY = ("photo-many-scans", "photo-needs-memory", "photo-needs-work")
"""Codes of photos that are whole, as far as one can tell, and cost too much all the same."""


class PictureError(ProblemError):
    """A file that can't be looked at. The message continues a sentence that names the file."""

    def __str__(self) -> str:
        return super().__str__().removeprefix("the photo ")


@dataclass(frozen=True)
class Header:
    """What a picture file says about itself.

    Attributes:
        format: Its name.
        width: In pixels, as stored.
        height: In pixels, as stored.
        orientation: Of EXIF, 1 to 8.
        scans: How often the decoder goes over all pixels.
        extra: Bytes for each pixel that the decoder needs beside the picture itself.
        copies: How often the file is copied for the decoder.
    """

    format: str
    width: int
    height: int
    orientation: int = 1
    scans: int = 1
    extra: float = 0.0
    copies: int = 0

    @property
    def pixels(self) -> int:
        """How many there are."""
        return self.width * self.height


def is_halved(header: Header, length: int) -> bool:
    """Whether a file of `length` bytes is unpacked at half its width and height.

    Raises:
        PictureError: Even that would take too much memory or time.
    """
    if header.pixels > MOST_PIXELS:
        size, most = (round(pixels / 1e6) for pixels in (header.pixels, MOST_PIXELS))
        raise PictureError(
            "photo-huge", width=header.width, height=header.height, size=size, most=most
        )
    if header.scans * header.pixels > MOST_WORK:
        raise PictureError("photo-many-scans", n=header.scans)
    if header.pixels <= WHOLE and _memory(header, length, half=False) <= MOST_MEMORY:
        return False
    if header.format != "HEIC" and _memory(header, length, half=True) <= MOST_MEMORY:
        return True
    raise PictureError("photo-needs-memory", most=MOST_MEMORY // 1_000_000)


def _memory(header: Header, length: int, *, half: bool) -> float:
    """The most bytes that are kept at one time for a file of `length` bytes."""
    whole = _DEPTH * header.pixels
    picture = whole / 4 if half else whole
    unpacking = picture + header.extra * header.pixels
    if half and header.format != "JPEG":  # which is never unpacked at its whole size
        unpacking += whole
    # The file is in both processes until it is unpacked. The picture is there twice when it is
    # turned, and when it is handed over.
    return max((2 + header.copies) * length + unpacking, length + 2 * picture)


def read_header(data: bytes) -> Header:
    """Read the header of a JPEG, PNG, WebP or HEIC file.

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


def _read_any(data: bytes) -> Header:
    from vision.photo.formats import read_jpeg, read_png, read_webp
    from vision.photo.heic import is_heic, read_heic

    if data.startswith(b"\xff\xd8"):
        return read_jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return read_png(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return read_webp(data)
    if is_heic(data):
        return read_heic(data)
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


def orientation_in(exif: bytes) -> int:
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
