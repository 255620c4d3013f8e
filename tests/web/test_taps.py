"""What the host taps reaches the table; what comes from elsewhere does not."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.log.events import Choose, Confirm, Play, Undo
from companion.referee.settling import LOOKS
from tests.companion.tables import do
from tests.web.tables import GAME, NAME, Place
from web import LONGEST_TAP

OURS = {"Origin": "http://localhost"}


def tap(place: Place, word: str, headers: dict[str, str] = OURS, **form: object) -> TestResponse:
    data = {"game": NAME, "seen": place.table.now.number, **form}
    headers = {"Accept": "text/plain", **headers}
    return place.client.post(f"/tap/{word}", data=data, headers=headers)


def test_the_page_says_what_the_referee_thinks(place: Place) -> None:
    page = place.client.get("/").text
    assert "Up to date." in page
    assert "We ask about every move before it counts." in page
    assert 'id="tap-confirm"' not in page
    place.show(place.next, 2 * LOOKS)
    page = place.client.get("/").text
    assert place.watcher.opinion.headline in page
    assert "At this table every move is confirmed." in page
    assert 'id="tap-confirm"' in page


def test_a_proposal_is_confirmed_by_a_tap(place: Place) -> None:
    place.show(place.next, 2 * LOOKS)
    answer = tap(place, "confirm", serial=place.watcher.opinion.serial)
    assert answer.status_code == 204
    assert isinstance(place.table.events()[-1].action, Confirm)
    assert GAME.key(place.table.now.state) == GAME.key(place.next)
    again = tap(place, "confirm", serial=place.watcher.opinion.serial)
    assert again.status_code == 409
    assert again.text == "Something else has happened meanwhile."


def test_without_the_script_a_tap_leads_back_to_the_page(place: Place) -> None:
    answer = tap(place, "mode", {**OURS, "Accept": "text/html"}, mode="auto")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert place.table.now.mode == "auto"


def test_modes_and_undo_and_redo_and_pause(place: Place) -> None:
    state = place.table.now.state
    assert tap(place, "mode", mode="watch").status_code == 204
    assert tap(place, "undo").status_code == 204
    assert isinstance(place.table.events()[-1].action, Undo)
    assert place.table.now.state != state
    assert tap(place, "redo").status_code == 204
    assert place.table.now.state == state
    assert tap(place, "pause").status_code == 204
    place.publish()
    page = place.client.get("/").text
    assert 'id="tap-resume"' in page
    assert 'value="watch" aria-pressed="true"' in page
    assert tap(place, "resume").status_code == 204
    assert place.table.now.phase == "playing"


def test_who_has_not_seen_the_last_event_changes_nothing(place: Place) -> None:
    number = place.table.now.number
    answer = tap(place, "undo", seen=number - 1)
    assert (answer.status_code, answer.text) == (409, "Something else has happened meanwhile.")
    other = tap(place, "undo", game="monday-1")
    assert (other.status_code, other.text) == (409, "This game is not on the table any more.")
    assert place.table.now.number == number


@pytest.mark.parametrize(
    "form", [{"seen": ""}, {"seen": "many"}, {"seen": "-1"}, {"seen": "9" * 30}]
)
def test_a_broken_form_is_refused(place: Place, form: dict[str, str]) -> None:
    assert tap(place, "undo", **form).status_code == 400
    assert tap(place, "mode", mode="nonsense").status_code == 409
    assert tap(place, "dance").status_code in (404, 405)
    assert tap(place, "undo", more="x" * LONGEST_TAP).status_code == 413


STRANGERS = [
    {},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {**OURS, "Sec-Fetch-Site": "cross-site"},
    {**OURS, "Sec-Fetch-Site": "same-site"},
    {**OURS, "Sec-Fetch-Site": "none"},
]


@pytest.mark.parametrize("headers", STRANGERS)
def test_a_page_of_somebody_else_can_t_tap(place: Place, headers: dict[str, str]) -> None:
    number = place.table.now.number
    assert tap(place, "undo", headers).status_code == 403
    assert place.table.now.number == number


def test_a_form_of_our_own_page_may_come_without_an_origin(place: Place) -> None:
    """A browser that says that it is our page need not say more."""
    headers = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    assert tap(place, "undo", headers).status_code == 204


GUESTS: list[tuple[str, str, dict[str, str]]] = [
    ("192.168.1.7", "http://192.168.1.5:8000", {}),
    ("192.168.1.7", "http://localhost", {}),
    # Plain nginx on this computer says just what a browser on this computer says.
    ("127.0.0.1", "http://localhost:8000", {}),
    ("127.0.0.1", "http://127.0.0.1:8000", {}),
    ("::1", "http://[::1]:8000", {}),
    ("127.0.0.1", "http://localhost", {"X-Forwarded-For": "127.0.0.1"}),
    ("127.0.0.1", "http://localhost", {"Forwarded": "for=127.0.0.1"}),
]


@pytest.mark.parametrize(("address", "url", "headers"), GUESTS)
def test_no_address_and_no_header_makes_anybody_the_host(
    place: Place, address: str, url: str, headers: dict[str, str]
) -> None:
    client = place.app.test_client()
    here: dict[str, Any] = {"base_url": url, "environ_base": {"REMOTE_ADDR": address}}
    page = client.get("/", headers=headers, **here).text
    assert "Up to date." in page
    assert "/tap/" not in page
    number = place.table.now.number
    data = {"game": NAME, "seen": number}
    answer = client.post("/tap/undo", data=data, headers={"Origin": url, **headers}, **here)
    assert answer.status_code == 403
    assert place.table.now.number == number


def test_every_button_says_what_it_does(place: Place) -> None:
    place.show(place.next, 2 * LOOKS)
    page = place.client.get("/").text
    for word in ("Redo", "Pause", "Yes, that is what happened"):
        assert f">{word}</button>" in page
    assert ">Undo <small>Takes back: " in page
    for word, what in (
        ("Auto", "The camera enters what is clear."),
        ("Ask", "Somebody says yes to every move."),
        ("Watch", "People enter every move themselves."),
    ):
        assert f">{word} <small>{what}</small></button>" in page
    assert "How moves are entered</h3>" in page


def test_trouble_is_shown_loudly(place: Place) -> None:
    assert "The log is in trouble." not in place.client.get("/").text
    with closing(sqlite3.connect(place.table.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        do(place.table, Choose("auto"))
        place.publish()
        page = place.client.get("/").text
        other.execute("ROLLBACK")
    assert 'role="alert"><p><b>The log is in trouble.</b> Another program holds the file' in page


def test_the_log_tells_who_and_why_but_no_secret(place: Place) -> None:
    plan = next(p for p in place.table.now.state.unseen_plans if p.level == "I")
    assert place.table.now.state.players[0].hidden
    do(place.table, Play(f"hold 0 {plan}"), why="I have it")
    place.publish()
    page = place.client.get("/").text
    assert "<b>Host</b> Moves are entered." in page
    assert "I have it" in page
    assert str(plan) not in page.partition('id="log"')[2].partition("</ol>")[0]
