"""What an undo would take back, and a redo bring back, in words."""

from companion.events import Accept, Correct
from companion.story import tell_step
from companion.table import Now, Table
from companion.words import joined, say

_FALLEN = "Event {number}, which is not legal any more."


def undo_words(table: Table, now: Now) -> str:
    """What the next undo takes back; empty when there is nothing."""
    if now.undo is None:
        return ""
    (event,) = table.events(now.undo - 1)[:1]
    special = _special(event.action, event.why)
    if special:
        return special
    for step in reversed(table.story()):
        if step.event == now.undo:
            return joined(step.told) or say(_FALLEN, number=now.undo)
    return say("Event {number}.", number=now.undo)


def redo_words(table: Table, now: Now) -> str:
    """What the next redo brings back; empty when there is nothing."""
    if now.redo is None:
        return ""
    (event,) = table.events(now.redo - 1)[:1]
    special = _special(event.action, event.why)
    if special:
        return special
    step = tell_step(table.game, now.state, now.redo, event.action)
    return joined(step.told) or say(_FALLEN, number=now.redo)


def _special(action: object, why: str) -> str:
    if isinstance(action, Correct):
        return say("The correction of event {number}.", number=action.event)
    if isinstance(action, Accept):
        return why or say("The table as it lay was accepted.")
    return ""
