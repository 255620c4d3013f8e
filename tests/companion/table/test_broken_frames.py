"""A write-ahead log that is damaged after a kill: nothing behind the broken place is forgotten."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.common.errors import CompanionError
from companion.log import store
from companion.log.events import THE_HOST, Accept, Event, Lost, Pause
from companion.log.files import family
from companion.log.rescue.salvage import salvage
from companion.log.rescue.wal import WriteAheadLog
from companion.log.store import EventLog, LogError
from companion.table.table import Table
from tests.companion.stones import GAME
from tests.companion.tables import fill, new_table, on_disk, open_table, ticking

FRAME = 24 + 4096


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """The files of a game of 26 events as `kill -9` leaves them; part is not in the database."""
    folder = tmp_path / "killed"
    folder.mkdir()
    with new_table(tmp_path) as table:
        fill(table, 25)
        for path in family(table.path):
            shutil.copy(path, folder)
    return folder


def change(path: Path, at: int, data: bytes) -> None:
    old = path.read_bytes()
    path.write_bytes(old[:at] + data + old[at + len(data) :])


def in_the_file_alone(folder: Path) -> int:
    """How many events the database has without its write-ahead log."""
    with closing(sqlite3.connect(f"{(folder / 'game.log').as_uri()}?immutable=1", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM events").fetchone()[0])


def test_little_is_in_the_write_ahead_log_alone(killed: Path) -> None:
    assert 10 < in_the_file_alone(killed) < 26


def test_eight_changed_bytes_lose_nothing(killed: Path) -> None:
    wal = killed / "game.log-wal"
    change(wal, 32 + FRAME + 2000, b"changed!")
    broken = wal.read_bytes()
    with open_table(killed) as table:
        assert table.now.number == 26
        assert not any(isinstance(event.action, Lost) for event in table.events())
        assert table.trouble is not None
        assert "26 events could be read. None in between is lost." in table.trouble.text
        assert "Nothing came after event 26." in table.trouble.text
        assert (killed / "game.log.damaged-1-wal").read_bytes() == broken
        fill(table, 1)
    with open_table(killed) as table:
        assert table.trouble is None
        assert table.now.number == 27


@pytest.mark.parametrize("frame", [0, 1, 5])
def test_frames_behind_a_broken_one_are_read_without_the_second_copy_too(
    killed: Path, frame: int
) -> None:
    (killed / "game.log-lines").unlink()
    change(killed / "game.log-wal", 32 + frame * FRAME + 3000, b"changed!")
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is not None
        assert table.trouble.lost == ()


def test_a_damaged_beginning_of_the_write_ahead_log_hides_none_of_its_frames(killed: Path) -> None:
    (killed / "game.log-lines").unlink()
    change(killed / "game.log-wal", 0, bytes(32))
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is not None


@pytest.mark.parametrize("left", [0, 32, 32 + FRAME, 32 + 3 * FRAME + 500])
def test_a_cut_is_made_good_by_the_second_copy_and_told_without_it(killed: Path, left: int) -> None:
    wal = killed / "game.log-wal"
    wal.write_bytes(wal.read_bytes()[:left])
    without = killed.with_name("without")
    shutil.copytree(killed, without)
    (without / "game.log-lines").unlink()
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is not None
        assert table.trouble.lost == ()
    with open_table(without) as table:
        number = table.now.number
        assert number < 26
        assert table.trouble is not None
        assert f"What came after event {number}, if anything, is gone." in table.trouble.text


def test_what_only_the_second_copy_knows_of_is_named(killed: Path) -> None:
    """The last line of the copy is enough to say which events are missing."""
    lines = (killed / "game.log-lines").read_bytes().splitlines(keepends=True)
    (killed / "game.log-lines").write_bytes(lines[-1])
    (killed / "game.log-wal").unlink()
    kept = in_the_file_alone(killed)
    with open_table(killed) as table:
        assert table.trouble is not None
        assert table.trouble.lost == tuple(range(kept + 1, 26))
        assert f"Lost: {kept + 1}-25." in table.trouble.text


def test_a_killed_game_is_not_called_damaged(killed: Path) -> None:
    lines = (killed / "game.log-lines").read_bytes().splitlines(keepends=True)
    (killed / "game.log-lines").write_bytes(b"".join(lines[:-1]))  # killed before the copy had it
    with open_table(killed) as table:
        assert table.trouble is None
        assert table.now.number == 26
    assert len((killed / "game.log-lines").read_bytes().splitlines()) == 26
    assert not list(killed.glob("*.damaged-*"))


def test_an_event_that_was_never_acknowledged_is_no_damage(killed: Path) -> None:
    """The frame of the last event is torn; nobody was told of it."""
    wal, copy = killed / "game.log-wal", killed / "game.log-lines"
    copy.write_bytes(b"".join(copy.read_bytes().splitlines(keepends=True)[:-1]))
    end = WriteAheadLog(wal.read_bytes()).torn_from()
    assert end is not None
    for torn in (bytes(100), b"torn in two"):
        folder = killed.with_name(f"torn-{len(torn)}")
        shutil.copytree(killed, folder)
        change(folder / "game.log-wal", end + FRAME - 300, torn)
        with open_table(folder) as table:
            assert table.trouble is None
            assert table.now.number == 25


def test_the_write_ahead_log_of_an_older_game_changes_nothing(killed: Path, tmp_path: Path) -> None:
    older = tmp_path / "older"
    older.mkdir()
    with Table.create(older / "game.log", GAME, {"players": 3}, lambda: 5.0) as table:
        fill(table, 40)
        shutil.copy(older / "game.log-wal", killed / "game.log-wal")
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.game.score(table.now.state).keys() == {0, 1}
        assert table.trouble is not None
        assert "of another game" in table.trouble.text


def test_a_new_game_takes_nothing_from_what_another_has_left(killed: Path) -> None:
    (killed / "game.log").unlink()
    left = (killed / "game.log-wal").read_bytes()
    EventLog.create(killed / "game.log", [salvage(killed / "game.log").events[0]]).close()
    assert on_disk(killed) == [1]
    assert (killed / "game.log.damaged-1-wal").read_bytes() == left


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-lines"])
def test_a_folder_in_the_place_of_a_file_is_set_aside(killed: Path, end: str) -> None:
    file = killed / f"game.log{end}"
    file.unlink()
    file.mkdir()
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is not None
        assert "is no file" in table.trouble.text
    assert (killed / f"game.log.damaged-1{end}").is_dir()


def test_a_game_whose_database_is_missing_comes_back_from_the_second_copy(killed: Path) -> None:
    (killed / "game.log").unlink()
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is not None


def test_a_log_that_an_older_companion_closed_has_lost_nothing(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        fill(table, 5)
    (tmp_path / "game.log-lines").unlink()
    with closing(sqlite3.connect(tmp_path / "game.log")) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA user_version = 2")
    with open_table(tmp_path) as table:
        assert table.trouble is None
        assert table.now.number == 6


def test_a_write_ahead_log_counts_though_the_header_does_not_yet_speak_of_it(killed: Path) -> None:
    """The header is not brought to disk by force; after a pulled plug it may be the older one."""
    change(killed / "game.log", 18, b"\1\1")
    (killed / "game.log-lines").unlink()
    with open_table(killed) as table:
        assert table.now.number == 26
        assert table.trouble is None
        fill(table, 1)
    assert on_disk(killed) == list(range(1, 28))


def test_nothing_that_was_set_aside_is_overwritten(killed: Path) -> None:
    for time in (1, 2, 3):
        change(killed / "game.log", 0, b"broken %d" % time)
        broken = (killed / "game.log").read_bytes()
        with open_table(killed) as table:
            assert table.trouble is not None
            fill(table, 1)
        for earlier in range(1, time + 1):
            aside = (killed / f"game.log.damaged-{earlier}").read_bytes()
            assert aside.startswith(b"broken %d" % earlier)
        assert aside == broken


def test_a_long_event_behind_a_broken_frame_is_put_together_from_its_pages(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    with new_table(tmp_path) as table:
        (begin,) = table.events()
    lying = Event(3, 3000.0, THE_HOST, Accept({"lies": [*range(4000)]}))
    events = [begin, *(Event(n, 1000.0 * n, THE_HOST, Pause()) for n in (2, 4))]
    events.insert(2, lying)
    with closing(EventLog.create(tmp_path / "long.log", [begin])) as log:
        for event in events[1:]:
            log.append([event])
        shutil.copy(log.path, folder)
        shutil.copy(family(log.path).wal, folder)
    assert lying in salvage(folder / "long.log").events
    change(folder / "long.log-wal", 32 + 4000, b"changed!")
    assert lying in salvage(folder / "long.log").events
    with pytest.raises(LogError, match="behind a broken place"):
        EventLog.open(folder / "long.log")


def test_a_companion_that_dies_while_setting_files_aside_forgets_none(killed: Path) -> None:
    events = salvage(killed / "game.log").events
    EventLog.create(killed / "game.log.recovered", events).close()
    wal = (killed / "game.log-wal").read_bytes()
    (killed / "game.log").rename(killed / "game.log.damaged-1")
    with open_table(killed) as table:
        assert table.events() == events
        assert table.trouble is None
    assert (killed / "game.log.damaged-1").exists()
    assert (killed / "game.log.damaged-2-wal").read_bytes() == wal


def test_a_write_ahead_log_that_is_taken_away_while_we_play_is_noticed(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        fill(table, 3)
        (tmp_path / "game.log-wal").unlink()
        fill(table, 3)
        assert table.flush() is None
        folder = tmp_path / "killed"
        folder.mkdir()
        for path in family(table.path):
            shutil.copy(path, folder)
    (folder / "game.log-lines").unlink()
    with open_table(folder) as table:
        assert table.now.number == 7


def test_a_killed_game_can_be_read_where_nothing_can_be_written(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def refuse(where: Any, *args: Any, **options: Any) -> sqlite3.Connection:
        if "mode=ro" in str(where):
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return connect(where, *args, **options)

    monkeypatch.setattr(store.sqlite3, "connect", refuse)
    before = {path.name: path.read_bytes() for path in killed.iterdir()}
    assert len(EventLog.read(killed / "game.log")) == 26
    assert {path.name: path.read_bytes() for path in killed.iterdir()} == before


def test_a_damaged_log_stays_as_it_is_when_there_is_no_room_to_set_it_aside(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(killed / "game.log-wal", 32 + FRAME + 2000, b"changed!")
    before = (killed / "game.log-wal").read_bytes()

    def refuse(path: Path) -> Path:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr(store.files, "set_aside", refuse)
        table = Table.open(killed / "game.log", GAME, ticking())
        fill(table, 1)
        assert table.trouble is not None
        assert "Read-only file system" in table.trouble.text
        assert (killed / "game.log-wal").read_bytes() == before
    table.flush()
    table.close()
    assert on_disk(killed) == list(range(1, 28))
    assert (killed / "game.log.damaged-1-wal").read_bytes() == before


def test_what_can_not_be_read_at_all_is_said_with_what_is_whole(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    with new_table(tmp_path) as table:
        fill(table, 89)
        shutil.copy(tmp_path / "game.log-wal", folder)
    (folder / "game.log").write_bytes(b"")
    with pytest.raises(CompanionError, match=r"only events [\d, -]+90 are whole.*stays as it is"):
        open_table(folder)
    assert (folder / "game.log").read_bytes() == b""
    assert (folder / "game.log-wal").exists()


def test_a_game_goes_on_in_memory_when_the_disk_is_full_before_it_is_opened(
    killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = sqlite3.connect

    def refuse(where: Any, *args: Any, **options: Any) -> sqlite3.Connection:
        if where == ":memory:":
            return connect(where, *args, **options)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(store.sqlite3, "connect", refuse)
        table = open_table(killed)
        assert table.now.number == 26
        fill(table, 1)
        assert table.trouble is not None
        assert (table.trouble.kind, table.trouble.unwritten) == ("full", 1)
    assert table.flush() is None
    table.close()
    assert on_disk(killed) == list(range(1, 28))
