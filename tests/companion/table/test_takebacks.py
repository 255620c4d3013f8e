"""What the next undo takes back and the next redo brings back, in words, and who may."""

from dataclasses import replace

from companion.log.events import Accept, Correct, Play, Undo
from companion.table.table import Table
from companion.table.takebacks import Takeback, redo_words, takeback
from tests.companion.stones import GAME, Stones
from tests.companion.tables import do, seat


def test_where_nothing_was_done_there_is_nothing_to_say(table: Table) -> None:
    assert takeback(table, table.now).words == redo_words(table, table.now) == ""
    assert takeback(table, table.now) == Takeback()


def test_a_move_is_told_as_it_was_played(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 2"), seat(0))
    told = takeback(table, table.now).words
    assert "take 2" in told
    assert takeback(table, table.now).words == told
    assert takeback(table, table.now, "in these words").words == "in these words"
    do(table, Undo())
    assert redo_words(table, table.now) == told


def test_a_table_that_was_accepted_is_the_host_s_to_take_back(table: Table) -> None:
    do(table, Accept(GAME.state_to_json(Stones(4, 1, (0, 0)))))
    back = takeback(table, table.now)
    assert back == Takeback("The table as it lay was accepted.", is_hosts=True)
    assert not back.is_for(0)
    do(table, Undo())
    assert redo_words(table, table.now) == back.words


def test_a_move_that_is_not_legal_any_more_is_named_by_its_number(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 3"))
    do(table, Correct(2, "roll 2"))
    assert list(table.now.unapplied) == [3]
    fallen = replace(table.now, undo=3)
    assert takeback(table, fallen).words == "Event 3, which is not legal any more."


def test_without_seats_a_takeback_is_anybody_s() -> None:
    assert Takeback("x").is_for(None)
    assert Takeback("x", (1,)).is_for(1)
    assert not Takeback("x", (1,)).is_for(0)


def test_a_correction_is_named_by_what_it_corrects(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Correct(2, "roll 4"))
    assert takeback(table, table.now).words == "The correction of event 2."
