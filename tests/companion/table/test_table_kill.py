"""`kill -9`, in a small form; `companion bench kill` is the large one."""

import os
from pathlib import Path

import pytest

from companion.benches.serving import kill, table
from companion.games import find
from companion.log.events import Sit
from companion.table.table import Table
from tests.companion.tables import do

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _this_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that are started run the code of this folder."""
    others = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{others}" if others else str(ROOT))


def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    figures = kill.kill_many(tmp_path, times=20, seed=5)
    assert figures["killed"] == 20
    assert figures["events lost"] == 0
    assert int(str(figures["opened again"])) >= 18
    assert int(str(figures["events acknowledged"])) > 40


def test_a_log_that_lost_an_acknowledged_event_would_be_noticed(tmp_path: Path) -> None:
    """The measure can fail."""
    path = tmp_path / "game.log"
    with Table.create(path, find(kill.GAME), {"players": 3}) as one:
        do(one, Sit(0, "Vera"))
        do(one, Sit(0, "Susan"))
    assert kill._verify(path, 1, ['{"number":2,"at":1.0}']) == (1, 1)
    with pytest.raises(AssertionError, match="came from nowhere"):
        kill._verify(path, 0, [])


def test_the_bench_of_the_table_runs_in_a_small_form(tmp_path: Path) -> None:
    figures = table.compare(tmp_path, count=2, moves=5)
    assert figures["events"] == 10
    assert set(table.open_long(tmp_path, 600)) == {
        "opening 600 events, ms", "the same without a snapshot, ms"
    }  # fmt: skip
