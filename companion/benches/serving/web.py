"""`companion bench web`: from an accepted event to its arrival on the phones, and the memory.

Ours is everything that happens once an event is on disk: telling it, drawing what changed, writing
it down, sending it to every phone. Beside it runs a bare Flask loop that has its bytes ready: it
sends as many to as many streams, on the same server, in turn with ours, so that what the machine
does meanwhile hurts both alike. The phones are sockets in a process of their own.
"""

import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from flask import Flask, Response

from companion import games
from companion.benches.serving import phones
from companion.benches.serving.soak import serving
from companion.benches.serving.weighing import can_weigh, peak, weigh
from companion.common.errors import CompanionError
from companion.common.intervals import percentile
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.random_games import plies
from companion.log.events import THE_HOST, Command, Play
from companion.phones.desk import Desk
from companion.phones.live import Feed, Standing
from companion.phones.passes import Passes
from companion.referee.watcher import Watcher
from companion.table.news import News
from companion.table.table import Table
from companion.table.telling import tell
from web import Site, create_app
from web.server import Server, listen

NAME = "web"
HELP = "from an accepted event to its arrival with 8, 32 and 100 streams, against a bare Flask loop"

GAME = "propeller-islands"
CONFIG = {"players": 4}
EVENTS = 100
WARM_UP = 3
#: Seconds between two events; ours sends at most five updates a second.
REST = 0.3
SECONDS_OF_SERVE = 60
PATIENCE = 120
"""Seconds in which an event has arrived, and a table is read at last, on the slowest machine."""


def run() -> Mapping[str, object]:
    """The figures."""
    figures: dict[str, object] = {}
    for name, part in progress(PARTS.items(), "parts"):
        # On a busy machine it takes minutes; whoever waits sees how far it has come.
        found = part()
        print(f"bench web {name}: {found}", file=sys.stderr, flush=True)
        figures |= found
    return figures


PARTS: Mapping[str, Callable[[], Mapping[str, object]]] = {
    "8": lambda: measure(8, EVENTS),
    "32": lambda: measure(32, EVENTS),
    "100": lambda: measure(100, EVENTS),
    "memory": lambda: memory_of_serve(SECONDS_OF_SERVE),
}


def measure(streams: int, events: int) -> Mapping[str, object]:
    """How long events are under way with so many streams, ours and bare."""
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder,
        _ours(Path(folder)) as ours,
        _bare() as bare,
        _phones(ours.port, streams) as first,
        _phones(bare.port, streams) as second,
    ):
        _wait_for(first, streams)
        _wait_for(second, streams)
        counted = progress(range(WARM_UP + events), f"events for {streams} streams")
        played = [_play(ours, bare, first, second) for _ in counted][WARM_UP:]
    lengths = [length for _, _, length, _ in played]
    whole = [accepted + one for times, _, _, accepted in played for one in times]
    figures: dict[str, object] = {
        f"{streams} streams: events, bytes of each in the middle": [
            events, round(statistics.median(lengths))
        ]
    }  # fmt: skip
    tails = []
    ours_and_bare = ([one[0] for one in played], [one[1] for one in played])
    for name, sides in zip(("ours", "bare Flask"), ours_and_bare, strict=True):
        taken = [one for times in sides for one in times]
        assert len(taken) == streams * events, "an event was lost"
        tails.append(percentile(taken, 0.99))
        figures[f"{streams} streams, {name}: median, 99th percentile, ms"] = [
            round(1000 * statistics.median(taken), 2), round(1000 * tails[-1], 1)
        ]  # fmt: skip
    figures[f"{streams} streams, ours from the tap, with the disk: median, 99th percentile, ms"] = [
        round(1000 * statistics.median(whole), 1), round(1000 * percentile(whole, 0.99), 1)
    ]  # fmt: skip
    figures[f"{streams} streams: ratio of the 99th percentiles"] = round(tails[0] / tails[1], 2)
    return figures


@dataclass
class _Side:
    """One of the two: where it listens, how it sends an event, when that was accepted."""

    port: int
    send: Callable[[int], None]
    sent: float = 0.0
    accepted: float = 0.0


def _play(
    ours: _Side, bare: _Side, first: Connection, second: Connection
) -> tuple[list[float], list[float], int, float]:
    """One event of each: for every phone how long it was under way, and its length in bytes.

    Then how long it took ours to be accepted, which is mostly the disk's time.
    """
    length, taken = 0, []
    for side, line in ((ours, first), (bare, second)):
        side.sent = time.monotonic()
        side.send(length)
        arrived, length = _heard(line)
        taken.append([at - side.accepted for at in arrived])
        time.sleep(REST / 2)
    return taken[0], taken[1], length, ours.accepted - ours.sent


@contextmanager
def _ours(folder: Path) -> Iterator[_Side]:
    """A table whose moves go to disk, and its pages."""
    game = playable(games.find(GAME))
    moves = iter([game.move_text(ply.move) for ply in plies(game, CONFIG, "web")][60:])
    with Table.create(folder / "game.log", game, CONFIG) as table:
        for ply in list(plies(game, CONFIG, "web"))[:60]:
            table.post(Command(Play(game.move_text(ply.move)), THE_HOST, table.now.number))
        feed, watcher = Feed(game), Watcher(table)

        def publish(sentences: list[str]) -> None:
            now = table.now
            standing = Standing("bench", now, watcher.opinion, table.events(now.number - 8)[::-1])
            feed.post(now.state, sentences, standing)

        def hear(news: News) -> None:
            side.accepted = time.monotonic()
            publish(list(tell(game, news)))

        def send(_: int) -> None:
            table.post(Command(Play(next(moves)), THE_HOST, table.now.number))

        publish(["The game goes on."])
        table.expect(feed.expect)
        table.listen(hear)
        listener = listen("127.0.0.1", 0, or_next=False)
        desk = Desk()
        desk.lay("bench", table, watcher)
        server = Server(create_app(Site(feed, desk, Passes.of_folder(folder))), listener)
        side = _Side(listener.getsockname()[1], send)
        server.start()
        try:
            yield side
        finally:
            feed.close()
            server.stop()


@contextmanager
def _bare() -> Iterator[_Side]:
    """The least that Flask can do: a loop that waits for a number and sends it."""
    app, bell = Flask("bare"), threading.Condition()
    count, is_open, length = 0, True, 0

    def stream() -> Iterator[str]:
        seen = -1
        while is_open:
            with bell:
                while is_open and count == seen:
                    bell.wait(1.0)
                seen = count
            event = f"id: {seen}\ndata: "
            yield f"{event}{'x' * (length - len(event))}\n\n"

    @app.get("/events")
    def events() -> Response:
        return Response(stream(), mimetype="text/event-stream")

    def send(as_long: int) -> None:
        nonlocal count, length
        with bell:
            length = as_long
            side.accepted = time.monotonic()
            count += 1
            bell.notify_all()

    listener = listen("127.0.0.1", 0, or_next=False)
    server = Server(app, listener)
    side = _Side(listener.getsockname()[1], send)
    server.start()
    try:
        yield side
    finally:
        with bell:
            is_open = False
            bell.notify_all()
        server.stop()


@contextmanager
def _phones(port: int, count: int) -> Iterator[Connection]:
    """So many phones in a process of their own; the connection tells when events arrived."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=phones.follow, args=(port, count, there), daemon=True)
    process.start()
    there.close()
    with closing(here):
        try:
            yield here
        finally:
            process.terminate()
            process.join()


def _wait_for(line: Connection, count: int) -> None:
    """Until every phone has its first event."""
    assert len(_heard(line)[0]) == count


def _heard(line: Connection) -> tuple[list[float], int]:
    """When each phone had the next event, and its length in bytes."""
    if not line.poll(PATIENCE):
        raise CompanionError(f"an event did not reach every phone in {PATIENCE} s")
    found: tuple[list[float], int] = line.recv()
    return found


def memory_of_serve(seconds: float) -> Mapping[str, object]:
    """The memory of the whole program while a simulated game is filmed, read and shown, in MB.

    It counts from the moment at which the whole table has been read once, or when we have waited
    long enough for that; what finding the table needed before is in the peak.
    """
    if not can_weigh():
        return {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder, "--seed", "1", "--pace", "0.1") as process,
    ):
        begun = time.monotonic()
        # The first thing that is read at rest is kept as a picture.
        while not any(Path(folder).rglob("*.jpg")):
            if time.monotonic() - begun > PATIENCE:
                break
            time.sleep(0.2)
        weights = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            weights.append(weigh(process.pid))
            time.sleep(0.2)
        most = peak(process.pid)
    pss, rss = sorted(one.pss for one in weights), sorted(one.rss for one in weights)
    return {
        "memory of companion serve, MB (PSS): median, largest": [
            round(statistics.median(pss), 1), round(pss[-1], 1)
        ],
        "memory of companion serve, MB (RSS): median, largest": [
            round(statistics.median(rss), 1), round(rss[-1], 1)
        ],
        "the most it held since its start, MB (RSS)": round(most, 1),
        "times weighed, over so many seconds": [len(weights), round(seconds)],
    }  # fmt: skip
