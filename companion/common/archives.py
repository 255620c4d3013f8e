"""ZIP files that come from anybody: one way to read them, and one error for all they can do wrong.

Sizes, counts and names are looked at before anything is unpacked, and what is unpacked is counted
again. Whatever `zipfile` and the libraries behind it throw at a damaged or hostile file becomes an
`InputError` with one line.
"""

import io
import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, NoReturn

from companion.common.errors import InputError
from companion.common.files import file_errors

MOST_PARTS = 100_000
"""Files in an archive."""
_LARGEST_LIST = 200 * MOST_PARTS
"""Bytes of its own list of them, which is read before anything else is known."""
_FREE, _RATIO = 100_000_000, 20
"""What all parts may be together, in bytes: so much, and so many times what the archive has."""
_PIECE = 1 << 20
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
# The record at the end of an archive, and those before it in one that is very large.
_END, _END_MARK = struct.Struct("<4s4H2LH"), b"PK\5\6"
_LONG_END, _LONG_END_MARK = struct.Struct("<4sQ2H2L4Q"), b"PK\6\6"
_LOCATOR_MARK, _LOCATOR = b"PK\6\7", 20


class Archive:
    """An archive that is open to be read; `what` it should be is told when it is none."""

    def __init__(self, file: IO[bytes], name: str, what: str) -> None:
        self._name, self._what = name, what
        with self._one_error():
            length = file.seek(0, os.SEEK_END)
            if _size_of_list(file, length) > _LARGEST_LIST:
                self.refuse("it lists too many files")
            self._zip = zipfile.ZipFile(file)
            self._parts = {part.filename: part for part in self._zip.infolist()}
        if len(self._parts) < len(self._zip.infolist()):
            self.refuse("two files in it have the same name")
        if len(self._parts) > MOST_PARTS:
            self.refuse("it lists too many files")
        for part in self._parts.values():
            self._check(part)
        if sum(part.compress_size for part in self._parts.values()) > length:
            self.refuse("files in it lie on top of each other")
        if self.size > _FREE + _RATIO * length:
            self.refuse(f"unpacked it would be many times as large as its {length:,} bytes")

    @property
    def names(self) -> tuple[str, ...]:
        """Its files."""
        return tuple(self._parts)

    @property
    def size(self) -> int:
        """Bytes of all its files, unpacked."""
        return sum(part.file_size for part in self._parts.values())

    def read(self, name: str, largest: int) -> bytes:
        """One file of a limited size."""
        if self._part(name).file_size > largest:
            raise InputError(f"{self._name}: {name} is too large (the limit is {largest:,} bytes)")
        return b"".join(self.pieces(name))

    def pieces(self, name: str) -> Iterator[bytes]:
        """One file, piece by piece."""
        part = self._part(name)
        left = part.file_size
        with self._one_error(name):
            source = self._zip.open(part)
        with source:
            while left >= 0:
                with self._one_error(name):
                    piece = source.read(_PIECE)
                if not piece:
                    break
                left -= len(piece)
                yield piece
        if left:
            self.refuse(f"{name} is damaged: it has another size than it says")

    def refuse(self, reason: str) -> NoReturn:
        """Say that this is no archive of the kind it should be."""
        raise InputError(f"{self._name}: this is no {self._what} ({reason})")

    def _part(self, name: str) -> zipfile.ZipInfo:
        if name not in self._parts:
            self.refuse(f"there is no {name} in it")
        return self._parts[name]

    def _check(self, part: zipfile.ZipInfo) -> None:
        path = PurePosixPath(part.filename)
        shown = ascii(part.filename[:60])
        if path.is_absolute() or ".." in path.parts or "\\" in part.filename:
            self.refuse(f"{shown} is no name for a file in it")
        if not part.filename.isprintable():
            self.refuse(f"{shown} is no name for a file in it")
        if stat.S_ISLNK(part.external_attr >> 16):
            self.refuse(f"{shown} is a link")
        if part.flag_bits & _ENCRYPTED:
            self.refuse(f"{shown} is encrypted")
        if part.compress_type not in _METHODS:
            self.refuse(f"{shown} is packed in a way that is not known here")

    @contextmanager
    def _one_error(self, name: str = "") -> Iterator[None]:
        """Whatever reading damaged bytes leads to; the libraries name no end of it."""
        try:
            yield
        except InputError:
            raise
        except Exception as error:
            why = " ".join(str(error).split())[:100] or type(error).__name__
            self.refuse(f"{name} is damaged: {why}" if name else why)


@contextmanager
def open_archive(source: Path | bytes, what: str) -> Iterator[Archive]:
    """An archive in a file, or in bytes; one that is none is said to be no `what`."""
    if isinstance(source, bytes):
        yield Archive(io.BytesIO(source), "the file", what)
        return
    with file_errors(source):
        file = source.open("rb")
    with file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise InputError(f"{source}: this is no {what} (it is no ordinary file)")
        yield Archive(file, str(source), what)


def _size_of_list(file: IO[bytes], length: int) -> int:
    """The size of the list of files, as `zipfile` will believe it."""
    reach = min(length, _END.size + (1 << 16))
    file.seek(length - reach)
    tail = file.read(reach)
    at = len(tail) - _END.size
    if not (tail[at:].startswith(_END_MARK) and tail.endswith(b"\0\0")):
        at = tail.rfind(_END_MARK)
    if at < 0 or at + _END.size > len(tail):
        return 0
    size = int(_END.unpack_from(tail, at)[5])
    before = length - reach + at - _LOCATOR - _LONG_END.size
    if before >= 0:
        file.seek(before)
        record = file.read(_LONG_END.size + _LOCATOR)
        if record.startswith(_LONG_END_MARK) and record[_LONG_END.size :].startswith(_LOCATOR_MARK):
            size = max(size, int(_LONG_END.unpack_from(record)[8]))
    return size
