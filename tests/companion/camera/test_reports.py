"""A report holds all that is needed to find out why a picture was misread; bad files are named."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.camera.lookout import Sighting
from companion.camera.reports import PARTS, read_report, write_report
from companion.cli import main
from companion.common.errors import CompanionError
from companion.common.json_reading import wrap
from companion.log.events import Choose, Play
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.table.table import Table
from companion.tabletop.observation import Die, Observation, Piece
from hardware.frame import Frame
from tests.companion.matches import GAME
from tests.companion.tables import do, new_table
from vision.motion.scene import ZoneState
from vision.reading.look import Belief, Look

SEEN = Observation(
    "table",
    (Die(4, "forge/4"),),
    (Piece("tile", "market/C1", "10"), Piece("tile", "market/C2", "11", None, 0.7)),
    frozenset({"forge/4", "market/C1", "market/C2"}),
    frozenset({"market/C3"}),
)
OUTLINE = np.array([[1.0, 2.0], [3.0, 2.0], [3.0, 5.25]])


def sighting() -> Sighting:
    image = np.random.default_rng(1).integers(0, 255, (12, 16, 3), np.uint8)
    belief = Belief("table", "tile", "10", OUTLINE, 0.93, True, "market/C1")
    look = Look({"table": ZoneState.SETTLED}, (SEEN,), (belief,))
    return Sighting(7, Frame(image, 1794843773.5112345, "test"), look)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with new_table(tmp_path, GAME) as made:
        do(made, Choose("auto"))
        do(made, Play("2"))
        yield made


def written(table: Table, folder: Path) -> Path:
    shot = sighting()
    opinion = Watcher(table).opinion
    return write_report(folder, shot, shot.frame.image.copy(), table=table, opinion=opinion)


def test_everything_comes_back(table: Table, tmp_path: Path) -> None:
    report = read_report(written(table, tmp_path / "reports"))
    assert report.observations == (SEEN,)
    assert GAME.state_from_json(wrap(report.state, "state")) == table.now.state
    assert report.events == table.events()
    assert report.size == (16, 12)
    assert report.states == {"table": "settled"}
    picture = cv2.imdecode(np.frombuffer(report.picture, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(picture, sighting().frame.image)
    assert report.about["event"] == 3
    packages: Any = report.about["packages"]
    assert packages["numpy"] == np.__version__
    beliefs: Any = report.look["beliefs"]
    assert beliefs[0]["outline"] == [[1.0, 2.0], [3.0, 2.0], [3.0, 5.2]]


def test_two_reports_in_one_second_are_two_files(table: Table, tmp_path: Path) -> None:
    names = {written(table, tmp_path / "reports").name for _ in range(3)}
    assert len(names) == 3
    assert {path.name for path in (tmp_path / "reports").iterdir()} == names


def test_a_report_that_can_t_be_written_says_so_and_leaves_nothing(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CompanionError, match="file"):
        written(table, tmp_path / "file")


def test_the_command_tells_what_is_in_a_report(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(table, tmp_path)
    out = tmp_path / "again.png"
    assert main(["report", str(path), "--picture", str(out)]) == 0
    told = capsys.readouterr().out
    assert "matches at event 3" in told
    assert "table: settled; dice 4, 2 tiles, not made out: market/C3" in told
    assert "3 host: Play(moves='2')" in told
    assert cv2.imread(str(out)).shape == (12, 16, 3)
    assert main(["report", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["about"]["game"] == "matches"


def changed(path: Path, name: str, data: bytes | None) -> Path:
    """The same report with another part, or without it."""
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for part in old.namelist():
            text = data if part == name else old.read(part)
            if text is not None:
                new.writestr(part, text)
    return other


@pytest.mark.parametrize("part", PARTS)
def test_a_report_without_a_part_is_refused_by_name(
    table: Table, tmp_path: Path, part: str
) -> None:
    path = changed(written(table, tmp_path), part, None)
    with pytest.raises(CompanionError, match=f"this is no report .there is no {part} in it"):
        read_report(path)


@pytest.mark.parametrize(
    ("part", "data", "complaint"),
    [
        ("about.json", b"{", "about.json"),
        ("about.json", b"[]", "expected an object"),
        ("about.json", b"{}", "is missing"),
        ("look.json", b'{"states": {}, "observations": [{"zone": 3}]}', "observations"),
        ("look.json", b"\xff\xfe", "look.json"),
        ("log.jsonl", b"not an event\n", "this is no event"),
    ],
)
def test_a_damaged_report_is_refused_with_the_place(
    table: Table, tmp_path: Path, part: str, data: bytes, complaint: str
) -> None:
    path = changed(written(table, tmp_path), part, data)
    with pytest.raises(CompanionError, match=complaint):
        read_report(path)


def test_a_newer_report_is_refused_politely(table: Table, tmp_path: Path) -> None:
    path = written(table, tmp_path)
    with zipfile.ZipFile(path) as file:
        about = json.loads(file.read("about.json"))
    newer = json.dumps({**about, "format": 2}).encode()
    with pytest.raises(CompanionError, match="written by a newer companion"):
        read_report(changed(path, "about.json", newer))


@pytest.mark.parametrize("data", [b"", b"no zip at all", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_report_is_refused(
    tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    assert main(["report", str(path)]) == 2
    assert "this is no report" in capsys.readouterr().err


def test_a_missing_report_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path / "none.zip")]) == 2
    assert "none.zip: No such file" in capsys.readouterr().err


def test_without_a_running_companion_the_command_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["report", "--port", "1", "--folder", str(tmp_path)]
    assert main(words) == 2
    assert "`companion serve` makes them" in capsys.readouterr().err
    Passes.of_folder(tmp_path)
    assert main(words) == 2
    assert "no companion answers at port 1" in capsys.readouterr().err
    assert main(["report", "--json"]) == 2
    assert "name a report" in capsys.readouterr().err
