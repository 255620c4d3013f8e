"""Print-and-play: every piece of a game on paper, life-size, with lines to cut along."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.tabletop.observation import Point
from companion.tabletop.outlines import moved, rectangle
from companion.tabletop.scenery import Cutout
from hardware.art.faces import draw_face, extent
from hardware.printing.markers import (
    CORNER_CUT,
    CORNER_SIZE,
    CORNERS,
    LENS_SIZE,
    corner_marker,
    lens_picture,
)
from hardware.printing.pdf import Document, Page

PAPERS: Mapping[str, tuple[float, float]] = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height in millimetres."""
SCALE_BAR = 100.0
_MARGIN = 9.0
_HEAD, _FOOT = 7.0, 9.0
_GAP = 2.0
_DOTS = 300 / 25.4
"""Pixels a millimetre: 300 an inch."""


class DoesNotFit(ValueError):  # noqa: N818 (what is wrong, in a word)
    """A piece is larger than the paper; the message says which."""


Laid = tuple[Cutout, Point]
"""A piece on a page, and its middle in millimetres from the upper left corner."""


def print_and_play(title: str, cutouts: Iterable[Cutout], paper: str, style: int = 0) -> bytes:
    """A PDF file with all pieces, the markers for a board's corners, and the sheet for the lens."""
    document = Document(title)
    pages = list(arranged(cutouts, PAPERS[paper]))
    total = len(pages) + 2
    images: dict[Cutout, int] = {}
    for number, pieces in enumerate(pages, 1):
        page = _page(document, PAPERS[paper], title, (number, total))
        for cutout, at in pieces:
            if cutout not in images:
                drawn = draw_face(cutout.print, cutout.outline, _DOTS, style)
                images[cutout] = document.photo(drawn[..., :3])
            rim = moved(cutout.outline, at, 0)
            page.image(images[cutout], at, extent(cutout.outline), rim)
            page.line(rim, 0.1, closed=True)
    _corners(_page(document, PAPERS[paper], title, (total - 1, total)), document)
    _lens(_page(document, PAPERS[paper], title, (total, total)), document)
    return document.to_bytes()


def arranged(cutouts: Iterable[Cutout], paper: Sequence[float]) -> Iterator[list[Laid]]:
    """The pieces in rows, page after page, each as often as the game has it.

    Raises:
        DoesNotFit: A piece is larger than the paper.
    """
    wide, high = paper[0] - 2 * _MARGIN, paper[1] - 2 * _MARGIN - _HEAD - _FOOT
    page: list[Laid] = []
    x = y = row = 0.0
    for cutout in cutouts:
        width, height = extent(cutout.outline)
        if width > wide or height > high:
            raise DoesNotFit(
                f"{cutout.name} is {width:.0f} x {height:.0f} mm and does not fit on this paper, "
                f"which has room for {wide:.0f} x {high:.0f} mm"
            )
        for _ in range(cutout.copies):
            if x + width > wide:
                x, y, row = 0.0, y + row + _GAP, 0.0
            if y + height > high:
                yield page
                page, x, y, row = [], 0.0, 0.0, 0.0
            middle = Point(_MARGIN + x + width / 2, _MARGIN + _HEAD + y + height / 2)
            page.append((cutout, middle))
            x, row = x + width + _GAP, max(row, height)
    if page:
        yield page


def _page(
    document: Document, paper: tuple[float, float], title: str, number: tuple[int, int]
) -> Page:
    """A page with its heading and the bar by which to check that nothing was scaled."""
    page = document.page(*paper)
    heading = f"{title}   {number[0]} of {number[1]}   print at 100 %, do not fit to the page"
    page.text(heading, (_MARGIN, _MARGIN + 3), 3.2)
    y = paper[1] - _MARGIN - 2
    page.line([(_MARGIN, y), (_MARGIN + SCALE_BAR, y)], 0.4)
    for step in range(11):
        x = _MARGIN + step * SCALE_BAR / 10
        page.line([(x, y - (2.5 if step % 5 == 0 else 1.2)), (x, y)], 0.2)
    page.text(f"{SCALE_BAR:.0f} mm", (_MARGIN + SCALE_BAR + 3, y), 3.2)
    return page


def _corners(page: Page, document: Document) -> None:
    """The four markers, each with the white rim that a camera needs around it."""
    page.text("Corner markers: cut along the lines, lay them around the board.", (_MARGIN, 24), 4)
    names = ("upper left", "upper right", "lower right", "lower left")
    outer = CORNER_CUT
    for index, (number, name) in enumerate(zip(CORNERS, names, strict=True)):
        x = page.width / 2 + (index % 2 - 0.5) * (outer + 12)
        y = 62 + index // 2 * (outer + 16)
        page.image(document.bitmap(corner_marker(number)), (x, y), (CORNER_SIZE, CORNER_SIZE))
        rim = moved(rectangle(outer, outer), Point(x, y), 0)
        page.line(rim, 0.1, closed=True)
        page.text(f"{number}: {name}", (rim[3].x, rim[3].y + 4.5), 3.2)


def _lens(page: Page, document: Document) -> None:
    """The sheet by which a lens is measured: lay it flat, take some photos from all sides."""
    middle = (page.width / 2, _MARGIN + _HEAD + (page.height - 2 * _MARGIN - _HEAD - _FOOT) / 2)
    page.image(document.bitmap(lens_picture()), middle, LENS_SIZE)
    # The sheet leaves room for words nowhere else, on neither paper.
    at = (_MARGIN + SCALE_BAR + 22, page.height - _MARGIN - 2)
    page.text("For the lens: lay it flat, do not cut it.", at, 3.2)
