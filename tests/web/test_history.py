"""The history: every event is told, old ones are corrected, and what follows is shown before."""

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from companion.archive.pictures import Pictures
from companion.archive.shelf import PICTURES
from companion.log.events import Command, Correct, Play
from tests.companion.tables import HOST, do, meaning
from tests.web.phones import Phone, somebody
from tests.web.tables import GAME, Place, played
from tests.web.test_taps import tap


def a_take(place: Place) -> int:
    """The event with which somebody took a die."""
    return next(s.event for s in reversed(place.table.story()) if re.match(r"d\d", s.line))


def test_every_event_is_told_page_by_page(place: Place) -> None:
    number = place.table.now.number
    page, seen = place.client.get("/history").text, set()
    for _ in range(5):
        seen |= {int(n) for n in re.findall(r'<span class="when">(\d+)</span>', page)}
        more = re.search(r'href="(/history\?before=\d+)"', page)
        if not more:
            break
        page = place.client.get(more[1]).text
    assert seen == set(range(1, number + 1))
    assert "The game begins." in page


def test_the_table_is_shown_as_it_was(place: Place) -> None:
    first = next(s for s in place.table.story() if s.line.startswith("roll"))
    page = place.client.get(f"/history?at={first.event}").text
    dice = sum(first.after.forge)
    assert page.partition('class="picture square"')[2].count('class="die"') == dice
    assert f"/history?at={first.event + 1}" in page
    assert place.client.get("/history?at=1").status_code == 404
    assert place.client.get("/history?at=99999").status_code == 404
    assert place.client.get("/history?at=x&before=-1").status_code == 200


def test_what_follows_is_shown_before_anything_is_changed(place: Place) -> None:
    event, before = a_take(place), place.table.now
    page = place.client.get(f"/history?at={event}&move=0&to=").text
    supposed = place.table.story_if(event, "")
    fallen = [s.event for s in supposed if s.unapplied]
    assert fallen
    assert f"<li>{fallen[0]}: " in page
    assert "Correct it so" in page
    assert place.table.now is before
    assert tap(place, "correct", event=event, move=0, to="").status_code == 204
    assert place.table.events()[-1].action == Correct(event, "")
    assert sorted(place.table.now.unapplied) == fallen
    listed = place.client.get("/history").text
    assert listed.count("not legal any more") == len(fallen)


def test_another_die_is_chosen_from_what_was_legal_then(place: Place) -> None:
    event = a_take(place)
    step = next(s for s in place.table.story() if s.event == event)
    page = place.client.get(f"/history?at={event}&move=0").text
    offered = set(re.findall(r'name="to" value="([^"]+)"', page))
    assert offered == {GAME.move_text(move) for move in GAME.moves(step.before)}
    other = sorted(offered - {step.line})[0]
    assert tap(place, "correct", event=event, move=0, to=other).status_code == 204
    assert meaning(place.table, event) == Correct(event, other)
    assert "corrected" in place.client.get(f"/history?at={event}").text


def test_one_move_of_several_is_corrected_and_the_others_stay(place: Place) -> None:
    """Two ways to take a die, each followed by the same second move."""
    skip_to_a_take(place)
    state = place.table.now.state
    first, other, second = next(
        (one, two, after)
        for one, two in permutations(map(GAME.move_text, GAME.moves(state)), 2)
        for after in set(following(state, one)) & set(following(state, two))
    )
    event = do(place.table, Play(f"{first} {second}"))
    answer = tap(place, "correct", event=event.number, move=0, to=other)
    assert answer.status_code == 204
    assert meaning(place.table, event.number) == Correct(event.number, f"{other} {second}")


def skip_to_a_take(place: Place) -> None:
    for ply in played()[65:]:
        if re.match(r"d\d", GAME.move_text(ply.move)):
            return
        do(place.table, Play(GAME.move_text(ply.move)))


def following(state: Any, line: str) -> Iterator[str]:
    (move,) = GAME.parse_moves(line)
    return map(GAME.move_text, GAME.moves(GAME.apply(state, move)))


def test_what_was_impossible_is_refused_with_its_reason(place: Place) -> None:
    event, before = a_take(place), place.table.now.number
    assert (
        "That is not possible there" in place.client.get(f"/history?at={event}&move=0&to=pass").text
    )
    assert tap(place, "correct", event=event, move=0, to="pass").status_code == 409
    assert tap(place, "correct", event=event, move=0, to="nonsense").status_code in (400, 409)
    assert tap(place, "correct", event=1, move=0, to="").status_code == 400
    assert place.table.now.number == before


def test_who_has_no_part_in_it_corrects_nothing(place: Place) -> None:
    step = next(s for s in reversed(place.table.story()) if GAME.to_move(s.before) == 1)
    before = place.table.now.number
    viewer = Phone(place, "192.168.1.9")
    for phone in (somebody(place, "seat", seat=0), viewer):
        assert "Was it different?" not in phone.get(f"/history?at={step.event}").text
    before = place.table.now.number
    assert viewer.tap("correct", event=step.event, move=0, to="").status_code == 403
    assert place.table.now.number == before


def test_the_moves_of_an_event_are_on_no_page(place: Place) -> None:
    state = place.table.now.state
    plan = next(p for p in state.unseen_plans if p.level == state.players[0].hidden[0])
    event = do(place.table, Play(f"hold 0 {plan}"))
    other = somebody(place, "seat", seat=1)
    for path in ("/history", f"/history?at={event.number}", f"/history?at={event.number}&move=0"):
        assert str(plan) not in other.get(path).text


def test_pictures_are_shown_with_their_events_and_nothing_else_is(place: Place) -> None:
    folder = place.table.path.parent / PICTURES
    name = Pictures(folder).keep(b"\xff\xd8 a picture", "jpg")
    stray = Pictures(folder).keep(b"\xff\xd8 nobody's", "jpg")
    line = GAME.move_text(next(iter(GAME.moves(place.table.now.state))))
    place.table.post(Command(Play(line), HOST, place.table.now.number, picture=name))
    assert f"/history/picture/{name}" in place.client.get("/history").text
    with place.client.get(f"/history/picture/{name}") as shown:
        assert (shown.status_code, shown.mimetype) == (200, "image/jpeg")
    for wrong in (stray, "game.log", "../game.log", "..%2fgame.log", "000009-00000000.jpg"):
        assert place.client.get(f"/history/picture/{wrong}").status_code == 404


def test_who_may_not_correct_is_offered_nothing_and_told_nothing(place: Place) -> None:
    """Neither choices nor a preview: what would follow may hang on what is in a hand."""
    step = next(s for s in reversed(place.table.story()) if GAME.to_move(s.before) == 1)
    page = f"/history?at={step.event}"
    for phone in (somebody(place, "seat", seat=0), Phone(place, "192.168.1.9")):
        shown = phone.get(page).text
        for asked in ("&move=0", "&move=0&to=", "&move=0&to=pass", f"&move=0&to={step.line}"):
            found = phone.get(page + asked).text
            for sentence in ("What was it really?", "What would follow", "That is not possible"):
                assert sentence not in found
            assert len(found) - len(shown) < len(page + asked) * 3
        answer = phone.tap("correct", event=step.event, move=0, to="pass")
        assert answer.status_code == 403


def test_only_what_was_offered_is_judged(place: Place) -> None:
    """Two things that could not be chosen are answered alike, whatever speaks against them."""
    event, phone = a_take(place), somebody(place, "host")
    plans = [f"plan {one} aside" for one in place.table.now.state.unseen_plans]
    asked = [*plans[:3], "pass", "nonsense", "d9", "d1 d1", "build Z9 @0,0"]
    before = place.table.now.number
    for to in asked:
        page = phone.get(f"/history?at={event}&move=0&to={to}").text
        assert "That is not one of the choices here." in page
        answer = phone.tap("correct", event=event, move=0, to=to)
        assert (answer.status_code, answer.text) == (409, "That is not one of the choices here.")
    offered = re.findall(
        r'name="to" value="([^"]+)"', phone.get(f"/history?at={event}&move=0").text
    )
    assert phone.tap("correct", event=event, move=7, to=offered[0]).status_code == 409
    assert place.table.now.number == before


def test_another_roll_is_typed_and_corrected(place: Place) -> None:
    step = next(s for s in reversed(place.table.story()) if s.line.startswith("roll"))
    values = "1" * len(step.line.split()[1])
    form = {"event": step.event, "move": 0, "to": "roll", "values": values}
    asked = "&".join(f"{key}={form[key]}" for key in ("move", "to", "values"))
    page = place.client.get(f"/history?at={step.event}&{asked}").text
    assert f'name="values" value="{values}"' in page
    assert tap(place, "correct", **form | {"values": values + "1"}).status_code == 409
    assert tap(place, "correct", **form).status_code == 204


def test_pictures_of_events_are_for_those_who_play(place: Place) -> None:
    name = Pictures(place.table.path.parent / PICTURES).keep(b"\xff\xd8 a picture", "jpg")
    line = GAME.move_text(next(iter(GAME.moves(place.table.now.state))))
    place.table.post(Command(Play(line), HOST, place.table.now.number, picture=name))
    for phone, status in ((Phone(place, "192.168.1.9"), 404), (somebody(place, "seat"), 200)):
        with phone.get(f"/history/picture/{name}") as shown:
            assert shown.status_code == status
        assert (name in phone.get("/history").text) == (status == 200)
