"""`companion bench kill`: `kill -9` at random moments while commands are posted.

A process plays at a table and says after every answer what it was told is on disk. It is killed,
and the log is opened again: everything acknowledged must be there as it was, nothing in halves, and
at most one event more (the one whose answer was cut off). Then the next process goes on with it.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from companion import games
from companion.common.terminal import progress
from companion.games.capabilities import playable
from companion.games.kit import unsaid
from companion.games.protocol import CHANCE
from companion.log.events import (
    START,
    THE_HOST,
    Action,
    Command,
    Correct,
    Event,
    Play,
    Redo,
    Sit,
    Undo,
    to_line,
)
from companion.table.table import Table

NAME = "kill"
HELP = "kill -9 at random moments, 500 times; nothing acknowledged may be lost"

GAME = "propeller-islands"
TIMES = 500
TIMES_A_LOG = 50
LONGEST = 0.4
READY = "ready"


def run() -> Mapping[str, object]:
    """The figures."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-", dir=Path.cwd()) as folder:
        return kill_many(Path(folder), TIMES, seed=1)


def kill_many(folder: Path, times: int, seed: int) -> Mapping[str, object]:
    """Kill so many times, and count what is lost."""
    source = random.Random(seed)
    acknowledged = lost = unanswered = opened = early = 0
    for number in progress(range(times), "kills"):
        path = folder / f"{number // TIMES_A_LOG}.log"
        before = _length(path)
        said, ready = _kill_one(path, f"{seed}/{number}", source)
        early += not ready
        acknowledged += len(said)
        if path.exists():
            gone, more = _verify(path, before, said)
            lost += gone
            unanswered += more
            opened += 1
        else:
            lost += len(said)
    return {
        "killed": times,
        "of these while it was starting": early,
        "opened again": opened,
        "events acknowledged": acknowledged,
        "events lost": lost,
        "events on disk whose answer was cut off": unanswered,
    }


def _length(path: Path) -> int:
    if not path.exists():
        return 0
    with Table.open(path) as table:
        return table.now.number


def _kill_one(path: Path, seed: str, source: random.Random) -> tuple[list[str], bool]:
    """Let a process play for a moment; returns what it said, and whether it had begun."""
    command = [sys.executable, "-m", "companion.benches.serving.kill", str(path), seed]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = []
        if source.random() < 0.9:
            said.append(process.stdout.readline())
        time.sleep(LONGEST * source.random())
        assert process.poll() is None, "it ended by itself"
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
    lines = [line.rstrip("\n") for line in said]
    return [line for line in lines if line != READY], READY in lines


def _verify(path: Path, before: int, said: list[str]) -> tuple[int, int]:
    """How many lines that were said are not in the log, and how many are there that were not."""
    with Table.open(path) as table:
        assert table.trouble is None, table.trouble.text
        found = {event.number: to_line(event, START) for event in table.events()}
    last, lost = before, 0
    for line in said:
        number = int(line.partition(",")[0].rpartition(":")[2])
        lost += found.get(number) != line
        last = number
    more = len(found) - max(last, 1)
    assert more in (0, 1), f"{more} events came from nowhere"
    return lost, more


def play(path: Path, seed: str) -> None:
    """Post commands for ever, and say each event that was acknowledged."""
    source = random.Random(seed)
    game = playable(games.find(GAME))
    table = Table.open(path) if path.exists() else Table.create(path, game, {"players": 3})
    os.write(1, f"{READY}\n".encode())
    while True:
        answer = table.post(Command(_choice(table, source), THE_HOST, table.now.number))
        if isinstance(answer, Event):
            assert table.trouble is None, table.trouble.text
            os.write(1, f"{to_line(answer, START)}\n".encode())


def _choice(table: Table, source: random.Random) -> Action:
    """Mostly the next move; now and then something else that people do."""
    state, game = table.now.state, table.game
    kind = source.random()
    to_move = game.to_move(state)
    if kind < 0.1 or to_move is None:
        return Undo()
    if kind < 0.15:
        return Redo()
    if kind < 0.2:
        return Sit(source.randrange(3), source.choice(["Vera", "Susan", ""]))
    if kind < 0.22:
        return Correct(source.randint(2, table.now.number + 1), "")
    if to_move == CHANCE:
        return Play(game.move_text(unsaid.chance_of(game)(state, source)))
    return Play(game.move_text(source.choice(list(game.moves(state)))))


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[2])
