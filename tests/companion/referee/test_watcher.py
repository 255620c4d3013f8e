"""Looks go in, the log comes out; what is not clear is asked, what is wrong is said."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.log.events import (
    Accept,
    Choose,
    Confirm,
    Event,
    Pause,
    Play,
    Rejection,
    Resume,
    Undo,
)
from companion.referee.differences import tell_reason
from companion.referee.opinions import STRANGE, Opinion
from companion.referee.settling import LOOKS
from companion.referee.watcher import Watcher
from companion.table.table import Table
from companion.tabletop.observation import Observation
from tests.companion.matches import GAME, look
from tests.companion.tables import HOST, REFEREE, do, new_table, open_table, seat


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with new_table(tmp_path, GAME) as made:
        yield made


def watched(table: Table, mode: str = "auto") -> Watcher:
    do(table, Choose(mode))
    watcher = Watcher(table)
    show(watcher, look(7))
    assert watcher.opinion.in_step
    return watcher


def show(watcher: Watcher, *looks: Observation) -> Opinion:
    """A hand, then looks until they have settled."""
    watcher.see([replace(looks[0], at_rest=False)])
    for number in range(LOOKS):
        watcher.see([looks[number % len(looks)]])
    return watcher.opinion


def entered(table: Table) -> list[Any]:
    return [event.action for event in table.events() if isinstance(event.action, Play | Confirm)]


def test_a_clear_move_is_entered_with_what_was_seen(table: Table) -> None:
    opinion = show(watched(table), look(5, "tails"))
    event = table.events()[-1]
    assert (event.action, event.by) == (Play("2"), REFEREE)
    assert tell_reason(GAME, event.why) == "coin: a coin tails instead of a coin heads; " + (
        "; ".join(["heap: a match is missing"] * 2)
    )
    assert opinion.in_step
    assert opinion.number == event.number


def test_nothing_is_entered_before_the_looks_have_settled(table: Table) -> None:
    watcher = watched(table)
    watcher.see([replace(look(5, "tails"), at_rest=False)])
    for _ in range(LOOKS - 1):
        assert watcher.see([look(5, "tails")]).word == "moving"
    assert entered(table) == []
    watcher.see([look(5, "tails")])
    assert entered(table) == [Play("2")]


def test_what_people_say_counts_at_once_and_nobody_is_judged_before(table: Table) -> None:
    watcher = watched(table)
    asked = watcher.hear([replace(look(5, "tails"), at_rest=False)])
    assert (asked.word, asked.reason) == ("waiting", "Still to be told: table.")
    assert entered(table) == []
    assert watcher.hear([look(5, "tails")]).in_step
    assert entered(table) == [Play("2")]


def test_who_has_lost_sight_judges_nobody_and_begins_anew(table: Table) -> None:
    watcher = watched(table, "ask")
    proposal = show(watcher, look(6))
    watcher.see([look(6)])
    lost = watcher.lose_sight()
    assert lost.headline == "You enter the moves."
    assert lost.reason == "The camera does not see the table for now: use By hand."
    assert isinstance(watcher.confirm(proposal.serial, seat(0)), Rejection)
    do(table, Play("2"))  # by hand; the last picture would contradict it
    assert watcher.see().reason == lost.reason
    for _ in range(LOOKS - 1):
        assert watcher.see([look(5, "tails")]).word == "moving"
    assert watcher.see([look(5, "tails")]).in_step


def test_the_newest_picture_goes_with_an_event(table: Table) -> None:
    watcher = watched(table)
    names = ("000001-00000000.jpg", "000002-00000000.jpg")
    for name in names:
        watcher.hear([replace(look(5, "tails"), picture=name)])
    assert table.events()[-1].picture == names[0]
    watcher.hear([replace(look(4, "tails"), picture=names[1])])
    assert table.events()[-1].picture == names[1]


def test_a_hand_over_the_table_never_triggers_a_move(table: Table) -> None:
    watcher = watched(table)
    for _ in range(3 * LOOKS):
        watcher.see([replace(look(5, "tails"), at_rest=False)])
    assert entered(table) == []
    assert watcher.opinion.headline == "Pieces are being moved."


def test_a_reading_that_is_not_certain_is_proposed(table: Table) -> None:
    opinion = show(watched(table), look(5, "tails", sure=0.8))
    assert entered(table) == []
    assert (opinion.word, opinion.headline) == ("proposal", "Player 1 takes 2.")
    assert opinion.reason == "Not every reading is certain."


def test_in_ask_a_move_waits_for_a_yes(table: Table) -> None:
    watcher = watched(table, "ask")
    opinion = show(watcher, look(6))
    assert (opinion.word, opinion.headline) == ("proposal", "Player 1 takes 1.")
    assert opinion.reason == "At this table every move is confirmed."
    assert entered(table) == []
    event = watcher.confirm(opinion.serial, seat(0))
    assert isinstance(event, Event)
    assert (event.action, event.by) == (Confirm("1"), seat(0))
    assert watcher.see().in_step


def test_a_proposal_lapses_when_the_table_changes(table: Table) -> None:
    watcher = watched(table, "ask")
    first = show(watcher, look(6))
    second = show(watcher, look(5, "tails"))
    assert second.headline == "Player 1 takes 2."
    refused = watcher.confirm(first.serial, HOST)
    assert isinstance(refused, Rejection)
    assert refused.text == "The table has changed meanwhile; look again."
    assert entered(table) == []


def test_a_proposal_lapses_under_a_hand(table: Table) -> None:
    watcher = watched(table, "ask")
    first = show(watcher, look(6))
    watcher.see([replace(look(6), at_rest=False)])
    assert isinstance(watcher.confirm(first.serial, HOST), Rejection)


def test_a_proposal_lapses_when_somebody_enters_a_move(table: Table) -> None:
    watcher = watched(table, "ask")
    opinion = show(watcher, look(6))
    do(table, Play("1"), seat(0))
    refused = watcher.confirm(opinion.serial, HOST)
    assert isinstance(refused, Rejection)
    assert refused.reason == "stale"
    assert watcher.see().in_step


def test_confidences_that_flicker_do_not_make_a_proposal_lapse(table: Table) -> None:
    watcher = watched(table, "ask")
    opinion = show(watcher, look(6, sure=0.95))
    for sure in (0.97, 0.94, 0.99, 0.92, 0.98, 0.93):
        watcher.see([look(6, sure=sure)])
    assert watcher.opinion.serial == opinion.serial


def test_what_can_t_be_seen_is_asked_and_answered(table: Table) -> None:
    watcher = watched(table)
    opinion = show(watcher, look(5, None))
    assert (opinion.word, opinion.headline) == ("question", "What happened?")
    assert opinion.answers == ("Player 1 takes 2.", "Player 1 takes 1.")
    assert entered(table) == []
    assert isinstance(watcher.answer(opinion.serial, 2, HOST), Rejection)
    assert isinstance(watcher.answer(opinion.serial - 1, 1, HOST), Rejection)
    watcher.answer(opinion.serial, 1, HOST)
    assert entered(table) == [Confirm("1 1")]
    assert watcher.see().in_step


def test_a_broken_rule_is_named_and_the_table_put_right(table: Table) -> None:
    watcher = watched(table)
    opinion = show(watcher, look(7, "tails"))
    assert opinion.word == "doubtful"
    assert opinion.headline == "The coin was turned for nothing."
    assert opinion.reason == "Rulebook: EN p.1. Or it was misread: look at coin."
    assert opinion.remedies == ("coin: a coin heads belongs there, not a coin tails.",)
    assert show(watcher, look(7)).in_step
    assert entered(table) == []


def test_the_host_may_accept_the_table_as_it_lies(table: Table) -> None:
    watcher = watched(table)
    opinion = show(watcher, look(7, "tails"))
    assert isinstance(watcher.accept(opinion.serial, seat(0)), Rejection)
    event = watcher.accept(opinion.serial, HOST)
    assert isinstance(event, Event)
    assert isinstance(event.action, Accept)
    assert watcher.see().in_step
    assert not table.now.state.heads


def test_what_is_not_this_game_at_all_gets_no_list(table: Table) -> None:
    watcher = watched(table)
    opinion = show(watcher, look(7 + 2 * STRANGE, "tails"))
    assert opinion.headline == "This doesn't look like your game."
    assert opinion.strange
    assert opinion.remedies == opinion.answers == opinion.proposed == ()
    assert entered(table) == []
    assert show(watcher, look(7)).in_step


def test_what_nothing_explains_is_shown_piece_by_piece(table: Table) -> None:
    watcher = watched(table)
    show(watcher, look(5, "tails"))
    opinion = show(watcher, look(7, "tails"))
    assert opinion.word == "differs"
    assert opinion.headline == "2 things are not as recorded."
    assert opinion.remedies == ("heap: take a match away.",) * 2
    assert isinstance(watcher.confirm(opinion.serial, HOST), Rejection)
    assert show(watcher, look(5, "tails")).in_step


def test_what_nothing_explains_can_be_accepted_too(table: Table) -> None:
    watcher = watched(table)
    show(watcher, look(5, "tails"))
    opinion = show(watcher, look(7, "tails"))
    watcher.accept(opinion.serial, HOST)
    assert watcher.see().in_step
    assert (table.now.state.left, table.now.state.seat) == (7, 1)


def test_in_watch_nothing_is_entered_but_what_is_wrong_is_said(table: Table) -> None:
    watcher = watched(table, "watch")
    opinion = show(watcher, look(6))
    assert (opinion.word, opinion.headline) == ("ahead", "Not entered yet: Player 1 takes 1.")
    assert isinstance(watcher.confirm(opinion.serial, HOST), Rejection)
    assert show(watcher, look(7, "tails")).word == "doubtful"
    assert show(watcher, look(8)).word == "illegal"
    assert entered(table) == []


def test_what_was_taken_back_is_not_entered_again_from_the_same_picture(table: Table) -> None:
    watcher = watched(table)
    show(watcher, look(6))
    do(table, Undo())
    for _ in range(2 * LOOKS):
        opinion = watcher.see([look(6)])
    opinion = show(watcher, look(6))
    assert table.now.state.left == 7
    assert (opinion.word, opinion.held) == ("proposal", True)
    assert opinion.reason == "Something was taken back: somebody says what counts."
    assert show(watcher, look(7)).in_step
    assert show(watcher, look(6)).in_step
    assert table.now.state.left == 6


def test_a_move_that_was_taken_back_can_still_be_confirmed(table: Table) -> None:
    watcher = watched(table)
    show(watcher, look(6))
    do(table, Undo())
    opinion = watcher.see()
    watcher.confirm(opinion.serial, HOST)
    assert table.now.state.left == 6
    assert watcher.see().in_step


def test_what_was_taken_back_is_still_known_after_a_restart(tmp_path: Path) -> None:
    with new_table(tmp_path, GAME) as table:
        show(watched(table), look(6))
        do(table, Undo())
    with open_table(tmp_path, GAME) as table:
        watcher = Watcher(table)
        assert show(watcher, look(6)).held
        assert table.now.state.left == 7
        show(watcher, look(5, "tails"))
        assert table.now.state.left == 5


def test_a_game_that_was_only_closed_goes_on_by_itself(tmp_path: Path) -> None:
    with new_table(tmp_path, GAME) as table:
        show(watched(table), look(6))
    with open_table(tmp_path, GAME) as table:
        show(Watcher(table), look(5))
        assert table.now.state.left == 5


def test_a_paused_game_is_not_judged(table: Table) -> None:
    watcher = watched(table)
    do(table, Pause())
    assert show(watcher, look(6)).headline == "The game is paused."
    assert entered(table) == []
    do(table, Resume())
    watcher.see()
    assert entered(table) == [Play("1")]


def test_several_moves_in_one_look_are_one_event(table: Table) -> None:
    show(watched(table), look(3))
    assert entered(table) == [Play("2 2")]


def test_the_end_that_nobody_sees_is_asked(table: Table) -> None:
    watcher = watched(table)
    for left, coin in ((6, "heads"), (4, "tails"), (2, "heads")):
        assert show(watcher, look(left, coin)).answers == ()
    opinion = show(watcher, look(0, "tails"))
    assert opinion.headline == "Up to date. Is the game over?"
    assert opinion.answers == ("Yes, it is over.",)
    assert table.now.state.over is False
    watcher.answer(opinion.serial, 0, HOST)
    assert watcher.see().headline == "The game is over."
    assert table.now.state.over is True


def with_a_corner(seen: Observation, mark: int) -> Observation:
    """The same look, with a corner of the table about which nobody can say anything."""
    corner = frozenset({"corner"})
    return replace(
        seen,
        looked_at=seen.looked_at | corner,
        hidden=seen.hidden | corner,
        marks=(("corner", mark),),
    )


def test_what_looks_as_it_did_in_step_does_not_keep_a_move_from_being_entered(table: Table) -> None:
    watcher = watched(table)
    show(watcher, with_a_corner(look(7), 1))
    show(watcher, with_a_corner(look(5, "tails"), 1))
    assert entered(table) == [Play("2")]


def test_a_hidden_place_that_looks_different_is_asked_about(table: Table) -> None:
    watcher = watched(table)
    show(watcher, with_a_corner(look(7), 1))
    opinion = show(watcher, with_a_corner(look(5, "tails"), 2))
    assert entered(table) == []
    assert opinion.proposed


def test_no_move_is_entered_that_would_have_touched_what_was_not_touched(table: Table) -> None:
    watcher = watched(table)
    heap = frozenset({"heap"})
    for seen in (look(7), look(5, "tails")):
        pieces = tuple(piece for piece in seen.pieces if piece.place != "heap")
        covered = replace(seen, pieces=pieces, hidden=heap, marks=(("heap", 1),))
        show(watcher, covered)
    assert entered(table) == []
