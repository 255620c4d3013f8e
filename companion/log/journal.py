"""Keeps the file of a game in step with the events in memory, whatever happens to the file.

All events of a game are in memory, so a file that is lost, locked or full loses nothing as long as
the companion runs: what is missing in the file is written, in order, as soon as that is possible.
"""

import fcntl
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.common.errors import CompanionError
from companion.common.files import file_errors
from companion.common.words import joined, say, say_n
from companion.log import store
from companion.log.events import Event
from companion.log.files import is_there
from companion.log.reading import saved_from, told
from companion.log.store import (
    DAMAGED,
    FULL,
    LOCKED,
    UNWRITABLE,
    EventLog,
    LogError,
    finish_replacing,
)

_ADVICE = {
    LOCKED: say("Another program holds the file: close it."),
    FULL: say("The disk is full: make room."),
    DAMAGED: say("The file is damaged."),
    UNWRITABLE: say("The file can't be written."),
}


@dataclass(frozen=True)
class Trouble:
    """Something is wrong with the file of this game, and everybody should know.

    `unwritten` events are in memory only; `lost` events could not be read.
    """

    kind: str
    text: str
    unwritten: int = 0
    lost: tuple[int, ...] = ()
    set_aside: Path | None = None


class Journal:
    """The one writer of a file. Nobody else can open it for writing as long as this is open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.recovered: Trouble | None = None
        self._log: EventLog | None = None
        self._written = 0
        self._lock = _take_lock(path)

    @staticmethod
    def create(path: Path) -> "Journal":
        """A journal for a new game."""
        if path.exists():
            raise CompanionError(f"{path} is there already; open it, or choose another name")
        return Journal(path)

    @staticmethod
    def open(path: Path) -> tuple["Journal", list[Event]]:
        """The journal of a file, and its events; a damaged file is set aside and read out."""
        if not is_there(path):
            raise CompanionError(f"{path}: there is no such log")
        journal = Journal(path)
        try:
            finish_replacing(path)
            return journal, journal._read()
        except BaseException:
            journal.close()
            raise

    def write(self, events: Sequence[Event]) -> Trouble | None:
        """Bring the file up to `events`; returns what is in the way of that."""
        try:
            if self._log is None:
                self._log = self._connect(events)
            self._log.append(events[self._log.length :])
        except CompanionError as error:
            kind = error.kind if isinstance(error, LogError) else UNWRITABLE
            if self._log is not None:
                self._written = self._log.length
            if kind not in (LOCKED, FULL):
                self._disconnect()
            count = len(events) - self._written
            unwritten = say_n(
                "The game goes on, but {n} event is not on disk yet. ({error})",
                "The game goes on, but {n} events are not on disk yet. ({error})",
                count,
                error=error,
            )
            return Trouble(kind, joined([_ADVICE[kind], unwritten]), unwritten=count)
        return None

    def close(self) -> None:
        """Close the file and let others have it."""
        self._disconnect()
        os.close(self._lock)

    def _read(self) -> list[Event]:
        try:
            self._log = EventLog.open(self.path)
            return self._log.opened
        except LogError as error:
            if error.kind == FULL:  # the game goes on in memory, and `write` says so
                events = EventLog.read(self.path)
                self._written = len(events)
                return events
            reason, saved = error, saved_from(self.path, error)
        events = list(saved.events)
        text = told(reason, saved)
        self.recovered = Trouble(DAMAGED, text, lost=saved.lost)
        with suppress(LogError):  # the game goes on in memory; `write` says what is in the way
            self._log = self._replace(events)
        return events

    def _connect(self, events: Sequence[Event]) -> EventLog:
        """Find the file again, or write a new one with everything."""
        if self.path.exists():
            try:
                log = EventLog.open(self.path, patience=0)
            except LogError as error:
                if error.kind != DAMAGED:
                    raise
            else:
                if log.opened == list(events[: log.length]):
                    return log
                log.close()
            return self._replace(events)
        return EventLog.create(self.path, events)

    def _replace(self, events: Sequence[Event]) -> EventLog:
        """Write a new file in the place of a damaged one."""
        log, aside = store.replace(self.path, events)
        if self.recovered is not None and self.recovered.set_aside is None:
            kept = say("The damaged file is kept as {name}.", name=aside.name)
            text = joined([self.recovered.text, kept])
            self.recovered = replace(self.recovered, text=text, set_aside=aside)
        return log

    def _disconnect(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None


def is_open(path: Path) -> bool:
    """Whether somebody, here or in another companion, has this log open."""
    try:
        os.close(_take_lock(path))
    except CompanionError:
        return True
    return False


def _take_lock(path: Path) -> int:
    """One writer a file; the system takes the lock back when a process dies."""
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise CompanionError(f"{path} is open in another companion; close that first") from None
    return handle
