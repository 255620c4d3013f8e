"""The fold of events, also of a log that has lost some."""

import pytest

from companion.log.events import THE_HOST, Action, Begin, Correct, Event, Play, Redo, Undo
from companion.log.history import History


def history(*actions: Action) -> History:
    folded = History()
    for number, action in enumerate((Begin("stones", {"players": 2}), *actions), 1):
        folded.add(Event(number, 0.0, THE_HOST, action))
    return folded


ROLLED_AND_TAKEN = (Play("roll 5"), Play("take 2"))


@pytest.mark.parametrize("action", [Undo(9), Undo(None), Undo(1), Redo(9), Redo(None), Redo(2)])
def test_an_undo_of_what_nobody_knows_any_more_changes_nothing(action: Action) -> None:
    whole = history(*ROLLED_AND_TAKEN)
    assert whole.add(Event(4, 0.0, THE_HOST, action)) is None
    assert (whole.line, whole.done, whole.undone) == ([2, 3], [2, 3], [])


def test_what_is_not_the_last_can_be_undone_and_comes_back_where_it_was() -> None:
    whole = history(*ROLLED_AND_TAKEN, Undo(2))
    assert (whole.line, whole.done, whole.undone) == ([3], [3], [2])
    whole.add(Event(5, 0.0, THE_HOST, Redo(2)))
    assert (whole.line, whole.done, whole.undone) == ([2, 3], [3, 2], [])


def test_the_last_of_several_corrections_counts_until_it_is_undone() -> None:
    whole = history(*ROLLED_AND_TAKEN, Correct(2, "roll 4"), Correct(2, "roll 3"))
    assert whole.meaning(2) == Correct(2, "roll 3")
    assert whole.add(Event(6, 0.0, THE_HOST, Undo(5))) == 2
    assert whole.meaning(2) == Correct(2, "roll 4")
