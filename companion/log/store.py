"""The log of a game on disk: SQLite, one line of JSON an event, and never a line changed.

What `append` has returned from is on disk: it survives `kill -9` and a pulled plug. Before SQLite
may change a file, everything that lies in it is compared with what SQLite reads from it: a damaged
write-ahead log would be cut off and deleted without a word.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from companion.common.errors import CompanionError
from companion.log import files
from companion.log.events import START, Begin, Event, check_of, follows, from_line, to_line
from companion.log.files import family, identity, recovered, sync_file, sync_folder
from companion.log.rescue.opening import connect_to_read
from companion.log.rescue.remains import Remains
from companion.log.second_copy import SecondCopy

VERSION = 3
FARTHEST = 1000  # a file that claims a version beyond this is not newer but damaged
APPLICATION = 0x7AB1EC0  # "table co"; tells our files from other people's databases
PATIENCE = 0.25
OPENING_PATIENCE = 5.0
LOOKS = 3
#: The write-ahead log is brought into the file after so many pages, so that little is ever in it
#: alone: about a dozen events. It gets room for them at once: to write into space that is there is
#: several times as fast as to make a file longer.
CHECKPOINT = 16
ROOM = (CHECKPOINT + 50) * (4096 + 24)

LOCKED, FULL, DAMAGED, UNWRITABLE = ("locked", "full", "damaged", "unwritable")
_KINDS = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: UNWRITABLE,
    sqlite3.SQLITE_CONSTRAINT: UNWRITABLE,
    sqlite3.SQLITE_IOERR: UNWRITABLE,
    sqlite3.SQLITE_NOMEM: UNWRITABLE,
    sqlite3.SQLITE_PERM: UNWRITABLE,
    sqlite3.SQLITE_READONLY: UNWRITABLE,
    sqlite3.SQLITE_IOERR_SHORT_READ: DAMAGED,
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,
}  # what else SQLite may complain about is damage: no table, no text, no tree

# An insert that leaves a gap or replaces a line is refused too: two writers can't both be right.
EVENTS = """
CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TRIGGER events_stay BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_never_go BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER events_come_in_order BEFORE INSERT ON events
  WHEN NEW.number <> (SELECT COALESCE(MAX(number), 0) + 1 FROM events)
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
# The first event says which game this is. It stands here once more, near the start of the file, for
# the day when the file is cut short. Older companions kept states in the other table.
BEGINNING = """
CREATE TABLE beginning (line TEXT NOT NULL);
INSERT INTO beginning SELECT line FROM events WHERE number = 1;
CREATE TABLE snapshots (number INTEGER PRIMARY KEY, length INTEGER NOT NULL,
  fingerprint TEXT NOT NULL, state TEXT NOT NULL, sum TEXT NOT NULL);
"""
# Since version 3 a log that was closed is no more in the mode of a write-ahead log. One that is,
# and has none beside it, has lost it.
CLOSED = ""
_STATEMENTS = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
_TABLES = "SELECT name FROM sqlite_schema LIMIT 1"
#: What brings a file of each version to the next one.
MIGRATIONS = {0: EVENTS, 1: BEGINNING, 2: CLOSED}


class LogError(CompanionError):
    """The log can't be read or written now; `kind` says what sort of trouble it is."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class NotALog(LogError):  # noqa: N818 - a statement about a file
    """A file that is whole as far as one can see, but was never a log of ours."""


class EventLog:
    """An open log: the lines that it holds, and the way to add more."""

    def __init__(
        self, path: Path, db: sqlite3.Connection, copy: SecondCopy, lines: list[str]
    ) -> None:
        self.path = path
        self.opened = [from_line(line) for line in lines]
        self.length = len(lines)
        self._tail = check_of(lines[-1]) if lines else START
        self._db = db
        self._copy = copy
        self._identity = _identity(path)

    @staticmethod
    def create(path: Path, events: Sequence[Event]) -> "EventLog":
        """A new log with its first events. The file is there with all of them, or not at all."""
        if path.exists():
            raise CompanionError(f"{path} is there already; open it, or choose another name")
        new = path.with_name(f"{path.name}.new")
        with _explained(path):
            if files.is_taken(path):  # SQLite would take what is left of another log for ours
                files.set_aside(path)
            files.remove(new)
            with closing(sqlite3.connect(new, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = OFF")  # all at once, before it gets its name
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                migrate(db)
                lines = lines_of(events)
                _insert(db, 1, lines)
                db.execute("INSERT INTO beginning VALUES (?)", (lines[0],))
            sync_file(new)
            new.rename(path)
            sync_folder(path.parent)
            sync_folder(path.parent.parent)  # the folder itself may be new
            return EventLog._of(path, lines, PATIENCE)

    @staticmethod
    def open(path: Path, patience: float = OPENING_PATIENCE) -> "EventLog":
        """The log in a file; `LogError` of kind `damaged` when it is not whole."""
        with _explained(path):
            lines = _read_all(path, patience)
            return EventLog._of(path, lines, patience)

    @staticmethod
    def _of(path: Path, lines: list[str], patience: float) -> "EventLog":
        """The log that holds these lines, open for more."""
        with ExitStack() as opened:
            copy = opened.enter_context(closing(SecondCopy(family(path).lines, lines)))
            db = opened.enter_context(closing(_connect(path, patience)))
            migrate(db, path.name)
            db.execute(f"PRAGMA busy_timeout = {int(1000 * PATIENCE)}")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # of a companion that was killed
            _make_room(db, path)
            opened.pop_all()
            return EventLog(path, db, copy, lines)

    @staticmethod
    def read(path: Path) -> list[Event]:
        """The events in a file, which is not changed by this; somebody may be writing it."""
        with _explained(path):
            return [from_line(line) for line in _read_all(path)]

    def append(self, events: Sequence[Event]) -> None:
        """Write events, all or none; they are on disk when this returns."""
        if not events:
            return
        if _identity(self.path) != self._identity:
            raise LogError(UNWRITABLE, f"{self.path} was moved or deleted")
        lines = lines_of(events, self._tail)
        try:
            _insert(self._db, self.length + 1, lines)
        except sqlite3.Error as error:
            raise _explanation(self.path, error) from error
        self._copy.append(lines)
        self.length += len(lines)
        self._tail = check_of(lines[-1])

    def close(self) -> None:
        """Close the file, with everything in it, unless somebody else is reading."""
        self._copy.close()
        with suppress(sqlite3.Error):
            (is_busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not is_busy:  # everything is on disk; now the header says so
                self._db.execute("PRAGMA synchronous = OFF")
                self._db.execute("PRAGMA journal_mode = DELETE")
        with suppress(sqlite3.Error):
            self._db.close()


def migrate(db: sqlite3.Connection, name: str = "") -> None:
    """Bring the tables to this version, all steps or none."""
    version = _version(db, name)
    if version == VERSION:
        return
    with _transaction(db):
        for step in range(version, VERSION):
            _execute_all(db, MIGRATIONS[step])
        db.execute(f"PRAGMA user_version = {VERSION}")


def replace(path: Path, events: Sequence[Event]) -> tuple[EventLog, Path]:
    """Write a new log and only then set the old file aside; returns the log, and where the old is.

    A companion that dies in between is helped by `finish_replacing`.
    """
    ready = recovered(path)
    with _explained(path):
        files.remove(ready)
    EventLog.create(ready, events).close()
    with _explained(path):
        family(ready).lines.unlink(missing_ok=True)
        aside = files.set_aside(path)
    finish_replacing(path)
    return EventLog.open(path), aside


def finish_replacing(path: Path) -> None:
    """Put the new log in its place, if the old one has begun to make room already."""
    ready = recovered(path)
    if not ready.exists() or os.path.lexists(path):
        return
    with suppress(LogError):  # half written: there is nothing in it that is not in the old one
        EventLog.read(ready)
        with _explained(path):
            if files.is_taken(path):
                files.set_aside(path)
            ready.rename(path)
            sync_folder(path.parent)


def _connect(path: Path, patience: float = PATIENCE) -> sqlite3.Connection:
    db = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA synchronous = OFF")  # with its write-ahead log it is read either way
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    except BaseException:
        db.close()
        raise
    return db


def _make_room(db: sqlite3.Connection, path: Path) -> None:
    """Fill the write-ahead log up with zeros, which SQLite takes for what they are: nothing."""
    db.execute("SELECT MAX(number) FROM events").fetchone()  # from now on there is one
    with suppress(OSError), family(path).wal.open("r+b") as file:
        missing = ROOM - file.seek(0, os.SEEK_END)
        if missing > 0:
            file.write(bytes(missing))
            file.flush()
            os.fsync(file.fileno())


def _read_all(path: Path, patience: float = OPENING_PATIENCE) -> list[str]:
    """All lines, when they are all that there ever was; nothing is changed by this."""
    more = ""
    for _ in range(LOOKS):  # somebody may have been writing
        _look_at_files(path)
        remains = Remains(path)
        with closing(connect_to_read(path, patience)) as db:
            _version(db, path.name)
            lines = _read(db, path)
        more = remains.more_than(lines, ROOM)
        if not more:
            return lines
    raise LogError(DAMAGED, f"{path}: {more}")


def _look_at_files(path: Path) -> None:
    """Refuse what SQLite must not open: with an empty file it would delete the log beside it."""
    if not files.is_taken(path):
        raise CompanionError(f"{path}: there is no such log")
    for one in family(path):
        if os.path.lexists(one) and not one.is_file():
            raise LogError(DAMAGED, f"{one} is no file")
    if not path.exists():
        raise LogError(DAMAGED, f"{path} is missing, but not the files beside it")
    with path.open("rb") as file:
        if file.read(16) != b"SQLite format 3\0":
            raise LogError(DAMAGED, f"{path} does not begin like a log")


def _version(db: sqlite3.Connection, name: str) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:
        raise NotALog(DAMAGED, f"{name} is a database, but not the log of a game")
    if not 1 <= version <= FARTHEST and (version or db.execute(_TABLES).fetchone()):
        raise LogError(DAMAGED, f"{name}: version {version} of the log makes no sense")
    if version > VERSION:
        raise CompanionError(
            f"{name} was written by a newer companion (version {version} of the log, this one "
            f"knows {VERSION}); update the companion to open it"
        )
    # A view in the place of a table may have no end, and somebody's trigger may do anything.
    if any(sql not in _statements() for (sql,) in db.execute(_STATEMENTS)):
        raise LogError(DAMAGED, f"{name} holds something that is no part of a log")
    return int(version)


@cache
def _statements() -> frozenset[str]:
    """How everything in a log of ours was made."""
    with closing(sqlite3.connect(":memory:")) as db:
        for script in MIGRATIONS.values():
            db.executescript(script)
        return frozenset(sql for (sql,) in db.execute(_STATEMENTS))


def _read(db: sqlite3.Connection, path: Path) -> list[str]:
    """All lines, each checked against the one before it."""
    lines: list[str] = []
    after = START
    for number, line in db.execute("SELECT number, line FROM events ORDER BY number"):
        if number != len(lines) + 1 or not isinstance(line, str) or not follows(line, after):
            raise LogError(DAMAGED, f"{path}: event {len(lines) + 1} is damaged")
        lines.append(line)
        after = check_of(line)
    if not lines or not isinstance(from_line(lines[0]).action, Begin):
        raise LogError(DAMAGED, f"{path}: it does not hold the beginning of a game")
    return lines


def lines_of(events: Iterable[Event], after: str = START) -> list[str]:
    """Events as lines, each with the check of the one before."""
    lines = []
    for event in events:
        lines.append(to_line(event, after))
        after = check_of(lines[-1])
    return lines


def _insert(db: sqlite3.Connection, number: int, lines: Sequence[str]) -> None:
    statement = "INSERT INTO events VALUES (?, ?)"
    if len(lines) == 1:
        db.execute(statement, (number, lines[0]))
        return
    with _transaction(db):
        db.executemany(statement, enumerate(lines, number))


def _execute_all(db: sqlite3.Connection, script: str) -> None:
    """Like `executescript`, which would end our transaction first."""
    statement = ""
    for piece in script.split(";"):
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            db.execute(statement)
            statement = ""


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What SQLite and the system complain about, as `LogError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _explanation(path, error) from error
    except UnicodeDecodeError as error:  # what SQLite complains about is damaged, too
        raise LogError(DAMAGED, f"{path}: {error.reason}") from error
    except OSError as error:
        raise LogError(UNWRITABLE, f"{path}: {error.strerror or error}") from error


def _explanation(path: Path, error: sqlite3.Error) -> LogError:
    code = getattr(error, "sqlite_errorcode", 0)
    return LogError(_KINDS.get(code, _KINDS.get(code & 0xFF, DAMAGED)), f"{path}: {error}")


def _identity(path: Path) -> tuple[object, ...]:
    """Changes when somebody takes a file away that SQLite would go on writing."""
    return identity(path), identity(family(path).wal)
