"""Undo, redo and correction: events like all others, and what follows is played again."""

from pathlib import Path

import pytest

from companion.games import find
from companion.games.random_games import plies
from companion.log.events import Correct, Play, Redo, Undo
from companion.table.news import News
from companion.table.table import Table
from tests.companion.stones import Stones
from tests.companion.tables import do, meaning, new_table, refused, seat

ISLANDS = find("propeller-islands")


def test_undo_and_redo_append(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 2"))
    assert table.now.undo == 3
    assert do(table, Undo()).action == Undo(3)
    assert table.now.state == Stones(5, 0, (0, 0))
    assert do(table, Undo()).action == Undo(2)
    assert table.now.state == Stones(0, 0, (0, 0))
    assert refused(table, Undo()).text == "There is nothing to undo."
    assert do(table, Redo()).action == Redo(2)
    assert do(table, Redo()).action == Redo(3)
    assert table.now.state == Stones(3, 1, (2, 0))
    assert refused(table, Redo()).text == "There is nothing to redo."
    assert [event.number for event in table.events()] == list(range(1, 8))


def test_something_new_ends_the_redo(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Undo())
    do(table, Play("roll 6"))
    assert refused(table, Redo()).reason == "impossible"


def test_only_the_next_event_can_be_undone(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 2"))
    assert refused(table, Undo(2)).text == "The next to undo is event 3."


def test_a_correction_replays_what_follows(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 2"))
    do(table, Play("take 1"))
    do(table, Correct(3, "take 3"), seat(0), why="it was three")
    assert table.now.state == Stones(1, 0, (3, 1))
    assert meaning(table, 3) == Correct(3, "take 3")
    assert table.events()[2].action == Play("take 2")


def test_later_moves_that_became_illegal_stay_and_come_back(table: Table) -> None:
    told: list[News] = []
    table.listen(told.append)
    do(table, Play("roll 5"))
    do(table, Play("take 2"))
    do(table, Play("take 3"))
    do(table, Correct(2, "roll 4"))
    assert table.now.state == Stones(2, 1, (2, 0))
    assert [v.rule for v in table.now.unapplied[4]] == ["stones.no"]
    assert told[-1].fallen == (4,)
    do(table, Correct(2, "roll 6"))
    assert table.now.unapplied == {}
    assert told[-1].restored == (4,)
    assert table.now.state == Stones(1, 0, (2, 3))


def test_play_goes_on_while_an_old_move_does_not_apply(table: Table) -> None:
    do(table, Play("roll 5 take 2"))
    do(table, Play("take 3"))
    do(table, Correct(2, "roll 4 take 2"))
    do(table, Play("take 2"))
    assert table.now.state == Stones(0, 0, (2, 2))
    assert list(table.now.unapplied) == [3]
    do(table, Correct(3, ""))
    assert table.now.unapplied == {}


def test_a_correction_must_itself_be_legal(table: Table) -> None:
    do(table, Play("roll 5"))
    answer = refused(table, Correct(2, "take 1"))
    assert (answer.reason, answer.violations[0].rule) == ("illegal", "stones.no")
    assert refused(table, Correct(2, "nonsense")).reason == "unreadable"


def test_a_forgotten_move_can_be_put_in(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("take 1"))
    do(table, Correct(3, "take 2 take 1"))
    assert table.now.state == Stones(2, 0, (2, 1))


def test_a_correction_can_be_undone_and_redone(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Correct(2, "roll 4"))
    do(table, Correct(2, "roll 3"))
    do(table, Undo())
    assert table.now.state.left == 4
    do(table, Undo())
    assert table.now.state.left == 5
    do(table, Redo())
    assert table.now.state.left == 4


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (9, "There is no event 9."),
        (0, "There is no event 0."),
        (1, "Event 1 holds no moves to correct."),
        (4, "Correct event 2 itself once more."),
        (3, "Event 3 is undone."),
    ],
)
def test_some_events_can_not_be_corrected(tmp_path: Path, event: int, text: str) -> None:
    with new_table(tmp_path) as table:
        do(table, Play("roll 5"))
        do(table, Play("take 1"))
        do(table, Correct(2, "roll 4"))
        do(table, Undo())
        do(table, Undo())
        assert refused(table, Correct(event, "roll 1")).text == text


def test_correcting_a_die_of_propeller_islands_names_the_rules_that_later_moves_break(
    tmp_path: Path,
) -> None:
    played = list(plies(ISLANDS, {"players": 2}, "correct"))[:80]
    texts = [ISLANDS.move_text(ply.move) for ply in played]
    with Table.create(tmp_path / "game.log", ISLANDS, {"players": 2}) as table:
        for text in texts:
            do(table, Play(text))
        rolled = next(n for n, text in enumerate(texts) if text.startswith("roll "))
        used = {text[1] for text in texts[rolled:] if text[0] == "d" and text[1].isdigit()}
        face = next(face for face in "123456" if face not in used) if len(used) < 6 else "1"
        count = len(texts[rolled]) - len("roll ")
        do(table, Correct(rolled + 2, "roll " + face * count))
        assert table.now.unapplied
        for reasons in table.now.unapplied.values():
            assert all(reason.rule and reason.text for reason in reasons)
        do(table, Undo())
        assert table.now.unapplied == {}
        assert table.now.state == played[-1].state


def test_a_picture_of_a_disputed_move_is_known(table: Table) -> None:
    do(table, Play("roll 5"), picture="a")
    do(table, Play("take 1"), picture="b")
    do(table, Correct(2, "roll 4"), picture="c")
    assert table.disputed_pictures() == {"a", "c"}
    do(table, Undo())
    assert table.disputed_pictures() == {"a", "c"}
