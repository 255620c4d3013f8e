"""The table at one moment, and what its listeners are told: values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.protocol import Seat
from companion.log.events import Event
from companion.log.fold import Reasons
from companion.log.journal import Trouble


@dataclass(frozen=True)
class Now:
    """The table at one moment; a new value after every event.

    Attributes:
        number: The last event; what a command must have `seen`.
        state: The state of the game.
        names: Who sits where.
        mode: How moves are entered: `ask`, `auto` or `watch`.
        phase: `playing`, `paused` or `ended`.
        unapplied: The events whose moves are not legal any more, and why.
        undo: The event that an undo would take back.
        redo: The event that a redo would bring back.
    """

    number: int
    state: Any
    names: Mapping[Seat, str]
    mode: str
    phase: str
    unapplied: Mapping[int, Reasons]
    undo: int | None
    redo: int | None


@dataclass(frozen=True)
class News:
    """What listeners are told: an event, or (without one) that the trouble has changed.

    Attributes:
        event: What happened; it is on disk, unless `trouble` says otherwise.
        before: The table before it.
        now: The table after it.
        trouble: What is wrong with the file, if anything is.
        fallen: Earlier events that don't apply any more because of this one.
        restored: Earlier events that apply again because of this one.
    """

    event: Event | None
    before: Now
    now: Now
    trouble: Trouble | None
    fallen: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
