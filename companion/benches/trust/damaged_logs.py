"""Logs that are damaged in every way we can think of: whole, or told exactly, and never silent.

A game is played, and its files are taken as `kill -9` leaves them, or as they are when it was
closed. Some of them are damaged, and the game is opened again. What comes back is compared with
what was played, and with every line that still lies in one piece in the damaged files: each of
those must be among the events, and every event that is not must be named.
"""

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion import games
from companion.common.errors import CompanionError
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.random_games import plies
from companion.log.events import THE_HOST, Accept, Command, Event, Play
from companion.log.files import aside_of, family
from companion.log.store import lines_of
from companion.table.table import Table


@dataclass(frozen=True)
class LogEffort:
    """How many damaged files, of games of about how many events."""

    files: int
    events: int


SHORT = LogEffort(files=24, events=32)
FULL = LogEffort(files=200, events=125)

Files = dict[str, bytes | None]
Damage = Callable[[bytes, random.Random], bytes | None]
#: The files of a log, in the order of `family`.
END = ("main", "wal", "index", "copy")
PAGE, A_FOLDER = 4096, b"a folder"

WHOLE, EXACTLY, END_GONE, REFUSED, WRONG = VERDICTS = (
    "whole",
    "told exactly",
    "told, without the numbers at the end",
    "refused in words, and left as it was",
    "wrong or silent",
)


@dataclass(frozen=True)
class Played:
    """A game and its files, killed and closed."""

    game: str
    events: tuple[Event, ...]
    killed: Files
    closed: Files


def run(effort: LogEffort) -> Mapping[str, object]:
    """How many were whole, told exactly, and silent; what was readable and is lost."""
    source = random.Random(1)
    verdicts: Counter[str] = Counter()
    lost = overwritten = alarms = 0
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        names = games.names()
        played = [
            play(folder / f"{game}-{length}", game, length, source)
            for game in names
            for length in (effort.events // 2, effort.events, effort.events * 3 // 4)
        ]
        for one in played:
            for files in (one.killed, one.closed):
                verdict, gone, _ = examine(folder / "intact", one, files)
                alarms += verdict != WHOLE or gone > 0
        for number in progress(range(effort.files), "damaged logs"):
            older, this = sorted(source.sample(range(len(played)), 2))
            files = damaged(played[this], played[older], number, source)
            verdict, gone, harmed = examine(folder / "damaged", played[this], files)
            verdicts[verdict] += 1
            lost += gone
            overwritten += harmed
    return {
        "damaged logs": effort.files,
        **{verdict: verdicts[verdict] for verdict in VERDICTS},
        "events readable but lost": lost,
        "files not kept as they were": overwritten,
        "intact logs called damaged": alarms,
    }


def play(folder: Path, name: str, length: int, source: random.Random) -> Played:
    """A game of its own, with a long event in it now and then."""
    game = playable(games.find(name))
    log = folder / "game.log"
    config = {"players": game.players[0]}
    with Table.create(log, game, config) as table:
        for ply in plies(game, config, f"{length}/{source.random()}"):
            state = table.now.state
            post(table, Play(game.move_text(ply.move)))
            if source.random() < 0.05:
                post(table, Accept(game.state_to_json(state)))
                post(table, Accept(game.state_to_json(table.game.apply(state, ply.move))))
            if table.now.number >= length:
                break
        killed = taken(log)
        events = table.events()
    closed = taken(log)
    shutil.rmtree(folder)
    return Played(name, events, killed, closed)


def post(table: Table, action: Play | Accept) -> None:
    """What the host enters."""
    answer = table.post(Command(action, THE_HOST, table.now.number))
    assert isinstance(answer, Event), answer


def taken(log: Path) -> Files:
    """The bytes of all files of a log."""
    return {
        name: A_FOLDER if path.is_dir() else path.read_bytes() if path.exists() else None
        for name, path in zip(END, family(log), strict=True)
    }


# --- damage ---------------------------------------------------------------------------------------


def flipped(data: bytes, source: random.Random) -> bytes:
    """Some bytes are other ones."""
    return overwritten_by(data, source, source.randbytes(8))


def zeroed(data: bytes, source: random.Random) -> bytes:
    """Some blocks are empty."""
    at = PAGE * source.randrange(1 + len(data) // PAGE)
    hole = data[at : at + PAGE * source.randint(1, 3)]
    return data[:at] + bytes(len(hole)) + data[at + len(hole) :]


def swapped(data: bytes, source: random.Random) -> bytes:
    """Two blocks have changed places."""
    blocks = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    if len(blocks) > 1:
        one, other = source.sample(range(len(blocks)), 2)
        blocks[one], blocks[other] = blocks[other], blocks[one]
    return b"".join(blocks)


def scratched(data: bytes, source: random.Random) -> bytes:
    """Many bytes here and there are other ones."""
    for _ in range(source.randint(2, 40)):
        data = flipped(data, source)
    return data


def cut(data: bytes, source: random.Random) -> bytes:
    """The end is missing."""
    return data[: source.randrange(len(data))] if data else data


def headless(data: bytes, source: random.Random) -> bytes:
    """The beginning is rubbish."""
    length = source.choice([16, 32, 100, PAGE])
    return source.randbytes(min(length, len(data))) + data[length:]


def emptied(_: bytes, __: random.Random) -> bytes:
    """An empty file."""
    return b""


def removed(_: bytes, __: random.Random) -> None:
    """No file at all."""


def overwritten_by(data: bytes, source: random.Random, other: bytes) -> bytes:
    """Other bytes at some place, mostly near the beginning, where the frames are."""
    if not data:
        return data
    at = source.randrange(min(len(data), source.choice([60_000, len(data)])))
    return (data[:at] + other + data[at + len(other) :])[: len(data)]


HARM: Sequence[Damage] = (
    flipped, cut, zeroed, swapped, scratched, headless, emptied, removed
)  # fmt: skip
TARGETS: Sequence[tuple[str, ...]] = (
    ("wal",), ("main",), ("main", "wal"), ("copy",), ("index",), ("wal", "copy"),
    ("main", "wal", "index"), ("main", "copy"), ("wal",), ("main", "wal", "copy"),
)  # fmt: skip


def damaged(one: Played, other: Played, number: int, source: random.Random) -> Files:
    """The files of a game with the next sort of damage."""
    files = dict(one.killed if source.random() < 0.85 else one.closed)
    special = number % 12
    if special == 3:  # from another game, or from an older evening
        name = source.choice(["main", "wal", "copy"])
        files[name] = other.killed[name]
    elif special == 7:
        files[source.choice(END)] = A_FOLDER
    else:
        harm = HARM[number % len(HARM)]
        for name in TARGETS[(number // len(HARM)) % len(TARGETS)]:
            data = files[name]
            if data is not None:
                files[name] = harm(data, source)
    return files


# --- judging --------------------------------------------------------------------------------------


def examine(folder: Path, one: Played, files: Files) -> tuple[str, int, int]:
    """The verdict, how many readable events are lost, how many files were not kept."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    log = folder / "game.log"
    for path, data in zip(family(log), files.values(), strict=True):
        if data == A_FOLDER:
            path.mkdir()
        elif data is not None:
            path.write_bytes(data)
    expected = dict(enumerate(lines_of(one.events), 1))
    there = [data for data in files.values() if data is not None]
    readable = {n for n, line in expected.items() if any(line.encode() in data for data in there)}
    try:
        table = Table.open(log, playable(games.find(one.game)))
    except CompanionError as error:
        # SQLite may write its index anew.
        untouched = taken(log) | {"index": None} == files | {"index": None}
        is_told = not readable or "only events" in str(error)
        return REFUSED if untouched and is_told else WRONG, 0, not untouched
    with table:
        got = {event.number: event for event in table.events()}
        trouble = table.trouble
    told = set() if trouble is None else set(trouble.lost)
    right = {n for n, event in got.items() if n not in told and event in one.events[n - 1 : n]}
    harmed = trouble is not None and not is_kept(log, files)
    gone = len(readable - right)
    if right | told != set(got) or right & told:
        return WRONG, gone, harmed
    if trouble is None:
        return WHOLE if len(right) == len(one.events) else WRONG, gone, harmed
    if len(got) == len(one.events):
        return (EXACTLY if told else WHOLE), gone, harmed
    return (END_GONE if "if anything, is gone" in trouble.text else WRONG), gone, harmed


def is_kept(log: Path, files: Files) -> bool:
    """Whether every damaged file lies there as it was, under a name of its own."""
    kept = [path.read_bytes() for path in aside_of(log) if path.is_file()]
    return all(
        data in kept
        for name, data in files.items()
        if data and data != A_FOLDER and name != "index"
    )
