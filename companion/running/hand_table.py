"""A table that no camera looks at: people enter their moves on the phones."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.archive.shelf import Shelf
from companion.games.capabilities import Rules
from companion.games.kit import unsaid
from companion.games.protocol import Seat
from companion.log.events import WATCH
from companion.phones.evening import Evening
from companion.referee.watcher import Watcher
from companion.running.guide import TICK, Guide, greeting
from companion.table.table import Table


class HandTable(Evening):
    """A table that no camera looks at: real people enter their moves on the phones."""

    def __init__(self, game: Rules[Any, Any], players: int, shelf: Shelf) -> None:
        self._players = players
        super().__init__(game, shelf)

    def begin(self, names: Mapping[Seat, str]) -> Table:
        """A new game for as many as before; hands stay hidden."""
        return self.set_up(unsaid.set_up_to_be_watched(self.game, self._players), WATCH, names)

    def follow(self) -> None:
        """One game; it stays on the table until the host wants another."""
        guide = Guide(self.table, self.feed, partial(Watcher, is_blind=True))
        self.desk.lay(guide.name, self.table, guide.watcher)
        guide.welcome(greeting(self))
        while not self.pause(TICK):
            guide.look_after()
