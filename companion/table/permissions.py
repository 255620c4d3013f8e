"""Who may do what at a table: a table of rules, and nothing else."""

from collections.abc import Mapping, Sequence

from companion.common.words import say
from companion.log import events

NO, YES, OWN, FREE, AUTOMATIC = range(5)

#: For the host, a seat, a viewer and the referee, in the order of `ROLES`.
RULES: Mapping[type[events.Action], Sequence[int]] = {
    events.Play: (YES, OWN, NO, AUTOMATIC),
    events.Confirm: (YES, OWN, NO, NO),
    events.Accept: (YES, NO, NO, NO),
    events.Correct: (YES, OWN, NO, NO),
    events.Undo: (YES, OWN, NO, NO),
    events.Redo: (YES, OWN, NO, NO),
    events.Sit: (YES, OWN, FREE, NO),
    events.Choose: (YES, NO, NO, NO),
    events.Pause: (YES, YES, NO, NO),
    events.Resume: (YES, YES, NO, NO),
    events.End: (YES, NO, NO, NO),
}

_REASONS = {
    NO: say("That is not for you to do; ask the host."),
    OWN: say("That is somebody else's, not yours."),
    FREE: say("This seat is taken; ask the host."),
    AUTOMATIC: say("The table is not set to enter moves by itself."),
}


def refusal(
    action: type[events.Action], who: events.Who, *, own: bool, free: bool, mode: str
) -> str | None:
    """Why `who` may not do this; None when they may.

    What is `own` concerns the sender alone (what is past or was seen: the sender among others).
    `free` is a seat that is nobody's. The `mode` is how moves are entered at this table.
    """
    grant = RULES[action][events.ROLES.index(who.role)] if action in RULES else NO
    granted = {NO: False, YES: True, OWN: own, FREE: free, AUTOMATIC: mode == events.AUTO}[grant]
    return None if granted else _REASONS[grant]
