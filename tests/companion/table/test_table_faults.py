"""Locks, full disks, lost files: the game goes on, says so, and writes when it can again."""

import os
import resource
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.common.errors import CompanionError
from companion.log.events import Play, Sit
from companion.log.store import EventLog
from companion.table.news import News
from tests.companion.stones import GAME
from tests.companion.tables import do, fill, new_table, on_disk, open_table


def test_a_locked_file_does_not_stop_the_game(tmp_path: Path) -> None:
    heard: list[News] = []
    with new_table(tmp_path) as table:
        table.listen(heard.append)
        fill(table, 3)
        with closing(sqlite3.connect(table.path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            fill(table, 3)
            assert table.trouble is not None
            assert (table.trouble.kind, table.trouble.unwritten) == ("locked", 3)
            assert "Another program holds the file: close it." in table.trouble.text
            assert [news.trouble is not None for news in heard] == [False] * 3 + [True] * 3
            assert table.flush() == table.trouble
            other.execute("ROLLBACK")
        assert table.flush() is None
        assert on_disk(tmp_path) == [1, 2, 3, 4, 5, 6, 7]
        assert (heard[-1].event, heard[-1].trouble) == (None, None)
    with open_table(tmp_path) as table:
        assert table.now.number == 7


def test_the_next_event_brings_the_waiting_ones_along(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        with closing(sqlite3.connect(table.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            fill(table, 2)
            assert on_disk(tmp_path) == [1]
        fill(table, 1)
        assert table.trouble is None
        assert on_disk(tmp_path) == [1, 2, 3, 4]


def test_closing_writes_what_waited(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    with closing(sqlite3.connect(table.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        fill(table, 2)
    table.close()
    assert on_disk(tmp_path) == [1, 2, 3]


def test_a_full_disk_does_not_stop_the_game(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        db = table._journal._log._db
        db.execute("PRAGMA max_page_count = 1")  # SQLite takes the pages that there are
        while table.trouble is None:
            do(table, Sit(0, "x" * 40), why="y" * 500)
        assert table.trouble.kind == "full"
        assert "The disk is full: make room." in table.trouble.text
        full_at = table.now.number
        fill(table, 5)
        assert table.trouble.unwritten == 6
        assert on_disk(tmp_path) == list(range(1, full_at))
        db.execute("PRAGMA max_page_count = 1000000")
        assert table.flush() is None
        assert on_disk(tmp_path) == list(range(1, full_at + 6))


def test_a_full_disk_as_the_system_reports_it(tmp_path: Path) -> None:
    """A limit on the size of files makes the system refuse to write, in a process of its own."""
    script = """
        import resource, sys
        from pathlib import Path
        from companion.log.events import Play, Sit
        from companion.log.store import EventLog, LogError
        from tests.companion.tables import do, new_table
        folder = Path(sys.argv[1])
        table = new_table(folder)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
        # A fresh start makes room at first: the write-ahead log is brought into the file.
        while table.flush() is None:
            do(table, Sit(0, "x" * 40), why="y" * 500)
        print(table.trouble.kind, table.trouble.text)
        do(table, Play("roll 5"))
        number = table.now.number
        assert table.trouble.unwritten >= 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert table.flush() is None, table.trouble
        table.close()
        assert len(EventLog.read(folder / "game.log")) == number
        print("all", number, "written")
    """
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    run = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), str(tmp_path)]
    root = Path(__file__).parents[3]
    around = {**os.environ, "PYTHONPATH": str(root)}
    answer = subprocess.run(run, cwd=root, env=around, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.endswith("written\n")
    with open_table(tmp_path) as table:
        assert table.now.state.left == 5
        assert table.trouble is None
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_deleted_file_is_written_again(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        fill(table, 5)
        for path in tmp_path.glob("game.log*"):
            if not path.name.endswith(".lock"):
                path.unlink()
        do(table, Play("say 1"))
        assert table.trouble is not None
        do(table, Play("say 2"))
        assert table.trouble is None
        assert on_disk(tmp_path) == list(range(1, 9))


def test_a_file_that_breaks_under_our_hands_is_set_aside_and_written_again(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        fill(table, 5)
        other = EventLog.create(tmp_path / "other.log", table.events()[:1])
        other.close()
        (tmp_path / "other.log").write_bytes(b"scrambled eggs" * 1000)
        os.replace(tmp_path / "other.log", table.path)  # noqa: PTH105
        do(table, Play("say 1"))
        do(table, Play("say 2"))
        assert table.trouble is None
    (aside,) = tmp_path.glob("*.damaged-1")
    assert aside.read_bytes().startswith(b"scrambled")
    assert on_disk(tmp_path) == list(range(1, 9))


def test_a_log_that_can_not_be_created_is_created_later(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "game.log.new").mkdir()  # nothing can be written under this name
    with new_table(folder) as table:
        assert table.trouble is not None
        fill(table, 3)
        assert table.trouble.unwritten == 4
        (folder / "game.log.new").rmdir()
        assert table.flush() is None
    assert on_disk(folder) == [1, 2, 3, 4]


def test_another_database_in_our_place_is_set_aside(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        fill(table, 3)
        for path in tmp_path.glob("game.log*"):
            if not path.name.endswith(".lock"):
                path.unlink()
        with closing(sqlite3.connect(table.path)) as db:
            db.execute("CREATE TABLE recipes (name)")
            db.commit()
        do(table, Play("say 1"))
        do(table, Play("say 2"))
        assert table.trouble is None
    with closing(sqlite3.connect(tmp_path / "game.log.damaged-1")) as db:
        assert db.execute("SELECT count(*) FROM recipes").fetchone() == (0,)
    assert on_disk(tmp_path) == list(range(1, 7))


def test_a_closed_table_takes_no_commands_and_closes_only_once(tmp_path: Path) -> None:
    table = new_table(tmp_path)
    table.close()
    table.close()
    with pytest.raises(CompanionError, match="closed"):
        do(table, Play("roll 5"))
    assert table.flush() is None


def test_rules_that_fail_on_an_old_move_do_not_take_the_game_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with new_table(tmp_path) as table:
        fill(table, 5)
        do(table, Play("say 5"))
    original = type(GAME).apply

    def apply(self: Any, state: Any, move: Any) -> Any:
        assert move.word != "say", "a mistake in the rules"
        return original(self, state, move)

    monkeypatch.setattr(type(GAME), "apply", apply)
    with open_table(tmp_path) as table:
        assert [reason.rule for reason in table.now.unapplied[7]] == ["log.rules-failed"]
        assert "the rules failed on" in caplog.text
        fill(table, 1)
