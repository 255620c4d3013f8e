"""The table: commands in, events out, and nothing is ever rewritten."""

from pathlib import Path

import pytest

from companion.common.errors import CompanionError
from companion.games import find
from companion.games.random_games import plies
from companion.log.events import (
    Accept,
    Begin,
    Choose,
    Confirm,
    Correct,
    End,
    Event,
    Pause,
    Play,
    Resume,
    Sit,
    Undo,
)
from companion.table.table import Table
from tests.companion.stones import GAME, Stones
from tests.companion.tables import REFEREE, do, new_table, open_table, refused, seat

ISLANDS = find("propeller-islands")


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


def test_nothing_is_entered_by_itself_in_a_game_that_knows_no_impossible_table(
    tmp_path: Path,
) -> None:
    class Trusting(type(GAME)):  # type: ignore[misc]
        """Anything may lie on its table."""

        faults = None

    with Table.create(tmp_path / "game.log", Trusting(), {"players": 2}) as trusting:
        answer = refused(trusting, Choose("auto"))
        assert (answer.reason, trusting.now.mode) == ("impossible", "ask")
        do(trusting, Choose("watch"))


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
