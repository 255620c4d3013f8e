"""An evening: one game after the other at one table, in a thread of its own.

What happens during a game is for those who know: simulated people, or real ones who enter their
moves by hand. The host may wish for another game at any time.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.archive.shelf import Shelf
from companion.common.allocation import forget_what_is_over
from companion.common.errors import CompanionError, InputError
from companion.common.json_reading import Json
from companion.common.remembering import forget_all
from companion.games.capabilities import Rules
from companion.games.protocol import Seat
from companion.log.events import ASK, MODES, THE_HOST, Choose, Command, Sit
from companion.log.files import is_there
from companion.phones.camera_view import Viewfinder
from companion.phones.desk import Desk
from companion.phones.live import Closed, Feed
from companion.table.table import Table

#: Seconds after which a table that nobody looks after hangs; thinking may take a few.
HANGS = 30.0
#: Seconds after which an eye that is busy with one picture hangs; the first look of a Pi takes ten.
EYE_HANGS = 90.0
#: Seconds after which whoever waits for the end looks up, to see whether a signal has come.
AWAKE = 0.5


@dataclass(frozen=True)
class Wish:
    """The game that the host wants next: `name` is one of the shelf, else a new one is set up."""

    config: Mapping[str, Json] = field(default_factory=dict)
    mode: str = ASK
    name: str = ""


class Evening(ABC):
    """Games at one table, until somebody stops it. All methods may be called from any thread.

    Attributes:
        is_first: Whether the game on the table is the first of the evening.
        is_resumed: Whether that first game had been begun before.
        unreadable: Games of which nothing could be read; they stay as they are.
        looking_for: For how many seconds the eye has been busy with one picture, if there is one.
    """

    is_simulated = False
    #: What players may see of the table; None where no camera looks at it.
    window: Viewfinder | None = None

    def __init__(self, game: Rules[Any, Any], shelf: Shelf) -> None:
        self.game = game
        self.shelf = shelf
        self.feed = Feed(game)
        self.desk = Desk()
        self.looking_for: Callable[[], float] = _nobody_looks
        self.failure: Exception | None = None
        self.is_restarting = False
        self._looked_after = time.monotonic()
        self._stopped = False
        self._wished: Wish | None = None
        self._bell, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        records = shelf.records()
        unfinished = shelf.unfinished(game.id, records)
        self.unreadable = tuple(record for record in records if record.is_hopeless)
        self.is_first, self.is_resumed = True, unfinished is not None
        self.table = self.begin({}) if unfinished is None else shelf.open(unfinished, game)

    @abstractmethod
    def begin(self, names: Mapping[Seat, str]) -> Table:
        """The next game, when nobody has wished for another; people keep their seats."""

    @abstractmethod
    def follow(self) -> None:
        """One game on `table`, until it is over or `pause` says that it is interrupted."""

    # --- for whoever runs it ------------------------------------------------------------------

    def start(self) -> None:
        """Go on, or begin; when this returns there is something to see."""
        self._thread.start()
        try:
            self.feed.after(0, patience=60)
        except Closed:
            self.wait()

    def wait(self) -> None:
        """Return when the table has stopped; raise what stopped it, if that was a mistake."""
        # Not by `join`: a Ctrl-C in it makes Python 3.11 believe that the thread has ended.
        # And not in one go: a signal that reaches another thread is looked at when this one wakes.
        while not self._done.wait(AWAKE):
            pass
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        """Leave the game where it stands, close its log and send all watchers home."""
        self._stopped = True
        self._bell.set()
        self.feed.close()
        if self._thread.is_alive():
            self._thread.join()
        self.table.close()

    def pause(self, seconds: float) -> bool:
        """Let time pass; True when the game on the table is interrupted."""
        self._looked_after = time.monotonic()
        self._bell.wait(max(0.0, seconds))
        return self._stopped or self._wished is not None

    def is_looked_after(self) -> bool:
        """Whether neither the table's thread hangs nor the eye that looks at the table."""
        is_kept = time.monotonic() - self._looked_after < HANGS
        return is_kept and self.looking_for() < EYE_HANGS

    # --- for the host -------------------------------------------------------------------------

    def wish(self, wish: Wish) -> None:
        """Put the game on the table away and play another; `InputError` when that can't be."""
        if wish.mode not in MODES:
            raise InputError(f"choose {', '.join(MODES)}, not '{wish.mode[:20]}'")
        if wish.name:
            if not is_there(self.shelf.log(wish.name)):
                raise InputError(f"there is no game '{wish.name}' on the shelf")
        else:
            self.game.setup(wish.config)
        self._wished = wish
        self._bell.set()

    def restart(self) -> None:
        """Stop, and let whoever runs it start it again."""
        self.is_restarting = True
        self._stopped = True
        self._bell.set()

    # --- inside -------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while True:
                self.follow()
                self.looking_for = _nobody_looks
                self.desk.clear()
                if self._stopped:
                    return
                self.table.close()
                self.table, self.is_first = self._next(), False
                forget_all()
                forget_what_is_over()
        except Exception as error:
            # The thread that waits for us raises it; without this it would wait for ever.
            self.failure = error
            self.feed.close()
        finally:
            self._done.set()

    def _next(self) -> Table:
        wish, self._wished = self._wished, None
        self._bell.clear()
        if self._stopped:
            self._bell.set()
        names = self.table.now.names
        if wish is None:
            return self.begin(names)
        try:
            if wish.name:
                return self.shelf.open(wish.name, self.game)
            return self.set_up(wish.config, wish.mode, names)
        except CompanionError:
            # What can't be opened leaves us where we were; the page of past games says why.
            return self.shelf.open(self.table.path.parent.name, self.game)

    def set_up(self, config: Mapping[str, object], mode: str, names: Mapping[Seat, str]) -> Table:
        """A new game; whoever had a seat that it has keeps it."""
        table = self.shelf.begin(self.game, config)
        table.post(Command(Choose(mode), THE_HOST, table.now.number))
        for seat, name in names.items():
            table.post(Command(Sit(seat, name), THE_HOST, table.now.number))
        return table


def _nobody_looks() -> float:
    return 0.0
