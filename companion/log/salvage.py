"""Reading what is left of a damaged log.

First SQLite is asked for every row that it can still find; then the bytes of the files are searched
for lines that are whole, because each line can prove that by itself. The files are not touched:
all of this happens on a copy.
"""

import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.common.errors import CompanionError, InputError
from companion.log.events import (
    REFEREE,
    START,
    Begin,
    Event,
    Lost,
    Who,
    check_of,
    follows,
    from_line,
    is_whole,
)
from companion.log.store import family

_LINE = re.compile(rb'\{"number":\d{1,9},[\x20-\x7e]{1,1000000}?"check":"[0-9a-f]{16}"\}')
LONGEST_GAP = 100_000


@dataclass(frozen=True)
class Salvage:
    """What could be read. A lost event in the middle has a `Lost` in its place."""

    events: tuple[Event, ...]
    lost: tuple[int, ...]


def salvage(path: Path) -> Salvage:
    """Read what can be read of a log; `CompanionError` when that is nothing to go on with."""
    found: dict[int, list[str]] = {}
    for line in _every_line(path):
        with suppress(InputError):
            number = from_line(line).number
            if is_whole(line) and line not in found.setdefault(number, []):
                found[number].append(line)
    found = {number: lines for number, lines in found.items() if lines}
    events = tuple(_chain(found))
    if not events or not isinstance(events[0].action, Begin):
        raise CompanionError(
            f"{path}: nothing could be recovered, not even which game this was. The file stays as "
            "it is; move it away to begin a new game here"
        )
    lost = tuple(event.number for event in events if isinstance(event.action, Lost))
    return Salvage(events, lost)


def _chain(found: dict[int, list[str]]) -> Iterator[Event]:
    """One event for each number: where several were found, the one that fits its neighbours."""
    after, at = START, 0.0
    number = 1
    last = max(found, default=0)
    while number <= last:
        lines = found.get(number, [])
        if not lines:
            if not any(n in found for n in range(number, number + LONGEST_GAP)):
                return
            yield Event(number, at, Who(REFEREE), Lost(), why="could not be read any more")
            after = ""
        else:
            behind = found.get(number + 1, [])
            line = max(lines, key=lambda one: (follows(one, after), _leads(one, behind)))
            event = from_line(line)
            yield event
            after, at = check_of(line), event.at
        number += 1


def _leads(line: str, behind: Sequence[str]) -> bool:
    return any(follows(one, check_of(line)) for one in behind)


def _every_line(path: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "log"
        for old, new in zip(family(path)[:2], family(copy)[:2], strict=True):
            if old.exists():
                shutil.copyfile(old, new)
        raw = [one.read_bytes() for one in family(copy)[:2] if one.exists()]
        yield from _rows(copy)
    for data in raw:
        for match in _LINE.finditer(data):
            yield match.group().decode("ascii")


def _rows(path: Path) -> Iterator[str]:
    """The rows that SQLite finds, forwards to the damage and backwards to it."""
    with closing(sqlite3.connect(path)) as db:
        db.text_factory = _decode
        for order in ("ASC", "DESC"):
            try:
                asked = f"SELECT line FROM events ORDER BY number {order}"  # nosec B608: two words
                for (line,) in db.execute(asked):
                    if isinstance(line, str):
                        yield line
            except sqlite3.Error:
                continue  # as far as the damage; the search of the bytes does the rest


def _decode(data: bytes) -> str:
    """A damaged text is not whole, but it must not keep us from the next one."""
    return data.decode("utf-8", "replace")
