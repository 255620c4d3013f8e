"""`companion bench table`: events a second, acknowledged durably, against bare SQLite inserts.

Both write the same lines with the same settings (WAL, `synchronous=FULL`), one event a transaction,
and take turns event by event, so that whatever else the disk does hurts both alike. Then a log of
10,000 moves is opened.
"""

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from companion import games
from companion.common.terminal import progress
from companion.games.capabilities import Rules, playable
from companion.games.random_games import plies
from companion.log.events import START, THE_HOST, Begin, Command, Event, Play, to_line
from companion.log.store import EventLog
from companion.table.table import Table

NAME = "table"
HELP = "durable events a second against bare SQLite; opening a log of 10,000 moves"

GAME = "propeller-islands"
CONFIG = {"players": 4}
GAMES = 10
MOVES = 150
LONG = 10_000


def run() -> Mapping[str, object]:
    """The figures."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        return {**compare(Path(folder), GAMES, MOVES), **open_long(Path(folder), LONG)}


def compare(folder: Path, count: int, moves: int) -> Mapping[str, object]:
    """Our table and bare SQLite, event by event, each first in turn.

    Both begin a new file for each game: a write-ahead log that still grows is much slower to bring
    to disk than one whose space is used again. A game's speed is that of its median event, so
    that what a busy machine takes away from single events does not decide.
    """
    game = playable(games.find(GAME))
    ours: list[float] = []
    bare: list[float] = []
    for number in progress(range(count), "games"):
        lines = [game.move_text(ply.move) for ply in plies(game, CONFIG, f"bench/{number}")]
        with (
            Table.create(folder / f"game-{number}.log", game, CONFIG) as table,
            closing(_bare(folder / f"bare-{number}.log")) as db,
        ):
            for line in lines[:moves]:
                pair = [(_post(table, line), ours), (_insert(db, line), bare)]
                for action, times in pair if len(ours) % 2 else reversed(pair):
                    start = time.perf_counter()
                    action()
                    times.append(time.perf_counter() - start)
            assert table.trouble is None, table.trouble
    ratios = [
        statistics.median(bare[at : at + moves]) / statistics.median(ours[at : at + moves])
        for at in range(0, len(ours), moves)
    ]
    return {
        "events": len(ours),
        "events a second, ours": round(1 / statistics.median(ours)),
        "events a second, bare SQLite": round(1 / statistics.median(bare)),
        "ratio (median of games)": round(statistics.median(ratios), 3),
        "ratio (lowest, highest)": [round(min(ratios), 3), round(max(ratios), 3)],
        "ratio of the whole times": round(sum(bare) / sum(ours), 3),
    }


def _post(table: Table, moves: str) -> Callable[[], None]:
    command = Command(Play(moves), THE_HOST, table.now.number)

    def post() -> None:
        event = table.post(command)
        assert isinstance(event, Event), event

    return post


def _insert(db: sqlite3.Connection, moves: str) -> Callable[[], None]:
    (last,) = db.execute("SELECT COALESCE(MAX(number), 0) FROM events").fetchone()
    row = (last + 1, to_line(Event(last + 1, time.time(), THE_HOST, Play(moves)), START))

    def insert() -> None:
        db.execute("INSERT INTO events VALUES (?, ?)", row)

    return insert


def _bare(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line TEXT NOT NULL)")
    return db


def open_long(folder: Path, length: int) -> Mapping[str, object]:
    """How long it takes to open a log of so many moves."""
    game = playable(games.find(GAME))
    path = folder / "long.log"
    EventLog.create(path, list(_long_game(game, length))).close()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        with Table.open(path) as table:
            times.append(time.perf_counter() - start)
            assert table.now.number == length
            assert not table.now.unapplied
    return {f"opening {length:,} events, ms": round(1000 * statistics.median(times))}


def _long_game(game: Rules[Any, Any], length: int) -> Iterator[Event]:
    """One game that goes on and on: players keep counting the stack of tiles."""
    yield Event(1, 0.0, THE_HOST, Begin(game.id, CONFIG))
    played = list(plies(game, CONFIG, "long"))[:-1]
    before = -1
    for number in range(2, length + 1):
        at = (number - 2) * len(played) // (length - 1)
        ply = played[at]
        text = game.move_text(ply.move) if at > before else f"stack {ply.state.stack}"
        yield Event(number, float(number), THE_HOST, Play(text))
        before = at
