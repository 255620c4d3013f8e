"""Seats over the wire: sitting down, codes, and the moves of a seat."""

import re

import pytest

from companion.log.events import SEAT, Confirm, Play, Sit, Who
from companion.phones.attempts import FREE
from companion.referee.settling import LOOKS
from tests.web.phones import URL, Phone, somebody
from tests.web.tables import GAME, Place
from tests.web.test_invitation import on_page, scanned
from web.access.guests import SEAT_COOKIE
from web.joining.seats import clean

# --- sitting down ---


def test_somebody_joins_and_everybody_sees_the_name(place: Place) -> None:
    vera, viewer = Phone(place), Phone(place, "192.168.1.8")
    page = vera.get(f"/join?code={place.passes.join_code}").text
    assert f'value="{place.passes.join_code}"' in page
    assert "Marie" in page, "the character of the seat"
    answer = vera.join(0, "  Vera   von  Wolkenstein ")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    event = place.table.events()[-1]
    assert event.action == Sit(0, "Vera von Wolkenstein")
    assert event.by == Who("viewer")
    place.publish()
    assert "You are <b>Vera von Wolkenstein</b>, seat 1." in vera.get("/").text
    assert "Vera von Wolkenstein" in viewer.stream()["seat-0-points"]
    assert "You are watching." in viewer.get("/").text


def test_the_cookie_is_closed_to_scripts_and_other_sites(place: Place) -> None:
    kept = Phone(place).join(0).headers["Set-Cookie"]
    assert "HttpOnly" in kept
    assert "SameSite=Lax" in kept


def test_a_seat_is_taken_once(place: Place) -> None:
    assert Phone(place).join(0).status_code == 303
    place.publish()
    late = Phone(place, "192.168.1.8")
    answer = late.join(0, "Susan")
    assert answer.status_code == 409
    assert "This seat is taken; ask the host." in answer.text
    assert late.cookie(SEAT_COOKIE) == ""
    assert place.table.now.names == {0: "Vera"}


def test_who_has_a_seat_takes_no_second(place: Place) -> None:
    vera = somebody(place, "seat")
    assert vera.join(1).status_code == 409
    assert place.table.now.names == {0: "Vera"}


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"name": ""}, 400),
        ({"name": " \t "}, 400),
        ({"name": "x" * 41}, 400),
        ({"name": "Ve\u202era"}, 400),
        ({"name": "Ve\u200bra"}, 400),
        ({"name": "Ve\x00ra"}, 400),
        ({"seat": ""}, 400),
        ({"seat": "-1"}, 400),
        ({"seat": "99"}, 400),
        ({"seat": "\u00b2"}, 400),
        ({"seat": "7"}, 409),
    ],
)
def test_a_broken_form_seats_nobody(place: Place, form: dict[str, str], status: int) -> None:
    phone = Phone(place)
    assert phone.join(**{"seat": 0, **form}).status_code == status  # type: ignore[arg-type]
    assert phone.cookie(SEAT_COOKIE) == ""
    assert place.table.now.names == {}


def test_a_hostile_name_is_shown_as_text(place: Place) -> None:
    name = "<img src=x onerror=alert(1)>'\"&{{7*7}}"
    vera, host = Phone(place), somebody(place, "host")
    assert vera.join(0, name).status_code == 303
    place.feed.post(place.table.now.state, [f"Player 1 is {name}."])
    place.publish()
    for phone in (vera, host, Phone(place)):
        pages = phone.get("/").text + phone.get("/join").text
        assert "<img" not in pages + "".join(phone.stream().values())
        assert "&lt;img src=x onerror=alert(1)&gt;&#39;&#34;&amp;{{7*7}}" in pages


def test_names_keep_their_letters() -> None:
    assert clean(" Zoe\u0308  O'Neil ") == "Zo\u00eb O'Neil"
    assert clean("\u674e \U0001f3b2") == "\u674e \U0001f3b2"


# --- codes ---


def test_the_host_s_page_shows_a_code_that_leads_to_the_filled_form(place: Place) -> None:
    read, code = scanned(on_page(somebody(place, "host").get("/").text)), place.passes.join_code
    assert read == f"http://192.168.1.5:8000/join?code={code}"
    assert f'value="{code}"' in Phone(place).get(read.removeprefix(URL)).text
    assert 'class="qr"' not in somebody(place, "viewer").get("/").text


def test_a_player_scans_the_way_to_the_own_seat_with_another_phone(place: Place) -> None:
    read = scanned(on_page(somebody(place, "seat").get("/").text))
    assert read == f"http://192.168.1.5:8000/join?code={place.passes.seat_code(0)}&again=1"
    other = Phone(place)
    page = other.get(read.removeprefix("http://192.168.1.5:8000")).text
    assert 'name="seat"' not in page, "nothing is asked of whoever comes back"
    found = re.search(r'name="code" value="(\d+)"', page)
    assert found
    assert other.post("/join", code=found[1]).status_code == 303
    assert "/leave" in other.get("/").text


def test_too_many_wrong_codes_are_followed_by_a_pause(place: Place) -> None:
    guesser = Phone(place)
    for _ in range(FREE):
        assert guesser.join(0, code="000000x").status_code == 403
    right = guesser.join(0)
    assert right.status_code == 429
    assert 0 < int(right.headers["Retry-After"]) <= 300
    assert "Too many wrong codes. Try again in 5 minutes." in right.text
    assert place.table.now.names == {}
    assert Phone(place, "192.168.1.8").join(0).status_code == 303


def test_a_player_comes_back_on_another_phone_by_his_own_code(place: Place) -> None:
    old, new = somebody(place, "seat"), Phone(place, "192.168.1.8")
    found = re.search(r'class="code">(\d+)<', old.get("/").text)
    assert found
    assert new.post("/join", code=found.group(1)).status_code == 303
    assert "You are <b>Vera</b>" in new.get("/").text
    assert "You are <b>Vera</b>" in old.get("/").text
    assert new.tap("pause").status_code == 204


def test_the_host_s_pin_works_on_a_phone(place: Place) -> None:
    phone = somebody(place, "host")
    assert phone.tap("mode", mode="watch").status_code == 204
    assert place.table.events()[-1].by == Who("host")


# --- playing ---


def test_a_seat_confirms_its_own_move_and_nobody_else_s(place: Place) -> None:
    vera, susan = Phone(place), Phone(place, "192.168.1.8")
    vera.join(0)
    susan.join(1, "Susan")
    place.show(place.next, 2 * LOOKS)
    serial = place.watcher.opinion.serial
    answer = susan.tap("confirm", serial=serial)
    assert (answer.status_code, answer.text) == (403, "That is somebody else's, not yours.")
    assert vera.tap("confirm", serial=serial).status_code == 204
    event = place.table.events()[-1]
    assert isinstance(event.action, Confirm)
    assert event.by == Who(SEAT, 0)


def test_a_seat_plays_its_own_move_by_its_text(place: Place) -> None:
    vera, susan = Phone(place), Phone(place, "192.168.1.8")
    vera.join(0)
    susan.join(1, "Susan")
    move = next(iter(GAME.moves(place.table.now.state)))
    text = GAME.move_text(move)
    assert susan.tap("play", moves=text).status_code == 403
    assert vera.tap("play", moves=text).status_code == 204
    assert place.table.events()[-1].action == Play(text)
