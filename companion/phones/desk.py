"""Takes what people tap to the game that is on the table right now.

A page may show a game that has been put away meanwhile, so every tap says which game it is about.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from companion.common.errors import InputError
from companion.common.words import said_by, say
from companion.games.kit import defaults
from companion.games.protocol import Seat
from companion.games.secrets import public, recalled
from companion.log.events import Accept, Action, Command, Event, Rejection, Sit, Who
from companion.log.reasons import Repaired
from companion.referee.opinions import Opinion
from companion.referee.watcher import Watcher
from companion.table.admission import STALE, UNREADABLE
from companion.table.table import Table

Answer = Event | Rejection | Opinion


class _Game(NamedTuple):
    name: str
    table: Table
    watcher: Watcher


class Desk:
    """The game on the table, or none. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._game: _Game | None = None

    def lay(self, name: str, table: Table, watcher: Watcher) -> None:
        """This game is on the table now."""
        self._game = _Game(name, table, watcher)

    def clear(self) -> None:
        """No game is on the table."""
        self._game = None

    def on_table(self) -> tuple[str, Table] | None:
        """The game on the table and its name, to look at."""
        game = self._game
        return None if game is None else (game.name, game.table)

    def names(self) -> Mapping[Seat, str]:
        """Who sits where in the game on the table; empty seats are left out."""
        game = self._game
        return {} if game is None else game.table.now.names

    def post(self, name: str, action: Action, by: Who, seen: int) -> Answer:
        """A command for the table."""
        return self._with(name, lambda game: game.table.post(Command(action, by, seen)))

    def sit(self, seat: Seat, name: str, by: Who) -> Answer:
        """Somebody takes a seat in the game on the table, or with an empty name leaves it.

        Which moves were made meanwhile does not matter: whether the seat is free is what counts,
        and that the table judges.
        """
        game = self._game
        if game is None:
            return Rejection(STALE, say("No game is on the table; try again in a moment."), 0)
        return _post_now(game.table, Sit(seat, name), by)

    def set(self, name: str, action: Action, by: Who) -> Answer:
        """How the table is to be run from now on: which moves were made meanwhile does not matter.

        At a quick table whoever looks at a phone is always a move behind.
        """
        return self._with(name, lambda game: _post_now(game.table, action, by))

    def tell(self, name: str, what: Callable[[Watcher], Answer]) -> Answer:
        """Tell the watcher something: an answer, or what somebody has photographed."""
        return self._with(name, lambda game: what(game.watcher))

    def seen_zones(self) -> frozenset[str]:
        """The zones of the table on which somebody looks; none without a camera."""
        game = self._game
        return frozenset() if game is None else game.watcher.zones

    def repair(self, name: str, text: str, by: Who, seen: int) -> Answer:
        """One thing on the table is really something else."""
        return self._with(name, lambda game: _repair(game.table, text, by, seen))

    def _with(self, name: str, do: Callable[[_Game], Answer]) -> Answer:
        game = self._game
        if game is None or game.name != name:
            return Rejection(STALE, say("This game is not on the table any more."), 0)
        return do(game)


def _post_now(table: Table, action: Action, by: Who) -> Event | Rejection:
    """Post it whatever was the last event."""
    while True:
        answer = table.post(Command(action, by, table.now.number))
        if not isinstance(answer, Rejection) or answer.reason != STALE:
            return answer


def _repair(table: Table, text: str, by: Who, seen: int) -> Answer:
    now, game = table.now, table.game
    if seen != now.number:
        return Rejection(STALE, say("The table has changed meanwhile; look again."), now.number)
    try:
        # Why it can't be put right must not depend on what is in a hand.
        state = defaults.repaired(game, public(game, now.state), text)
    except InputError as error:
        return Rejection(UNREADABLE, said_by(error), now.number)
    action = Accept(game.state_to_json(recalled(game, state, now.state)))
    return table.post(Command(action, by, seen, why=Repaired(text)))
