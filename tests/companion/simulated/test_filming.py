"""A filmed table, live: threads and all, with an eye that knows the truth."""

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.archive.shelf import PICTURES, Shelf
from companion.camera.reports import read_report
from companion.camera.viewfinder import TableWindow
from companion.common.errors import CompanionError
from companion.games import find
from companion.log.events import AUTO
from companion.phones.evening import Evening, Wish
from companion.running.simulated_table import Show, SimulatedTable
from hardware.frame import Frame
from tests.companion.evenings import evening_at
from tests.companion.true_eye import TrueEye
from tests.waiting import until
from vision.reading.look import Look

pytestmark = pytest.mark.live

GAME = find("propeller-islands")
SHOW = Show("7", pace=0.05, open_eye=TrueEye, size=(320, 180))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    table = evening_at(SimulatedTable(SHOW), Shelf(tmp_path), GAME)
    table.start()
    yield table
    table.stop()
    table.wait()
    assert {thread.name for thread in threading.enumerate()}.isdisjoint({"camera", "eye", "table"})


def test_a_filmed_game_is_followed_shown_and_reported(evening: Evening) -> None:
    until(lambda: evening.table.now.number >= 6)
    entered = [event for event in evening.table.events() if event.by.role == "referee"]
    assert entered
    named = entered[-1].picture
    assert named is not None
    kept = evening.table.path.parent / PICTURES / named
    assert cv2.imread(str(kept)).shape == (180, 320, 3)
    window = evening.tools.window
    seen = window.glimpse()
    assert seen.trouble == ""
    titles = [line.partition(":")[0] for line in seen.lines]
    assert titles[:3] == ["dock of Player 1", "dock of Player 2", "Forge"]
    data = window.picture()
    assert data is not None
    assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).shape == (180, 320, 3)
    report = read_report(window.report())
    assert report.size == (320, 180)
    assert report.about["game"] == "propeller-islands"


def test_nothing_is_left_of_a_game_that_is_over(evening: Evening) -> None:
    """Also when it was there before the pages were opened, and so was set aside from cleaning."""
    gc.freeze()
    window = evening.tools.window
    assert isinstance(window, TableWindow)
    until(lambda: window.glimpse().number >= 1)
    watched = window.watched()
    assert watched is not None
    of_the_first = [weakref.ref(each) for each in watched]
    del watched
    log = evening.table.path
    evening.wish(Wish({"players": 2}, AUTO))
    until(lambda: evening.table.path != log and window.glimpse().number >= 1)
    assert [each() for each in of_the_first] == [None, None]


def test_a_window_without_a_game_has_nothing_to_show() -> None:
    window = TableWindow()
    assert window.glimpse().trouble == "The camera has taken no picture yet."
    assert window.picture() is None
    with pytest.raises(CompanionError, match="no picture to report yet"):
        window.report()


class Broken(TrueEye):
    """Fails at every picture."""

    def look(self, frame: Frame) -> Look:
        raise RuntimeError("the lens fell off")


def test_an_eye_that_fails_is_told_on_the_page_and_the_table_stops_when_told_to(
    tmp_path: Path,
) -> None:
    show = Show("7", 0.05, Broken, (320, 180))
    table = evening_at(SimulatedTable(show), Shelf(tmp_path), GAME)
    table.start()

    def is_told() -> bool:
        moment = table.feed.after(0, 1)
        return bool(moment and moment.standing and "the lens fell off" in moment.standing.blind)

    until(is_told)
    assert "the lens fell off" in table.tools.window.glimpse().trouble
    table.stop()
    table.wait()


def play_on(folder: Path) -> tuple[int, int]:
    """Let people play for a moment; the numbers of events before and after."""
    table = evening_at(SimulatedTable(SHOW), Shelf(folder), GAME)
    before = table.table.now.number
    assert table.is_resumed == (before > 2)
    table.start()
    try:
        until(lambda: table.table.now.number > before + 2)
        assert not table.table.now.unapplied
    finally:
        table.stop()
        table.wait()
    return before, table.table.now.number


def test_a_filmed_game_goes_on_where_it_was(tmp_path: Path) -> None:
    _, left = play_on(tmp_path)
    found, after = play_on(tmp_path)
    assert found == left < after
