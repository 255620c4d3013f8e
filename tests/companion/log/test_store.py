"""The log on disk: append-only, checked, and brought along from older versions."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.common.errors import CompanionError
from companion.log import store
from companion.log.events import (
    START,
    THE_HOST,
    Begin,
    Correct,
    Event,
    Pause,
    Play,
    Sit,
    Undo,
    follows,
    from_line,
    is_whole,
    to_line,
)
from companion.log.store import EventLog, LogError
from companion.table import table
from tests.companion.stones import GAME
from tests.companion.tables import do, fill, new_table, open_table

VERSION_1 = Path(__file__).parents[2] / "data" / "log-version-1.sql"


def begin() -> Event:
    return Event(1, 1000.0, THE_HOST, Begin("stones", {"players": 2}))


def pause(number: int) -> Event:
    return Event(number, 1000.0 + number, THE_HOST, Pause())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.log"


def test_lines_come_back_as_the_events_they_were() -> None:
    event = Event(7, 12.5, THE_HOST, Correct(3, "take 1"), 'say "check"', "a.jpg", (0, 2))
    line = to_line(event, START)
    assert from_line(line) == event
    assert is_whole(line)
    assert follows(line, START)
    assert not follows(line, "1" * 16)


def test_any_changed_sign_of_a_line_is_noticed() -> None:
    line = to_line(Event(2, 1.0, THE_HOST, Play("roll 5"), "why"), START)
    for at in range(len(line)):
        other = line[:at] + ("x" if line[at] != "x" else "y") + line[at + 1 :]
        assert not is_whole(other), other
    for length in range(len(line)):
        assert not is_whole(line[:length])


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        '{"number":1,"at":1,"by":"host","action":{"kind":"fly"}}',
        '{"number":1,"at":1,"by":"host","action":{"kind":"play","moves":5}}',
        '{"number":1,"at":1,"by":"host","action":{"kind":"sit","seat":true,"name":"x"}}',
        '{"number":1,"at":1,"by":"host","action":"undo"}',
        '{"number":1,"at":1,"by":"nobody","action":{"kind":"pause"}}',
    ],
)
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="this is no event"):
        from_line(line)


def test_names_in_any_script_survive(tmp_path: Path) -> None:
    names = ["Zoë", "\U0001f3b2", "\ud800 broken", 'a"b\\c\n', ""]
    with new_table(tmp_path) as one:
        for name in names:
            do(one, Sit(0, name))
    names[2] = "\ufffd broken"
    with open_table(tmp_path) as one:
        assert [event.action for event in one.events(1)] == [Sit(0, name) for name in names]


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[sqlite3.Connection]:
    """All that are made while the test runs, the newest last."""
    made: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: Any, **options: Any) -> sqlite3.Connection:
        made.append(connect(*args, **options))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    return made


def test_settings_of_the_file_are_those_that_survive_a_pulled_plug(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    with closing(EventLog.create(path, [begin()])):
        (mode,) = connections[-1].execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = connections[-1].execute("PRAGMA synchronous").fetchone()
    assert (mode, synchronous) == ("wal", 2)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET line = 'x' WHERE number = 2",
        "DELETE FROM events WHERE number = 2",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events VALUES (2, 'x')",
        "INSERT INTO events VALUES (9, 'x')",
        "INSERT INTO events VALUES (0, 'x')",
        "UPDATE events SET number = 5 WHERE number = 2",
    ],
)
def test_nobody_can_rewrite_the_log(path: Path, statement: str) -> None:
    log = EventLog.create(path, [begin(), pause(2)])
    log.close()
    with closing(sqlite3.connect(path)) as db:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(statement)
        db.commit()
    assert EventLog.read(path) == [begin(), pause(2)]


def test_reading_while_somebody_writes_sees_what_is_acknowledged(path: Path) -> None:
    with closing(EventLog.create(path, [begin()])) as log:
        for number in range(2, 6):
            log.append([pause(number)])
            assert EventLog.read(path)[-1] == pause(number)


def test_several_events_are_written_all_or_none(
    path: Path, connections: list[sqlite3.Connection]
) -> None:
    with closing(EventLog.create(path, [begin()])) as log:
        log.append([pause(2), pause(3)])
        connections[-1].execute("PRAGMA max_page_count = 1")
        with pytest.raises(LogError) as error:
            log.append([Event(n, 1.0, THE_HOST, Sit(0, "x" * 3000)) for n in range(4, 9)])
        assert error.value.kind == store.FULL
    assert len(EventLog.read(path)) == 3


def test_a_file_of_version_1_is_brought_along(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1.read_text("utf-8"))
    assert len(EventLog.read(path)) == 7
    with open_table(tmp_path) as one:
        assert one.now.number == 7
        assert one.now.names == {0: "Vera"}
        assert one.now.state.taken == (2, 3)
        do(one, Undo())
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (store.VERSION,)
    with open_table(tmp_path) as one:
        assert one.now.state.taken == (2, 0)


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(VERSION_1.read_text("utf-8"))
    broken = {**store.MIGRATIONS, 1: f"{store.BEGINNING} CREATE TABLE events (number);"}
    monkeypatch.setattr(store, "MIGRATIONS", broken)
    with pytest.raises(LogError):
        EventLog.open(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    assert tables == [("events",)]


def test_a_file_of_a_newer_companion_is_refused_politely_and_left_alone(path: Path) -> None:
    EventLog.create(path, [begin()]).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {store.VERSION + 1}")
    before = path.read_bytes()
    for opening in (EventLog.open, EventLog.read, table.Table.open):
        with pytest.raises(CompanionError, match=r"newer companion.*update"):
            opening(path)
    assert path.read_bytes() == before
    kept = {"game.log", "game.log-lines", "game.log.lock"}
    assert {one.name for one in path.parent.iterdir()} <= kept


def test_somebody_elses_database_is_refused_and_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name)")
        db.commit()
    with pytest.raises(CompanionError, match="not the log of a game"):
        table.Table.open(path, GAME)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


def test_a_missing_log_is_said_to_be_missing(path: Path) -> None:
    for opening in (EventLog.open, EventLog.read, table.Table.open):
        with pytest.raises(CompanionError, match="no such log"):
            opening(path)


def test_a_log_in_a_folder_that_can_not_be_written_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    EventLog.create(folder / "game.log", [begin()]).close()
    folder.chmod(0o555)
    try:
        assert EventLog.read(folder / "game.log") == [begin()]
    finally:
        folder.chmod(0o755)


def test_states_that_an_older_companion_kept_beside_the_log_change_nothing(tmp_path: Path) -> None:
    with new_table(tmp_path) as one:
        fill(one, 6)
        before = one.now
    with closing(sqlite3.connect(tmp_path / "game.log")) as db:
        db.execute("INSERT INTO snapshots VALUES (7, 6, 'moves', '{}', 'sum')")
        db.commit()
    with open_table(tmp_path) as one:
        assert one.now == before
        assert one.trouble is None


def test_why_a_move_does_not_apply_is_known_after_opening_too(tmp_path: Path) -> None:
    with new_table(tmp_path) as one:
        do(one, Play("roll 5"))
        do(one, Play("take 3"))
        do(one, Correct(2, "roll 2"))
        assert list(one.now.unapplied) == [3]
    with open_table(tmp_path) as one:
        assert list(one.now.unapplied) == [3]


def test_the_state_before_any_event_is_known(tmp_path: Path) -> None:
    with new_table(tmp_path) as one:
        fill(one, 100)
        state = GAME.setup({"players": 2})
        for event in one.events(1):
            assert one._fold.before(one._history, event.number) == state
            (move,) = GAME.parse_moves(event.action.moves)
            state = GAME.apply(state, move)


def test_lines_are_plain_json(path: Path) -> None:
    EventLog.create(path, [begin()]).close()
    with closing(sqlite3.connect(path)) as db:
        ((line,),) = db.execute("SELECT line FROM events").fetchall()
    assert json.loads(line)["action"] == {
        "kind": "begin", "game": "stones", "config": {"players": 2}
    }  # fmt: skip
