"""What the tests of the table share: a clock that ticks, and short ways to post."""

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.log.events import THE_HOST, Action, Command, Event, Play, Rejection, Who
from companion.log.store import EventLog
from companion.table.table import Table
from tests.companion.stones import GAME

HOST = THE_HOST
VIEWER, REFEREE = Who("viewer"), Who("referee")


def seat(number: int) -> Who:
    return Who("seat", number)


def ticking() -> Callable[[], float]:
    ticks = itertools.count(1000)
    return lambda: float(next(ticks))


def new_table(folder: Path, game: Any = GAME, players: int = 2) -> Table:
    return Table.create(folder / "game.log", game, {"players": players}, ticking())


def open_table(folder: Path, game: Any = GAME) -> Table:
    return Table.open(folder / "game.log", game, ticking())


def send(table: Table, action: Action, by: Who = HOST, **more: Any) -> Event | Rejection:
    return table.post(Command(action, by, more.pop("seen", table.now.number), **more))


def do(table: Table, action: Action, by: Who = HOST, **more: Any) -> Event:
    answer = send(table, action, by, **more)
    assert isinstance(answer, Event), answer
    return answer


def refused(table: Table, action: Action, by: Who = HOST, **more: Any) -> Rejection:
    answer = send(table, action, by, **more)
    assert isinstance(answer, Rejection), answer
    return answer


def fill(table: Table, count: int) -> None:
    """So many events of play."""
    for number in range(count):
        do(table, Play("take 1" if table.now.state.left else f"roll {1 + number % 6}"))


def meaning(table: Table, number: int) -> Action:
    """What an event of the line of play stands for now: itself, or its last correction."""
    return next(step.action for step in table.story() if step.event == number)


def on_disk(folder: Path) -> list[int]:
    """The numbers of the events in the file."""
    return [event.number for event in EventLog.read(folder / "game.log")]
