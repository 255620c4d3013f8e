"""A QR code for a short text, such as the address of the table.

Bytes, versions 1 to 6, error correction M: up to 106 bytes, and a stain does no harm. The words
are those of ISO/IEC 18004: modules are the little squares, and a mask turns some of them around so
that no part of the picture looks like a finder pattern.
"""

from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.common.errors import InputError

#: The light margin around the code, in modules.
QUIET = 4

#: Rows of modules from top to bottom; True is dark.
Modules = tuple[tuple[bool, ...], ...]
_Grid = list[list[bool | None]]


class _Version(NamedTuple):
    """How many blocks there are, and the data and correction codewords in each."""

    blocks: int
    data: int
    correction: int


_VERSIONS = (
    _Version(1, 16, 10),
    _Version(1, 28, 16),
    _Version(1, 44, 26),
    _Version(2, 32, 18),
    _Version(2, 43, 24),
    _Version(4, 27, 16),
)
_FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
_ALIGNMENT = ("11111", "10001", "10101", "10001", "11111")
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def encode(text: str) -> Modules:
    """The modules of the smallest code that holds this text."""
    data = text.encode()
    for number, version in enumerate(_VERSIONS, 1):
        if len(data) + 2 <= version.blocks * version.data:
            return _draw(number, _codewords(data, version))
    most = _VERSIONS[-1].blocks * _VERSIONS[-1].data - 2
    raise InputError(f"a code holds at most {most} bytes, not {len(data)}")


def to_path(modules: Modules) -> str:
    """The dark modules as an SVG path; one module is one unit, and the margin is left free."""
    parts = []
    for y, row in enumerate(modules, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return "".join(parts)


def to_blocks(modules: Modules) -> str:
    """The code for a terminal, two rows in a line; light is drawn, since terminals are dark."""
    size = len(modules) + 2 * QUIET
    light = [[True] * size for _ in range(size + size % 2)]
    for y, row in enumerate(modules, QUIET):
        for x, dark in enumerate(row, QUIET):
            light[y][x] = not dark
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    return "\n".join(
        "".join(signs[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(light[::2], light[1::2], strict=True)
    )


# --- codewords ------------------------------------------------------------------------------------


def _codewords(data: bytes, version: _Version) -> bytes:
    """Data and correction of all blocks, each interleaved."""
    room = version.blocks * version.data
    # Mode 4 and the length take 4 + 8 bits, so every byte stands across two codewords.
    number = (4 << 8 | len(data)) << 8 * len(data) | int.from_bytes(data)
    filled = (number << 4).to_bytes(len(data) + 2)
    padding = bytes((0xEC, 0x11)) * room
    filled = (filled + padding)[:room]
    blocks = [filled[n : n + version.data] for n in range(0, room, version.data)]
    corrections = [_correction(block, version.correction) for block in blocks]
    return bytes(
        byte for part in (blocks, corrections) for column in zip(*part, strict=True)
        for byte in column
    )  # fmt: skip


def _times(a: int, b: int) -> int:
    """The product in the field of 256 elements that QR codes reckon in."""
    product = 0
    while b:
        product ^= a * (b & 1)
        a, b = a << 1, b >> 1
        if a & 0x100:
            a ^= 0x11D
    return product


def _correction(block: bytes, count: int) -> bytes:
    """What is left of the block divided by (x - 1)(x - 2)(x - 4)..., as Reed and Solomon do."""
    divisor, root = [1], 1
    for _ in range(count):
        shifted = [*divisor, 0]
        divisor = [a ^ _times(root, b) for a, b in zip(shifted, [0, *divisor], strict=True)]
        root = _times(root, 2)
    rest = [*block, *bytes(count)]
    for place in range(len(block)):
        factor = rest[place]
        for offset, term in enumerate(divisor):
            rest[place + offset] ^= _times(factor, term)
    return bytes(rest[-count:])


# --- the picture ----------------------------------------------------------------------------------


def _draw(number: int, codewords: bytes) -> Modules:
    """The code with the mask that leaves the fewest confusing places."""
    size = 17 + 4 * number
    frame = _frame(size)
    bits = (byte >> 7 - place & 1 for byte in codewords for place in range(8))
    plain = {cell: bool(next(bits, 0)) for cell in _way(frame)}
    candidates = (_masked(frame, plain, mask) for mask in range(len(_MASKS)))
    return min(candidates, key=_penalty)


def _frame(size: int) -> _Grid:
    """What is the same in all codes of a size; None where data goes."""
    grid: _Grid = [[None] * size for _ in range(size)]
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(max(0, top - 1), min(size, top + 8)):
            for column in range(max(0, left - 1), min(size, left + 8)):
                grid[row][column] = False
        _stamp(grid, _FINDER, top, left)
    for place in range(8, size - 8):
        grid[6][place] = grid[place][6] = place % 2 == 0
    if size > 21:
        _stamp(grid, _ALIGNMENT, size - 9, size - 9)
    for row, column in (*_format_places(size)[0], *_format_places(size)[1]):
        grid[row][column] = False
    grid[size - 8][8] = True
    return grid


def _stamp(grid: _Grid, pattern: tuple[str, ...], top: int, left: int) -> None:
    for row, line in enumerate(pattern, top):
        for column, sign in enumerate(line, left):
            grid[row][column] = sign == "1"


def _way(frame: _Grid) -> Iterator[tuple[int, int]]:
    """The free cells in the order of the bits: up and down in pairs of columns, from the right."""
    size = len(frame)
    upward = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for row in range(size - 1, -1, -1) if upward else range(size):
            for column in (right, right - 1):
                if frame[row][column] is None:
                    yield row, column
        upward = not upward


def _masked(frame: _Grid, plain: dict[tuple[int, int], bool], mask: int) -> Modules:
    grid = [[bool(module) for module in row] for row in frame]
    for (row, column), bit in plain.items():
        grid[row][column] = bit != _MASKS[mask](row, column)
    for places in _format_places(len(frame)):
        for (row, column), bit in zip(places, _format(mask), strict=True):
            grid[row][column] = bit
    return tuple(map(tuple, grid))


def _format(mask: int) -> list[bool]:
    """Correction M (00) and the mask, with ten bits that protect them."""
    rest = mask << 10
    for place in range(14, 9, -1):
        if rest >> place & 1:
            rest ^= 0x537 << place - 10
    word = (mask << 10 | rest) ^ 0x5412
    return [bool(word >> place & 1) for place in range(14, -1, -1)]


def _format_places(size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where the format stands, twice, from its first bit to its last."""
    around = [0, 1, 2, 3, 4, 5, 7, 8]
    first = [(8, n) for n in around] + [(n, 8) for n in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - n, 8) for n in range(7)] + [(8, size - 8 + n) for n in range(8)]
    return first, second


def _penalty(modules: Modules) -> int:
    """How hard it is to read: long lines, blocks, false finders, and too much of one colour."""
    size = len(modules)
    columns = tuple(zip(*modules, strict=True))
    points = 0
    for line in (*modules, *columns):
        runs = [len(list(run)) for _, run in groupby(line)]
        points += sum(run - 2 for run in runs if run >= 5)
        text = "".join("01"[dark] for dark in line)
        for start in range(size - 10):
            points += 40 * (text[start : start + 11] in ("10111010000", "00001011101"))
    for upper, lower in pairwise(modules):
        for n in range(size - 1):
            points += 3 * (upper[n] == upper[n + 1] == lower[n] == lower[n + 1])
    dark = sum(map(sum, modules))
    return points + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
