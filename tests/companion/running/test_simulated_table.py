import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.archive.shelf import Shelf
from companion.common.errors import CompanionError
from companion.games import find
from companion.log.events import THE_HOST, Choose, Event, Play, Rejection, Undo
from companion.log.reasons import Counted
from companion.log.store import EventLog
from companion.phones import evening
from companion.phones.evening import Evening
from companion.phones.live import Moment
from companion.running.simulated_table import Show, SimulatedTable
from tests.companion.evenings import evening_at
from tests.companion.matches import GAME
from tests.companion.tables import do
from tests.waiting import LIMIT, until

pytestmark = pytest.mark.live

SHOW = Show("7", pace=0.0)
SLOW = Show("7", pace=60.0)


def moments(table: Evening, until: Callable[[Moment], bool]) -> list[Moment]:
    """What is shown until something is so."""
    seen: list[Moment] = []
    while not seen or not until(seen[-1]):
        moment = table.feed.after(seen[-1].number if seen else 0, patience=LIMIT)
        assert moment is not None, "nothing happens any more"
        seen.append(moment)
    return seen


def word(moment: Moment) -> str:
    assert moment.standing is not None
    return moment.standing.opinion.word


def logs(folder: Path) -> dict[str, list[Event]]:
    return {path.parent.name: EventLog.read(path) for path in sorted(folder.glob("*/game.log"))}


def test_a_table_that_hangs_is_not_looked_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening_at(SimulatedTable(SLOW), Shelf(tmp_path), GAME)
    monkeypatch.setattr(evening, "HANGS", -1)
    assert not table.is_looked_after(), "it was never started"
    table.start()
    try:
        moments(table, lambda moment: moment.number >= 1)
        monkeypatch.setattr(evening, "HANGS", LIMIT)
        assert table.is_looked_after()
        table.looking_for = lambda: 1000.0
        assert not table.is_looked_after(), "the eye is busy with one picture for ever"
    finally:
        table.stop()


def test_a_table_plays_on_with_nobody_watching_into_the_next_game(tmp_path: Path) -> None:
    table = evening_at(SimulatedTable(SHOW), Shelf(tmp_path), GAME)
    assert not table.is_resumed
    table.start()
    try:
        until(lambda: len(logs(tmp_path)) >= 3)
    finally:
        table.stop()
        table.wait()
    first, second, *_ = logs(tmp_path).values()
    assert [type(e.action).__name__ for e in first[:2]] == ["Begin", "Choose"]
    taken = "".join(e.action.moves for e in first if hasattr(e.action, "moves"))
    assert sum(map(int, taken.replace(" ", ""))) == 7
    assert isinstance(first[-1].why, Counted)
    assert [e.action for e in first] != [e.action for e in second]


def test_what_happens_is_told_and_what_the_referee_thinks_is_shown(tmp_path: Path) -> None:
    table = evening_at(SimulatedTable(Show("7", pace=0.05)), Shelf(tmp_path), GAME)
    table.start()
    try:
        seen = moments(table, lambda moment: moment.told[0].startswith("The game is over. "))
    finally:
        table.stop()
    last = seen[-1]
    assert last.standing is not None
    assert last.standing.now.state.over
    assert last.standing.events[0].number == last.standing.now.number
    assert "A new game of Matches with 2 players." in last.told
    assert any(sentence in last.told for sentence in ("Player 1 takes 1.", "Player 1 takes 2."))


def test_an_unfinished_game_goes_on_where_it_was(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with shelf.begin(GAME, {"players": 2}) as game:
        do(game, Choose("auto"))
        do(game, Play("2"))
        before = game.events()
    table = evening_at(SimulatedTable(SLOW), shelf, GAME)
    assert table.is_resumed
    table.start()
    try:
        (first,) = moments(table, lambda _: True)
        assert first.told[-1] == "The game goes on where it was: 3 events are in the log."
        assert table.table.events() == before
        assert first.state.left == 5
    finally:
        table.stop()
    assert list(logs(tmp_path).values()) == [list(before)]


def test_a_game_that_somebody_else_plays_is_refused(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    with (
        shelf.begin(GAME, {"players": 2}),
        pytest.raises(CompanionError, match="another companion"),
    ):
        evening_at(SimulatedTable(SLOW), shelf, GAME)


def test_a_tap_reaches_the_game_that_is_on_the_table(tmp_path: Path) -> None:
    table = evening_at(SimulatedTable(SLOW), Shelf(tmp_path), GAME)
    table.start()
    try:
        name = table.table.path.parent.name
        number = table.table.now.number
        assert isinstance(table.desk.post(name, Choose("ask"), THE_HOST, number), Event)
        other = table.desk.post("yesterday-1", Undo(), THE_HOST, number + 1)
        assert isinstance(other, Rejection)
        assert other.text == "This game is not on the table any more."
        seen = moments(
            table, lambda moment: bool(moment.standing and moment.standing.now.mode == "ask")
        )
        assert "Every move is confirmed from now on." in seen[-1].told
    finally:
        table.stop()
    assert isinstance(table.desk.post(name, Undo(), THE_HOST, number), Rejection)


def test_trouble_with_the_file_is_shown_and_overcome_by_itself(tmp_path: Path) -> None:
    table = evening_at(SimulatedTable(SLOW), Shelf(tmp_path), GAME)
    table.start()
    try:
        name, path = table.table.path.parent.name, table.table.path
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            table.desk.post(name, Choose("ask"), THE_HOST, table.table.now.number)
            seen = moments(table, lambda moment: bool(moment.standing and moment.standing.trouble))
            assert "Another program holds the file" in _trouble(seen[-1]).text
            other.execute("ROLLBACK")
        moments(table, lambda moment: bool(moment.standing and not moment.standing.trouble))
    finally:
        table.stop()
    assert EventLog.read(path)[-1].action == Choose("ask")


def _trouble(moment: Moment) -> Any:
    assert moment.standing is not None
    return moment.standing.trouble


def test_so_many_play_as_the_game_is_for(tmp_path: Path) -> None:
    nine = evening_at(SimulatedTable(SLOW), Shelf(tmp_path), GAME, players=9)
    with closing(nine.table):
        assert len(GAME.score(nine.table.now.state)) == 2


def test_people_who_break_something_end_the_evening_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the table fell over")

    monkeypatch.setattr("companion.simulated.people.SimulatedPeople.glances", fail)
    table = evening_at(SimulatedTable(SHOW), Shelf(tmp_path), GAME)

    def evening() -> None:
        table.start()
        table.wait()

    with pytest.raises(RuntimeError, match="the table fell over"):
        evening()
    table.stop()


def test_what_the_host_leaves_to_a_simulated_table_its_people_deal() -> None:
    islands = find("propeller-islands")
    filled = SimulatedTable(SLOW).filled(
        islands, {"players": 3, "characters": [None, "nelson", None]}
    )
    played = filled["characters"]
    assert isinstance(played, list)
    assert played[1] == "nelson"
    assert None not in played
    assert len(set(played)) == 3


def test_news_of_the_game_that_was_put_away_are_gone(tmp_path: Path) -> None:
    table = evening_at(SimulatedTable(SHOW), Shelf(tmp_path), GAME)
    table.start()
    try:
        moments(table, lambda moment: len(moment.told) > 3)
        table.wish(evening.Wish({"players": 2}, "watch"))
        first = moments(table, lambda moment: _game(moment) == "watch")[-1]
        assert first.told[-1].startswith("A new game")
    finally:
        table.stop()


def _game(moment: Moment) -> str:
    assert moment.standing is not None
    return moment.standing.now.mode
