"""What once made a stranger hesitate; each was found by walking through a round."""

import re
from html import unescape
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast, get_args

from companion.games.propeller_islands.rules import moves
from companion.games.propeller_islands.rules.tasks import Task
from companion.games.propeller_islands.told.words import SAID
from companion.games.protocol import CHANCE
from companion.log.events import SEAT, Confirm, Play, Undo, Who
from companion.referee.settling import LOOKS
from companion.running.guide import Guide
from companion.running.hand_table import HandTable
from tests.companion.tables import do, refused
from tests.web.phones import Phone, somebody
from tests.web.tables import GAME, Place, played


def test_who_only_watches_sees_at_once_how_to_join(place: Place) -> None:
    page = Phone(place).get("/").text
    assert page.index("Take a seat") < page.index('id="told"')
    assert "Take a seat" not in somebody(place, "seat").get("/").text


def test_who_scanned_the_code_is_not_asked_for_it(place: Place) -> None:
    code = place.passes.join_code
    page = Phone(place).get(f"/join?code={code}").text
    assert f'type="hidden" name="code" value="{code}"' in page
    assert 'id="code"' not in page
    assert 'id="code"' in Phone(place).get("/join").text
    assert 'id="code"' in Phone(place).join(0, code="000000").text, "a wrong one can be put right"


def test_what_is_missing_is_said_and_what_was_given_stays(place: Place) -> None:
    phone = Phone(place)
    answer = phone.join(1, name="  ")
    assert "Write your name." in answer.text
    assert re.search(r'id="name"[^>]* autofocus', answer.text)
    assert re.search(r'name="seat" value="1" checked', answer.text)
    assert "plays Marie" in answer.text


def test_a_full_table_says_so(place: Place) -> None:
    for seat in (0, 1):
        somebody(place, "seat", seat)
    assert "All seats are taken." in Phone(place).get("/join").text


def test_everything_that_can_be_next_is_said_to_whoever_does_it() -> None:
    kinds = (*moves.DECISIONS, *moves.CHANCE)
    answered = (task for task in get_args(Task) if any(issubclass(task, k.answers) for k in kinds))
    tasks = {task.__name__ for task in answered}
    assert set(SAID["prompts"]) == set(SAID["expected"]) == tasks


def test_the_page_says_whose_turn_it_is_and_what_to_do(place: Place) -> None:
    region = place.client.get("/").text.partition('id="turn"')[2].partition("</div>")[0]
    assert "Your turn" in region
    assert GAME.prompts(place.table.now.state)[0] in region
    assert "Player 1 is to move" in region


def test_only_who_is_asked_gets_the_buttons(place: Place) -> None:
    place.show(place.next, 2 * LOOKS)
    assert GAME.to_move(place.table.now.state) == 0
    page = somebody(place, "seat", 1).get("/").text
    assert 'class="choices asked asked-0"' in page
    assert "Player 1 is asked." in page


def test_a_question_about_the_next_players_die_is_for_both_and_says_what_came_before(
    place: Place,
) -> None:
    # Player 2 ends a turn without a plan, which nobody sees, and player 1 pays for another die.
    for ply in played()[65:74]:
        do(place.table, Play(GAME.move_text(ply.move)))
    assert GAME.to_move(place.table.now.state) == 1
    place.show(played()[75].state, 2 * LOOKS)
    opinion = place.watcher.opinion
    assert opinion.headline == "Player 2 completes no plan. And then?"
    page = somebody(place, "seat", 0).get("/").text
    assert 'class="choices asked asked-0 asked-1"' in page
    assert "A question for you" in page


def test_an_answer_that_does_not_fit_what_is_seen_says_so(place: Place) -> None:
    for ply in played()[65:74]:
        do(place.table, Play(GAME.move_text(ply.move)))
    # The goods are read, but not for certain.
    place.show(played()[75].state, 2 * LOOKS, goods=0.8)
    opinion = place.watcher.opinion
    assert opinion.reason == "The likeliest is first."
    *paid, free = opinion.answers
    assert all("(Seen:" not in answer for answer in paid)
    assert free == "Player 1 takes a 6. (Seen: energy of Player 1: 0 instead of 1)"


def test_a_wrong_answer_is_suspected_before_the_player(place: Place) -> None:
    # The 6 was made a 1 and took a tile beside the 1; somebody says that it was made a 5.
    for ply in played()[65:75]:
        do(place.table, Play(GAME.move_text(ply.move)))
    place.show(played()[74].state, 2 * LOOKS)
    do(place.table, Play("d6-1"))
    place.show(played()[76].state, 2 * LOOKS)
    opinion = place.watcher.opinion
    assert (opinion.word, opinion.action.name) == ("illegal", "FLAG")
    took, built = (GAME.tell(before.state, ply.move) for before, ply in pairwise(played()[74:77]))
    wrong = f"Or the last entry was wrong, and it was this (undo it first): {took} {built}"
    assert opinion.reason.endswith(wrong)


def test_of_many_moves_an_undo_tells_the_last_ones(place: Place) -> None:
    line = [GAME.move_text(ply.move) for ply in played()[65:71]]
    told = [GAME.tell(before.state, ply.move) for before, ply in pairwise(played()[64:71])]
    do(place.table, Confirm(" ".join(line)))
    place.publish()
    words = f"Takes back: (3 more before that) {' '.join(told[-3:])}"
    assert words in unescape(place.client.get("/").text)


def test_an_undo_says_what_it_takes_back_and_whose_that_is(place: Place) -> None:
    line = GAME.move_text(played()[65].move)
    told = GAME.tell(place.table.now.state, played()[65].move)
    do(place.table, Play(line), Who(SEAT, 0))
    place.publish()
    page = place.client.get("/").text
    assert f"Takes back: {told}" in page
    assert 'class="undo asked asked-0"' in page
    hand = somebody(place, "seat", 1).get("/hand").text
    assert "The last move was somebody else" in hand
    assert re.search(r'id="hand-undo"[^>]* disabled', hand)


def test_what_was_taken_back_is_told_by_its_words(place: Place) -> None:
    evening = SimpleNamespace(table=place.table, feed=place.feed, kind=HandTable())
    guide = Guide(cast(Any, evening))
    told = GAME.tell(place.table.now.state, played()[65].move)
    do(place.table, Play(GAME.move_text(played()[65].move)))
    do(place.table, Undo())
    moment = place.feed.after(0, 5)
    assert moment
    assert moment.told[0] == f"Taken back: {told}"
    assert guide.name


def test_the_end_of_one_turn_and_the_next_are_confirmed_by_either(place: Place) -> None:
    plies = iter(played()[65:])
    seats: set[int] = set()
    line: list[str] = []
    before = place.table.now.state
    for ply in plies:
        seat = GAME.to_move(before)
        seats |= {seat} - {CHANCE}
        line.append(GAME.move_text(ply.move))
        before = ply.state
        if len(seats) == 2:
            break
    moves = " ".join(line)
    assert refused(place.table, Play(moves), Who(SEAT, 1)).reason == "forbidden"
    do(place.table, Confirm(moves), Who(SEAT, 1))


def test_an_illegal_table_says_what_to_do_about_it(place: Place) -> None:
    later = played()[80].state
    place.show(later, 2 * LOOKS)
    opinion = place.watcher.opinion
    assert opinion.remedies
    page = place.client.get("/").text
    assert "Put it right on the table, or undo what was entered wrongly:" in page


def test_how_the_table_is_run_can_be_said_a_move_behind(place: Place) -> None:
    host = somebody(place, "host")
    behind = place.table.now.number
    do(place.table, Play(GAME.move_text(played()[65].move)))
    assert host.tap("undo", seen=behind).status_code == 409, "that is about a move"
    assert host.tap("mode", seen=behind, mode="auto").status_code == 204
    assert host.tap("pause", seen=behind).status_code == 204
    assert (place.table.now.mode, place.table.now.phase) == ("auto", "paused")
