"""Settings, positions, lists and logs that are made to hurt."""

import random
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from companion.log.store import APPLICATION

Make = Callable[[random.Random], bytes]

JSON: Mapping[str, Make] = {
    "nested deeply": lambda c: c.choice((b"[", b'{"a":', b'{"seats":[')) * c.randrange(50, 90_000),
    "with numbers of 5,000 digits": lambda c: b'{"format":' + b"9" * c.randrange(4000, 9000) + b"}",
    "with half a character": lambda _: b'{"game":"\\ud800","seats":[{"name":"\\udfff"}]}',
    "with invisible characters": lambda _: b'{"game":"\\u0000\\u001b[2J\\u202e"}',
    "of other bytes": lambda c: c.randbytes(c.randrange(1, 9000)),
    "of another encoding": lambda _: '{"game": "é"}'.encode("utf-16"),
    "that is empty": lambda _: b"",
    "of empty lists": lambda c: b"[" + b"[]," * c.randrange(1000, 330_000) + b"[]]",
    "of two million zeros": lambda _: b"[" + b"0," * 1_000_000 + b"0]",
    "with a key of a megabyte": lambda _: b'{"' + b"a" * 900_000 + b'":1}',
    "with ten thousand keys": lambda c: (
        b"{" + b",".join(b'"%x":0' % c.getrandbits(60) for _ in range(10_000)) + b"}"
    ),
    "that is cut off": lambda c: b'{"game": "any", "seats": ['[: c.randrange(1, 25)],
    "with a key twice": lambda _: b'{"game":1,"game":2}',
    "with no number": lambda c: b'{"format":%b}' % c.choice((b"NaN", b"1e999", b"-0x1", b"--1")),
}  # fmt: skip
"""Made for whoever reads JSON."""

TOML: Mapping[str, Make] = {
    "nested deeply": lambda c: b"a=" + b"[" * c.randrange(100, 45_000),
    "with dots in dots": lambda c: b".".join([b"a"] * c.randrange(1000, 40_000)) + b"=1",
    "with numbers of 5,000 digits": lambda c: b"[web]\nport=" + b"9" * c.randrange(4300, 9000),
    "with an odd number": lambda c: b"[web]\nport=" + c.choice((b"nan", b"inf", b"1e999", b"-1")),
    "with an odd date": lambda _: b"[web]\nport=9999-99-99T99:99:99",
    "with an invisible character": lambda _: b'[data]\nfolder="\\u0000"',
    "with half a character": lambda _: b'[data]\nfolder="\\ud800"',
    "of other bytes": lambda c: c.randbytes(c.randrange(20, 9000)),
    "that is too large": lambda c: b"#" * c.randrange(200_000, 30_000_000),
    "with unknown sections": lambda _: b"".join(b"[s%d]\nx=1\n" % n for n in range(999)),
    "with a section that is none": lambda _: b"web=1\ndata=[[]]",
    "of keys in quotes": lambda _: b"".join(b'"%d\n"=1\n' % n for n in range(999)),
}  # fmt: skip
"""Made for whoever reads settings."""

NAMES: Mapping[str, Make] = {
    "with numbers of 5,000 digits": lambda _: b"9" * 5000 + b" = x",
    "of other bytes": lambda c: c.randbytes(c.randrange(20, 9000)),
    "with other digits": lambda _: "٣ = x".encode(),
    "with a number twice": lambda _: b"1 = a\n1 = b",
    "for nobody": lambda _: b"999999 = x",
    "that is too large": lambda c: b"\n" * c.randrange(1_000_001, 9_000_000),
}
"""Made for whoever reads a list of names."""

_TABLE = "CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL);"
_FOREVER = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"


def _database(script: str, version: int = 2, application: int = APPLICATION) -> Make:
    def make(chance: random.Random) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "log"
            with closing(sqlite3.connect(path)) as db:
                whole = script.replace("@TABLE", _TABLE).replace("@FOREVER", _FOREVER)
                db.executescript(whole)
                db.execute(f"PRAGMA application_id = {application}")
                db.execute(f"PRAGMA user_version = {version}")
                db.commit()
            data = bytearray(path.read_bytes())
        if not script:
            for _ in range(chance.randrange(1, 30)):
                data[16 + chance.randrange(max(1, len(data) - 16))] = chance.randrange(256)
        return bytes(data)

    return make


LOGS: Mapping[str, Make] = {
    "of damaged pages": _database(""),
    "of a view without end": _database(
        "CREATE VIEW events AS @FOREVER SELECT i AS number, 'x' AS line FROM n;"
    ),
    "of a view of large texts": _database(
        "CREATE VIEW events AS @FOREVER "
        "SELECT i AS number, hex(zeroblob(9999999)) AS line FROM n;"
    ),
    "with a trigger without end": _database(
        "@TABLE CREATE TRIGGER odd AFTER INSERT ON events "
        "BEGIN INSERT INTO events @FOREVER SELECT i, 'x' FROM n; END;"
    ),
    "with a column that is worked out": _database(
        "CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT AS (hex(zeroblob(99999999))));"
        "INSERT INTO events (number) VALUES (1), (2), (3);"
    ),
    "with a line of 30 MB": _database(
        "@TABLE INSERT INTO events VALUES (1, zeroblob(30000000));"
    ),
    "with a line that is a number": _database("@TABLE INSERT INTO events VALUES (1, 7);"),
    "with ten million beginnings": _database(
        "@TABLE INSERT INTO events VALUES "
        "(1, replace(hex(zeroblob(500000)), '00', '{\"number\":1,'));"
    ),
    "of another program": _database("CREATE TABLE other (x);", application=7),
    "of a version to come": _database("@TABLE", version=77),
    "without tables": _database("PRAGMA page_size = 65536;"),
    "of other bytes": lambda c: b"SQLite format 3\0" + c.randbytes(c.randrange(1, 99_999)),
}  # fmt: skip
"""Made for whoever reads a log."""
