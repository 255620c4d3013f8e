"""What lies in the files of a log, whatever SQLite makes of them.

SQLite gives a table that hangs together. It does not say that there was more: behind a broken frame
of the write-ahead log, in pages that a damaged tree no longer names, in another game's files. Every
line proves by itself that it is whole, so all lines in all files are looked for, and each of them
must be among those that SQLite gave.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from companion.log.events import check_of, follows, is_whole
from companion.log.files import bytes_of, family
from companion.log.rescue.pages import long_payloads
from companion.log.rescue.wal import PAGE, WriteAheadLog
from companion.log.second_copy import as_bytes

MAIN, WAL, COPY = SOURCES = ("main", "wal", "copy")
#: The version of logs from which on one that was closed says so.
SAYS_CLOSED = 3
_RUN = re.compile(rb"[\x20-\x7e]{40,}")
_START, _END = re.compile(rb'\{"number":(\d{1,9}),'), re.compile(rb'"check":"[0-9a-f]{16}"\}')
_HALVES = 16


class Remains:
    """The bytes of all files, read before SQLite is asked: somebody may be writing meanwhile."""

    def __init__(self, path: Path) -> None:
        files = family(path)
        self._data = {
            COPY: bytes_of(files.lines),
            WAL: bytes_of(files.wal),
            MAIN: bytes_of(files.main),
        }

    def more_than(self, lines: Sequence[str], room: int) -> str:
        """What there was beside these lines, in words; empty when they are everything.

        An event that was not acknowledged may be in the write-ahead log, in halves or whole.
        """
        known, expected = set(lines), as_bytes(lines)
        copy = self._data[COPY]
        has_copy = expected.startswith(copy) and bool(copy)
        if not has_copy:
            for _, number, line in self._lines_of(COPY):
                has_copy = True
                if line not in known:
                    return f"event {number} is in the second copy only"
        if copy != expected:
            for _, number, line in self._lines_of(MAIN):
                if line not in known:
                    return f"event {number} is in the file, but can't be reached"
        return self._behind_a_broken_frame(lines, known) or ("" if has_copy else self._is_cut(room))

    def lines(self) -> dict[str, set[str]]:
        """All lines that are whole, and in which of the files each was found."""
        found: dict[str, set[str]] = {}
        for source in SOURCES:
            for _, _, line in self._lines_of(source):
                found.setdefault(line, set()).add(source)
        for data in long_payloads(self._pages(), PAGE):
            for _, _, line in _lines_in(data):
                found.setdefault(line, set()).add(MAIN)
        return found

    def copy_ends_with(self, line: str) -> bool:
        """Whether the second copy goes just as far as this line, and is not cut there."""
        return self._data[COPY].endswith(as_bytes([line]))

    def is_of_two_games(self) -> bool:
        """Whether the write-ahead log belongs to another file, and changes pages that it never had.

        A page of the log only gets more lines, so its versions have some in common.
        """
        main = self._data[MAIN]
        later: dict[int, set[str]] = {}
        for frame in WriteAheadLog(self._data[WAL]).frames:
            lines = later.setdefault(frame.page, set())
            lines.update(line for _, _, line in _lines_in(frame.data))
        for page, lines in later.items():
            here = {line for _, _, line in _lines_in(main[(page - 1) * PAGE : page * PAGE])}
            if here and lines and here.isdisjoint(lines):
                return True
        return False

    def _lines_of(self, source: str) -> Iterator[tuple[int, int, str]]:
        return _lines_in(self._data[source])

    def _behind_a_broken_frame(self, lines: Sequence[str], known: set[str]) -> str:
        strangers = [
            (at, number)
            for at, number, line in self._lines_of(WAL)
            if line not in known and not _was_never_acknowledged(line, number, lines)
        ]
        if strangers:
            torn = WriteAheadLog(self._data[WAL]).torn_from()
            for at, number in strangers:
                if torn is None or at < torn:
                    return f"event {number} is behind a broken place of the write-ahead log"
        return ""

    def _is_cut(self, room: int) -> str:
        data, main = self._data[WAL], self._data[MAIN]
        if not data:
            is_open = main[18:20] == b"\2\2" and int.from_bytes(main[60:64], "big") >= SAYS_CLOSED
            return "the write-ahead log is missing" if is_open else ""
        if WriteAheadLog(data).torn_from() is None:
            return "the write-ahead log is broken in the middle"
        return "the write-ahead log was cut" if any(data) and len(data) < room else ""

    def _pages(self) -> dict[int, list[bytes]]:
        """All versions of all pages, the newest last."""
        main = self._data[MAIN]
        found = {1 + at // PAGE: [main[at : at + PAGE]] for at in range(0, len(main), PAGE)}
        for frame in WriteAheadLog(self._data[WAL]).frames:
            found.setdefault(frame.page, []).append(frame.data)
        return found


def _was_never_acknowledged(line: str, number: int, lines: Sequence[str]) -> bool:
    """Whether another event was written in its place: it was rolled back, on a full disk."""
    return 1 < number <= len(lines) and follows(line, check_of(lines[number - 2]))


def _lines_in(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Every line that is whole: where it begins, its number, and itself."""
    for run in _RUN.finditer(data):
        text, behind = run.group(), 0
        for end in _END.finditer(text):
            # Halves of other lines may stand before it, but not hundreds of them.
            for start in islice(_START.finditer(text, behind, end.start()), _HALVES):
                line = text[start.start() : end.end()].decode("ascii")
                if is_whole(line):
                    yield run.start() + start.start(), int(start[1]), line
                    break
            behind = end.end()
