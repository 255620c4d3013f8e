"""The files of a log: the database, what SQLite puts beside it, and the second copy of the lines.

Whatever is set aside gets a name of its own; nothing is ever deleted or overwritten.
"""

import os
from pathlib import Path
from typing import NamedTuple


class Family(NamedTuple):
    """All files of a log; `wal` and `shared` are SQLite's, `lines` is the second copy."""

    main: Path
    wal: Path
    shared: Path
    lines: Path


def family(path: Path) -> Family:
    """The files of the log at `path`, whether or not they are there."""
    beside = (path.with_name(f"{path.name}-{end}") for end in ("wal", "shm", "lines"))
    return Family(path, *beside)


def is_there(path: Path) -> bool:
    """Whether there is a log at `path`, or what is left of one."""
    main, wal, _, lines = family(path)
    return any(one.exists() for one in (main, wal, lines, recovered(path)))


def recovered(path: Path) -> Path:
    """Where a new log waits until the damaged one has been set aside."""
    return path.with_name(f"{path.name}.recovered")


def is_taken(path: Path) -> bool:
    """Whether any file of a log at `path` is there."""
    return any(os.path.lexists(one) for one in family(path))


def set_aside(path: Path) -> Path:
    """Rename a log with all that belongs to it; nothing is ever deleted."""
    number = 1
    while is_taken(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    for old, new in zip(family(path), family(aside), strict=True):
        if os.path.lexists(old):
            old.rename(new)
    sync_folder(path.parent)
    return aside


def aside_of(path: Path) -> list[Path]:
    """Everything that was ever set aside for the log at `path`."""
    return sorted(path.parent.glob(f"{path.name}.damaged-*"))


def remove(path: Path) -> None:
    """Remove a log of our own making that was never used."""
    for one in family(path):
        one.unlink(missing_ok=True)


def identity(path: Path) -> tuple[int, int] | None:
    """Changes when a file is replaced by another one of the same name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def sync_folder(folder: Path) -> None:
    """A new name is on disk only when its folder is."""
    sync_file(folder)


def sync_file(path: Path) -> None:
    """Bring what was written to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def bytes_of(path: Path) -> bytes:
    """What is in a file; nothing if there is none, or something else in its place."""
    return path.read_bytes() if path.is_file() else b""
