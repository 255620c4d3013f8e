"""ZIP files that are made to hurt: backups, parcels, reports and galleries, spoilt in every way."""

import hashlib
import io
import json
import random
import struct
import zipfile
from collections.abc import Callable, Mapping

Parts = Mapping[str, bytes]
Spoil = Callable[[random.Random, Parts], bytes]

_END, _ENTRY, _LOCAL = b"PK\5\6", b"PK\1\2", b"PK\3\4"


def packed(parts: Parts, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive with these files."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return held.getvalue()


def listed(files: Parts, **changes: object) -> Parts:
    """The files of a backup with their list; `changes` are made in it."""
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    told = {"companion": "0.1.0", "version": 1, "made": 0.0, "files": sums} | changes
    return {**files, "backup.json": json.dumps(told).encode()}


def _overwritten(data: bytes, mark: bytes, at: int, new: bytes) -> bytes:
    """Every record that begins with `mark` says something else at one place."""
    found = bytearray(data)
    start = found.find(mark)
    while start >= 0:
        found[start + at : start + at + len(new)] = new
        start = found.find(mark, start + 4)
    return bytes(found)


def _in_both(data: bytes, at: int, new: bytes) -> bytes:
    """The same in the heads of all files and in the list of files."""
    return _overwritten(_overwritten(data, _LOCAL, at, new), _ENTRY, at + 2, new)


def _first(parts: Parts) -> str:
    """The file that is read first."""
    return next((name for name in parts if name.endswith((".json", ".jsonl"))), next(iter(parts)))


def _with(parts: Parts, data: bytes) -> Parts:
    return {**parts, _first(parts): data}


def _flipped(chance: random.Random, parts: Parts) -> bytes:
    data = bytearray(packed(parts))
    for _ in range(chance.randrange(1, 40)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def _damaged_body(chance: random.Random, parts: Parts) -> bytes:
    """What is packed is nonsense, and everything around it is whole."""
    data = bytearray(packed(parts))
    start = 0
    while (start := data.find(_LOCAL, start)) >= 0:
        name, extra = struct.unpack_from("<HH", data, start + 26)
        (length,) = struct.unpack_from("<I", data, start + 18)
        body = start + 30 + name + extra
        for _ in range(4):
            data[body + chance.randrange(max(1, length))] ^= chance.randrange(1, 256)
        start = body + length
    return bytes(data)


def _bomb(parts: Parts, size: int) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for name, data in parts.items():
            with file.open(name, "w") as part:
                part.write(data)
                if name == _first(parts):
                    for _ in range(size >> 20):
                        part.write(bytes(1 << 20))
    return held.getvalue()


def _twice(_: random.Random, parts: Parts) -> bytes:
    held = io.BytesIO(packed(parts))
    with zipfile.ZipFile(held, "a") as file:
        file.NameToInfo.clear()  # it would warn
        file.writestr(_first(parts), b"{}")
    return held.getvalue()


def _on_top(_: random.Random, parts: Parts) -> bytes:
    """All files lie where the first one does."""
    return _overwritten(packed(parts), _ENTRY, 42, bytes(4))


def _many(chance: random.Random, parts: Parts) -> bytes:
    """A list of files that leads nowhere, many times over."""
    entry = _ENTRY + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x"
    count = chance.randrange(100_000, 500_000)
    size = len(entry) * count
    end = struct.pack("<4s4H2LH", _END, 0, 0, count & 0xFFFF, count & 0xFFFF, size, 0, 0)
    return entry * count + end


def _long_form(chance: random.Random, parts: Parts) -> bytes:
    """The records of very large archives, with numbers that make no sense."""
    data = packed(parts)
    at = data.rindex(_END)
    big = chance.choice((0, 2**32, 2**63, 2**64 - 1))
    record = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, big, big, big, big)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, chance.choice((at, big)), 1)
    return data[:at] + record + locator + data[at:]


def _named(name: str) -> Spoil:
    return lambda _, parts: packed({**parts, name: b"?"})


def _link(_: random.Random, parts: Parts) -> bytes:
    held = io.BytesIO(packed(parts))
    with zipfile.ZipFile(held, "a") as file:
        info = zipfile.ZipInfo("data/link")
        info.external_attr = 0o120777 << 16
        file.writestr(info, "/etc/passwd")
    return held.getvalue()


def _lies(chance: random.Random, parts: Parts) -> bytes:
    """Sizes that are not those of the files."""
    size = struct.pack("<L", chance.choice((0, 1, 1000, 90_000_000, 0xFFFFFFFE)))
    return _in_both(packed(parts), chance.choice((18, 22)), size)


SPOILS: Mapping[str, Spoil] = {
    "with flipped bytes": _flipped,
    "with damaged deflate data": _damaged_body,
    "cut off": lambda c, p: packed(p)[: c.randrange(1, len(packed(p)))],
    "of nothing": lambda c, _: c.choice((b"", b"PK", _END + bytes(18), _LOCAL * 9)),
    "with noise in it": lambda c, _: c.randbytes(c.randrange(1, 100_000)),
    "that is encrypted": lambda _, p: _in_both(packed(p), 6, b"\1\0"),
    "in a method that nobody knows": lambda c, p: _in_both(
        packed(p), 8, struct.pack("<H", c.choice((1, 6, 9, 14, 12, 93, 97, 98, 99, 0xFFFF)))
    ),
    "of lzma": lambda _, p: packed(p, zipfile.ZIP_LZMA),
    "of bzip2": lambda _, p: packed(p, zipfile.ZIP_BZIP2),
    "that unpacks to gigabytes": lambda c, p: _bomb(p, c.randrange(150_000_000, 400_000_000)),
    "that unpacks to a hundred megabytes": lambda c, p: _bomb(
        p, c.randrange(20_000_000, 95_000_000)
    ),
    "with a file twice": _twice,
    "with files on top of each other": _on_top,
    "with a list of half a million files": _many,
    "in the long form with odd numbers": _long_form,
    "with lies about sizes": _lies,
    "with a path that leads out": _named("data/../../out"),
    "with an absolute path": _named("/etc/out"),
    "with a path of another system": _named("data\\..\\out"),
    "with a link": _link,
    "with a name that is no text": lambda _, p: _in_both(packed(p), 6, b"\0\x08").replace(
        _first(p).encode()[:4], b"\xff\xfe\xc3\x28"
    ),
    "nested deeply": lambda c, p: packed(
        _with(p, c.choice((b"[", b'{"a":')) * c.randrange(2000, 150_000))
    ),
    "with text that is none": lambda c, p: packed(_with(p, c.randbytes(5000))),
    "with numbers of 5,000 digits": lambda _, p: packed(
        _with(p, b"{\"version\":" + b"9" * 5000 + b"}")
    ),
    "with half a character": lambda _, p: packed(_with(p, b'{"companion":"\\ud800","version":99}')),
    "with empty lists and nothing else": lambda c, p: packed(
        _with(p, b"[" + b"[]," * c.randrange(1000, 150_000) + b"[]]")
    ),
    "with a newer version": lambda c, p: packed(
        _with(p, json.dumps({"version": c.randrange(2, 10**9), "companion": "\x1b[2J", "files": {},
                             "format": 10**9}).encode())
    ),
}  # fmt: skip
"""How an archive is spoilt, by name."""
