"""Opening a log to read it, which somebody may be writing, or which lies where nobody can write."""

import sqlite3
from pathlib import Path

from companion.log.files import bytes_of, family
from companion.log.rescue.wal import WriteAheadLog

_NO_ROOM = (
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL
)  # fmt: skip
#: Where the header says whether there is a write-ahead log.
_MODE = slice(18, 20)


def connect_to_read(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that changes nothing, also where nothing can be written.

    SQLite wants to write an index beside a write-ahead log. Where there is no room for it, all of
    the log is read in memory.
    """
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=patience)
        try:
            db.execute("PRAGMA schema_version").fetchone()
        except BaseException:
            db.close()
            raise
        return db
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _NO_ROOM:
            raise
    pages = bytearray(WriteAheadLog(bytes_of(family(path).wal)).brought_into(path.read_bytes()))
    pages[_MODE] = b"\1\1"
    db = sqlite3.connect(":memory:")
    db.deserialize(bytes(pages))
    return db
