"""A game as one file, there and back."""

import zipfile
from pathlib import Path

import pytest

from companion.archive.parcel import pack, unpack
from companion.archive.shelf import Shelf
from companion.cli import main
from companion.common.errors import CompanionError, InputError
from companion.log.events import Correct, Play, Sit
from companion.log.store import EventLog
from companion.table.table import Table
from tests.companion.stones import GAME
from tests.companion.tables import do, ticking


@pytest.fixture
def log(tmp_path: Path) -> Path:
    shelf = Shelf(tmp_path / "shelf", ticking())
    with shelf.begin(GAME, {"players": 2}) as table:
        pictures = shelf.pictures(table)
        do(table, Play("roll 5"), picture=pictures.keep(b"first"))
        pictures.keep(b"of no event")
        do(table, Play("take 2"), picture=pictures.keep(b"second", "png"))
        do(table, Correct(2, "roll 4"), picture="000009-00000000.jpg")  # long gone
        do(table, Sit(0, "Zoë"))
        return table.path


def test_a_game_comes_out_as_it_went_in(log: Path, tmp_path: Path) -> None:
    assert pack(log, tmp_path / "game.zip") == 5
    new = tmp_path / "elsewhere" / "game.log"
    assert unpack(tmp_path / "game.zip", new) == 5
    assert EventLog.read(new) == EventLog.read(log)
    pictures = [path.read_bytes() for path in sorted((new.parent / "pictures").iterdir())]
    assert pictures == [b"first", b"second"]
    with Table.open(new, GAME) as table:
        assert table.now.state.left == 2
        do(table, Play("take 1"))


def test_a_game_can_be_packed_while_it_is_played(log: Path, tmp_path: Path) -> None:
    with Table.open(log, GAME) as table:
        do(table, Play("take 1"))
        assert pack(log, tmp_path / "game.zip") == 6


def test_the_command_line_packs_and_unpacks(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parcel = tmp_path / "game.zip"
    assert main(["pack", str(log), str(parcel)]) == 0
    assert main(["unpack", str(parcel), str(tmp_path / "new.log")]) == 0
    assert main(["unpack", str(parcel), str(tmp_path / "new.log")]) == 2
    assert main(["pack", str(log), str(parcel)]) == 2
    said = capsys.readouterr()
    assert said.out.count("5 events in") == 2
    assert "new.log is there already" in said.err
    assert "File exists" in said.err


@pytest.mark.parametrize("change", [(b"roll 5", b"roll 6"), (b'"number":3', b'"number":4')])
def test_a_parcel_that_was_changed_is_refused(
    log: Path, tmp_path: Path, change: tuple[bytes, bytes]
) -> None:
    pack(log, tmp_path / "game.zip")
    with zipfile.ZipFile(tmp_path / "game.zip") as file:
        lines = file.read("game.jsonl")
    with zipfile.ZipFile(tmp_path / "forged.zip", "w") as file:
        file.writestr("game.jsonl", lines.replace(*change))
    with pytest.raises(InputError, match=r"line \d: it is not as it was written"):
        unpack(tmp_path / "forged.zip", tmp_path / "new.log")
    assert not (tmp_path / "new.log").exists()


def test_a_parcel_without_its_first_line_is_refused(log: Path, tmp_path: Path) -> None:
    pack(log, tmp_path / "game.zip")
    with zipfile.ZipFile(tmp_path / "game.zip") as file:
        lines = file.read("game.jsonl").splitlines(keepends=True)
    with zipfile.ZipFile(tmp_path / "cut.zip", "w") as file:
        file.writestr("game.jsonl", b"".join(lines[1:]))
    with pytest.raises(InputError, match="line 1"):
        unpack(tmp_path / "cut.zip", tmp_path / "new.log")


def test_other_files_are_no_parcels(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Vera")
    with pytest.raises(InputError, match="no parcel"):
        unpack(tmp_path / "letter", tmp_path / "new.log")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as file:
        file.writestr("letter", "Dear Vera")
    with pytest.raises(InputError, match=r"there is no game.jsonl in it"):
        unpack(tmp_path / "other.zip", tmp_path / "new.log")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as file:
        file.writestr("game.jsonl", "")
    with pytest.raises(InputError, match="no event"):
        unpack(tmp_path / "empty.zip", tmp_path / "new.log")
    with pytest.raises(CompanionError, match="No such file"):
        unpack(tmp_path / "nothing.zip", tmp_path / "new.log")
