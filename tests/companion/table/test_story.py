"""A game as a story: told once, and told anew only behind what has changed."""

from pathlib import Path

from companion.log.events import Correct, Play, Undo
from companion.table.takebacks import redo_words, takeback
from tests.companion.tables import do, new_table


def test_what_was_told_is_kept_and_a_correction_tells_the_rest_anew(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        for move in list(table.game.moves(table.now.state))[:1]:
            do(table, Play(str(move)))
        first = table.story()
        do(table, Play(str(next(iter(table.game.moves(table.now.state))))))
        second = table.story()
        assert second[0] is first[0]
        assert second[-1].after == table.now.state
        do(table, Correct(second[0].event, ""))
        third = table.story()
        assert third[0].told == ("Struck out.",)
        assert third[-1].after == table.now.state


def test_what_would_follow_changes_nothing(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        for _ in range(3):
            do(table, Play(str(next(iter(table.game.moves(table.now.state))))))
        before = table.story()
        supposed = table.story_if(before[0].event, "")
        assert supposed[0].told == ("Struck out.",)
        assert table.story() == before
        event = do(table, Correct(before[0].event, ""))
        assert table.now.state == supposed[-1].after
        assert takeback(table, table.now).words == f"The correction of event {before[0].event}."
        do(table, Undo())
        assert redo_words(table, table.now) == f"The correction of event {before[0].event}."
        assert event.number == before[-1].event + 1


def test_nothing_to_take_back_is_said_with_no_words(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        assert (takeback(table, table.now).words, redo_words(table, table.now)) == ("", "")
