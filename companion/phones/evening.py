"""An evening: one game after the other at one table, in a thread of its own.

Which game, and at which kind of table, is the host's choice, at any time. What happens during a
game is for the kind of table: simulated people play, or real ones enter their moves.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion import games
from companion.archive.shelf import Shelf
from companion.common.allocation import forget_what_is_over
from companion.common.errors import CompanionError, InputError
from companion.common.json_reading import Json
from companion.common.remembering import forget_all
from companion.games.capabilities import playable
from companion.games.protocol import Game, Seat
from companion.log.events import THE_HOST, Choose, Command, Sit
from companion.log.files import is_there
from companion.phones.desk import Desk
from companion.phones.live import Closed, Feed
from companion.phones.table_kind import HAND, SIMULATED, AnyRules, TableKind, TableTools
from companion.settings.owners_file import with_owners_facts
from companion.table.table import Table

#: Seconds after which a table that nobody looks after hangs; thinking may take a few.
HANGS = 30.0
#: Seconds after which an eye that is busy with one picture hangs; the first look of a Pi takes ten.
EYE_HANGS = 90.0
#: Seconds after which whoever waits for the end looks up, to see whether a signal has come.
AWAKE = 0.5


@dataclass(frozen=True)
class Wish:
    """What the host wants on the table next.

    Attributes:
        config: How a new game is set up; empty leaves it to the kind of table.
        mode: How its moves are entered; empty: as it is usual there.
        name: A game of the shelf to go on with, instead of a new one.
        game: What is played; empty: the same as now.
        kind: The kind of table; empty: the same as now. A game of the shelf knows its own.
    """

    config: Mapping[str, Json] = field(default_factory=dict)
    mode: str = ""
    name: str = ""
    game: str = ""
    kind: str = ""


class Evening:
    """Games at one table, until somebody stops it. All methods may be called from any thread.

    Args:
        shelf: Where games are kept.
        kinds: The kinds of tables.
        first: What is on the table at first: its kind is named, and its game or its name.
        players: For how many a game is set up that nobody has wished for.
        find: Finds a game by its id.
        names: The ids of all games.

    Attributes:
        kind: The kind of table.
        tools: What people can use besides the table.
        is_first: Whether the game on the table is the first of the evening.
        is_resumed: Whether that first game had been begun before.
        unreadable: Games of which nothing could be read; they stay as they are.
        looking_for: For how many seconds the eye has been busy with one picture, if there is one.
    """

    def __init__(
        self,
        shelf: Shelf,
        kinds: Iterable[TableKind],
        first: Wish,
        players: int = 2,
        *,
        find: Callable[[str], Game] = games.find,
        names: Callable[[], Iterable[str]] = games.names,
    ) -> None:
        self.shelf = shelf
        self.kinds = {kind.name: kind for kind in kinds}
        self.kind = self.kinds[first.kind]
        self.desk = Desk()
        self.looking_for: Callable[[], float] = _nobody_looks
        self.failure: Exception | None = None
        self.is_restarting = False
        self._players, self._find, self._names = players, find, names
        self._looked_after = time.monotonic()
        self._stopped = False
        self._wished: Wish | None = None
        self._bell, self._done = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.unreadable = tuple(record for record in shelf.records() if record.is_hopeless)
        self.is_first, self.is_resumed = True, bool(first.name)
        self.table, self.tools = self._lay(first, {}), TableTools()
        self.feed = Feed(self.game)
        self.tools = self.kind.tools(self)

    @property
    def game(self) -> AnyRules:
        """What is played."""
        return self.table.game

    @property
    def is_simulated(self) -> bool:
        """Whether nobody sits at the table."""
        return self.kind.name == SIMULATED

    def offered(self) -> Iterator[AnyRules]:
        """The games that can be played."""
        for name in self._names():
            with suppress(CompanionError):
                yield self.find(name)

    def find(self, name: str) -> AnyRules:
        """A game with the facts of the owner's copy; `InputError` when it can't be played."""
        return with_owners_facts(playable(self._find(name)), self.shelf.folder)

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
        for kind in self.kinds.values():
            kind.close()

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
        """Save the game on the table and play another; `InputError` when that can't be."""
        if wish.name:
            if not is_there(self.shelf.log(wish.name)):
                raise InputError(f"there is no saved game '{wish.name}'")
        else:
            kind = self.kinds.get(wish.kind or self.kind.name)
            if kind is None:
                raise InputError(f"choose {', '.join(self.kinds)}, not '{wish.kind[:20]}'")
            game = self.find(wish.game) if wish.game else self.game
            refusal = kind.refusal(game)
            if refusal:
                raise InputError(refusal)
            if wish.mode and wish.mode not in kind.modes:
                raise InputError(f"choose {', '.join(kind.modes)}, not '{wish.mode[:20]}'")
            if wish.config:
                game.setup(wish.config)
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
                self.kind.follow(self)
                self.looking_for = _nobody_looks
                self.desk.clear()
                if self._stopped:
                    return
                self.table.close()
                self._lay_next()
                forget_all()
                forget_what_is_over()
        except Exception as error:
            # The thread that waits for us raises it; without this it would wait for ever.
            self.failure = error
            self.feed.close()
        finally:
            self._done.set()

    def _lay_next(self) -> None:
        wish, self._wished = self._wished or Wish(), None
        self._bell.clear()
        if self._stopped:
            self._bell.set()
        now, kind = self.table, self.kind
        try:
            self.table = self._lay(replace(wish, game=wish.game or self.game.id), now.now.names)
            self.tools = self.kind.tools(self)
        except CompanionError:
            # What can't be opened leaves us where we were; the page of past games says why.
            self.kind = kind
            self.table = self.shelf.open(now.path.parent.name, lambda _: now.game)
        self.is_first = False

    def _lay(self, wish: Wish, names: Mapping[Seat, str]) -> Table:
        """A game of the shelf, or a new one in which people keep their seats."""
        if wish.name:
            return self._open(wish)
        game = self.find(wish.game)
        self.kind = kind = self.kinds[wish.kind or self.kind.name]
        if wish.config:
            config = kind.filled(game, wish.config)
        else:
            # For as many as wished, or the number nearest to it that the game is for.
            players = min(game.players, key=lambda number: abs(number - self._players))
            config = kind.config(game, players)
        table = self.shelf.begin(game, config, kind.name)
        table.post(Command(Choose(wish.mode or kind.modes[0]), THE_HOST, table.now.number))
        for seat, name in names.items():
            table.post(Command(Sit(seat, name), THE_HOST, table.now.number))
        return table

    def _open(self, wish: Wish) -> Table:
        """Go on with a game, at its kind of table; by hand where that is not there any more."""
        table = self.shelf.open(wish.name, self.find)
        wanted = (self.shelf.kind_of(wish.name), wish.kind, self.kind.name, HAND)
        known = (self.kinds[name] for name in wanted if name in self.kinds)
        self.kind = next((kind for kind in known if not kind.refusal(table.game)), self.kind)
        self.shelf.keep_kind(wish.name, self.kind.name)
        return table


def _nobody_looks() -> float:
    return 0.0
