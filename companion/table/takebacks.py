"""What an undo would take back, and a redo bring back, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.common.words import in_short, say
from companion.games.protocol import Seat
from companion.log.events import Accept, Confirm, Correct, Event, Play, Redo, Undo
from companion.log.reasons import Repaired
from companion.table.news import News, Now
from companion.table.story import tell_step
from companion.table.table import Table
from companion.table.telling import tell_repair

_FALLEN = "Event {number}, which is not legal any more."


@dataclass(frozen=True)
class Takeback:
    """What the next undo takes back, and whose it is; without seats it is anybody's.

    What `is_hosts` only the host takes back, who had accepted the table as it lay.
    """

    words: str = ""
    seats: tuple[Seat, ...] = ()
    is_hosts: bool = False

    def is_for(self, seat: Seat | None) -> bool:
        """Whether a player may undo it; the host always may."""
        return not self.is_hosts and (not self.seats or seat in self.seats)


class Recollection:
    """Remembers what was told of each event, so that nobody plays it again to say it once more."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: dict[int, str] = {}

    def hear(self, news: News, sentences: Iterable[str]) -> None:
        """An event was told in these sentences."""
        event = news.event
        if event is None or isinstance(event.action, Undo | Redo):
            return
        if isinstance(event.action, Correct):
            self._told.clear()  # what it led to may be told otherwise now
        if isinstance(event.action, Play | Confirm) and news.now.undo == event.number:
            self._told[event.number] = in_short(sentences)

    def of(self, number: int | None) -> str:
        """What was told of this event; empty when nobody remembers."""
        return self._told.get(number or 0, "")

    def takeback(self, now: Now) -> Takeback:
        """What the next undo takes back."""
        return takeback(self._table, now, self.of(now.undo))


def takeback(table: Table, now: Now, words: str = "") -> Takeback:
    """What the next undo takes back; its words, if nobody knows them, are found in the log."""
    if now.undo is None:
        return Takeback()
    (event,) = table.events(now.undo - 1)[:1]
    words = words or _undo_words(table, event)
    if not event.seats:
        return Takeback(words, is_hosts=isinstance(event.action, Accept))
    by = () if event.by.seat is None else (event.by.seat,)
    return Takeback(words, tuple(sorted({*event.seats, *by})))


def _undo_words(table: Table, event: Event) -> str:
    special = _special(event)
    if special:
        return special
    for step in reversed(table.story()):
        if step.event == event.number:
            return in_short(step.told) or say(_FALLEN, number=step.event)
    return say("Event {number}.", number=event.number)


def redo_words(table: Table, now: Now) -> str:
    """What the next redo brings back; empty when there is nothing."""
    if now.redo is None:
        return ""
    (event,) = table.events(now.redo - 1)[:1]
    special = _special(event)
    if special:
        return special
    step = tell_step(table.game, now.state, now.redo, event.action)
    return in_short(step.told) or say(_FALLEN, number=now.redo)


def _special(event: Event) -> str:
    action, why = event.action, event.why
    if isinstance(action, Correct):
        return say("The correction of event {number}.", number=action.event)
    if isinstance(action, Accept):
        said = tell_repair(why) if isinstance(why, Repaired) else why
        return said if said and isinstance(said, str) else say("The table as it lay was accepted.")
    return ""
