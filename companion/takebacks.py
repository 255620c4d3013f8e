"""What an undo would take back, and a redo bring back, in words."""

from companion.events import Accept, Correct
from companion.story import tell_step
from companion.table import Now, Table


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
            return " ".join(step.told) or f"Event {now.undo}, which is not legal any more."
    return f"Event {now.undo}."


def redo_words(table: Table, now: Now) -> str:
    """What the next redo brings back; empty when there is nothing."""
    if now.redo is None:
        return ""
    (event,) = table.events(now.redo - 1)[:1]
    special = _special(event.action, event.why)
    if special:
        return special
    step = tell_step(table.game, now.state, now.redo, event.action)
    return " ".join(step.told) or f"Event {now.redo}, which is not legal any more."


def _special(action: object, why: str) -> str:
    if isinstance(action, Correct):
        return f"The correction of event {action.event}."
    if isinstance(action, Accept):
        return why or "The table as it lay was accepted."
    return ""
