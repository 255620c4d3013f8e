"""`companion bench table`: events a second, acknowledged durably, against bare SQLite inserts.

Both write the same lines with the same settings (WAL, `synchronous=FULL`), one event a transaction,
and take turns event by event, so that whatever else the disk does hurts both alike. Then a log of
10,000 moves is opened, with and without its snapshot.
"""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from companion import games
from companion.events import HOST_, START, Begin, Command, Event, Play, to_line
from companion.games.protocol import Game
from companion.progress import show_progress
from companion.simulation import plies
from companion.store import EventLog
from companion.table import Table

NAME = "table"
HELP = "durable events a second against bare SQLite; opening a log of 10,000 moves"

GAME = "propeller-islands"
CONFIG = {"players": 4}
BLOCKS = 30
BLOCK = 50
LONG = 10_000


def run(_: bool) -> Mapping[str, object]:
    """The figures."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        return {**compare(Path(folder), BLOCKS, BLOCK), **open_long(Path(folder), LONG)}


def compare(folder: Path, blocks: int, block: int) -> Mapping[str, object]:
    """Our table and bare SQLite, block by block."""
    game = games.find(GAME)
    posts = _posts(folder, game)
    ours, bare = [], []
    with closing(_bare(folder / "bare.log")) as db:
        for done in range(blocks):
            our_time = bare_time = 0.0
            for number in range(block):
                seconds, event = next(posts)
                our_time += seconds
                line = to_line(event, START)
                start = time.perf_counter()
                db.execute("INSERT INTO events VALUES (?, ?)", (done * block + number + 1, line))
                bare_time += time.perf_counter() - start
            ours.append(block / our_time)
            bare.append(block / bare_time)
            show_progress(done + 1, blocks)
    posts.close()
    ratios = [one / other for one, other in zip(ours, bare, strict=True)]
    return {
        "events": blocks * block,
        "events a second, ours": round(statistics.median(ours)),
        "events a second, bare SQLite": round(statistics.median(bare)),
        "ratio (median)": round(statistics.median(ratios), 3),
        "ratio (lowest, highest)": [round(min(ratios), 3), round(max(ratios), 3)],
    }


def _posts(folder: Path, game: Game[Any, Any]) -> Generator[tuple[float, Event], None, None]:
    """Simulated games posted move by move, each with how long it took until it was on disk."""
    number = 0
    while True:
        with Table.create(folder / f"game-{number}.log", game, CONFIG) as table:
            for ply in plies(game, CONFIG, f"bench/{number}"):
                command = Command(Play(game.move_text(ply.move)), HOST_, table.now.number)
                start = time.perf_counter()
                event = table.post(command)
                seconds = time.perf_counter() - start
                assert isinstance(event, Event), event
                assert table.trouble is None, table.trouble
                yield seconds, event
        number += 1


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL)")
    return db


def open_long(folder: Path, length: int) -> Mapping[str, object]:
    """How long it takes to open a log of so many moves."""
    game = games.find(GAME)
    path = folder / "long.log"
    EventLog.create(path, list(_long_game(game, length))).close()
    times = []
    for _ in range(6):  # the first time there is no snapshot; closing leaves one
        start = time.perf_counter()
        with Table.open(path) as table:
            times.append(time.perf_counter() - start)
            assert table.now.number == length
            assert not table.now.unapplied
    return {
        f"opening {length:,} events, ms": round(1000 * statistics.median(times[1:])),
        "the same without a snapshot, ms": round(1000 * times[0]),
    }


def _long_game(game: Game[Any, Any], length: int) -> Iterator[Event]:
    """One game that goes on and on: players keep counting the stack of tiles."""
    yield Event(1, 0.0, HOST_, Begin(game.id, CONFIG))
    played = list(plies(game, CONFIG, "long"))[:-1]
    before = -1
    for number in range(2, length + 1):
        at = (number - 2) * len(played) // (length - 1)
        ply = played[at]
        text = game.move_text(ply.move) if at > before else f"stack {ply.state.stack}"
        yield Event(number, float(number), HOST_, Play(text))
        before = at
