"""`kill -9` of a server under moves, in a small form; `companion bench trust` is the large one."""

import random
from pathlib import Path

import pytest

from companion.benches.trust.killed_server import SHORT, Killed, begin, run, verify
from companion.log.events import THE_HOST, Command, Play, Undo
from companion.table.table import Table


def test_no_move_that_was_answered_is_lost_when_the_server_is_killed() -> None:
    figures = run(SHORT)
    assert figures["servers killed"] == SHORT
    assert int(str(figures["events acknowledged"])) > SHORT
    assert figures["acknowledged events lost"] == 0
    assert figures["logs called damaged"] == 0


def test_a_lost_move_would_be_noticed(tmp_path: Path) -> None:
    """The measure can fail."""
    one = begin(tmp_path / "shelf", 0, random.Random(1))
    with Table.open(one.log) as table:
        table.post(Command(Play(one.moves[0]), THE_HOST, 1))
        table.post(Command(Undo(), THE_HOST, 2))
    verify(one, 1, [one.moves[0], "undo", "redo"])
    assert (one.acknowledged, one.lost) == (3, 1)
    with pytest.raises(AssertionError, match="came from nowhere"):
        verify(Killed(one.folder, one.game, one.moves), 0, [])
