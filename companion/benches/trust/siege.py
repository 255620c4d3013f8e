"""A stranger does everything at once to shut a table out, and people go on playing.

The server is a `companion serve` of its own. Seats with streams post moves; what counts is how long
each is under way, from the tap to the last phone. Twice: the stranger has addresses of its own, and
the stranger shares that of the players.
"""

import contextlib
import http.client
import json
import multiprocessing
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from companion import games
from companion.archive.shelf import Shelf
from companion.benches.serving.soak import port_of, serving
from companion.benches.serving.weighing import weigh
from companion.benches.trust import attackers
from companion.benches.trust.attackers import SiegeEffort
from companion.benches.trust.served import begin
from companion.benches.trust.visiting import NAME, PATIENCE, Visitor
from companion.common.intervals import percentile
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.kit import defaults
from companion.games.protocol import CHANCE
from companion.games.random_games import plies
from companion.phones.passes import Passes

SHORT = SiegeEffort(seconds=3.0, connections=100, streams=40, bodies=4, askers=4)
FULL = SiegeEffort(seconds=60.0, connections=500, streams=120, bodies=16, askers=16)

SEED, PLAYERS, PLAYED = "siege", 3, 20
#: Where the players are, the phone that joins late, and the strangers.
HOME, LATE = "127.0.0.1", "127.0.0.40"
ELSEWHERE = tuple(f"127.0.1.{number}" for number in range(1, 9))
#: Streams of each seat, and seconds between two moves.
PHONES, REST = 2, 0.25
#: So many moves before the strangers come.
QUIET = 10
#: Seconds in which an event reaches a phone, or never.
LOST = 10.0


def run(effort: SiegeEffort) -> Mapping[str, object]:
    """The figures, with strangers from elsewhere and from the players' own address."""
    figures: dict[str, object] = {}
    variants = {"strangers elsewhere": ELSEWHERE, "strangers at the players' address": (HOME,)}
    for name, addresses in progress(variants.items(), "sieges"):
        found = besiege(effort, addresses, HOME if addresses == (HOME,) else LATE)
        figures |= {f"{name}: {what}": figure for what, figure in found.items()}
    return figures


def besiege(effort: SiegeEffort, strangers: Sequence[str], late: str) -> Mapping[str, object]:
    """One siege; `late` is where somebody joins from meanwhile."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        moves = _begin(Path(folder))
        passes = Passes.of_folder(Path(folder))
        words = ("--by-hand", "--players", str(PLAYERS))
        with (
            serving(folder, *words) as process,
            closing(_Players(port_of(process), passes)) as players,
        ):
            begun = _written(process.pid)
            quiet = [players.play(move) for move in moves[:QUIET]]
            written, heavy = _written(process.pid), weigh(process.pid).rss
            usual = (written - begun) / QUIET
            with _attacked(players.port, strangers, effort) as tried:
                end = time.monotonic() + effort.seconds
                taken: list[float | None] = []
                joined: float | None = None
                for number, move in enumerate(moves[QUIET:]):
                    taken.append(players.play(move))
                    if number == 3:
                        joined = players.join(PLAYERS - 1, late)
                    if number > 3 and time.monotonic() > end:
                        break
                broken = sum(stream.broken for stream in players.streams)
                alive = process.poll() is None and players.phones[0].get("/healthz").status == 200
                written, after = _written(process.pid) - written, weigh(process.pid).rss
                stopping = time.monotonic()
                process.terminate()
                process.wait(PATIENCE)
                stopping = time.monotonic() - stopping
    arrived = [one for one in taken if one is not None]
    return {
        "events posted, arrived on every phone of the seats": [len(taken), len(arrived)],
        "ms from tap to phone, without strangers: median, largest": _ms(
            [statistics.median(one or LOST for one in quiet), max(one or LOST for one in quiet)]
        ),
        "ms from tap to phone: median, 99th percentile": _ms(
            [statistics.median(arrived or [LOST]), percentile(arrived or [LOST], 0.99)]
        ),
        "a new phone joined, after ms": None if joined is None else _ms([joined])[0],
        "streams of seats that broke": broken,
        "kB written to disk for each event, without strangers and with them": [
            round(usual / 1000), round(written / 1000 / len(taken))
        ],
        "memory before and after, MB (RSS)": [round(heavy), round(after)],
        "server alive": alive,
        "stopped meanwhile, after s": round(stopping, 1),
        "what the strangers tried": tried,
    }  # fmt: skip


def _ms(seconds: Sequence[float]) -> list[float]:
    return [round(1000 * one, 1) for one in seconds]


class _Move(NamedTuple):
    seat: int
    text: str


def _begin(folder: Path) -> list[_Move]:
    """A game that has begun, and how it goes on; the dice are thrown by the first seat."""
    game = playable(games.find(games.names()[0]))
    config = defaults.set_up_to_be_watched(game, PLAYERS, random.Random(SEED))
    line = list(plies(game, config, SEED))
    begin(game, Shelf(folder), PLAYERS, SEED, PLAYED).close()
    found = []
    for before, ply in zip(line[PLAYED - 1 :], line[PLAYED:], strict=False):
        seat = game.to_move(before.state)
        found.append(_Move(0 if seat in (None, CHANCE) else int(seat), game.move_text(ply.move)))
    return found


def _written(process: int) -> int:
    """What a process has had written to disks so far, in bytes; 0 where the system does not say."""
    try:
        lines = Path(f"/proc/{process}/io").read_text().splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


@contextmanager
def _attacked(port: int, strangers: Sequence[str], effort: SiegeEffort) -> Iterator[dict[str, int]]:
    """While strangers attack; what they tried is known afterwards."""
    context = multiprocessing.get_context("spawn")
    line, there = context.Pipe()
    work = (port, list(strangers), effort, there)
    process = context.Process(target=attackers.attack, args=work, daemon=True)
    process.start()
    there.close()
    tried: dict[str, int] = {}
    try:
        assert line.recv() == "begun"
        yield tried
        line.send("enough")
        if line.poll(PATIENCE):
            tried |= line.recv()
    finally:
        process.kill()
        process.join()


class _Players:
    """The seats: their phones, and one move after the other."""

    def __init__(self, port: int, passes: Passes) -> None:
        self.port, self._code = port, passes.join_code
        self.phones: list[Visitor] = []
        self.streams: list[_Stream] = []
        self._bell = threading.Condition()
        for seat in range(PLAYERS - 1):
            phone = Visitor(f"seat {seat}", port, HOME)
            self.phones.append(phone)
            assert self._sit(phone, seat)
            self.streams += [_Stream(phone, self._bell) for _ in range(PHONES)]
        # The last one comes later; until then the host plays instead.
        self.phones.append(Visitor("host", port, HOME, {"host": passes.host_pass()}))
        self._game = self._when_all_know(1, PATIENCE)

    def _sit(self, phone: Visitor, seat: int) -> bool:
        form = {"code": self._code, "name": f"Player {seat}", "seat": seat}
        return phone.post("/join", **form).status == 303

    def join(self, seat: int, address: str) -> float | None:
        """Somebody comes late: how long it takes, or None when nobody answers."""
        phone = Visitor("late", self.port, address)
        begun = time.monotonic()
        try:
            came = phone.get("/join").status == 200 and self._sit(phone, seat)
        except (OSError, http.client.HTTPException):
            return None
        self.phones[seat].cookies = dict(phone.cookies)
        phone.close()
        return time.monotonic() - begun if came else None

    def play(self, move: _Move) -> float | None:
        """Post a move: how long until all have it, or None when somebody never gets it."""
        time.sleep(REST)
        seen = max(stream.number for stream in self.streams)
        phone = self.phones[move.seat]
        begun = time.monotonic()
        try:
            reply = phone.post("/tap/play", game=self._game, seen=seen, moves=move.text)
        except (OSError, http.client.HTTPException):
            return None
        if reply.status not in (204, 303) or not self._when_all_know(seen + 1, LOST):
            return None
        return max(stream.at.get(seen + 1, stream.latest) for stream in self.streams) - begun

    def _when_all_know(self, number: int, patience: float) -> str:
        """The name of the game, once every phone has this event; empty when one never has."""
        with self._bell:
            known = self._bell.wait_for(
                lambda: all(stream.number >= number for stream in self.streams), patience
            )
        return self.streams[0].game if known else ""

    def close(self) -> None:
        """Everybody goes home."""
        for stream in self.streams:
            stream.is_closed = True
        for phone in self.phones:
            phone.close()


class _Stream(threading.Thread):
    """A phone that watches, and connects again as a browser would.

    Attributes:
        number: The last event that it has heard of; `at` when it heard of each, `latest` the last.
        broken: How often it had to connect again.
    """

    def __init__(self, phone: Visitor, bell: threading.Condition) -> None:
        super().__init__(daemon=True)
        self._phone, self._bell = phone, bell
        self.number, self.game, self.latest = 0, "", 0.0
        self.at: dict[int, float] = {}
        self.broken = -1
        self.is_closed = False
        self.start()

    def run(self) -> None:
        """Watch until it is over."""
        while not self.is_closed:
            self.broken += 1
            with contextlib.suppress(OSError, http.client.HTTPException):
                self._watch()
            time.sleep(REST)

    def _watch(self) -> None:
        line = self._phone.connect()
        cookies = "; ".join(f"{name}={value}" for name, value in self._phone.cookies.items())
        with closing(line):
            host = f"{NAME}:{self._phone.port}"
            line.request("GET", "/events", headers={"Host": host, "Cookie": cookies})
            answer = line.getresponse()
            while text := answer.readline():
                if text.startswith(b"data: ") and b'"beat"' in text:
                    self._hear(json.loads(text.removeprefix(b"data: "))["beat"])

    def _hear(self, beat: str) -> None:
        game, _, number = beat.partition("/")
        with self._bell:
            self.game, self.number, self.latest = game, int(number), time.monotonic()
            self.at[self.number] = self.latest
            self._bell.notify_all()
