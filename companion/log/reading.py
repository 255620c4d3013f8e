"""Reading the log of a game that need not be whole, without changing it."""

from pathlib import Path

from companion.common.errors import CompanionError
from companion.common.words import joined, say, say_n
from companion.log.events import Event
from companion.log.rescue.salvage import Hopeless, Salvage, ranges, salvage
from companion.log.store import DAMAGED, EventLog, LogError, NotALog


def read_events(path: Path) -> tuple[list[Event], str]:
    """The events, or what can be read of them; and what is wrong with the log."""
    try:
        return EventLog.read(path), ""
    except LogError as error:
        saved = saved_from(path, error)
        return list(saved.events), told(error, saved)


def saved_from(path: Path, reason: LogError) -> Salvage:
    """What can be read of a log that is damaged; any other `reason` is raised again."""
    if reason.kind != DAMAGED:
        raise reason
    try:
        return salvage(path)
    except Hopeless as hopeless:
        if isinstance(reason, NotALog):
            raise reason from None
        raise Hopeless(f"{reason}; {hopeless}") from None


def told(reason: CompanionError, saved: Salvage) -> str:
    """What was wrong with a log, and which events it has lost."""
    count = len(saved.events)
    others = say_n(
        "{n} event of another game was found among them.",
        "{n} events of another game were found among them.",
        saved.others,
    )
    return joined(
        [
            say("The log was damaged ({reason}).", reason=reason),
            say_n("{n} event could be read.", "{n} events could be read.", count - len(saved.lost)),
            say("Lost: {numbers}.", numbers=ranges(saved.lost))
            if saved.lost
            else say("None in between is lost."),
            say("Nothing came after event {number}.", number=count)
            if saved.is_to_the_end
            else say("What came after event {number}, if anything, is gone.", number=count),
            *([others] if saved.others else []),
        ]
    )
