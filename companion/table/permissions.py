"""Who may do what at a table: a table of rules, and nothing else."""

from collections.abc import Mapping

from companion.common.words import say
from companion.log.events import (
    AUTO,
    HOST,
    REFEREE,
    SEAT,
    VIEWER,
    Accept,
    Action,
    Choose,
    Confirm,
    Correct,
    End,
    Pause,
    Play,
    Redo,
    Resume,
    Sit,
    Undo,
    Who,
)

NO, YES, OWN, FREE, AUTOMATIC = range(5)

RULES: Mapping[type[Action], Mapping[str, int]] = {
    Play: {HOST: YES, SEAT: OWN, VIEWER: NO, REFEREE: AUTOMATIC},
    Confirm: {HOST: YES, SEAT: OWN, VIEWER: NO, REFEREE: NO},
    Accept: {HOST: YES, SEAT: NO, VIEWER: NO, REFEREE: NO},
    Correct: {HOST: YES, SEAT: OWN, VIEWER: NO, REFEREE: NO},
    Undo: {HOST: YES, SEAT: OWN, VIEWER: NO, REFEREE: NO},
    Redo: {HOST: YES, SEAT: OWN, VIEWER: NO, REFEREE: NO},
    Sit: {HOST: YES, SEAT: OWN, VIEWER: FREE, REFEREE: NO},
    Choose: {HOST: YES, SEAT: NO, VIEWER: NO, REFEREE: NO},
    Pause: {HOST: YES, SEAT: YES, VIEWER: NO, REFEREE: NO},
    Resume: {HOST: YES, SEAT: YES, VIEWER: NO, REFEREE: NO},
    End: {HOST: YES, SEAT: NO, VIEWER: NO, REFEREE: NO},
}

_REASONS = {
    NO: say("That is not for you to do; ask the host."),
    OWN: say("That is somebody else's, not yours."),
    FREE: say("This seat is taken; ask the host."),
    AUTOMATIC: say("The table is not set to enter moves by itself."),
}


def refusal(action: type[Action], who: Who, *, own: bool, free: bool, mode: str) -> str | None:
    """Why `who` may not do this; None when they may.

    What is `own` concerns the sender alone (what is past or was seen: the sender among others).
    `free` is a seat that is nobody's. The `mode` is how moves are entered at this table.
    """
    grant = RULES.get(action, {}).get(who.role, NO)
    granted = {
        NO: False, YES: True, OWN: own, FREE: free, AUTOMATIC: mode == AUTO
    }[grant]  # fmt: skip
    return None if granted else _REASONS[grant]
