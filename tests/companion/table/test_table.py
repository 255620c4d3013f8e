"""The table: commands in, events out, and nothing is ever rewritten."""

import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.common.errors import CompanionError, InputError
from companion.games import find
from companion.games.random_games import plies
from companion.log.events import (
    Accept,
    Begin,
    Choose,
    Command,
    Confirm,
    Correct,
    End,
    Event,
    Pause,
    Play,
    Redo,
    Rejection,
    Resume,
    Sit,
    Undo,
    read_action,
)
from companion.table.news import News
from companion.table.table import Table
from tests.companion.stones import GAME, Stones
from tests.companion.tables import (
    HOST,
    REFEREE,
    do,
    new_table,
    open_table,
    refused,
    seat,
)

ISLANDS = find("propeller-islands")


@pytest.fixture
def table(tmp_path: Path) -> Any:
    with new_table(tmp_path) as one:
        yield one


def test_a_game_begins_with_an_event_that_says_which_and_how(table: Table) -> None:
    (first,) = table.events()
    assert first.action == Begin("stones", {"players": 2})
    assert (first.number, first.at, table.now.number) == (1, 1000.0, 1)


def test_moves_are_played_and_kept_with_who_when_why_and_picture(table: Table) -> None:
    do(table, Play("roll 5"))
    event = do(table, Confirm("take 2"), seat(0), why="a nod", picture="000001-aaaaaaaa.jpg")
    assert event == Event(3, 1002.0, seat(0), Confirm("take 2"), "a nod",
                          "000001-aaaaaaaa.jpg", seats=(0,))  # fmt: skip
    assert table.now.state == Stones(3, 1, (2, 0))


def test_a_sequence_is_played_as_a_whole_or_not_at_all(table: Table) -> None:
    do(table, Confirm("roll 5 take 2 take 3"))
    assert table.now.state == Stones(0, 0, (2, 3))
    answer = refused(table, Confirm("roll 2 take 1 take 3"))
    assert answer.reason == "illegal"
    assert answer.violations[0].rule == "stones.no"
    assert table.now.state == Stones(0, 0, (2, 3))


def test_what_nobody_can_read_is_refused_with_a_hint(table: Table) -> None:
    assert "write take 1" in refused(table, Play("grab 3")).text
    assert refused(table, Play("  ")).reason == "unreadable"
    assert refused(table, Play("say 1 " * 1000)).reason == "unreadable"
    assert refused(table, Choose("guess")).reason == "unreadable"
    assert refused(table, Sit(0, "x" * 41)).reason == "unreadable"
    assert refused(table, Pause(), why="x" * 501).reason == "unreadable"
    assert table.now.number == 1


def test_a_stale_command_is_refused_with_the_news(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Sit(1, "Vera"))
    answer = refused(table, Play("take 1"), seen=1)
    assert answer.reason == "stale"
    assert answer.number == 3
    assert [event.action for event in answer.news] == [Play("roll 5"), Sit(1, "Vera")]


def test_a_command_from_another_future_is_refused(table: Table) -> None:
    answer = refused(table, Play("roll 1"), seen=7)
    assert (answer.reason, answer.news) == ("stale", ())


def test_a_pause_stops_moves_but_not_corrections(table: Table) -> None:
    rolled = do(table, Play("roll 5"))
    do(table, Pause(), seat(1))
    assert refused(table, Play("take 1")).text == "The game is paused; resume it first."
    assert refused(table, Pause()).reason == "impossible"
    do(table, Correct(rolled.number, "roll 4"))
    do(table, Resume(), seat(0))
    assert refused(table, Resume()).reason == "impossible"
    do(table, Play("take 1"))


def test_a_game_that_was_ended_by_mistake_can_go_on(table: Table) -> None:
    do(table, End())
    assert table.now.phase == "ended"
    assert refused(table, Play("roll 1")).reason == "impossible"
    assert refused(table, End()).reason == "impossible"
    do(table, Resume())
    do(table, Play("roll 1"))


def test_seats_have_names_that_can_change_and_go(table: Table) -> None:
    do(table, Sit(1, "Vera"))
    do(table, Sit(1, "Susan"))
    assert table.now.names == {1: "Susan"}
    do(table, Sit(1, ""))
    assert table.now.names == {}
    assert refused(table, Sit(2, "Ann")).text == "There is no seat 3."


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
    assert table.meaning(3) == Correct(3, "take 3")
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


def test_the_table_as_it_lies_can_be_accepted(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Accept(GAME.state_to_json(Stones(2, 1, (7, 8)))), why="we lost count")
    assert table.now.state == Stones(2, 1, (7, 8))
    do(table, Play("take 2"), seat(1))
    do(table, Undo())
    do(table, Undo())
    assert table.now.state == Stones(5, 0, (0, 0))


def test_an_impossible_table_is_not_accepted(table: Table) -> None:
    answer = refused(table, Accept(GAME.state_to_json(Stones(-1, 0, (0, 0)))))
    assert (answer.reason, answer.violations[0].rule) == ("illegal", "stones.debt")
    assert refused(table, Accept({"left": 1})).reason == "unreadable"


def test_the_referee_enters_moves_only_where_the_table_is_automatic(table: Table) -> None:
    assert refused(table, Play("roll 5"), REFEREE).reason == "forbidden"
    do(table, Choose("auto"))
    do(table, Play("roll 5"), REFEREE)
    do(table, Play("take 1"), REFEREE)
    do(table, Undo(), seat(0))


def test_a_seat_plays_its_own_moves_and_the_dice(table: Table) -> None:
    do(table, Play("roll 5"), seat(1))
    assert refused(table, Play("take 1"), seat(1)).reason == "forbidden"
    assert refused(table, Play("take 1 take 1"), seat(0)).reason == "forbidden"
    do(table, Play("take 1"), seat(0))
    assert refused(table, Undo(), seat(1)).reason == "forbidden"
    assert refused(table, Correct(3, "take 2"), seat(1)).reason == "forbidden"
    do(table, Correct(3, "take 2"), seat(0))


@pytest.mark.parametrize("who", [0, 1])
def test_what_was_seen_of_two_players_may_be_confirmed_by_either(table: Table, who: int) -> None:
    """One camera's look may end a turn and begin the next; somebody must be able to say yes."""
    do(table, Play("roll 5"))
    do(table, Confirm("take 1 take 1"), seat(who))


def test_a_look_at_one_players_move_is_confirmed_by_nobody_else(table: Table) -> None:
    do(table, Play("roll 5"))
    assert refused(table, Confirm("take 1"), seat(1)).reason == "forbidden"
    do(table, Confirm("take 1"), seat(0))


def test_anybody_with_a_seat_may_tell_what_can_not_be_seen(table: Table) -> None:
    do(table, Play("roll 5"))
    do(table, Play("say 4"), seat(1))
    assert table.now.state == Stones(5, 0, (0, 0), 4)


def test_only_the_host_may_undo_what_the_host_accepted(table: Table) -> None:
    do(table, Accept(GAME.state_to_json(Stones(2, 1, (7, 8)))))
    assert refused(table, Undo(), seat(0)).reason == "forbidden"
    do(table, Undo())


def test_closing_and_opening_changes_nothing(tmp_path: Path) -> None:
    with new_table(tmp_path) as table:
        do(table, Play("roll 5"))
        do(table, Play("take 3"))
        do(table, Play("take 2"))
        do(table, Correct(3, "take 1"))
        do(table, Correct(2, "roll 2"))
        do(table, Undo())
        do(table, Sit(0, "Vera \U0001f3b2"))
        do(table, Choose("watch"))
        do(table, Pause())
        before, events = table.now, table.events()
    with open_table(tmp_path) as table:
        assert table.now == before
        assert table.events() == events
        assert table.trouble is None


def test_a_log_of_another_game_is_refused(tmp_path: Path) -> None:
    new_table(tmp_path).close()
    with pytest.raises(CompanionError, match="is a game of stones, not of propeller-islands"):
        open_table(tmp_path, ISLANDS)


def test_a_second_companion_can_not_open_the_same_table(tmp_path: Path) -> None:
    with new_table(tmp_path), pytest.raises(CompanionError, match="open in another companion"):
        open_table(tmp_path)


def test_a_new_game_never_overwrites_an_old_one(tmp_path: Path) -> None:
    new_table(tmp_path).close()
    with pytest.raises(CompanionError, match="there already"):
        new_table(tmp_path)


def test_a_set_up_that_can_not_be_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(CompanionError, match="2 to 4"):
        new_table(tmp_path, players=9)
    assert list(tmp_path.iterdir()) == []


def test_a_whole_game_of_propeller_islands_comes_back_as_it_was(tmp_path: Path) -> None:
    config = {"players": 3, "characters": ("jacques", "marie")}
    played = list(plies(ISLANDS, config, "table"))
    with Table.create(tmp_path / "game.log", ISLANDS, config) as table:
        for ply in played:
            do(table, Play(ISLANDS.move_text(ply.move)))
            assert table.now.state == ply.state
    with Table.open(tmp_path / "game.log") as table:
        assert table.now.state == played[-1].state
        assert ISLANDS.outcome(table.now.state) is not None


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


def test_actions_come_from_phones_as_json() -> None:
    assert read_action({"kind": "undo"}) == Undo()
    assert read_action({"kind": "sit", "seat": 0, "name": "Vera"}) == Sit(0, "Vera")
    for wrong in ({}, [], "undo", {"kind": "fly"}, {"kind": "sit", "seat": True, "name": "x"}, 7):
        with pytest.raises(InputError, match="no action"):
            read_action(wrong)


def test_a_picture_of_a_disputed_move_is_known(table: Table) -> None:
    do(table, Play("roll 5"), picture="a")
    do(table, Play("take 1"), picture="b")
    do(table, Correct(2, "roll 4"), picture="c")
    assert table.disputed_pictures() == {"a", "c"}
    do(table, Undo())
    assert table.disputed_pictures() == {"a", "c"}
