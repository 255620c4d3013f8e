"""The shelf: all tables and past games in one data folder, each in a folder of its own.

A game's folder holds its log (`game.log`) and its pictures (`pictures/`).
"""

import re
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.archive.pictures import LIMIT, Pictures
from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors
from companion.games.capabilities import Rules
from companion.log.files import is_there
from companion.log.history import ENDED, History
from companion.log.reading import read_events
from companion.log.rescue.salvage import Hopeless
from companion.table.table import Clock, Table

LOG, PICTURES = "game.log", "pictures"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


@dataclass(frozen=True)
class ShelvedGame:
    """A game on the shelf.

    Attributes:
        problem: Why its log can't be read just like that.
        is_hopeless: Whether there is nothing in it to go on with.
        history: What happened in it, as far as it can be read.
    """

    name: str
    game: str = ""
    last: float = 0.0
    events: int = 0
    ended: bool = False
    problem: str = ""
    is_hopeless: bool = False
    history: History = field(default_factory=History, repr=False)


class Shelf:
    """A data folder."""

    def __init__(self, folder: Path, clock: Clock = time.time) -> None:
        self.folder = folder
        self._clock = clock

    def begin(self, game: Rules[Any, Any], config: Mapping[str, object]) -> Table:
        """A new game, in a folder named after the day."""
        day = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y-%m-%d")
        number = 1
        while (self.folder / f"{day}-{number}").exists():
            number += 1
        return Table.create(self.log(f"{day}-{number}"), game, config, self._clock)

    def open(self, name: str, game: Rules[Any, Any] | None = None) -> Table:
        """Go on with a game."""
        return Table.open(self.log(name), game, self._clock)

    def log(self, name: str) -> Path:
        """Where the log of a game is, or would be."""
        if not _NAME.fullmatch(name):
            raise InputError(f"'{name[:60]}' is no name for a game; use a-z, 0-9 and -")
        return self.folder / name / LOG

    def remove(self, name: str) -> None:
        """Throw a game away, with its pictures. Who has it open must close it first."""
        log = self.log(name)
        if not is_there(log):
            raise InputError(f"there is no game '{name}' on the shelf")
        with file_errors(log.parent):
            shutil.rmtree(log.parent)

    def pictures(self, table: Table, limit: int = LIMIT) -> Pictures:
        """The pictures of a table on this shelf."""
        return Pictures(table.path.parent / PICTURES, limit, table.disputed_pictures)

    def records(self) -> list[ShelvedGame]:
        """All games, the one that was played last first."""
        paths = (folder / LOG for folder in self.folder.glob("*/") if _NAME.fullmatch(folder.name))
        found = [_record(path) for path in paths if is_there(path)]
        return sorted(found, key=lambda record: (record.last, record.name), reverse=True)

    def unfinished(self, game: str, records: Sequence[ShelvedGame] | None = None) -> str | None:
        """The game to go on with after a restart: the last of its kind that nobody has ended.

        One that can't be read just like that may be of any kind; one of which nothing can be read
        stays as it is.
        """
        for record in self.records() if records is None else records:
            if not record.ended and not record.is_hopeless and record.game in (game, ""):
                return record.name
        return None


def _record(path: Path) -> ShelvedGame:
    name = path.parent.name
    history = History()
    try:
        events, problem = read_events(path)
    except CompanionError as error:
        # It may well be the one that was played when the power went: opening it sets it right.
        changed = max(one.stat().st_mtime for one in path.parent.glob(f"{LOG}*"))
        return ShelvedGame(
            name, last=changed, problem=str(error), is_hopeless=isinstance(error, Hopeless)
        )
    for event in events:
        history.add(event)
    return ShelvedGame(
        name=name,
        game=history.begin.game,
        last=history.events[-1].at,
        events=history.number,
        ended=history.phase == ENDED,
        problem=problem,
        history=history,
    )
