"""Damaged files and pulled plugs: what can be read is read, and the game goes on."""

import random
from pathlib import Path

import pytest

from companion.common.errors import CompanionError
from companion.log.events import Correct, Lost
from companion.log.store import EventLog, LogError
from tests.companion.tables import do, fill, new_table, on_disk, open_table


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """A closed log of 61 events, as bytes; it is the only file in its folder."""
    with new_table(tmp_path) as table:
        fill(table, 60)
    (tmp_path / "game.log-lines").unlink()
    return (tmp_path / "game.log").read_bytes()


def row_of(data: bytes, number: int) -> int:
    """Where the line of an event begins in the file."""
    return data.index(b'{"number":%d,' % number)


def test_a_damaged_event_is_told_and_the_rest_is_recovered(tmp_path: Path, whole: bytes) -> None:
    at = row_of(whole, 30)
    broken = whole[: at + 20] + b"!" + whole[at + 21 :]
    (tmp_path / "game.log").write_bytes(broken)
    with open_table(tmp_path) as table:
        trouble = table.trouble
        assert trouble is not None
        assert (trouble.kind, trouble.lost) == ("damaged", (30,))
        assert "60 events could be read. Lost: 30." in trouble.text
        assert trouble.set_aside is not None
        assert trouble.set_aside.read_bytes() == broken
        assert isinstance(table.events()[29].action, Lost)
        assert table.now.number == 61
        assert table.now.unapplied
        fill(table, 1)
    with open_table(tmp_path) as table:
        assert table.trouble is None
        assert table.now.number == 62


def test_a_lost_event_can_be_put_right_by_a_correction(tmp_path: Path, whole: bytes) -> None:
    with open_table(tmp_path) as table:
        before, text = table.now.state, table.events()[29].action.moves
    (tmp_path / "game.log-lines").unlink()
    data = (tmp_path / "game.log").read_bytes()
    at = row_of(data, 30)
    (tmp_path / "game.log").write_bytes(data[: at + 20] + b"!" + data[at + 21 :])
    with open_table(tmp_path) as table:
        do(table, Correct(30, text))
        assert table.now.unapplied == {}
        assert table.now.state == before


def test_a_file_whose_beginning_is_gone_is_read_out(tmp_path: Path, whole: bytes) -> None:
    broken = b"\0" * 100 + whole[100:]
    (tmp_path / "game.log").write_bytes(broken)
    with open_table(tmp_path) as table:
        assert table.trouble is not None
        assert table.trouble.lost == ()
        assert table.now.number == 61


def test_a_file_that_was_cut_short_gives_what_is_in_it(tmp_path: Path, whole: bytes) -> None:
    (tmp_path / "game.log").write_bytes(whole[: 5 * 4096 + 100])
    with open_table(tmp_path) as table:
        assert table.trouble is not None
        assert table.trouble.set_aside is not None
        assert 2 <= table.now.number - len(table.trouble.lost) < 61
        fill(table, 1)
    with open_table(tmp_path) as table:
        assert table.trouble is None


def test_an_empty_file_beside_a_full_write_ahead_log_is_read_out(tmp_path: Path) -> None:
    """SQLite by itself would delete the write-ahead log of an empty file."""
    table = new_table(tmp_path)
    fill(table, 10)
    wal = (tmp_path / "game.log-wal").read_bytes()
    first = (tmp_path / "game.log").read_bytes()
    table.close()
    (tmp_path / "game.log").write_bytes(b"")
    (tmp_path / "game.log-wal").write_bytes(wal)
    with open_table(tmp_path) as table:
        assert table.trouble is not None
        assert table.now.number == 11
    (aside,) = tmp_path.glob("*.damaged-1-wal")
    assert aside.read_bytes() == wal
    assert first


def test_a_damaged_file_on_a_full_disk_stays_until_there_is_room(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = row_of(whole, 30)
    broken = whole[: at + 20] + b"!" + whole[at + 21 :]
    (tmp_path / "game.log").write_bytes(broken)

    def full(path: Path, _: object) -> EventLog:
        raise LogError("full", f"{path}: no room")

    with monkeypatch.context() as patch:
        patch.setattr(EventLog, "create", full)
        table = open_table(tmp_path)
        fill(table, 2)
        assert table.trouble is not None
        assert (table.trouble.kind, table.trouble.unwritten) == ("full", 63)
        assert (tmp_path / "game.log").read_bytes() == broken
    assert table.flush() == table.trouble
    assert table.trouble.kind == "damaged"
    assert "kept as game.log.damaged-1" in table.trouble.text
    table.close()
    assert on_disk(tmp_path) == list(range(1, 64))
    assert (tmp_path / "game.log.damaged-1").read_bytes() == broken


def test_a_companion_that_dies_while_replacing_a_file_leaves_a_game_to_go_on_with(
    tmp_path: Path, whole: bytes
) -> None:
    (tmp_path / "game.log").rename(tmp_path / "game.log.recovered")
    with open_table(tmp_path) as table:
        assert table.now.number == 61
    (tmp_path / "game.log.recovered").write_bytes(b"half written")
    with open_table(tmp_path) as table:
        assert table.now.number == 61


def test_where_nothing_can_be_read_the_file_stays(tmp_path: Path) -> None:
    (tmp_path / "game.log").write_bytes(b"not a log at all")
    with pytest.raises(CompanionError, match="nothing could be recovered"):
        open_table(tmp_path)
    assert (tmp_path / "game.log").read_bytes() == b"not a log at all"


def used(wal: Path) -> int:
    """How much of a write-ahead log is written; behind it there is only room."""
    header, frame = 32, 24 + 4096
    written = len(wal.read_bytes().rstrip(b"\0"))
    return header + -(-(written - header) // frame) * frame


def test_room_for_the_next_events_is_made_at_once(tmp_path: Path) -> None:
    wal = tmp_path / "game.log-wal"
    with new_table(tmp_path) as table:
        size = wal.stat().st_size
        fill(table, 30)
        assert wal.stat().st_size == size > used(wal)
    assert not wal.exists()
    assert (tmp_path / "game.log").stat().st_size < 100_000


def test_a_copy_of_the_files_after_any_write_opens_with_all_that_was_acknowledged(
    tmp_path: Path,
) -> None:
    copies = []
    with new_table(tmp_path) as table:
        db = table._journal._log._db
        db.execute("PRAGMA wal_autocheckpoint = 20")  # so that there are some checkpoints as well
        for _ in range(40):
            fill(table, 1)
            files = {
                path.name: path.read_bytes()
                for path in tmp_path.glob("game.log*")
                if not path.name.endswith(".lock")
            }
            copies.append((table.now, files))
    for turn, (now, files) in enumerate(copies):
        folder = tmp_path / str(turn)
        folder.mkdir()
        keep_index = turn % 2 == 0  # after a cut of power the shared index may be gone or stale
        for name, data in files.items():
            if keep_index or not name.endswith("-shm"):
                (folder / name).write_bytes(data)
        with open_table(folder) as table:
            assert table.now == now
            assert table.trouble is None


def test_a_write_ahead_log_cut_at_any_length_opens_with_what_is_before_the_cut_and_says_so(
    tmp_path: Path,
) -> None:
    table = new_table(tmp_path)
    lengths = {1: 0}
    wal = tmp_path / "game.log-wal"
    for _ in range(7):
        fill(table, 1)
        lengths[table.now.number] = used(wal)
    main, data, events = (tmp_path / "game.log").read_bytes(), wal.read_bytes(), table.events()
    table.close()
    source = random.Random(3)
    end = lengths[table.now.number]
    cuts = {0, 1, 31, 32, 33, end - 1, end, end + 1, len(data), *lengths.values()}
    cuts |= {source.randrange(end) for _ in range(10)}
    for turn, cut in enumerate(sorted(cuts)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        (folder / "game.log").write_bytes(main)
        (folder / "game.log-wal").write_bytes(data[:cut])
        expected = max(number for number, length in lengths.items() if length <= cut)
        with open_table(folder) as table:
            number = table.now.number
            assert number in (expected, expected + 1), "the line may lie before the cut"
            assert table.events() == events[:number]
            assert (table.trouble is None) == (cut == len(data))
            if table.trouble:
                assert f"after event {number}, if anything, is gone" in table.trouble.text
            fill(table, 1)
        assert on_disk(folder)[-1] == number + 1


def test_rubbish_behind_a_cut_is_no_event(tmp_path: Path) -> None:
    """A disk may have written the length, but not the bytes."""
    table = new_table(tmp_path)
    fill(table, 5)
    before = used(tmp_path / "game.log-wal")
    fill(table, 3)
    main, data = (tmp_path / "game.log").read_bytes(), (tmp_path / "game.log-wal").read_bytes()
    table.close()
    for turn, rubbish in enumerate((b"\0", b"\xff", b"{")):
        folder = tmp_path / str(turn)
        folder.mkdir()
        (folder / "game.log").write_bytes(main)
        torn = data[:before] + rubbish * (len(data) - before)
        (folder / "game.log-wal").write_bytes(torn)
        with open_table(folder) as table:
            assert table.now.number == 6
            assert table.trouble is None
