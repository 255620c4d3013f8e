"""Moves are text in the log and values in the program: each line is read once."""

from pathlib import Path
from typing import Any

import pytest

from companion.log import lines
from companion.log.events import Confirm, Correct, Play, Undo
from tests.companion.stones import GAME
from tests.companion.tables import do, new_table, open_table


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that the game was asked to read."""
    asked: list[str] = []
    original = type(GAME).parse_moves

    def parse_moves(self: Any, text: str) -> tuple[Any, ...]:
        asked.append(text)
        return original(self, text)

    monkeypatch.setattr(type(GAME), "parse_moves", parse_moves)
    return asked


def test_what_somebody_typed_is_read_once_whatever_becomes_of_it(
    tmp_path: Path, read: list[str]
) -> None:
    typed = ["roll 5", "take 1 take 1", "roll 6"]
    with new_table(tmp_path) as table:
        do(table, Play(typed[0]))
        do(table, Play(typed[1]))
        do(table, Correct(2, typed[2]))
        do(table, Undo())
        assert [[str(move) for move in step.moves] for step in table.story()] == [
            ["roll 5"],
            ["take 1", "take 1"],
        ]
    assert read == typed
    read.clear()
    with open_table(tmp_path) as table:
        table.story()
        do(table, Undo())
    assert read == typed[:2]  # nobody asks what the correction said that was undone


def test_who_has_moves_hands_them_over_and_nobody_reads_their_text(
    tmp_path: Path, read: list[str]
) -> None:
    with new_table(tmp_path) as table:
        (move,) = lines.MoveLine("roll 5").moves(GAME)
        event = do(table, Confirm(lines.write(GAME, [move])))
    assert event.action == Confirm("roll 5")
    assert read == ["roll 5"]


def test_a_line_that_nobody_can_read_any_more_is_kept_and_can_be_corrected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with new_table(tmp_path) as table:
        do(table, Play("roll 5"))
        do(table, Play("say 3"))
    original = type(GAME).parse_moves
    monkeypatch.setattr(
        type(GAME), "parse_moves", lambda self, text: original(self, text.replace("say", "shout"))
    )
    with open_table(tmp_path) as table:
        (reason,) = table.story()[-1].unapplied
        assert reason.rule == "log.unreadable"
        assert (table.story()[-1].line, table.story()[-1].moves) == ("say 3", ())
        do(table, Correct(3, "take 1"))
        assert table.story()[-1].unapplied == ()
