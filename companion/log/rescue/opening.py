"""Opening a log to read it, which somebody may be writing, or which lies where nobody can write."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from companion.log.files import family


def connect_to_read(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that changes nothing, also where nothing can be written."""
    where = path.resolve().as_uri()
    wal = family(path).wal
    try:
        db = sqlite3.connect(f"{where}?mode=ro", uri=True, timeout=patience)
        try:
            db.execute("PRAGMA schema_version").fetchone()
        except BaseException:
            db.close()
            raise
        return db
    except sqlite3.OperationalError as error:
        # In a folder where nothing can be written SQLite wants to hear that nobody else writes.
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        if not wal.exists() or not wal.stat().st_size:
            return sqlite3.connect(f"{where}?immutable=1", uri=True)
    with tempfile.TemporaryDirectory() as folder:  # where SQLite may write
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        shutil.copyfile(wal, family(copy).wal)
        db = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(copy)) as source:
            source.backup(db)
        return db
