"""Who listens to a table hears everything once and in order, from any thread."""

import threading
from collections import Counter
from pathlib import Path

import pytest

from companion.games import find
from companion.log.events import Command, Event, Pause, Play, Rejection, Undo
from companion.table.news import News
from companion.table.table import Table
from tests.companion.tables import HOST, do, new_table, open_table

ISLANDS = find("propeller-islands")


def test_listeners_hear_everything_in_order_after_it_is_on_disk(tmp_path: Path) -> None:
    from companion.log.store import EventLog

    heard = []
    with new_table(tmp_path) as table:

        def listen(news: News) -> None:
            assert news.event == EventLog.read(tmp_path / "game.log")[-1]
            assert news.now.number == news.before.number + 1
            heard.append(news.now.number)

        table.listen(listen)
        for action in (Play("roll 5"), Play("take 1"), Undo(), Pause()):
            do(table, action)
    assert heard == [2, 3, 4, 5]


def test_a_listener_may_post_itself(table: Table) -> None:
    heard = []

    def answer(news: News) -> None:
        heard.append(news.now.number)
        if news.now.number < 5:
            do(table, Play("say 1"))

    table.listen(answer)
    table.listen(lambda news: heard.append(-news.now.number))
    do(table, Play("roll 5"))
    assert heard == [2, -2, 3, -3, 4, -4, 5, -5]


def test_a_broken_listener_stops_nobody(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    heard = []

    def broken(_: News) -> None:
        raise ValueError("broken")

    table.listen(broken)
    table.listen(heard.append)
    do(table, Play("roll 5"))
    assert len(heard) == 1
    assert "a listener of the table failed" in caplog.text


def test_many_threads_send_and_each_command_is_taken_or_refused_once(tmp_path: Path) -> None:
    """Each sender repeats a refused command with what it learned, until it is taken."""
    heard: list[int] = []
    answers: list[Event] = []
    refusals: Counter[str] = Counter()

    with new_table(tmp_path) as table:
        table.listen(lambda news: heard.append(news.now.number))

        def talk(number: int) -> None:
            for turn in range(10):
                seen = table.now.number
                action = Play(f"say {100 * number + turn}")
                while isinstance(answer := table.post(Command(action, HOST, seen)), Rejection):
                    refusals[answer.reason] += 1
                    assert [event.number for event in answer.news] == list(
                        range(seen + 1, answer.number + 1)
                    )
                    seen = answer.number
                answers.append(answer)

        threads = [threading.Thread(target=talk, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        table.post(Command(Pause(), HOST, table.now.number))
        assert sorted(event.number for event in answers) == list(range(2, 82))
        assert heard == list(range(2, 83))
        said = [event.action for event in table.events(1)][:-1]
    assert set(refusals) <= {"stale"}
    for number in range(8):
        own = [a for a in said if int(a.moves.split()[1]) // 100 == number]
        assert own == [Play(f"say {100 * number + turn}") for turn in range(10)]
    with open_table(tmp_path) as table:
        assert table.now.number == 82
