"""Damaged logs, in a small form; `companion bench trust` is the large one."""

from companion.benches.trust import damaged_logs
from companion.benches.trust.damaged_logs import EXACTLY, REFUSED, SHORT, WHOLE, WRONG, run
from companion.log import store
from companion.log.rescue import remains


def test_no_damage_is_silent_and_nothing_readable_is_lost() -> None:
    figures = run(SHORT)
    assert figures["damaged logs"] == SHORT.files
    assert figures[WRONG] == 0
    assert figures["events readable but lost"] == 0
    assert figures["files not kept as they were"] == 0
    assert figures["intact logs called damaged"] == 0
    assert sum(int(str(figures[verdict])) for verdict in (WHOLE, EXACTLY, REFUSED)) > 20


def test_a_companion_that_believes_sqlite_would_be_noticed(monkeypatch) -> None:
    """The measure can fail."""
    monkeypatch.setattr(remains.Remains, "more_than", lambda *_: "")
    monkeypatch.setattr(damaged_logs, "TARGETS", (("wal",),))
    monkeypatch.setattr(store, "CHECKPOINT", 250)
    figures = run(SHORT)
    assert int(str(figures[WRONG])) > 5
    assert int(str(figures["events readable but lost"])) > 5
