"""A small writer of PDF files: pages in millimetres with pictures, lines and a little text.

Nothing is scaled: a millimetre on the page is a millimetre on paper that is printed at 100 %. x
grows to the right and y downwards from the upper left corner of the page. By hand, because pages
are pictures, and a library such as fpdf2 would only wrap them.
"""

import zlib
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from hardware.frame import Image

POINTS = 72 / 25.4
"""PDF counts in points, of which an inch has 72."""


class Document:
    """Pages, and the pictures that they share."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._objects: list[bytes] = [b"", b"", b""]  # catalogue, list of pages, font
        self._pages: list[Page] = []

    def photo(self, picture: Image) -> int:
        """Put a BGR picture into the file, as a JPEG; its number there."""
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        return self._image(picture, "/DeviceRGB", "/DCTDecode", data.tobytes())

    def bitmap(self, picture: Image) -> int:
        """Put a grey picture into the file, every pixel with sharp edges; its number there."""
        data = zlib.compress(np.ascontiguousarray(picture).tobytes(), 9)
        return self._image(picture, "/DeviceGray", "/FlateDecode", data)

    def _image(self, picture: Image, space: str, how: str, data: bytes) -> int:
        height, width = picture.shape[:2]
        head = (
            f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace {space} "
            f"/BitsPerComponent 8 /Interpolate false /Filter {how}"
        )
        self._objects.append(_stream(head, data))
        return len(self._objects)

    def page(self, width: float, height: float) -> "Page":
        """A new page of this size in millimetres."""
        page = Page(width, height)
        self._pages.append(page)
        return page

    def to_bytes(self) -> bytes:
        """The whole file."""
        objects = list(self._objects)
        kids = []
        for page in self._pages:
            content = zlib.compress("\n".join(page.operators).encode("cp1252", "replace"), 9)
            objects.append(_stream("/Filter /FlateDecode", content))
            names = " ".join(f"/I{n} {n} 0 R" for n in sorted(page.images))
            size = f"{page.width * POINTS:.3f} {page.height * POINTS:.3f}"
            objects.append(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {len(objects)} 0 R "
                f"/Resources << /Font << /F 3 0 R >> /XObject << {names} >> >> >>".encode("ascii")
            )
            kids.append(f"{len(objects)} 0 R")
        # No viewer is to shrink the pages so that they fit: that would spoil every size.
        objects[0] = (
            b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>"
        )
        pages = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
        objects[1] = pages.encode("ascii")
        objects[2] = (
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
        )
        objects.append(b"<< /Title (" + _escaped(self._title).encode("cp1252", "replace") + b") >>")
        return _file(objects)


class Page:
    """One page: what is drawn on it, as PDF operators."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.operators: list[str] = []
        self.images: set[int] = set()

    def image(
        self,
        number: int,
        middle: Sequence[float],
        size: tuple[float, float],
        outline: Iterable[Sequence[float]] = (),
    ) -> None:
        """That picture around a point, cut to an outline on the page if there is one."""
        self.images.add(number)
        rim = list(outline)
        clip = f"{self._path(rim)} h W n " if rim else ""
        x, y = self._at((middle[0] - size[0] / 2, middle[1] + size[1] / 2))
        wide, high = size[0] * POINTS, size[1] * POINTS
        matrix = f"{wide:.3f} 0 0 {high:.3f} {x:.3f} {y:.3f} cm"
        self.operators.append(f"q {clip}{matrix} /I{number} Do Q")

    def line(
        self, points: Iterable[Sequence[float]], width: float = 0.2, closed: bool = False
    ) -> None:
        """A black line through points."""
        close = "s" if closed else "S"
        self.operators.append(f"{width * POINTS:.3f} w 0 G {self._path(list(points))} {close}")

    def text(self, words: str, at: Sequence[float], height: float = 3.0) -> None:
        """Words that begin at a point; `height` is that of the letters with what hangs below."""
        x, y = self._at(at)
        size = height * POINTS
        line = f"BT /F {size:.2f} Tf 0 g {x:.3f} {y:.3f} Td ({_escaped(words)}) Tj ET"
        self.operators.append(line)

    def _at(self, point: Sequence[float]) -> tuple[float, float]:
        return point[0] * POINTS, (self.height - point[1]) * POINTS

    def _path(self, points: list[Sequence[float]]) -> str:
        steps = []
        for index, point in enumerate(points):
            x, y = self._at(point)
            steps.append(f"{x:.3f} {y:.3f} {'l' if index else 'm'}")
        return " ".join(steps)


def _escaped(words: str) -> str:
    for letter in "\\()":
        words = words.replace(letter, "\\" + letter)
    return words


def _stream(head: str, data: bytes) -> bytes:
    opening = f"<< {head} /Length {len(data)} >>\nstream\n".encode("ascii")
    return opening + data + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    """The objects one after the other, and the table that says where each of them begins."""
    found = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, data in enumerate(objects, 1):
        starts.append(len(found))
        found += f"{number} 0 obj\n".encode("ascii") + data + b"\nendobj\n"
    table = len(found)
    found += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode("ascii")
    for start in starts:
        found += f"{start:010d} 00000 n \n".encode("ascii")
    found += (
        f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n"
        f"startxref\n{table}\n%%EOF\n"
    ).encode("ascii")
    return bytes(found)
