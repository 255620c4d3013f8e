"""Pages of SQLite, read without SQLite: long lines that are spread over several of them.

A short line lies in one piece, and whoever searches the bytes finds it. A long one begins in a leaf
and goes on in a chain of overflow pages. There may be several versions of a page.
https://www.sqlite.org/fileformat2.html#b_tree_pages
"""

import struct
from collections.abc import Iterator, Mapping, Sequence

_LEAF = 0x0D
_SCHEMA = 100  # the header of the file stands at the beginning of page 1
LONGEST_CHAIN = 5000
TRIES = 64

Versions = Mapping[int, Sequence[bytes]]


def long_payloads(versions: Versions, size: int) -> Iterator[bytes]:
    """Every content of a cell that does not fit into its page, as far as it can be put together."""
    for number, pages in versions.items():
        for page in pages:
            for start, first in _long_cells(page, _SCHEMA if number == 1 else 0, size):
                yield from _joined(versions, start, first, size)


def _long_cells(page: bytes, at: int, size: int) -> Iterator[tuple[tuple[bytes, int], int]]:
    """The part in the page with its full length, and the number of the first overflow page."""
    if len(page) < size or page[at] != _LEAF:
        return
    (count,) = struct.unpack(">H", page[at + 3 : at + 5])
    for cell in range(min(count, size // 4)):
        (where,) = struct.unpack(">H", page[at + 8 + 2 * cell : at + 10 + 2 * cell].ljust(2, b"\0"))
        length, begin = _varint(page, where)
        _, begin = _varint(page, begin)
        if length <= size - 35:
            continue
        least = (size - 12) * 32 // 255 - 23
        local = least + (length - least) % (size - 4)
        local = local if local <= size - 35 else least
        end = begin + local
        if end + 4 <= size:
            yield (page[begin:end], length), int.from_bytes(page[end : end + 4], "big")


def _joined(versions: Versions, start: tuple[bytes, int], first: int, size: int) -> Iterator[bytes]:
    """Every way to go on, the newest versions first; the line itself proves which one is right."""
    begin, length = start
    waiting: list[tuple[tuple[bytes, ...], int, int]] = [((begin,), len(begin), first)]
    tries = 0
    while waiting and tries < TRIES:
        parts, got, number = waiting.pop()
        if got >= length:
            tries += 1
            yield b"".join(parts)[:length]
        elif len(parts) < LONGEST_CHAIN:
            waiting += [
                ((*parts, page[4:]), got + size - 4, int.from_bytes(page[:4], "big"))
                for page in versions.get(number, ())
                if len(page) == size
            ]


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    end = at
    while end < min(at + 9, len(page)):
        value = value << 7 | page[end] & 0x7F
        end += 1
        if not page[end - 1] & 0x80:
            break
    return value, end
