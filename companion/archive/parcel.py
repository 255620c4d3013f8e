"""A game as one file, to keep, to send, or to put into a bug report.

It is a ZIP file with the lines of the log (`game.jsonl`) and the pictures (`pictures/`). The lines
are those of the log, checks included, so that a parcel proves by itself that it is whole.
"""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from companion.archive.pictures import Pictures, is_name
from companion.common.archives import Archive, open_archive
from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors
from companion.log.events import START, Begin, Event, check_of, follows, from_line
from companion.log.reading import read_events
from companion.log.store import EventLog, lines_of

LINES, PICTURES = "game.jsonl", "pictures"
LARGEST_LOG = 20_000_000
LARGEST_PICTURE = 50_000_000


def pack(log: Path, parcel: Path) -> int:
    """Put a game with its pictures into a new file; returns how many events it has.

    Of a damaged log it is what can be read; lost events have a line that says so.
    """
    events, _ = read_events(log)
    named = {event.picture for event in events if event.picture}
    folder = log.parent / PICTURES
    with file_errors(parcel), zipfile.ZipFile(parcel, "x", zipfile.ZIP_DEFLATED) as file:
        file.writestr(LINES, to_lines(events))
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name in named and is_name(path.name):
                file.write(path, f"{PICTURES}/{path.name}", zipfile.ZIP_STORED)
    return len(events)


def to_lines(events: Iterable[Event]) -> str:
    """Events as the lines of a log, each with the check of the one before."""
    return "".join(f"{line}\n" for line in lines_of(events))


def unpack(parcel: Path, log: Path) -> int:
    """Make the log and the pictures of a parcel; returns how many events it has."""
    if log.exists():
        raise CompanionError(f"{log} is there already; choose another name")
    with open_archive(parcel, "parcel") as file:
        events = list(_events(file, parcel.name))
        new = _pictures_in(file, events)
        log.parent.mkdir(parents=True, exist_ok=True)
        pictures = Pictures(log.parent / PICTURES)
        for name in new:
            pictures.put(name, file.read(f"{PICTURES}/{name}", LARGEST_PICTURE))
    EventLog.create(log, events).close()
    return len(events)


def _events(file: Archive, name: str) -> Iterator[Event]:
    text = file.read(LINES, LARGEST_LOG).decode("ascii", "replace")
    after = START
    number = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not follows(line, after):
            raise InputError(f"{name}: {LINES}, line {number}: it is not as it was written")
        event = from_line(line)
        if event.number != number or (number == 1) != isinstance(event.action, Begin):
            raise InputError(f"{name}: {LINES}, line {number}: it is not in its place")
        after = check_of(line)
        yield event
    if not number:
        raise InputError(f"{name}: there is no event in it")


def _pictures_in(file: Archive, events: Iterable[Event]) -> list[str]:
    """The pictures of the events, each looked through; one that had gone before is not there."""
    named = {event.picture for event in events if event.picture and is_name(event.picture)}
    found = sorted(name for name in named if f"{PICTURES}/{name}" in file.names)
    for name in found:
        file.read(f"{PICTURES}/{name}", LARGEST_PICTURE)
    return found
