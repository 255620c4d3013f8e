"""SQLite's write-ahead log, read without SQLite: which frames count, and what lies behind them.

SQLite takes the frames up to the first one that is broken, and says nothing about those behind it.
A frame carries the salts of the log that it belongs to, so frames that were written for this log
can be told from what is left of an earlier one, on both sides of a broken one.
https://www.sqlite.org/fileformat2.html#walformat
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER, FRAME = 32, 24
PAGE = 4096
_MAGIC = 0x377F0682
_WORDS = 0xFFFFFFFF


@dataclass(frozen=True)
class WalFrame:
    """A page as a transaction wrote it; `ends` is true for the last one of a transaction."""

    at: int
    page: int
    ends: bool
    salts: bytes
    data: bytes


class WriteAheadLog:
    """The bytes of a `-wal` file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._size = PAGE
        self._order = "<"
        self._sums = (0, 0)
        self._salts = data[16:24]
        self._is_headed = self._read_header()
        self.frames = list(self._every_frame())

    def torn_from(self) -> int | None:
        """Where the last transaction begins, which nobody may have been told of.

        `kill -9` and a pulled plug leave it torn, and somebody who writes has perhaps not brought
        it to disk: that is no damage. None when there is more behind a broken frame, because a
        transaction only begins when the one before it is on disk.
        """
        if not self._is_headed:
            return None if self.frames else 0
        last, end = self._ends()
        mine = [frame for frame in self.frames[end:] if frame.salts == self._salts]
        if any(frame.ends for frame in mine[:-1]):
            return None
        return HEADER + (end if mine else last) * (FRAME + self._size)

    def brought_into(self, main: bytes) -> bytes:
        """The database with everything that SQLite takes from here."""
        whole = bytearray(main)
        _, end = self._ends() if self._is_headed else (0, 0)
        for frame in self.frames[:end]:
            at = (frame.page - 1) * self._size
            whole += bytes(max(0, at + self._size - len(whole)))
            whole[at : at + self._size] = frame.data
        return bytes(whole)

    def _read_header(self) -> bool:
        if len(self._data) < HEADER:
            return False
        magic, _, size, *_ = struct.unpack(">8I", self._data[:HEADER])
        if magic & ~1 != _MAGIC or size not in (1 << bits for bits in range(9, 17)):
            return False
        self._size, self._order = size, ">" if magic & 1 else "<"
        self._sums = self._sum((0, 0), self._data[:24])
        return self._sums == struct.unpack(">2I", self._data[24:32])

    def _every_frame(self) -> Iterator[WalFrame]:
        """All that were ever written here; behind them there is only room."""
        for at in range(HEADER, len(self._data), FRAME + self._size):
            head = self._data[at : at + FRAME].ljust(FRAME, b"\0")
            page, ends = struct.unpack(">2I", head[:8])
            data = self._data[at + FRAME : at + FRAME + self._size]
            if any(head) or any(data):
                yield WalFrame(at, page, bool(ends), head[8:16], data)

    def _ends(self) -> tuple[int, int]:
        """How many frames SQLite takes, without and with the last transaction that is whole."""
        last, end, sums = 0, 0, self._sums
        for number, frame in enumerate(self.frames, 1):
            head = self._data[frame.at : frame.at + FRAME]
            is_next = frame.at == HEADER + (number - 1) * (FRAME + self._size)
            if not is_next or frame.salts != self._salts or len(frame.data) < self._size:
                break
            sums = self._sum(self._sum(sums, head[:8]), frame.data)
            if sums != struct.unpack(">2I", head[16:]):
                break
            if frame.ends:
                last, end = end, number
        return last, end

    def _sum(self, sums: tuple[int, int], data: bytes) -> tuple[int, int]:
        one, two = sums
        words = iter(struct.unpack(f"{self._order}{len(data) // 4}I", data))
        for first, second in zip(words, words, strict=True):
            one = (one + first + two) & _WORDS
            two = (two + second + one) & _WORDS
        return one, two
