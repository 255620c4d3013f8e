"""The print-and-play file, read back: sizes on paper, pictures, markers."""

import re
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.games import find
from companion.tabletop.outlines import hexagon, rectangle
from companion.tabletop.scenery import Cutout, Print
from hardware.printing.markers import CORNER_SIZE, CORNERS, LENS_SHEET, corner_book
from hardware.printing.sheets import PAPERS, DoesNotFit, arranged, print_and_play

GAME = find("propeller-islands")
MM = 25.4 / 72
#: Pixels a millimetre when a page is drawn again.
SCALE = 4.0
SAMPLE = [
    Cutout("tile", hexagon(55), Print("building", title="OwnersThings", die="3"), copies=4),
    Cutout("card", rectangle(41, 63), Print("plan-I", number="3"), copies=2),
]


@dataclass
class Picture:
    """A picture on a page: the box it fills, in millimetres, and its pixels."""

    left: float
    top: float
    width: float
    height: float
    pixels: np.ndarray


class Reader:
    """Just enough of a PDF reader to read ours: objects by the table at the end, then pages."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        assert data.startswith(b"%PDF-1.")
        assert data.endswith(b"%%EOF\n")
        table = int(re.search(rb"startxref\n(\d+)\n", data)[1])
        rows = data[table:].split(b"\n")
        count = int(rows[1].split()[1])
        self.starts = [int(row[:10]) for row in rows[2 : 2 + count]]

    def object(self, number: int) -> bytes:
        start = self.starts[number]
        assert self.data[start:].startswith(f"{number} 0 obj\n".encode())
        head = self.data.index(b"\n", start) + 1
        length = re.search(rb"/Length (\d+) >>\nstream\n", self.data[head : head + 400])
        end = head + length.end() + int(length[1]) if length else head
        return self.data[head : self.data.index(b"endobj", end)]

    def stream(self, number: int) -> bytes:
        found = self.object(number)
        length = int(re.search(rb"/Length (\d+)", found)[1])
        start = found.index(b"stream\n") + 7
        assert found[start + length :].startswith(b"\nendstream")
        return found[start : start + length]

    def pages(self):
        kids = re.search(rb"/Kids \[(.*?)\]", self.object(2))[1]
        for number in map(int, re.findall(rb"(\d+) 0 R", kids)):
            page = self.object(number)
            box = [float(n) * MM for n in re.search(rb"/MediaBox \[0 0 (.*?)\]", page)[1].split()]
            content = int(re.search(rb"/Contents (\d+)", page)[1])
            yield box, zlib.decompress(self.stream(content)).decode("cp1252")

    def pictures(self, box, content):
        for match in re.finditer(r"([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /I(\d+) Do", content):
            wide, high, x, y = (float(n) * MM for n in match.groups()[:4])
            yield Picture(x, box[1] - y - high, wide, high, self.image(int(match[5])))

    def image(self, number: int) -> np.ndarray:
        head, data = self.object(number), self.stream(number)
        if b"/DCTDecode" in head:
            return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        wide, high = (int(re.search(rb"/%s (\d+)" % k, head)[1]) for k in (b"Width", b"Height"))
        grey = np.frombuffer(zlib.decompress(data), np.uint8).reshape(high, wide)
        return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)

    def drawn(self, box, content) -> np.ndarray:
        """The page on white paper, pictures only."""
        paper = np.full((round(box[1] * SCALE), round(box[0] * SCALE), 3), 255, np.uint8)
        for picture in self.pictures(box, content):
            size = (round(picture.width * SCALE), round(picture.height * SCALE))
            small = cv2.resize(picture.pixels, size, interpolation=cv2.INTER_NEAREST)
            left, top = round(picture.left * SCALE), round(picture.top * SCALE)
            paper[top : top + size[1], left : left + size[0]] = small
        return paper


@pytest.fixture(scope="module", params=list(PAPERS))
def reader(request):
    return request.param, Reader(print_and_play("A game", SAMPLE, request.param))


def test_pages_have_the_size_of_the_paper(reader):
    paper, file = reader
    for box, _ in file.pages():
        assert box == pytest.approx(PAPERS[paper], abs=0.01)


def test_pieces_are_printed_life_size_and_as_often_as_they_are_needed(reader):
    _, file = reader
    box, content = next(file.pages())
    pictures = list(file.pictures(box, content))
    sizes = [(p.width, p.height) for p in pictures]
    assert sizes[:4] == [pytest.approx((55, 55 * 2 / 3**0.5), abs=0.01)] * 4
    assert sizes[4:] == [pytest.approx((41, 63), abs=0.01)] * 2
    for picture in pictures:
        wide = picture.pixels.shape[1]
        assert wide / picture.width * 25.4 == pytest.approx(300, abs=2), "dots an inch"
        assert picture.left >= 5
        assert picture.left + picture.width <= box[0] - 5
        assert picture.top >= 5
        assert picture.top + picture.height <= box[1] - 5


def test_the_same_face_is_in_the_file_once(reader):
    _, file = reader
    assert file.data.count(b"/DCTDecode") == len(SAMPLE)


def test_the_scale_bar_is_as_long_as_it_says(reader):
    _, file = reader
    for _, content in file.pages():
        assert "(100 mm) Tj" in content
        first = re.search(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
        x0, y0, x1, y1 = map(float, first.groups())
        assert y0 == y1
        assert (x1 - x0) * MM == pytest.approx(100, abs=0.01)


def test_a_tile_is_cut_to_its_outline(reader):
    _, file = reader
    _, content = next(file.pages())
    clip = re.search(r"q (.*?) h W n", content)[1]
    points = [
        (float(a) * MM, float(b) * MM) for a, b in re.findall(r"([\d.]+) ([\d.]+) [ml]", clip)
    ]
    assert len(points) == 6
    assert np.ptp([x for x, _ in points]) == pytest.approx(55, abs=0.01)


def test_a_camera_finds_the_corner_markers(reader):
    _, file = reader
    *_, page, _ = file.pages()
    picture = file.drawn(*page)
    found, numbers, _ = cv2.aruco.ArucoDetector(corner_book()).detectMarkers(picture)
    assert sorted(numbers.ravel()) == list(CORNERS)
    sides = [np.linalg.norm(c[0][0] - c[0][1]) / SCALE for c in found]
    assert sides == pytest.approx([CORNER_SIZE] * 4, abs=0.5)


def test_a_camera_finds_every_corner_of_the_lens_sheet(reader):
    _, file = reader
    *_, page = file.pages()
    detector = cv2.aruco.CharucoDetector(LENS_SHEET)
    corners, numbers, _, _ = detector.detectBoard(file.drawn(*page))
    columns, rows = LENS_SHEET.getChessboardSize()
    assert len(numbers) == (columns - 1) * (rows - 1)
    order = numbers.ravel().argsort()
    step = np.linalg.norm(np.diff(corners.reshape(-1, 2)[order][:2], axis=0)) / SCALE
    assert step == pytest.approx(LENS_SHEET.getSquareLength(), abs=0.2)


def test_no_two_pieces_share_paper():
    for paper in PAPERS.values():
        total = 0
        for page in arranged(GAME.cutouts("de"), paper):
            boxes = []
            for cutout, at in page:
                xs = [at.x + p.x for p in cutout.outline]
                ys = [at.y + p.y for p in cutout.outline]
                boxes.append((min(xs), min(ys), max(xs), max(ys)))
            for index, a in enumerate(boxes):
                for b in boxes[:index]:
                    assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
            total += len(page)
        assert total == sum(c.copies for c in GAME.cutouts("de"))


def test_a_piece_that_is_too_large_is_refused_by_name():
    huge = Cutout("huge board", rectangle(300, 100), Print("forge"))
    with pytest.raises(DoesNotFit, match="huge board is 300 x 100 mm"):
        print_and_play("A game", [huge], "A4")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--paper", "A3"], "no paper 'A3'; there is A4, Letter"),
        (["--style", "-1"], "--style -1: 0 or more is needed"),
        (["--edition", "es"], "no edition 'es'"),
    ],
)
def test_wrong_wishes_are_refused_and_nothing_is_written(more, message, tmp_path, capsys):
    target = tmp_path / "game.pdf"
    assert main(["print", "propeller-islands", str(target), *more]) == 2
    assert message in capsys.readouterr().err
    assert not target.exists()


def test_a_file_that_can_not_be_written_is_named(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "companion.games.propeller_islands.components.printed.cutouts", lambda edition: SAMPLE
    )
    target = tmp_path / "no" / "game.pdf"
    assert main(["print", "propeller-islands", str(target), "--paper", "letter"]) == 2
    assert f"companion: {target}: " in capsys.readouterr().err


def test_the_command_writes_a_file_and_says_what_is_in_it(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "companion.games.propeller_islands.components.printed.cutouts", lambda edition: SAMPLE
    )
    target = tmp_path / "game.pdf"
    assert main(["print", "propeller-islands", str(target)]) == 0
    assert "3 pages" in capsys.readouterr().out
    assert len(list(Reader(target.read_bytes()).pages())) == 3
