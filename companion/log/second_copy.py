"""The second copy of a log: the same lines, one after the other, in a text file beside it.

It is written after the database has an event on disk, and not brought to disk by force: that takes
microseconds. After `kill -9` it has every event that was acknowledged; after a pulled plug it may
lack the last ones, which the database has. So it is a witness of how far the log went, and most of
what a damaged database has lost can be read from it.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.log.files import bytes_of


class SecondCopy:
    """The file, open for more lines. It never stands in the way of a game: it fails silently."""

    def __init__(self, path: Path, lines: Sequence[str]) -> None:
        self._handle: int | None = None
        self._length = 0
        self._waiting = as_bytes(lines)
        with suppress(OSError):
            if bytes_of(path) != self._waiting:
                _write_new(path, self._waiting)
            self._handle = os.open(path, os.O_WRONLY)
            self._length, self._waiting = len(self._waiting), b""

    def append(self, lines: Iterable[str]) -> None:
        """Write what the database has on disk by now."""
        if self._handle is not None:
            self._waiting += as_bytes(lines)
            with suppress(OSError):
                written = os.pwrite(self._handle, self._waiting, self._length)
                self._length += written
                self._waiting = self._waiting[written:]

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def as_bytes(lines: Iterable[str]) -> bytes:
    """Lines as they stand in the file."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def _write_new(path: Path, data: bytes) -> None:
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_bytes(data)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
