"""The shelf: all tables and past games in one data folder, each in a folder of its own.

A game's folder holds its log (`game.log`) and its pictures (`pictures/`).
"""

import re
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.archive.pictures import LIMIT, Pictures
from companion.common.errors import CompanionError, InputError
from companion.common.files import file_errors
from companion.games.protocol import Game
from companion.log.history import ENDED, History
from companion.log.store import EventLog
from companion.table.table import Clock, Table

LOG, PICTURES = "game.log", "pictures"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


@dataclass(frozen=True)
class ShelvedGame:
    """A game on the shelf; `problem` says why its log can't be read just like that."""

    name: str
    game: str = ""
    begun: float = 0.0
    last: float = 0.0
    events: int = 0
    ended: bool = False
    problem: str = ""


class Shelf:
    """A data folder."""

    def __init__(self, folder: Path, clock: Clock = time.time) -> None:
        self.folder = folder
        self._clock = clock

    def begin(self, game: Game[Any, Any], config: Mapping[str, object]) -> Table:
        """A new game, in a folder named after the day."""
        day = datetime.fromtimestamp(self._clock(), UTC).strftime("%Y-%m-%d")
        number = 1
        while (self.folder / f"{day}-{number}").exists():
            number += 1
        return Table.create(self.log(f"{day}-{number}"), game, config, self._clock)

    def open(self, name: str, game: Game[Any, Any] | None = None) -> Table:
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
        if not log.exists():
            raise InputError(f"there is no game '{name}' on the shelf")
        with file_errors(log.parent):
            shutil.rmtree(log.parent)

    def pictures(self, table: Table, limit: int = LIMIT) -> Pictures:
        """The pictures of a table on this shelf."""
        return Pictures(table.path.parent / PICTURES, limit, table.disputed_pictures)

    def records(self) -> list[ShelvedGame]:
        """All games, the one that was played last first."""
        paths = self.folder.glob(f"*/{LOG}")
        found = [_record(path) for path in paths if _NAME.fullmatch(path.parent.name)]
        return sorted(found, key=lambda record: (record.last, record.name), reverse=True)

    def unfinished(self, game: str) -> str | None:
        """The game to go on with after a restart: the last of its kind that nobody has ended.

        One that can't be read just like that may be of any kind.
        """
        for record in self.records():
            if not record.ended and record.game in (game, ""):
                return record.name
        return None


def _record(path: Path) -> ShelvedGame:
    name = path.parent.name
    try:
        history = History()
        for event in EventLog.read(path):
            history.add(event)
    except CompanionError as error:
        # It may well be the one that was played when the power went: opening it sets it right.
        return ShelvedGame(name, last=path.stat().st_mtime, problem=str(error))
    first, last = history.events[0], history.events[-1]
    return ShelvedGame(
        name=name,
        game=history.begin.game,
        begun=first.at,
        last=last.at,
        events=history.number,
        ended=history.phase == ENDED,
    )
